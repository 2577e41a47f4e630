import { text } from '../../kit/field.ts'

/** First part of every path of public accounts. */
export const MANAGE = '/api/yzl-mpweixin/manage'

/**
 * 公众号：网页以 cookie `appid` 指明，其他客户端也可作为参数；都没有时用第一个公众号。
 */ // inferred
export const APPID = { appid: text('公众号', { length: 32 }) }

/** The account a row belongs to: the one that was chosen when it was made. */
export const ownAppid = text('公众号 appid', { length: 32, editable: 'never', list: false })

/** The same where no row is made without one. */
export const rowAppid = text('公众号 appid', { required: true, length: 32, editable: 'never', list: false })

export const id = text('主键', { required: true, length: 64 })

/** What work that takes long is found by. */
export const STARTED = { jobId: text('任务', { required: true }) }

import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { dateTime, dict, flag, integer, json, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'
import { APPID, MANAGE, id, rowAppid } from './context.ts'
import type { MiniProgram, TemplateValue } from './msg-template.ts'

/** 一次群发：内容、条件和结果的人数。 */
export const templateBatch = defineEntity('templateBatch', {
  title: '群发批次',
  service: 'yzl-mpweixin/manage',
  table: 'wx_template_batch',
  permission: 'templatemsglog',
  fields: {
    appid: rowAppid,
    templateName: text('模板', { required: true, length: 50 }),
    templateId: text('微信模板编号', { required: true, length: 100, list: false }),
    data: json<TemplateValue[]>('填写内容', { required: true }),
    url: text('跳转网址', { length: 255, list: false }),
    miniprogram: json<MiniProgram>('跳转小程序'),
    filter: json<object>('粉丝条件'),
    requestId: text('请求编号', { required: true, length: 64, list: false }),
    batchStatus: dict('状态', 'wx_batch_status', { numeric: true, required: true, search: true }),
    stopReason: text('停下的原因', { length: 300 }),
    total: integer('人数', { required: true }),
    jobId: text('任务', { length: 20, list: false }),
    isWritten: flag('已列出接收人', { required: true, list: false }),
  },
})

/** 模板消息日志：每人一条，写给家长的每个孩子一条，由发送写下；只有备注能改。写给家长的内容发出后不留。 */
export const templateMsgLog = defineEntity('templateMsgLog', {
  title: '模板消息日志',
  service: 'yzl-mpweixin/manage',
  dialect: 'mp',
  fields: {
    appid: rowAppid,
    batchId: text('群发批次', { length: 20, search: 'equal', list: false }),
    studentCode: text('学籍号', { length: 24, personal: 'studentCode', list: false }),
    touser: text('接收人 openid', { required: true, search: 'equal', length: 64 }),
    templateId: text('微信模板编号', { required: true, length: 100, list: false }),
    data: json<TemplateValue[]>('填写内容'),
    url: text('跳转网址', { length: 255, list: false }),
    miniprogram: json<MiniProgram>('跳转小程序'),
    sendStatus: dict('结果', 'wx_send_status', { numeric: true, required: true, search: true }),
    sendResult: text('说明', { length: 255 }),
    claimTime: dateTime('交给微信时间', { list: false }),
    sendTime: dateTime('发送时间', { search: 'range' }),
    finishTime: dateTime('送达时间'),
    msgid: text('消息编号', { length: 32, list: false }),
    errcode: integer('错误码', { list: false }),
    remark: text('备注', { length: 200, list: false }),
  },
  order: ['-sendTime'],
})

const BASE = `${MANAGE}/templateMsgLog`
const rowFields = { ...listRowFields(templateMsgLog), nickname: text('昵称'), title: text('模板') }
const view = { permission: 'templatemsglog_view' }

export const logList = defineList('templateMsgLog.list', {
  path: `${BASE}/list`,
  title: '模板消息日志列表',
  access: view,
  input: APPID,
  fields: rowFields,
  order: templateMsgLog.order,
})

export const logDetail = defineCall('templateMsgLog.info', {
  method: 'GET',
  path: `${BASE}/info/:id`,
  aliases: [`${BASE}/detail`],
  title: '模板消息日志详情',
  access: view,
  input: { id },
  output: rowFields,
})

export const logDelete = defineCall('templateMsgLog.delete', {
  method: 'POST',
  path: `${BASE}/delete`,
  title: '删除模板消息日志',
  access: { permission: 'templatemsglog_delete' },
  body: 'array',
  answer: 'status',
})

/** 日志由发送写下：这里只改备注。 */ // inferred
export const logSave = defineCall('templateMsgLog.save', {
  method: 'POST',
  path: `${BASE}/save`,
  aliases: [`${BASE}/update`, `${BASE}/submit`],
  title: '修改模板消息日志备注',
  access: { permission: 'templatemsglog_edit' },
  input: { id, remark: text('备注', { length: 200 }) },
  answer: 'status',
})

/** 同上，主键在地址里。 */
export const logUpdate = defineCall('templateMsgLog.updateById', {
  method: 'POST',
  path: `${BASE}/:action`,
  title: '修改模板消息日志备注',
  access: { permission: 'templatemsglog_edit' },
  input: { action: text('主键', { required: true, length: 20 }), remark: text('备注', { length: 200 }) },
  answer: 'status',
})

/** 送达结果由微信回调：交给微信一天仍没有结果的标为结果不明。 */
export const logSync = defineCall('templateMsgLog.syncWxTemplate', {
  method: 'POST',
  path: `${BASE}/syncWxTemplate`,
  title: '整理模板消息日志',
  access: { permission: 'templatemsglog_edit' },
  input: APPID,
  output: { count: integer('整理条数', { required: true }) },
})

/** 群发的批次，各有多少人是什么结果。 */ // inferred
export const batchList = defineList('templateMsgLog.batchList', {
  path: `${MANAGE}/templateBatch/list`,
  title: '群发批次列表',
  access: view,
  input: APPID,
  fields: {
    ...listRowFields(templateBatch),
    queued: integer('待发', { required: true }),
    accepted: integer('已提交', { required: true }),
    delivered: integer('已送达', { required: true }),
    failed: integer('未成功', { required: true }),
    unknown: integer('结果不明', { required: true }),
  },
})

export const templateMsgLogCalls = [logList, logDetail, logDelete, logSave, logUpdate, logSync, batchList]

import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { dateTime, flag, integer, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'
import { APPID, MANAGE, id, rowAppid } from './context.ts'

/** 带参二维码：向微信要来的，场景和凭证不能改；删除只删本地记录，永久二维码的名额不会退回。 */
export const wxQrCode = defineEntity('wxQrCode', {
  title: '带参二维码',
  service: 'yzl-mpweixin/manage',
  dialect: 'mp',
  fields: {
    appid: rowAppid,
    sceneStr: text('场景值', { required: true, search: true, length: 64 }),
    isTemp: flag('临时', { required: true, search: true, default: 1 }),
    expireTime: dateTime('到期时间', { editable: 'never' }),
    isExpired: flag('已到期', { editable: 'never' }),
    url: text('扫码地址', { length: 255, editable: 'never', list: false }),
    ticket: text('凭证', { length: 255, editable: 'never', list: false }),
    remark: text('备注', { length: 200 }),
  },
})

const BASE = `${MANAGE}/wxQrCode`
const rowFields = listRowFields(wxQrCode)

export const qrCodeList = defineList('wxQrCode.list', {
  path: `${BASE}/list`,
  title: '带参二维码列表',
  access: { permission: 'wxqrcode_view' },
  input: APPID,
  fields: rowFields,
})

export const qrCodeDetail = defineCall('wxQrCode.info', {
  method: 'GET',
  path: `${BASE}/info/:id`,
  aliases: [`${BASE}/detail`],
  title: '带参二维码详情',
  access: { permission: 'wxqrcode_view' },
  input: { id },
  output: rowFields,
})

/** 图片，由服务器画出扫码地址，不必访问微信。 */ // inferred
export const qrCodePicture = defineCall('wxQrCode.picture', {
  method: 'GET',
  path: `${BASE}/picture/:id`,
  title: '带参二维码图片',
  access: { permission: 'wxqrcode_view' },
  input: { id },
  output: { svg: text('图片', { required: true }) },
})

const MONTH_SECONDS = 2_592_000

export const qrCodeCreate = defineCall('wxQrCode.createTicket', {
  method: 'POST',
  path: `${BASE}/createTicket`,
  aliases: [`${BASE}/save`],
  title: '生成带参二维码',
  access: { permission: 'wxqrcode_edit' },
  outside: true,
  input: {
    sceneStr: text('场景值', { required: true, length: 64 }),
    isTemp: flag('临时', { default: 1 }),
    expireSeconds: integer('有效秒数', {
      min: 60,
      max: MONTH_SECONDS,
      default: MONTH_SECONDS,
      help: '最长30天；永久的不必填',
    }),
    remark: text('备注', { length: 200 }),
    ...APPID,
  },
  output: {
    id,
    ticket: text('凭证', { required: true }),
    url: text('扫码地址', { required: true }),
    expireSeconds: integer('有效秒数'),
  },
})

/** 只有备注能改。 */
export const qrCodeUpdate = defineCall('wxQrCode.updateById', {
  method: 'POST',
  path: `${BASE}/:id`,
  title: '修改带参二维码',
  access: { permission: 'wxqrcode_edit' },
  input: { id, remark: text('备注', { length: 200 }) },
  answer: 'status',
})

/** 同上，主键在内容里。 */
export const qrCodeUpdateBody = defineCall('wxQrCode.update', { ...qrCodeUpdate, path: `${BASE}/update` })

/** 微信不给出已有的二维码：重算到期标记。 */
export const qrCodeSync = defineCall('wxQrCode.syncWxTemplate', {
  method: 'POST',
  path: `${BASE}/syncWxTemplate`,
  title: '刷新带参二维码',
  access: { permission: 'wxqrcode_edit' },
  input: APPID,
  answer: 'status',
})

export const qrCodeDelete = defineCall('wxQrCode.delete', {
  method: 'POST',
  path: `${BASE}/delete`,
  title: '删除带参二维码',
  access: { permission: 'wxqrcode_delete' },
  body: 'array',
  answer: 'status',
})

export const wxQrCodeCalls = [
  qrCodeList,
  qrCodeDetail,
  qrCodePicture,
  qrCodeCreate,
  qrCodeUpdateBody,
  qrCodeUpdate,
  qrCodeSync,
  qrCodeDelete,
]

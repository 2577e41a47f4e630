import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { dateTime, dict, integer, paragraph, secret, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'
import { enablingCalls } from './enabling-calls.ts'

/** 短信服务的类别；通用接口是任何能收 HTTP 请求的服务。 */
export const SMS_CATEGORY = { aliyun: 3, tencent: 4, http: 9 } as const

/** 短信配置：一个租户同时启用一个。 */
export const sms = defineEntity('sms', {
  title: '短信配置',
  service: 'blade-resource',
  table: 'sms_config',
  fields: {
    category: dict('短信服务', 'sms', { numeric: true, required: true, search: true }),
    smsCode: text('资源编号', { required: true, search: true, length: 64 }),
    templateId: text('模板编号', { length: 64 }),
    signName: text('短信签名', { length: 100 }),
    accessKey: text('AccessKey', { length: 200, help: '通用接口可不填' }), // inferred
    secretKey: secret('SecretKey', { length: 500 }), // inferred
    appId: text('应用编号', { length: 64, list: false, help: '腾讯云短信的应用编号' }), // inferred
    regionId: text('地域编号', { length: 64, list: false }),
    endpoint: text('服务地址', { length: 300, list: false, help: '不填则用服务商的公网地址' }), // inferred
    bodyTemplate: paragraph('请求内容', {
      length: 4000,
      help: '通用接口发送的JSON，可用{phone}、{template}、{sign}、{params}、{content}',
    }), // inferred
    dayQuota: integer('每日限额', { min: 1, max: 1_000_000, default: 1000, unit: '条' }), // inferred
    remark: text('备注', { length: 500, list: false }),
    statusName: text('是否启用', { editable: 'never', sortable: false }),
  },
  unique: [['smsCode']],
  order: ['-status', '-createTime'],
})

export const smsEnabling = enablingCalls(sms)

/** `code` 选短信配置，不填用启用的；`phones` 逗号分隔；`params` 是 JSON 文本。 */
export const smsSend = defineCall('sms.sendMessage', {
  method: 'POST',
  path: '/api/blade-resource/sms/endpoint/send-message',
  title: '发送短信',
  access: { permission: 'sms_send' },
  // No transaction: it would be held as long as the provider takes.
  readOnly: true,
  input: {
    code: text('资源编号', { length: 64 }),
    phones: text('手机号码', { required: true, length: 2000 }),
    params: paragraph('模板参数', { length: 2000, help: 'JSON对象，如{"code":"1234"}' }),
  },
  answer: 'status',
})

/** 短信模板：每种用途在每个短信配置里叫什么，参数按什么顺序填。 */ // inferred
export const smsTemplate = defineEntity('smsTemplate', {
  title: '短信模板',
  service: 'blade-resource',
  path: 'sms-template',
  fields: {
    kind: dict('用途', 'sms_kind', { required: true, search: true }),
    smsCode: text('资源编号', { search: true, length: 64, help: '不填则用于所有短信配置' }),
    templateCode: text('模板编号', { required: true, length: 64 }),
    paramNames: text('参数顺序', { length: 200, help: '参数名以逗号分隔，腾讯云按这个顺序填入' }),
    content: paragraph('模板内容', { length: 500, list: true, help: '通用接口用它拼出短信内容，如{code}' }),
  },
  unique: [['kind', 'smsCode']],
})

/** 短信记录：发给谁（隐去中间四位）、用途、结果。 */ // inferred
export const smsLog = defineEntity('smsLog', {
  title: '短信记录',
  service: 'blade-resource',
  path: 'sms-log',
  permission: 'sms',
  fields: {
    phone: text('手机号码'),
    smsCode: text('资源编号', { search: true }),
    kind: text('用途'),
    templateCode: text('模板编号'),
    result: text('结果', { search: true }),
    sendTime: dateTime('发送时间'),
  },
  order: ['-sendTime'],
})

export const smsLogList = defineList('smsLog.list', {
  path: '/api/blade-resource/sms-log/list',
  title: '短信记录',
  access: { permission: 'sms_view' },
  fields: { id: text('主键', { required: true }), ...smsLog.fields },
  order: ['-sendTime'],
})

export const smsLogDetail = defineCall('smsLog.detail', {
  method: 'GET',
  path: '/api/blade-resource/sms-log/detail',
  title: '短信记录详情',
  access: { permission: 'sms_view' },
  input: { id: text('主键', { required: true }) },
  output: { id: text('主键', { required: true }), ...smsLog.fields },
})

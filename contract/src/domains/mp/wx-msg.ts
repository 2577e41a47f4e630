import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { dateTime, dict, flag, integer, json, paragraph, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'
import { APPID, MANAGE, id, rowAppid } from './context.ts'

/** 消息：收到的由回调记下，发出的由回复记下；时间是微信给的时间。 */
export const wxMsg = defineEntity('wxMsg', {
  title: '公众号消息',
  service: 'yzl-mpweixin/manage',
  dialect: 'mp',
  fields: {
    appid: rowAppid,
    openid: text('openid', { required: true, search: 'equal', length: 64 }),
    inOut: dict('方向', 'wx_in_out', { numeric: true, required: true, search: true }),
    msgType: dict('类型', 'wx_msg_type', { required: true, search: true }),
    detail: json<Record<string, unknown>>('内容', { list: true }),
    msgId: text('消息编号', { length: 64, list: false }),
    /** 同一条只记一次。 */
    onceKey: text('去重键', { length: 128, list: false }),
    msgTime: dateTime('时间', { required: true }),
  },
  order: ['-msgTime'],
})

const BASE = `${MANAGE}/wxMsg`
const rowFields = { ...listRowFields(wxMsg), nickname: text('昵称') }
const view = { permission: 'wxmsg_view' }

/** `msgTypes` 以逗号分隔，不给就是全部。 */
export const msgList = defineList('wxMsg.list', {
  path: `${BASE}/list`,
  title: '公众号消息列表',
  access: view,
  input: { ...APPID, msgTypes: text('类型', { length: 300 }), startTime: dateTime('开始时间') },
  fields: rowFields,
  order: wxMsg.order,
})

export const msgDetail = defineCall('wxMsg.detail', {
  method: 'GET',
  path: `${BASE}/detail`,
  aliases: [`${BASE}/info/:id`],
  title: '公众号消息详情',
  access: view,
  input: { id },
  output: rowFields,
})

/** 48小时内联系过的人，最近的在前；`canReply` 是还能不能回复。 */ // inferred
export const chatList = defineList('wxMsg.chatList', {
  path: `${BASE}/chatList`,
  title: '会话列表',
  access: view,
  input: APPID,
  fields: {
    openid: text('openid', { required: true }),
    nickname: text('昵称'),
    remark: text('备注名'),
    lastTime: dateTime('最近消息', { required: true }),
    lastIn: dateTime('最近来信'),
    canReply: flag('可回复', { required: true }),
    isWaiting: flag('待回复', { required: true }),
    preview: text('摘要'),
  },
  order: ['-lastTime'],
})

/** 以客服消息回复一位粉丝；微信的拒绝原样告诉。 */
export const msgReply = defineCall('wxMsg.submit', {
  method: 'POST',
  path: `${BASE}/submit`,
  aliases: [`${BASE}/reply`],
  title: '回复消息',
  access: { permission: 'wxmsg_reply' },
  outside: true,
  input: {
    openid: text('openid', { required: true, length: 64, message: '请选择粉丝' }),
    replyType: text('回复类型', { required: true, length: 25 }),
    replyContent: paragraph('回复内容', { required: true, length: 2000 }),
    ...APPID,
  },
  answer: 'status',
})

/** 从客服聊天记录补上消息，最长一天。 */
export const msgSync = defineCall('wxMsg.syncwxMsgs', {
  method: 'POST',
  path: `${BASE}/syncwxMsgs`,
  title: '同步聊天记录',
  access: { permission: 'wxmsg_reply' },
  outside: true,
  input: { ...APPID, startTime: dateTime('开始时间'), endTime: dateTime('结束时间') },
  output: { count: integer('条数', { required: true }) },
})

export const msgDelete = defineCall('wxMsg.delete', {
  method: 'POST',
  path: `${BASE}/delete`,
  title: '删除公众号消息',
  access: { permission: 'wxmsg_delete' },
  body: 'array',
  answer: 'status',
})

/** 微信的回调：验证地址。 */ // inferred
export const callbackVerify = defineCall('wxMsg.verify', {
  method: 'GET',
  path: '/api/yzl-mpweixin/wx/msg/:appid',
  title: '公众号回调地址验证',
  access: 'public',
  answer: 'bare',
  input: {
    appid: text('appid', { required: true, length: 32 }),
    signature: text('签名', { length: 64 }),
    timestamp: text('时间', { length: 16 }),
    nonce: text('随机数', { length: 64 }),
    echostr: text('回显', { length: 512 }),
  },
})

/** 微信的回调：消息和事件。 */ // inferred
export const callbackReceive = defineCall('wxMsg.receive', {
  ...callbackVerify,
  method: 'POST',
  title: '公众号回调',
  body: 'xml',
  readOnly: true,
  input: {
    appid: callbackVerify.input.appid,
    signature: callbackVerify.input.signature,
    timestamp: callbackVerify.input.timestamp,
    nonce: callbackVerify.input.nonce,
    encrypt_type: text('加密', { length: 16 }),
    msg_signature: text('密文签名', { length: 64 }),
    xml: paragraph('报文', { length: 1_000_000 }),
  },
})

export const wxMsgCalls = [msgList, msgDetail, chatList, msgReply, msgSync, msgDelete, callbackVerify, callbackReceive]

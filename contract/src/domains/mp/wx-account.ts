import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { dict, flag, integer, text } from '../../kit/field.ts'

const sealed = '加密保存，不再显示；不填则不修改'

/** 公众号账号。密钥、令牌、消息密钥只进不出，加密保存；appid 定下后不改。 */
export const wxAccount = defineEntity('wxAccount', {
  title: '公众号账号',
  service: 'yzl-mpweixin/manage',
  dialect: 'mp',
  fields: {
    appid: text('公众号 appid', { required: true, search: true, length: 32, editable: 'add', width: 200 }),
    name: text('名称', { required: true, search: true, length: 50, width: 200 }),
    type: dict('类型', 'wx_account_type', { numeric: true, required: true, search: true, width: 120 }),
    verified: flag('已认证', { default: 1, width: 90 }),
    secret: text('AppSecret', { length: 64, table: false, help: sealed }),
    token: text('Token', { length: 32, table: false, help: sealed }),
    aesKey: text('EncodingAESKey', { length: 43, table: false, help: '43位，明文模式不填；加密保存，不再显示' }),
  },
  unique: [['appid']],
  order: ['createTime'],
  screen: { export: false, copy: false },
})

const [BASE = ''] = wxAccount.paths
const { secret, token, aesKey, ...open } = wxAccount.fields
const view = { permission: 'wxaccount_view' }

/** 已设置的密钥只说有或没有。 */
const shown = {
  ...open,
  hasSecret: flag('已设置 AppSecret', { required: true }),
  hasToken: flag('已设置 Token', { required: true }),
  hasAesKey: flag('已设置 EncodingAESKey', { required: true }),
}

export const wxAccountList = defineCall('wxAccount.list', {
  method: 'GET',
  path: `${BASE}/list`,
  title: '公众号列表',
  access: view,
  input: {
    current: integer('页码', { min: 1 }),
    size: integer('每页条数', { min: 1, max: 1000 }),
    appid: text(open.appid.label, { length: 32 }),
    name: text(open.name.label, { length: 50 }),
    type: text(open.type.label, { length: 20 }),
    createTime_datege: text('创建时间', { length: 19 }),
    createTime_datele: text('创建时间', { length: 19 }),
    createTime_dategt: text('创建时间', { length: 19 }),
    createTime_datelt: text('创建时间', { length: 19 }),
    ascs: text('升序', { length: 200 }),
    descs: text('降序', { length: 200 }),
  },
  output: shown,
  answer: 'page',
})

/** `id` 是主键或 appid。 */
export const wxAccountDetail = defineCall('wxAccount.detail', {
  method: 'GET',
  path: `${BASE}/detail`,
  title: '公众号详情',
  access: view,
  input: { id: text('主键', { length: 32 }), appid: text(open.appid.label, { length: 32 }) },
  output: shown,
})

export const wxAccountInfo = defineCall('wxAccount.info', {
  method: 'GET',
  path: `${BASE}/info/:id`, // inferred
  title: '公众号详情',
  access: view,
  input: { id: text('主键', { required: true, length: 32 }) },
  output: shown,
})

/** 修改只带变了的；需要的项由处理函数检查。 */
const input = {
  id: text('主键', { length: 20 }),
  updateTime: text('更新时间', { length: 19 }),
  appid: text(open.appid.label, { length: 32 }),
  name: text(open.name.label, { length: 50 }),
  type: dict(open.type.label, 'wx_account_type', { numeric: true }),
  verified: flag(open.verified.label),
  secret,
  token,
  aesKey,
}

/** 没有 id 是新增（wxaccount_add），有 id 是修改（wxaccount_edit）。 */
export const wxAccountSave = defineCall('wxAccount.save', {
  method: 'POST',
  path: `${BASE}/save`,
  title: '保存公众号',
  access: 'signedIn',
  input,
  output: shown,
})

export const wxAccountSubmit = defineCall('wxAccount.submit', {
  method: 'POST',
  path: `${BASE}/submit`,
  title: '保存公众号',
  access: 'signedIn',
  input,
  output: shown,
})

/** 请求体是主键（或 appid）的数组。 */
export const wxAccountDelete = defineCall('wxAccount.delete', {
  method: 'POST',
  path: `${BASE}/delete`,
  title: '删除公众号',
  access: { permission: 'wxaccount_delete' },
  body: 'array',
  answer: 'status',
})

import { defineCall } from '../../kit/call.ts'
import { BASE_FIELDS, defineEntity } from '../../kit/entity.ts'
import { integer, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'
import { relaxed } from '../../platform/relaxed.ts'

/** 应用：可以请求令牌的客户端。密钥只进不出，保存的是它的散列。 */
export const client = defineEntity('client', {
  title: '应用',
  service: 'blade-system',
  tenantless: true,
  table: 'oauth_client',
  fields: {
    clientId: text('应用编号', { required: true, search: true, length: 64, editable: 'add' }),
    clientSecret: text('应用密钥', { length: 200, list: false, help: '不填则不修改' }),
    authorizedGrantTypes: text('授权类型', { required: true, length: 255, default: 'password,captcha,refresh_token' }),
    accessTokenValidity: integer('令牌秒数', { required: true, min: 60, max: 86_400, default: 3600 }),
    refreshTokenValidity: integer('刷新秒数', {
      required: true,
      min: 60,
      max: 31_536_000,
      default: 604_800,
    }),
    // inferred
    proofMinutes: integer('登录视为身份确认', {
      required: true,
      min: 10,
      max: 720,
      unit: '分钟',
      default: 10,
      list: false,
      help: '用密码登录后的这段时间内，敏感操作不再要求确认身份；供不能确认身份的旧版客户端使用，系统自用的应用不可延长',
    }),
    scope: text('授权范围', { length: 255, default: 'all', list: false }),
    resourceIds: text('资源集合', { length: 255, list: false }),
    authorities: text('权限', { length: 255, list: false }),
    webServerRedirectUri: text('回调地址', { length: 255, list: false }),
    autoapprove: text('自动授权', { length: 255, list: false }),
  },
})

const BASE = '/api/blade-system/client'
const view = { permission: 'client_view' }
const { clientSecret: _secret, ...open } = client.fields
const shown = { id: text('主键', { required: true }), ...open, ...BASE_FIELDS }

export const clientList = defineList('client.list', {
  path: `${BASE}/list`,
  title: '应用列表',
  access: view,
  fields: shown,
  order: ['clientId'],
})

export const clientDetail = defineCall('client.detail', {
  method: 'GET',
  path: `${BASE}/detail`,
  title: '应用详情',
  access: view,
  input: { id: text('主键', { required: true }) },
  output: shown,
})

/** 没有 id 是新增（client_add），有 id 是修改（client_edit）。新增时提示：旧版客户端不会显示首次密码。 */
export const clientSubmit = defineCall('client.submit', {
  method: 'POST',
  path: `${BASE}/submit`,
  title: '保存应用',
  access: 'signedIn',
  input: { ...relaxed(client.fields), id: text('主键') },
  output: { ...shown, notice: text('提示') },
})

export const clientRemove = defineCall('client.remove', {
  method: 'POST',
  path: `${BASE}/remove`,
  title: '删除应用',
  access: { permission: 'client_delete' },
  input: { ids: text('应用', { length: 10_000 }) },
  answer: 'status',
})

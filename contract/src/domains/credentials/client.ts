import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { dateTime, integer, text } from '../../kit/field.ts'
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
  },
})

const BASE = '/api/blade-system/client'
const view = { permission: 'client_view' }
const { clientSecret: _secret, ...open } = client.fields
const shown = { id: text('主键', { required: true }), ...open, createTime: dateTime('创建时间') }

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

/** 没有 id 是新增（client_add），有 id 是修改（client_edit）。 */
export const clientSubmit = defineCall('client.submit', {
  method: 'POST',
  path: `${BASE}/submit`,
  title: '保存应用',
  access: 'signedIn',
  input: { ...relaxed(client.fields), id: text('主键') },
  output: shown,
})

export const clientRemove = defineCall('client.remove', {
  method: 'POST',
  path: `${BASE}/remove`,
  title: '删除应用',
  access: { permission: 'client_delete' },
  input: { ids: text('应用', { length: 10_000 }) },
  answer: 'status',
})

import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { flag, integer, json, paragraph, text } from '../../kit/field.ts'
import { APPID, MANAGE, STARTED, id, ownAppid } from './context.ts'

/** 模板里一个键的值。 */
export interface TemplateValue {
  name: string
  value: string
  color?: string
}

export interface MiniProgram {
  appid?: string
  pagePath?: string
}

/** 消息模板：同步只更新微信的那几项，本地填的内容和跳转留着；一个微信模板可以有几份不同内容的副本。 */
export const msgTemplate = defineEntity('msgTemplate', {
  title: '消息模板',
  service: 'yzl-mpweixin/manage',
  dialect: 'mp',
  fields: {
    appid: ownAppid,
    name: text('模板名称', { required: true, search: true, length: 50 }),
    templateId: text('微信模板编号', { required: true, search: 'equal', length: 100 }),
    title: text('微信模板标题', { search: true, length: 20 }),
    content: paragraph('模板内容', { length: 2000, help: '键写作 {{name.DATA}}' }),
    data: json<TemplateValue[]>('填写内容', { shape: 'rows' }),
    url: text('跳转网址', { length: 255, list: false }),
    miniprogram: json<MiniProgram>('跳转小程序', { shape: 'row' }),
    isEnabled: flag('可用', { default: 1 }),
  },
  unique: [['appid', 'name']],
  order: ['-updateTime'],
})

/** Keys of a template in their order: `first` of `{{first.DATA}}`. */
export function templateKeys(content: string): string[] {
  return [...new Set([...content.matchAll(/\{\{\s*(\w+)\.DATA\s*\}\}/g)].map(([, key = '']) => key))]
}

/** The message as it will be read. */
export function renderTemplate(content: string, data: readonly TemplateValue[]): string {
  const values = new Map(data.map(({ name, value }) => [name, value]))
  return content.replaceAll(/\{\{\s*(\w+)\.DATA\s*\}\}/g, (_all, key: string) => values.get(key) ?? '')
}

const BASE = `${MANAGE}/msgTemplate`

export const templateSync = defineCall('msgTemplate.syncWxTemplate', {
  method: 'POST',
  path: `${BASE}/syncWxTemplate`,
  title: '同步消息模板',
  access: { permission: 'msgtemplate_edit' },
  outside: true,
  input: APPID,
  output: { count: integer('模板数', { required: true }) },
})

/** 条件与粉丝列表相同；只发给已关注的。 */
export interface FollowerFilter {
  openid?: string
  nickname?: string
  city?: string
  province?: string
  remark?: string
  qrSceneStr?: string
  tagid?: number | string
}

const batchInput = {
  templateId: text('模板', { required: true, length: 100 }),
  wxUserFilterParams: json<FollowerFilter>('粉丝条件', { shape: 'row' }),
  data: json<TemplateValue[]>('填写内容', { shape: 'rows', required: true }),
  url: text('跳转网址', { length: 255 }),
  miniprogram: json<MiniProgram>('跳转小程序', { shape: 'row' }),
  ...APPID,
}

/** 试算：发给多少人、先发给谁、消息是什么样；什么也不发。 */ // inferred
export const batchPreview = defineCall('msgTemplate.previewMsgBatch', {
  method: 'POST',
  path: `${BASE}/previewMsgBatch`,
  title: '群发试算',
  access: { permission: 'msgtemplate_send' },
  readOnly: true,
  input: batchInput,
  output: {
    total: integer('人数', { required: true }),
    users: json<{ openid: string; nickname: string; remark: string }[]>('先发给', { required: true }),
    text: paragraph('消息', { required: true }),
    quotaLeft: integer('今日还可发送', { required: true }),
  },
})

/** 按条件群发模板消息，作为任务；`requestId` 相同的只发一次。 */
export const batchSend = defineCall('msgTemplate.sendMsgBatch', {
  method: 'POST',
  path: `${BASE}/sendMsgBatch`,
  title: '群发模板消息',
  access: { permission: 'msgtemplate_send' },
  input: { ...batchInput, requestId: text('请求编号', { length: 64 }) },
  output: {
    batchId: text('批次', { required: true }),
    total: integer('人数', { required: true }),
    ...STARTED,
  },
})

/** 停下的批次接着发：已发的不再发。 */ // inferred
export const batchResume = defineCall('msgTemplate.resumeMsgBatch', {
  method: 'POST',
  path: `${BASE}/resumeMsgBatch`,
  title: '继续群发',
  access: { permission: 'msgtemplate_send' },
  input: { id },
  output: STARTED,
})

/** 还没发的不再发。 */ // inferred
export const batchCancel = defineCall('msgTemplate.cancelMsgBatch', {
  method: 'POST',
  path: `${BASE}/cancelMsgBatch`,
  title: '终止群发',
  access: { permission: 'msgtemplate_send' },
  input: { id },
  answer: 'status',
})

export const msgTemplateCalls = [templateSync, batchPreview, batchSend, batchResume, batchCancel]

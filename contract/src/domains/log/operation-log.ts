import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { dateTime, json, text } from '../../kit/field.ts'
import { lineOf, logCalls } from './log-calls.ts'

/** One field of a change: what it was, what it became, in the words of the screen. */
export interface FieldChange {
  field: string
  label: string
  before: string
  after: string
}

/** 操作日志：谁在什么时候把什么改成了什么。每行被封入哈希链。 */
export const operationLog = defineEntity('operationLog', {
  title: '操作日志', // inferred
  service: 'blade-log',
  path: 'operation',
  table: 'operation_log',
  permission: 'log_operation',
  fields: {
    createTime: dateTime('时间'),
    account: text('操作人', { search: true }),
    title: text('操作内容', { search: true }),
    call: text('调用', { search: true }),
    entity: text('数据', { search: 'equal' }),
    rowId: text('数据主键', { search: 'equal' }),
    remoteIp: text('来源地址', { search: 'equal' }),
    requestId: text('请求编号', { search: 'equal', list: false }),
  },
})

/** inferred: the family has no operation log. */
const { detail, ...reads } = logCalls(operationLog)
export const operation = {
  ...reads,
  detail: defineCall('operationLog.detail', {
    ...detail,
    output: {
      ...lineOf(operationLog),
      entityTitle: text('数据'), // inferred
      changes: json<FieldChange[]>('改动'), // inferred
      seq: text('链上序号'), // inferred
    },
  }),
}

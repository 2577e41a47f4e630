import { defineCall } from '../../kit/call.ts'
import { json, paragraph, text } from '../../kit/field.ts'
import { FLOW_BASE } from './definition.ts'

const historyFields = {
  id: text('主键', { required: true }),
  assigneeName: text('办理人', { required: true }),
  createTime: text('开始时间', { required: true }),
  endTime: text('结束时间', { required: true }),
  historyActivityId: text('步骤标识', { required: true }),
  historyActivityName: text('步骤名称', { required: true }),
  historyActivityType: text('步骤类型', { required: true }),
  historyActivityDurationTime: text('历时', { required: true }),
  comment: paragraph('批复意见', { required: true }),
  flag: text('结果', { required: true }),
  taskId: text('任务', { required: true }),
  processInstanceId: text('流程实例', { required: true }),
}

/** 发起人、办理人、候选人和流程管理员可以看。没有的值是空文本。 */
export const historyFlowList = defineCall('flow.history', {
  method: 'GET',
  path: `${FLOW_BASE}/process/history-flow-list`,
  title: '流转记录',
  access: 'signedIn',
  input: { processInstanceId: text('流程实例', { required: true, length: 20 }) },
  output: historyFields,
  answer: 'list',
})

/** One thing that happened, for colouring the drawing. */
export interface FlowMark {
  historyActivityId: string
  historyActivityName: string
  historyActivityType: string
  assigneeName: string
  createTime: string
  /** Empty while it is going on. */
  endTime: string
  comment: string
}

/** 流程图；给出流程实例时带上走过的步骤。 */
export const modelView = defineCall('flow.modelView', {
  method: 'GET',
  path: `${FLOW_BASE}/process/model-view`,
  title: '流程图',
  access: 'signedIn',
  input: {
    processInstanceId: text('流程实例', { length: 20 }),
    processDefinitionId: text('流程定义', { length: 64 }),
  },
  output: { xml: paragraph('流程图', { required: true }), flow: json<FlowMark[]>('走过的步骤') },
})

/** 可以请他审批的人：同一租户里启用的用户。 */ // inferred
export const approverList = defineCall('flow.approvers', {
  method: 'GET',
  path: `${FLOW_BASE}/process/approvers`, // inferred
  title: '审批人员',
  access: { permission: 'work_start_view' },
  input: { keyword: text('账号或姓名', { length: 64 }) },
  output: { id: text('用户', { required: true }), account: text('账号', { required: true }), name: text('姓名') },
  answer: 'list',
})

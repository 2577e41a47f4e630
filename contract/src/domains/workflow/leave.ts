import { defineCall } from '../../kit/call.ts'
import { dateTime, dict, integer, json, paragraph, text } from '../../kit/field.ts'

const BASE = '/api/blade-desk/process/leave'

/** What the applicant writes. */
export const leaveForm = {
  taskUser: text('审批人员', { required: true, message: '请选择审批人员', length: 20 }),
  startTime: dateTime('开始时间', { required: true }),
  endTime: dateTime('结束时间', { required: true }),
  reason: paragraph('请假理由', { required: true, length: 1000 }),
}

/** Where the process of a business row stands. */
export interface FlowPosition {
  assigneeName: string
  taskId: string
  taskName: string
  processInstanceId: string
  processDefinitionId: string
  businessId: string
  status: string
  formKey: string
}

export const leaveFields = {
  id: text('主键', { required: true }),
  ...leaveForm,
  taskUserName: text('审批人员', { required: true }),
  days: integer('请假天数', { required: true, unit: '天' }),
  processDefinitionId: text('流程定义', { required: true }),
  processInstanceId: text('流程实例', { required: true }),
  createUser: text('申请人编号', { required: true }),
  createUserName: text('申请人', { required: true }),
  applyTime: dateTime('申请时间', { required: true }),
  status: dict('状态', 'leave_status', { numeric: true, required: true }),
  flow: json<FlowPosition>('流程'),
}

export const leaveStart = defineCall('leave.startProcess', {
  method: 'POST',
  path: `${BASE}/start-process`,
  title: '发起请假',
  access: { permission: 'work_start_flow' },
  input: { processDefinitionId: text('流程', { required: true, length: 64 }), ...leaveForm },
  output: { id: leaveFields.id, processInstanceId: leaveFields.processInstanceId },
})

/** 发起人、办理人、候选人和流程管理员可以看。 */
export const leaveDetail = defineCall('leave.detail', {
  method: 'GET',
  path: `${BASE}/detail`,
  title: '请假详情',
  access: 'signedIn',
  input: {
    businessId: text('业务编号', { required: true, length: 20 }),
    /** The task the position is asked for; without it the one that is open or was last. */
    taskId: text('任务', { length: 20 }),
  },
  output: leaveFields,
})

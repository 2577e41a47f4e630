import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { date, dateTime, dict, flag, integer, json, paragraph, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'
import { FLOW_BASE, unsorted } from './definition.ts'

const taskFields = {
  processDefinitionName: text('流程名称', { search: true }),
  category: dict('流程分类', 'flow', { search: true, list: false }),
  categoryName: text('流程分类'),
  taskName: text('当前步骤'),
  startUser: text('申请人'),
  assigneeName: text('办理人'),
  processDefinitionVersion: integer('流程版本'),
  processIsFinished: dict('流程进度', 'flow_progress'),
  outcome: dict('流程结果', 'flow_outcome'),
  createTime: dateTime('申请时间'),
  endTime: dateTime('办结时间'),
  taskId: text('任务编号', { list: false }),
  taskDefinitionKey: text('步骤标识', { list: false }),
  assignee: text('办理人编号', { list: false }),
  claimTime: dateTime('签收时间', { list: false }),
  historyTaskEndTime: dateTime('任务结束时间', { list: false }),
  executionId: text('执行编号', { list: false }),
  processInstanceId: text('流程实例', { list: false }),
  historyProcessInstanceId: text('历史实例', { list: false }),
  processDefinitionId: text('流程定义', { list: false }),
  processDefinitionKey: text('流程标识', { list: false }),
  processDefinitionDesc: text('流程说明', { list: false }),
  businessTable: text('业务表', { list: false }),
  businessId: text('业务编号', { list: false }),
  status: text('任务状态', { list: false }),
  comment: paragraph('批复意见'),
  flag: text('结果', { list: false }),
  pass: integer('是否通过', { list: false }),
  variables: json<Record<string, unknown>>('变量'),
  formKey: text('表单标识', { list: false }),
  /** Remark of the category: which pages the task is handled on. */
  formRoute: text('页面', { list: false }),
}

type Name = keyof typeof taskFields

/** The same rows in four lists; each leaves out the columns that say nothing there. */
function taskEntity(name: string, title: string, permission: string, hidden: Name[]) {
  const fields = { ...taskFields }
  for (const one of hidden) Object.assign(fields, { [one]: { ...fields[one], list: false } })
  return defineEntity(name, {
    title,
    service: 'blade-flow',
    path: 'work',
    permission,
    fields: unsorted(fields),
  })
}

export const claimTasks = taskEntity('claimTask', '待签任务', 'work_claim', [
  'assigneeName',
  'endTime',
  'processIsFinished',
  'outcome',
])
export const todoTasks = taskEntity('todoTask', '待办任务', 'work_todo', [
  'assigneeName',
  'endTime',
  'processIsFinished',
  'outcome',
])
export const sentTasks = taskEntity('sentTask', '已发任务', 'work_send', ['startUser'])
export const doneTasks = taskEntity('doneTask', '办结任务', 'work_done', ['assigneeName'])

const listed = {
  input: {
    category: text('流程分类', { length: 64 }),
    /** Other programs show these two lists without a pager and want them whole. */
    isPaged: flag('分页'),
    beginDate: date('开始日期'),
    endDate: date('结束日期'),
  },
  fields: { id: text('主键', { required: true }), ...taskFields },
  order: ['-taskTime'],
}

/** 等我签收的任务：候选人是我，或候选组是我的角色、机构、岗位。 */
export const claimList = defineList('flow.claimList', {
  ...listed,
  path: `${FLOW_BASE}/work/claim-list`,
  title: '待签任务',
  access: { permission: 'work_claim_view' },
})

export const todoList = defineList('flow.todoList', {
  ...listed,
  path: `${FLOW_BASE}/work/todo-list`,
  title: '待办任务',
  access: { permission: 'work_todo_view' },
})

/** 我发起的流程，一个流程一行，显示最近的一步。 */
export const sendList = defineList('flow.sendList', {
  ...listed,
  path: `${FLOW_BASE}/work/send-list`,
  title: '已发任务',
  access: { permission: 'work_send_view' },
  order: ['-createTime'],
})

export const doneList = defineList('flow.doneList', {
  ...listed,
  path: `${FLOW_BASE}/work/done-list`,
  title: '办结任务',
  access: { permission: 'work_done_view' },
  order: ['-endTime'],
})

export const claimTask = defineCall('flow.claimTask', {
  method: 'POST',
  path: `${FLOW_BASE}/work/claim-task`,
  title: '签收任务',
  access: { permission: 'work_claim_sign' },
  input: { taskId: text('任务', { required: true, length: 20 }) },
  answer: 'status',
})

/** flag 为 ok 是同意，不填是驳回；意见必填。variables 只在调整申请时读取。 */
export const completeTask = defineCall('flow.completeTask', {
  method: 'POST',
  path: `${FLOW_BASE}/work/complete-task`,
  title: '办理任务',
  access: { permission: 'work_todo_handle' },
  input: {
    taskId: text('任务', { required: true, length: 20 }),
    processInstanceId: text('流程实例', { length: 20 }),
    businessId: text('业务编号', { length: 20 }),
    flag: text('结果', { length: 8 }),
    comment: paragraph('批复意见', { required: true, message: '请先填写批复意见', length: 1000 }),
    variables: json<Record<string, unknown> | null>('表单', { shape: 'row' }),
  },
  answer: 'status',
})

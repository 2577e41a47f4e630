import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { dateTime, dict, paragraph, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'
import { FLOW_BASE, madeBetween, unsorted } from './definition.ts'

const followFields = {
  executionId: text('执行编号', { search: 'equal' }),
  processInstanceId: text('流程实例', { search: 'equal' }),
  processDefinitionKey: text('流程标识', { search: true }),
  name: text('流程名称'),
  categoryName: text('流程分类'),
  activityName: text('当前步骤'),
  startUser: text('发起人'),
  startTime: dateTime('开始时间'),
  suspensionState: dict('状态', 'flow_definition_state', { numeric: true }),
  category: text('流程分类', { list: false }),
  processDefinitionId: text('流程定义', { list: false }),
  activityId: text('步骤标识', { list: false }),
  taskDefinitionKey: text('任务标识', { list: false }),
  startUserId: text('发起人编号', { list: false }),
  businessId: text('业务编号', { list: false }),
  formRoute: text('页面', { list: false }),
}

/** 正在进行的流程；列表由它画出。 */
export const follow = defineEntity('flowFollow', {
  title: '流程跟踪',
  service: 'blade-flow',
  path: 'follow',
  permission: 'flow_follow',
  fields: unsorted(followFields),
})

export const followList = defineList('flow.followList', {
  path: `${FLOW_BASE}/follow/list`,
  title: '正在进行的流程',
  access: { permission: 'flow_follow_view' },
  fields: { id: text('主键', { required: true }), ...followFields },
  filters: madeBetween,
  order: ['-startTime', '-processInstanceId'],
})

/** 终止流程并记下原因；发起人在无人办理之前也可以撤回自己的。 */
export const deleteInstance = defineCall('flow.deleteInstance', {
  method: 'POST',
  path: `${FLOW_BASE}/follow/delete-process-instance`,
  title: '终止流程',
  access: 'signedIn',
  input: {
    processInstanceId: text('流程实例', { required: true, length: 20 }),
    deleteReason: paragraph('原因', { required: true, length: 500 }),
  },
  answer: 'status',
})

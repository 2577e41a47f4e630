import { defineCall } from '../../kit/call.ts'
import { dateTime, dict, json, paragraph, text, word } from '../../kit/field.ts'
import { FLOW_BASE } from './definition.ts'
import type { FormAnswer, FormField, FormValues } from './form.ts'
import type { FlowPosition } from './leave.ts'

const BASE = `${FLOW_BASE}/process`

const processDefinitionId = text('流程', { required: true, length: 64 })
const businessId = text('业务编号', { required: true, length: 20 })

/** 通用表单：流程文件里声明的发起表单。 */ // inferred
export const startForm = defineCall('flow.startForm', {
  method: 'GET',
  path: `${BASE}/start-form`,
  title: '发起表单',
  access: { permission: 'work_start_view' },
  notes: true,
  input: { processDefinitionId },
  output: {
    name: text('流程名称', { required: true }),
    description: text('说明', { required: true }),
    fields: json<FormField[]>('表单字段'),
  },
})

/** 按流程文件声明的字段检查后发起。 */ // inferred
export const requestStart = defineCall('flow.startRequest', {
  method: 'POST',
  path: `${BASE}/start-request`,
  title: '发起流程',
  access: { permission: 'work_start_flow' },
  input: { processDefinitionId, values: json<FormValues | null>('表单内容', { shape: 'row' }) },
  output: {
    id: text('主键', { required: true }),
    processInstanceId: text('流程实例', { required: true }),
  },
})

/** 发起人、办理人、候选人和流程管理员可以看；步骤里隐藏的字段不返回。 */ // inferred
export const requestDetail = defineCall('flow.requestDetail', {
  method: 'GET',
  path: `${BASE}/request-detail`,
  title: '申请详情',
  access: 'signedIn',
  input: {
    businessId,
    /** The task the form is asked for; without it the one that is open or was last. */
    taskId: text('任务', { length: 20 }),
  },
  output: {
    id: text('主键', { required: true }),
    name: text('流程名称', { required: true }),
    createUserName: text('申请人', { required: true }),
    applyTime: dateTime('申请时间', { required: true }),
    status: dict('状态', 'leave_status', { numeric: true, required: true }),
    processDefinitionId: text('流程定义', { required: true }),
    processInstanceId: text('流程实例', { required: true }),
    answers: json<FormAnswer[]>('申请内容'),
    /** What is filled in at the task, and what stands there now. */
    fields: json<FormField[]>('表单字段'),
    values: json<FormValues>('表单内容'),
    flow: json<FlowPosition>('流程'),
  },
})

/** 附件先上传，再随表单提交。 */ // inferred
export const requestUpload = defineCall('flow.requestUpload', {
  method: 'POST',
  path: `${BASE}/form-upload`,
  title: '上传附件',
  access: 'signedIn',
  body: 'upload',
  output: { id: text('主键', { required: true }), name: text('文件名', { required: true }) },
  answer: 'list',
})

/** 看得到申请的人可以下载其中的附件。 */ // inferred
export const requestFile = defineCall('flow.requestFile', {
  method: 'GET',
  path: `${BASE}/form-file`,
  title: '下载附件',
  access: 'signedIn',
  input: { businessId, fileId: text('文件', { required: true, length: 20 }) },
  answer: 'file',
})

/** Whom or what a step or a field can name. */
export type ChoiceKind = 'people' | 'department' | 'school' | 'role' | 'post'

/** 表单和流程图里可以选择的人员、部门、学校、角色、岗位；keys 给出已选的，返回它们的名称。 */ // inferred
export const choiceList = defineCall('flow.choices', {
  method: 'GET',
  path: `${BASE}/choices`,
  title: '可选的人员和单位',
  access: 'signedIn',
  input: {
    kind: word<ChoiceKind>('类型'),
    keyword: text('名称', { length: 64 }),
    keys: text('已选', { length: 4000 }),
  },
  output: { value: text('主键', { required: true }), label: paragraph('名称', { required: true }) },
  answer: 'list',
})

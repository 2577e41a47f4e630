import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { type Fields, dateTime, dict, integer, json, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'

export const FLOW_BASE = '/api/blade-flow'

/** Category of a process as clients of this API family write it: `flow_` and the key in dictionary `flow`. */
export const CATEGORY_PREFIX = 'flow_'

/** When a row was made, for lists that show that moment under another name. */
export const madeBetween = { createTime: dateTime('创建时间') }

/** Columns of lists that come in one order: the newest first. */
export function unsorted<F extends Fields>(fields: F): F {
  const entries = Object.entries(fields).map(([name, field]) => [name, { ...field, sortable: false }])
  return Object.fromEntries(entries) as F
}

const definitionFields = {
  name: text('流程名称', { search: true }),
  key: text('流程标识', { search: true }),
  category: dict('流程分类', 'flow', { search: true, list: false }),
  categoryName: text('流程分类'),
  version: integer('流程版本'),
  tenantId: text('所属租户'),
  deploymentId: text('部署编号', { list: false }),
  resourceName: text('资源名称', { list: false }),
  diagramResourceName: text('图形名称', { list: false }),
  description: text('说明', { list: false }),
  suspensionState: dict('状态', 'flow_definition_state', { numeric: true }),
  deploymentTime: dateTime('部署时间'),
  /** Remark of the category: on which pages it is started; empty for none. */
  formRoute: text('页面', { list: false }),
}

/** 可以发起的流程；列表由它画出。 */
export const startable = defineEntity('startable', {
  title: '发起流程',
  service: 'blade-flow',
  path: 'work',
  permission: 'work_start',
  fields: unsorted(definitionFields),
})

/** 已部署的流程；列表由它画出。 */
export const definition = defineEntity('flowDefinition', {
  title: '流程管理',
  service: 'blade-flow',
  path: 'manager',
  permission: 'flow_manager',
  fields: unsorted(definitionFields),
})

const listed = {
  input: {
    category: text('流程分类', { length: 64 }),
    /** 1 for all tenants, 2 the tenant's own; both without it. */
    mode: integer('流程模式', { min: 1, max: 2 }),
  },
  fields: { id: text('主键', { required: true }), ...definitionFields },
  filters: madeBetween,
  order: ['-deploymentTime'],
}

/** 每个标识的最新版本、没有挂起的。 */
export const startList = defineList('flow.startList', {
  ...listed,
  path: `${FLOW_BASE}/work/start-list`,
  title: '可发起的流程',
  access: { permission: 'work_start_view' },
})

export const managerList = defineList('flow.managerList', {
  ...listed,
  path: `${FLOW_BASE}/manager/list`,
  title: '已部署的流程',
  access: { permission: 'flow_manager_view' },
})

export const changeState = defineCall('flow.changeState', {
  method: 'POST',
  path: `${FLOW_BASE}/manager/change-state`,
  title: '激活或挂起流程',
  access: { permission: 'flow_manager_state' },
  input: {
    processId: text('流程', { required: true, length: 64 }),
    state: text('状态', { required: true, length: 16 }),
  },
  answer: 'bare',
})

const uploadInput = {
  category: text('流程类型', { length: 64 }),
  tenantIds: text('所属租户', { length: 2000 }),
}

/** 部署上传的流程文件；不指定租户就是所有租户通用的。 */
export const deployUpload = defineCall('flow.deployUpload', {
  method: 'POST',
  path: `${FLOW_BASE}/manager/deploy-upload`,
  title: '部署流程文件',
  access: { permission: 'flow_deploy_upload' },
  input: uploadInput,
  body: 'upload',
  answer: 'status',
})

/** What a check of one file found. */
export interface FileReport {
  name: string
  key: string
  title: string
  faults: string[]
  warnings: string[]
}

/** 只检查，不部署。 */
export const checkUpload = defineCall('flow.checkUpload', {
  method: 'POST',
  path: `${FLOW_BASE}/manager/check-upload`,
  title: '检查流程文件',
  access: { permission: 'flow_deploy_upload' },
  input: uploadInput,
  body: 'upload',
  readOnly: true,
  output: { files: json<FileReport[]>('检查结果') },
})

export const deleteDeployment = defineCall('flow.deleteDeployment', {
  method: 'POST',
  path: `${FLOW_BASE}/manager/delete-deployment`,
  title: '删除部署',
  access: { permission: 'flow_manager_remove' },
  input: { deploymentIds: text('部署', { required: true, length: 2000 }) },
  answer: 'status',
})

import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { dateTime, dict, integer, json, paragraph, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'
import { FLOW_BASE, madeBetween, unsorted } from './definition.ts'

/** Largest process file, in characters. */
export const LONGEST_XML = 1_048_576

const modelFields = {
  name: text('模型名称', { search: true, length: 100 }),
  modelKey: text('模型标识', { search: true, length: 64 }),
  category: dict('流程类型', 'flow'),
  version: integer('版本'),
  description: text('说明', { length: 500 }),
  created: dateTime('创建时间'),
  lastUpdated: dateTime('更新时间'),
  modelType: integer('模型类型', { list: false }),
  tenantId: text('所属租户', { list: false }),
}

const detailFields = { ...modelFields, modelEditorXml: paragraph('流程图', { length: LONGEST_XML }) }

/** 流程模型：还没有部署的流程图；列表由它画出。 */
export const model = defineEntity('flowModel', {
  title: '模型管理',
  service: 'blade-flow',
  path: 'model',
  permission: 'flow_model',
  fields: unsorted(modelFields),
})

export const modelList = defineList('flow.modelList', {
  path: `${FLOW_BASE}/model/list`,
  title: '流程模型',
  access: { permission: 'flow_model_view' },
  fields: { id: text('主键', { required: true }), ...modelFields },
  filters: madeBetween,
  order: ['-lastUpdated'],
})

const id = text('模型', { required: true, length: 20 })

export const modelDetail = defineCall('flow.modelDetail', {
  method: 'GET',
  path: `${FLOW_BASE}/model/detail`,
  title: '模型详情',
  access: { permission: 'flow_model_view' },
  input: { id },
  output: { id: text('主键', { required: true }), ...detailFields },
})

/** 新建（flow_model_create）或修改（flow_model_update）；标识和名称以流程图里的为准。 */
export const modelSubmit = defineCall('flow.modelSubmit', {
  method: 'POST',
  path: `${FLOW_BASE}/model/submit`,
  title: '保存模型',
  access: { permission: 'flow_model_view' },
  input: {
    id: text('模型', { length: 20 }),
    /** The version that was changed: it must still be the present one. */
    version: modelFields.version,
    modelKey: modelFields.modelKey,
    name: modelFields.name,
    category: text('流程类型', { length: 64 }),
    description: modelFields.description,
    modelEditorXml: paragraph('流程图', { required: true, length: LONGEST_XML }),
  },
  output: { id: text('主键', { required: true }), ...detailFields },
})

/** 部署前检查流程图，逐条指出问题。 */ // inferred
export const modelCheck = defineCall('flow.modelCheck', {
  method: 'POST',
  path: `${FLOW_BASE}/model/check`,
  title: '检查模型',
  access: { permission: 'flow_model_view' },
  input: { modelEditorXml: paragraph('流程图', { required: true, length: LONGEST_XML }) },
  readOnly: true,
  output: { faults: json<string[]>('问题'), warnings: json<string[]>('提醒') },
})

export const modelRemove = defineCall('flow.modelRemove', {
  method: 'POST',
  path: `${FLOW_BASE}/model/remove`,
  title: '删除模型',
  access: { permission: 'flow_model_delete' },
  input: { ids: text('模型', { length: 10_000 }) },
  answer: 'status',
})

export const modelDeploy = defineCall('flow.modelDeploy', {
  method: 'POST',
  path: `${FLOW_BASE}/model/deploy`,
  title: '部署模型',
  access: { permission: 'flow_model_deploy' },
  input: {
    modelId: text('模型', { required: true, length: 20 }),
    category: text('流程类型', { length: 64 }),
    tenantIds: text('所属租户', { length: 2000 }),
  },
  answer: 'status',
})

import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { flag, integer, ref, text } from '../../kit/field.ts'
import { TREE_NODE } from '../../kit/tree-node.ts'

/** 业务字典：一级是字典，下级是字典项；dictKey 在线上是字符串。 */
export const dictBiz = defineEntity('dictBiz', {
  title: '业务字典',
  service: 'blade-system',
  path: 'dict-biz',
  fields: {
    parentId: ref('上级字典', 'dictBiz', { tree: true, list: false, editable: 'add' }),
    code: text('字典编号', { required: true, search: true, length: 64 }),
    dictValue: text('字典名称', { required: true, search: true, length: 100 }),
    dictKey: text('字典键值', { length: 64 }),
    sort: integer('字典排序', { required: true, list: false }),
    isSealed: flag('封存', { required: true, default: 0 }),
    remark: text('备注', { list: false, length: 500 }),
  },
  unique: [['code', 'dictKey']],
  order: ['sort'],
  tree: 'parentId',
})

const BASE = '/api/blade-system/dict-biz'

const view = { permission: 'dictbiz_view' }

export const dictParentList = defineCall('dictBiz.parentList', {
  method: 'GET',
  path: `${BASE}/parent-list`,
  title: '字典列表',
  access: view,
  input: {
    code: text('字典编号'),
    dictValue: text('字典名称'),
    current: integer('页码', { min: 1 }),
    size: integer('每页条数', { min: 1, max: 1000 }),
  },
  output: listRowFields(dictBiz),
  answer: 'page',
})

export const dictChildList = defineCall('dictBiz.childList', {
  method: 'GET',
  path: `${BASE}/child-list`,
  title: '字典项',
  access: view,
  input: { parentId: text('上级字典'), dictValue: text('字典名称'), dictKey: text('字典键值'), code: text('字典编号') },
  output: listRowFields(dictBiz),
  answer: 'list',
})

export const dictTree = defineCall('dictBiz.tree', {
  method: 'GET',
  path: `${BASE}/tree`,
  title: '字典树',
  access: view,
  input: { code: text('字典编号') },
  output: TREE_NODE,
  answer: 'list',
})

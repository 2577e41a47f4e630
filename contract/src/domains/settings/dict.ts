import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { ref } from '../../kit/field.ts'
import { TREE_NODE } from '../../kit/tree-node.ts'
import { DICT_OPTION, dictionary } from '../../platform/dictionary.ts'
import { dictBiz, dictChildList, dictParentList, dictTree } from './dict-biz.ts'

const BASE = '/api/blade-system/dict'
const view = { permission: 'dict_view' }

/** 系统字典：与业务字典同形，所有租户共用，由管理租户维护。 */
export const dict = defineEntity('dict', {
  title: '系统字典',
  service: 'blade-system',
  tenantless: true,
  fields: { ...dictBiz.fields, parentId: ref('上级字典', 'dict', { tree: true, list: false, editable: 'add' }) },
  unique: [['code', 'dictKey']],
  order: ['sort'],
  tree: 'parentId',
})

export const sharedParentList = defineCall('dict.parentList', {
  method: 'GET',
  path: `${BASE}/parent-list`,
  title: '系统字典列表',
  access: view,
  input: dictParentList.input,
  output: listRowFields(dict),
  answer: 'page',
})

export const sharedChildList = defineCall('dict.childList', {
  method: 'GET',
  path: `${BASE}/child-list`,
  title: '系统字典项',
  access: view,
  input: dictChildList.input,
  output: listRowFields(dict),
  answer: 'list',
})

export const sharedTree = defineCall('dict.tree', {
  method: 'GET',
  path: `${BASE}/tree`,
  title: '系统字典树',
  access: view,
  input: dictTree.input,
  output: TREE_NODE,
  answer: 'list',
})

/** 系统字典里没有的编号，从业务字典取。 */
export const sharedDictionary = defineCall('dict.dictionary', {
  method: 'GET',
  path: `${BASE}/dictionary`,
  title: '系统字典选项',
  access: 'signedIn',
  input: dictionary.input,
  output: DICT_OPTION,
  answer: 'list',
})

import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { dict, integer, json, ref, text } from '../../kit/field.ts'
import { TREE_NODE } from '../../kit/tree-node.ts'

/** 机构：公司、部门、小组的树；ancestors 是从 0 开始的上级主键列表。 */
export const dept = defineEntity('dept', {
  title: '机构',
  service: 'blade-system',
  fields: {
    parentId: ref('上级机构', 'dept', { tree: true, list: false }),
    deptName: text('机构名称', { required: true, search: true, length: 100 }),
    fullName: text('机构全称', { search: true, length: 200 }),
    deptCategory: dict('机构类型', 'org_category', { numeric: true, required: true, default: 1 }),
    sort: integer('排序', { required: true }),
    remark: text('备注', { length: 500 }),
    ancestors: text('祖级', { length: 2000, editable: 'never', list: false }),
  },
  order: ['sort'],
  tree: 'parentId',
  actions: ['tree', 'lazy-list'],
})

const BASE = '/api/blade-system/dept'

export const deptLazyTree = defineCall('dept.lazyTree', {
  method: 'GET',
  path: `${BASE}/lazy-tree`,
  title: '下级机构',
  access: { permission: 'dept_view' },
  input: { parentId: text('上级机构', { length: 20 }), tenantId: text('租户编号', { length: 12 }) },
  output: { ...TREE_NODE, hasChildren: json<boolean>('有下级') },
  answer: 'list',
})

export const deptSelect = defineCall('dept.select', {
  method: 'GET',
  path: `${BASE}/select`,
  title: '机构选项',
  access: 'signedIn',
  input: { userId: text('用户'), deptId: text('机构', { length: 2000 }) },
  output: listRowFields(dept),
  answer: 'list',
})

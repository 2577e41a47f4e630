import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { dict, integer, json, ref, text } from '../../kit/field.ts'
import { TREE_NODE } from '../../kit/tree-node.ts'

/** 角色：权限是菜单的授权，数据范围另设。别名 administrator 是超级管理员，admin 是租户管理员。 */
export const role = defineEntity('role', {
  title: '角色',
  service: 'blade-system',
  table: 'sys_role',
  fields: {
    parentId: ref('上级角色', 'role', { tree: true, list: false }),
    roleName: text('角色名称', { required: true, search: true, length: 100 }),
    roleAlias: text('角色别名', { required: true, search: true, length: 64 }),
    scopeLevel: dict('数据范围', 'scope_level'),
    sort: integer('角色排序', { required: true, min: 0 }),
  },
  unique: [['roleAlias']],
  order: ['sort'],
  tree: 'parentId',
})

const BASE = '/api/blade-system/role'
const view = { permission: 'role_view' }
const tenantId = text('租户编号', { length: 12 })

export const roleTree = defineCall('role.tree', {
  method: 'GET',
  path: `${BASE}/tree`,
  title: '角色树',
  access: view,
  input: { tenantId },
  output: TREE_NODE,
  answer: 'list',
})

export const roleTreeById = defineCall('role.treeById', {
  method: 'GET',
  path: `${BASE}/tree-by-id`,
  title: '所属租户的角色树',
  access: view,
  input: { roleId: text('角色') },
  output: TREE_NODE,
  answer: 'list',
})

export const roleSelect = defineCall('role.select', {
  method: 'GET',
  path: `${BASE}/select`,
  title: '角色选项',
  access: 'signedIn',
  input: { userId: text('用户'), roleId: text('角色', { length: 2000 }) },
  output: listRowFields(role),
  answer: 'list',
})

/** 授权：正文里的三组主键各自替换原有的授权。 */
export const roleGrant = defineCall('role.grant', {
  method: 'POST',
  path: `${BASE}/grant`,
  title: '角色授权',
  access: { permission: 'role_edit' },
  stepUp: true,
  input: {
    roleIds: json<string[]>('角色', { shape: 'texts', required: true, message: '请选择角色' }),
    menuIds: json<string[]>('菜单权限', { shape: 'texts' }),
    dataScopeIds: json<string[]>('数据权限', { shape: 'texts' }),
    apiScopeIds: json<string[]>('接口权限', { shape: 'texts' }),
  },
  answer: 'status',
})

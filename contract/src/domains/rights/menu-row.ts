import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { dict, icon, integer, json, ref, text } from '../../kit/field.ts'
import type { TreeNode } from '../../platform/tree-node.ts'

/** 菜单与按钮，所有租户共用；产品自带的在每次启动时补齐，名称与次序归管理员。 */
export const menuRow = defineEntity('menu', {
  title: '菜单',
  service: 'blade-system',
  path: 'menu',
  tenantless: true,
  fields: {
    parentId: ref('上级菜单', 'menu', { tree: true, table: false }),
    name: text('菜单名称', { required: true, search: true, length: 100 }),
    code: text('菜单编号', { required: true, search: true, length: 64 }),
    alias: text('菜单别名', { search: true, length: 64, width: 100 }),
    path: text('路由地址', { length: 255 }),
    source: icon('菜单图标', { length: 100, table: false }),
    sort: integer('菜单排序', { required: true, width: 90 }),
    category: dict('菜单类型', 'menu_category', { numeric: true, required: true, default: 1, width: 90 }),
    action: dict('按钮功能', 'button_func', { numeric: true, table: false }),
    isOpen: dict('新窗口', 'yes_no', { numeric: true, default: 1, table: false }),
    remark: text('菜单备注', { span: 24, table: false, length: 500 }),
  },
  unique: [['code']],
  order: ['sort'],
  tree: 'parentId',
  actions: ['lazy-list'],
  screen: { dialogWidth: 880, copy: false },
})

const BASE = '/api/blade-system/menu'
const view = { permission: 'menu_view' }
const grant = { permission: 'role_view' }
const filters = {
  parentId: text('上级菜单', { length: 20 }),
  name: text('菜单名称'),
  code: text('菜单编号'),
  alias: text('菜单别名'),
}

/** 数据权限与接口权限的页面也用它：需持有三者之一的查看权限。 */
export const lazyMenuList = defineCall('menu.lazyMenuList', {
  method: 'GET',
  path: `${BASE}/lazy-menu-list`,
  title: '下级菜单（不含按钮）',
  access: 'signedIn',
  input: filters,
  answer: 'list',
})

export const menuList = defineCall('menu.menuList', {
  method: 'GET',
  path: `${BASE}/menu-list`,
  title: '菜单树（不含按钮）',
  access: view,
  input: filters,
  answer: 'list',
})

export const menuTree = defineCall('menu.tree', {
  method: 'GET',
  path: `${BASE}/tree`,
  title: '菜单选择树',
  access: view,
  input: { tenantId: text('租户编号', { length: 12 }) },
  output: { node: json<TreeNode>('节点') },
  answer: 'list',
})

/** The three trees a role is granted from. */
export interface GrantTree {
  menu: TreeNode[]
  dataScope: TreeNode[]
  apiScope: TreeNode[]
}

/** The ids granted in each of them. */
export interface GrantKeys {
  menu: string[]
  dataScope: string[]
  apiScope: string[]
}

export const grantTree = defineCall('menu.grantTree', {
  method: 'GET',
  path: `${BASE}/grant-tree`,
  title: '可授权的菜单',
  access: grant,
})

export const roleTreeKeys = defineCall('menu.roleTreeKeys', {
  method: 'GET',
  path: `${BASE}/role-tree-keys`,
  title: '角色的授权',
  access: grant,
  input: { roleIds: text('角色', { required: true, length: 2000 }) },
})

export const grantTopTree = defineCall('menu.grantTopTree', {
  method: 'GET',
  path: `${BASE}/grant-top-tree`,
  title: '可放入顶部菜单的菜单',
  access: { permission: 'topmenu_view' },
})

export const topTreeKeys = defineCall('menu.topTreeKeys', {
  method: 'GET',
  path: `${BASE}/top-tree-keys`,
  title: '顶部菜单的菜单',
  access: { permission: 'topmenu_view' },
  input: { topMenuIds: text('顶部菜单', { length: 2000 }) },
})

/** 每个路径允许哪些角色。 */
export const authRoutes = defineCall('menu.authRoutes', {
  method: 'GET',
  path: `${BASE}/auth-routes`,
  title: '路由权限',
  access: 'signedIn',
  answer: 'list',
})

/** 同级菜单的新次序：ids 从上到下。 */
export const menuSort = defineCall('menu.sort', {
  method: 'POST',
  path: `${BASE}/sort`, // inferred
  title: '菜单排序',
  access: { permission: 'menu_edit' },
  input: { ids: json<string[]>('菜单', { required: true, message: '请选择菜单' }) },
  answer: 'status',
})

import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { type Row, dict, icon, integer, json, ref, text } from '../../kit/field.ts'
import { TREE_NODE, type TreeNode } from '../../kit/tree-node.ts'

/** 菜单与按钮，所有租户共用；产品自带的在每次启动时补齐，名称与次序归管理员。 */
export const menuRow = defineEntity('menu', {
  title: '菜单',
  service: 'blade-system',
  path: 'menu',
  tenantless: true,
  fields: {
    parentId: ref('上级菜单', 'menu', { tree: true, list: false }),
    name: text('菜单名称', { required: true, search: true, length: 100, isWorded: true }),
    code: text('菜单编号', { required: true, search: true, length: 64 }),
    alias: text('菜单别名', { search: true, length: 64 }),
    path: text('路由地址', { length: 255 }),
    source: icon('菜单图标', { length: 100, list: false }),
    sort: integer('菜单排序', { required: true }),
    category: dict('菜单类型', 'menu_category', { numeric: true, required: true, default: 1 }),
    action: dict('按钮功能', 'button_func', { numeric: true, list: false }),
    isOpen: dict('新窗口', 'yes_no', { numeric: true, default: 1, list: false }),
    remark: text('菜单备注', { list: false, length: 500 }),
  },
  unique: [['code']],
  order: ['sort'],
  tree: 'parentId',
  actions: ['lazy-list'],
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
  output: { ...listRowFields(menuRow), hasChildren: json<boolean>('有下级') },
  answer: 'list',
})

export const menuList = defineCall('menu.menuList', {
  method: 'GET',
  path: `${BASE}/menu-list`,
  title: '菜单树（不含按钮）',
  access: view,
  input: filters,
  output: listRowFields(menuRow),
  answer: 'list',
})

export const menuTree = defineCall('menu.tree', {
  method: 'GET',
  path: `${BASE}/tree`,
  title: '菜单选择树',
  access: view,
  input: { tenantId: text('租户编号', { length: 12 }) },
  output: TREE_NODE,
  answer: 'list',
})

/** The three trees a role is granted from. */
const GRANT_TREE = {
  menu: json<TreeNode[]>('菜单'),
  dataScope: json<TreeNode[]>('数据权限'),
  apiScope: json<TreeNode[]>('接口权限'),
}

/** The ids granted in each of them. */
const GRANT_KEYS = {
  menu: json<string[]>('菜单'),
  dataScope: json<string[]>('数据权限'),
  apiScope: json<string[]>('接口权限'),
}

export type GrantTree = Row<typeof GRANT_TREE>
export type GrantKeys = Row<typeof GRANT_KEYS>

export const grantTree = defineCall('menu.grantTree', {
  method: 'GET',
  path: `${BASE}/grant-tree`,
  title: '可授权的菜单',
  access: grant,
  output: GRANT_TREE,
})

export const roleTreeKeys = defineCall('menu.roleTreeKeys', {
  method: 'GET',
  path: `${BASE}/role-tree-keys`,
  title: '角色的授权',
  access: grant,
  input: { roleIds: text('角色', { required: true, length: 2000 }) },
  output: GRANT_KEYS,
})

export const grantTopTree = defineCall('menu.grantTopTree', {
  method: 'GET',
  path: `${BASE}/grant-top-tree`,
  title: '可放入顶部菜单的菜单',
  access: { permission: 'topmenu_view' },
  output: GRANT_TREE,
})

export const topTreeKeys = defineCall('menu.topTreeKeys', {
  method: 'GET',
  path: `${BASE}/top-tree-keys`,
  title: '顶部菜单的菜单',
  access: { permission: 'topmenu_view' },
  input: { topMenuIds: text('顶部菜单', { length: 2000 }) },
  output: GRANT_KEYS,
})

/** 每个路径允许哪些角色：以路径为名。 */
export const authRoutes = defineCall('menu.authRoutes', {
  method: 'GET',
  path: `${BASE}/auth-routes`,
  title: '路由权限',
  access: 'signedIn',
  output: { '*': json<{ authority: string[] }>('允许的角色') },
  answer: 'list',
})

/** 同级菜单的新次序：ids 从上到下。 */
export const menuSort = defineCall('menu.sort', {
  method: 'POST',
  path: `${BASE}/sort`, // inferred
  title: '菜单排序',
  access: { permission: 'menu_edit' },
  input: { ids: json<string[]>('菜单', { shape: 'texts', required: true, message: '请选择菜单' }) },
  answer: 'status',
})

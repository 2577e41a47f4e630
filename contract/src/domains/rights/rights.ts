import { defineCall } from '../../kit/call.ts'
import { type Row, integer, json, text, word } from '../../kit/field.ts'
import type { RowCondition } from '../../kit/row-condition.ts'

/** 权限查询：谁能看到什么、为什么。只给管理员。 */
const BASE = '/api/blade-system/rights' // inferred
const view = { permission: 'rights_view' }

/** A right with the roles that give it, by name; an administrator needs none. */
interface Given {
  code: string
  name: string
  roles: string[]
}

export interface MenuRight extends Given {
  path: string
  /** Names of the groups above. */
  above: string[]
  buttons: Given[]
}

export interface DataRight {
  entity: string
  title: string
  /** `type` as in the dictionary of scope types; only a custom one has conditions. */
  scopes: { name: string; type: number; conditions: RowCondition[]; role: string }[]
}

export interface ApiRight {
  name: string
  path: string
  isAllowed: boolean
  roles: string[]
}

/** Everything one user sees and may do. */
const USER_RIGHTS = {
  id: text('主键', { required: true }),
  account: text('账号', { required: true }),
  name: text('姓名', { required: true }),
  isAdministrator: json<boolean>('超级管理员'),
  isReadOnly: json<boolean>('只读'),
  roles: json<{ id: string; name: string; alias: string; level: string }[]>('角色'),
  units: json<{ level: string; codes: { code: string; name: string }[] }>('所属单位'),
  menus: json<MenuRight[]>('菜单'),
  data: json<DataRight[]>('数据权限'),
  apis: json<ApiRight[]>('接口权限'),
}

export type UserRights = Row<typeof USER_RIGHTS>

export const rightsOfUser = defineCall('rights.ofUser', {
  method: 'GET',
  path: `${BASE}/of-user`,
  title: '用户的权限',
  access: view,
  input: { userId: text('用户', { required: true, message: '请选择用户' }) },
  output: USER_RIGHTS,
})

export const rightsEntities = defineCall('rights.entities', {
  method: 'GET',
  path: `${BASE}/entities`,
  title: '可查询的数据',
  access: view,
  output: { name: text('数据', { required: true }), title: text('名称', { required: true }) },
  answer: 'list',
})

export const rightsRows = defineCall('rights.rows', {
  method: 'GET',
  path: `${BASE}/rows`,
  title: '查找数据行',
  access: view,
  input: { entity: text('数据', { required: true }), keyword: text('关键字', { length: 100 }) },
  output: { id: text('主键', { required: true }), label: text('名称', { required: true }) },
  answer: 'list',
})

/** Why a user sees a row, or what keeps it from them. */
export const ROW_STATES = {
  seen: '可以看到',
  noRight: '没有查看权限',
  outsideUnits: '不在所属单位范围内',
  outsideScope: '被数据权限排除',
} as const

export type RowState = keyof typeof ROW_STATES

const ROW_VIEWER = {
  id: text('主键', { required: true }),
  account: text('账号', { required: true }),
  name: text('姓名', { required: true }),
  roles: json<string[]>('角色'),
  state: word<RowState>('结果'),
  canEdit: json<boolean>('可修改'),
  canDelete: json<boolean>('可删除'),
  level: text('数据范围', { required: true }),
  /** Names of the data scopes that let the row through, or of those that keep it back. */
  scopes: json<string[]>('数据权限'),
}

export type RowViewer = Row<typeof ROW_VIEWER>

export const rightsOfRow = defineCall('rights.ofRow', {
  method: 'GET',
  path: `${BASE}/of-row`,
  title: '谁能看到这一行',
  access: view,
  input: {
    entity: text('数据', { required: true }),
    id: text('数据行', { required: true, message: '请选择数据行' }),
    state: text('结果', { length: 20 }),
    keyword: text('用户', { length: 64 }),
    current: integer('页码', { min: 1 }),
    size: integer('每页条数', { min: 1, max: 200 }),
  },
  output: ROW_VIEWER,
  answer: 'page',
})

const ROLE_DIFFERENCE = {
  kind: word<'level' | 'menu' | 'button' | 'dataScope' | 'apiScope'>('种类'),
  id: text('主键', { required: true }),
  title: text('名称', { required: true }),
  above: json<string[]>('上级'),
  left: text('角色一', { required: true }),
  right: text('角色二', { required: true }),
}

export type RoleDifference = Row<typeof ROLE_DIFFERENCE>

export const rightsCompare = defineCall('rights.compare', {
  method: 'GET',
  path: `${BASE}/compare`,
  title: '比较两个角色',
  access: view,
  input: {
    left: text('角色一', { required: true, message: '请选择角色' }),
    right: text('角色二', { required: true, message: '请选择角色' }),
  },
  output: ROLE_DIFFERENCE,
  answer: 'list',
})

const VIEW = '/api/blade-system/view-as' // inferred

/** What an administrator needs to look at the product as another user. */
const VIEW_TOKEN = {
  token: text('令牌', { required: true }),
  /** Seconds until it ends by itself. */
  seconds: integer('有效秒数', { required: true }),
  account: text('账号', { required: true }),
  name: text('姓名', { required: true }),
}

export type ViewToken = Row<typeof VIEW_TOKEN>

/** 以用户身份查看：只读，三十分钟，起止都记入操作日志。 */
export const viewAsStart = defineCall('viewAs.start', {
  method: 'POST',
  path: `${VIEW}/start`,
  title: '开始以用户身份查看',
  access: { permission: 'rights_viewas' },
  input: { userId: text('用户', { required: true, message: '请选择用户' }) },
  output: VIEW_TOKEN,
})

/** From within the view, or with the administrator's own token: all views opened from it end. */
export const viewAsEnd = defineCall('viewAs.end', {
  method: 'POST',
  path: `${VIEW}/end`,
  title: '结束以用户身份查看',
  access: 'signedIn',
  answer: 'status',
  readOnly: true,
})

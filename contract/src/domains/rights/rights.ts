import { defineCall } from '../../kit/call.ts'
import { integer, json, text } from '../../kit/field.ts'
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
export interface UserRights {
  id: string
  account: string
  name: string
  isAdministrator: boolean
  isReadOnly: boolean
  roles: { id: string; name: string; alias: string; level: string }[]
  units: { level: string; codes: { code: string; name: string }[] }
  menus: MenuRight[]
  data: DataRight[]
  apis: ApiRight[]
}

export const rightsOfUser = defineCall('rights.ofUser', {
  method: 'GET',
  path: `${BASE}/of-user`,
  title: '用户的权限',
  access: view,
  input: { userId: text('用户', { required: true, message: '请选择用户' }) },
})

export const rightsEntities = defineCall('rights.entities', {
  method: 'GET',
  path: `${BASE}/entities`,
  title: '可查询的数据',
  access: view,
  output: { entity: json<{ name: string; title: string }>('数据') },
  answer: 'list',
})

export const rightsRows = defineCall('rights.rows', {
  method: 'GET',
  path: `${BASE}/rows`,
  title: '查找数据行',
  access: view,
  input: { entity: text('数据', { required: true }), keyword: text('关键字', { length: 100 }) },
  output: { row: json<{ id: string; label: string }>('数据行') },
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

export interface RowViewer {
  id: string
  account: string
  name: string
  roles: string[]
  state: RowState
  canEdit: boolean
  canDelete: boolean
  level: string
  /** Names of the data scopes that let the row through, or of those that keep it back. */
  scopes: string[]
}

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
  output: { viewer: json<RowViewer>('用户') },
  answer: 'page',
})

export interface RoleDifference {
  kind: 'level' | 'menu' | 'button' | 'dataScope' | 'apiScope'
  id: string
  title: string
  above: string[]
  left: string
  right: string
}

export const rightsCompare = defineCall('rights.compare', {
  method: 'GET',
  path: `${BASE}/compare`,
  title: '比较两个角色',
  access: view,
  input: {
    left: text('角色一', { required: true, message: '请选择角色' }),
    right: text('角色二', { required: true, message: '请选择角色' }),
  },
  output: { line: json<RoleDifference>('权限') },
  answer: 'list',
})

const VIEW = '/api/blade-system/view-as' // inferred

/** What an administrator needs to look at the product as another user. */
export interface ViewToken {
  token: string
  /** Seconds until it ends by itself. */
  seconds: number
  account: string
  name: string
}

/** 以用户身份查看：只读，三十分钟，起止都记入操作日志。 */
export const viewAsStart = defineCall('viewAs.start', {
  method: 'POST',
  path: `${VIEW}/start`,
  title: '开始以用户身份查看',
  access: { permission: 'rights_viewas' },
  input: { userId: text('用户', { required: true, message: '请选择用户' }) },
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

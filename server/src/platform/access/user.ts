import type { RowOperator } from '@xueheng/contract/kit/row-condition.ts'

/** A comparison whose attribute is already the user's own values. */
export interface RowTest {
  field: string
  operator: RowOperator
  values: string[]
}

/** Rows a data scope lets see: those that pass all its tests. Without a test, every row. */
export type RowGrant = readonly RowTest[]

/** In place of a field: whatever tells the department of a row of that entity. */
export const OWN_DEPARTMENT = ''

export type Duty = 'password' | 'factor' | 'register'

export interface CtxUser {
  id: string
  tenantId: string
  account: string
  name: string
  deptId: string
  /** Role aliases. */
  roles: string[]
  permissions: ReadonlySet<string>
  /** `administrator` sees every row and may do everything in its tenant. */
  isAdministrator: boolean
  /** The tenant's licence has run out: everything can be read, nothing written. */
  isReadOnly: boolean
  /** Which rows the data scopes of the roles let see, by entity; any one grant suffices. No entry: not narrowed. */
  rowGrants: ReadonlyMap<string, readonly RowGrant[]>
  /** Calls (their first path) that API scopes keep for roles the user lacks. */
  refusedPaths: ReadonlySet<string>
  sessionId: string
  /** Until when, in ms, the holder of the session counts as known; see `requireFresh`. */
  freshUntil?: number
  /** What is due before anything else is allowed. */
  duty?: Duty
  /** Who looks at the product as this user: nothing is written, no file leaves. */
  viewer?: Viewer
}

export interface Viewer {
  id: string
  account: string
  name: string
  sessionId: string
}

/** The rows a user may see: everything of the tenant, or those of the listed units. */
export type Scope =
  | { level: 'all' }
  | { level: 'area'; areaCodes: string[] }
  | { level: 'school'; schoolCodes: string[] }
  | { level: 'class'; schoolCodes: string[]; classCodes: string[] }

import type { Kysely } from 'kysely'
import type { Analytics } from './analytics/analytics.ts'
import type { RowGrant } from './access/row-grants.ts'
import type { Files } from './files/files.ts'
import type { Jobs } from './jobs/jobs.ts'

/** Rows are typed where they are read (`sql<Row>`); tables come from declarations and migrations. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Db = Kysely<any>

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

export interface Logger {
  info(data: object, message?: string): void
  warn(data: object, message?: string): void
  error(data: object, message?: string): void
}

/** One uploaded file, already stored and measured. */
export interface Upload {
  fileId: string
  /** Where it lies on this machine for the time of the request or job. */
  path: string
  name: string
  size: number
  sha256: string
}

/** The request behind what is done: as its answer and the server's log name it, and the address it came from. */
export interface Origin {
  requestId: string
  ip: string
}

/** The only thing passed around: every handler, hook and job gets it first. */
export interface Ctx {
  /** Bound to the caller's tenant; inside a POST it is the request's transaction. */
  db: Db
  user: CtxUser
  scope: Scope
  log: Logger
  jobs: Jobs
  files: Files
  analytics: Analytics
  /** Where the request came from; work nobody waits for has none. */
  origin?: Origin
  now: Date
  /** Does `work` once what the request writes is kept: what others are told must already be true. */
  afterwards(work: () => Promise<void>): void
}

import type { FastifyRequest } from 'fastify'
import { loadUser } from './domains/rights/index.ts'
import type { AccessRules } from './platform/access/rules.ts'
import type { OpenAnalytics } from './platform/analytics/duckdb.ts'
import type { Ctx, CtxUser, Logger, PaperSealer } from './platform/ctx.ts'
import type { Database } from './platform/db/pool.ts'
import type { Files } from './platform/files/files.ts'
import type { Session } from './platform/http/session.ts'
import type { JobRunner } from './platform/jobs/boss.ts'

/** What every context is made from. */
export interface Services {
  database: Database
  jobs: JobRunner
  files: Files
  analytics: OpenAnalytics
  rules: AccessRules
  sealer: PaperSealer
  encrypt: Ctx['encrypt']
}

const NOBODY: CtxUser = {
  id: '',
  tenantId: '',
  account: '',
  name: '',
  deptId: '',
  roles: [],
  permissions: new Set(),
  isAdministrator: false,
  isReadOnly: false,
  rowGrants: new Map(),
  refusedPaths: new Set(),
  sessionId: '',
}

/** The context of one request; without a session it is nobody's. */
export function requestCtx(
  { database, ...services }: Services,
  session: Session | undefined,
  request: FastifyRequest,
): Ctx {
  const user = session?.user ?? NOBODY
  const scope = session?.scope ?? { level: 'class', schoolCodes: [], classCodes: [] }
  const db = user.tenantId ? database.tenant(user.tenantId) : database.open
  const origin = { requestId: request.id, ip: request.ip }
  const cookie = (name: string) => cookieOf(request.headers.cookie, name)
  const now = new Date()
  return { ...services, db, user, scope, origin, cookie, log: request.log, now, afterwards: atOnce(request.log) }
}

/** The context of a user outside a request. */
export async function userCtx(
  { database, ...services }: Services,
  log: Logger,
  tenantId: string,
  userId: string,
): Promise<Ctx | undefined> {
  const loaded = await loadUser(database, tenantId, userId)
  const db = database.tenant(tenantId)
  return loaded && { ...services, ...loaded, db, log, now: new Date(), afterwards: atOnce(log) }
}

/** Somebody without a name or rights, of a tenant. */
export function nobodyOf(tenantId: string): CtxUser {
  return { ...NOBODY, tenantId }
}

/** The context of a tenant without a user: it may end things, and sees nothing. */
export function nobodyCtx({ database, ...services }: Services, log: Logger, tenantId: string): Ctx {
  const scope: Ctx['scope'] = { level: 'class', schoolCodes: [], classCodes: [] }
  const user = nobodyOf(tenantId)
  return { ...services, user, scope, db: database.tenant(tenantId), log, now: new Date(), afterwards: atOnce(log) }
}

/** Outside a request's transaction every statement is kept as it runs. */
function atOnce(log: Logger): Ctx['afterwards'] {
  return (work) => void work().catch((error: unknown) => log.error({ err: error }, 'work after a change failed'))
}

/** The value of a cookie; nothing where it is not there or cannot be read. */
function cookieOf(header: string | undefined, name: string): string | undefined {
  const found = (header ?? '').split('; ').find((part) => part.startsWith(`${name}=`))
  try {
    return found && decodeURIComponent(found.slice(name.length + 1))
  } catch {
    return undefined
  }
}

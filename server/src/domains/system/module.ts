import * as auth from '@xueheng/contract/domains/system/auth.ts'
import { sql } from 'kysely'
import type { Config } from '../../platform/config.ts'
import { checkId } from '../../platform/rows/read.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import type { Listener } from '../../platform/db/listen.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/error.ts'
import { contentTypeOfName } from '../../platform/files/content-type.ts'
import type { FileAnswer } from '../../platform/files/files.ts'
import type { EventHub } from '../../platform/http/events.ts'
import type { Sessions } from '../../platform/http/session.ts'
import type { JobRunner } from '../../platform/jobs/boss.ts'
import { type Module, defineModule, implement } from '../../platform/module.ts'
import type { SendSms } from '../../platform/sms.ts'
import type { TellRoles } from '../../platform/tell.ts'
import { signInHandlers } from './auth/handlers.ts'
import { findUserById, userFields } from './auth/signed-in-user.ts'
import { clientHandlers } from './client-handlers.ts'
import { deptHandlers, deptHooks } from './dept-handlers.ts'
import { dictHandlers, dictHooks } from './dict-handlers.ts'
import { dictImportHandlers } from './dict-import/handlers.ts'
import { jobHandlers } from './job-handlers.ts'
import { announceChanges } from './live.ts'
import { menuHandlers, menuHooks } from './menu-handlers.ts'
import { menuPackageHandlers, menuPackageHooks } from './menu-package.ts'
import { ownAccountHandlers } from './own-account.ts'
import { paramHooks } from './param-hooks.ts'
import { pictureHandlers } from './pictures.ts'
import { rightsHandlers } from './rights/handlers.ts'
import { scopeHooks } from './rights/scope-hooks.ts'
import { regionHandlers } from './region-handlers.ts'
import { roleHandlers, roleHooks } from './role-handlers.ts'
import { tenantDatasourceHandler } from './tenant-datasource.ts'
import { tenantHandlers } from './tenant-handlers.ts'
import { userHandlers } from './user-handlers.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './seed.ts'

export interface SystemDeps {
  config: Config
  database: Database
  sessions: Sessions
  listener: Listener
  events: EventHub
  runner: JobRunner
  sendSms: SendSms
  tell: TellRoles
}

const ENDED = { success: 'true', msg: 'success' }

/** Sign-in, menu, roles, dictionaries, the job centre and downloads. */
export function systemModule(deps: SystemDeps): Module {
  const { config, database, sessions } = deps
  const dictionaries = dictHooks(deps)
  announceChanges(deps.events)
  return defineModule({
    name: 'system',
    handlers: [
      ...signInHandlers(deps),
      implement(auth.logout, async (ctx) => {
        if (ctx.user.sessionId) await sessions.end(ctx.user.sessionId)
        return ENDED
      }),
      implement(auth.sendLogs, (ctx, input, { request }) => keepLogs(database, ctx, input.items ?? [], request.ip)),
      implement(auth.clearCache, async () => ENDED),
      implement(auth.userInfo, (ctx) => currentUser(database, ctx)),
      implement(auth.signInSettings, async () => ({ settings: settingsOf(config) })),
      implement(auth.tenantInfo, (_ctx, input) => tenantOf(database, input.domain ?? '')),
      implement(auth.fileDownload, (ctx, input) => download(ctx, input.id)),
      ...dictHandlers,
      ...dictImportHandlers(deps, dictionaries),
      ...menuHandlers(deps),
      ...roleHandlers(deps),
      ...rightsHandlers(deps),
      ...deptHandlers(deps),
      ...userHandlers(deps),
      ...ownAccountHandlers(deps),
      ...tenantHandlers(deps),
      ...menuPackageHandlers(deps),
      tenantDatasourceHandler(deps),
      ...clientHandlers(deps),
      ...regionHandlers(deps),
      ...pictureHandlers(deps),
      ...jobHandlers(deps.runner, deps.events),
    ],
    hooks: [
      ...dictionaries,
      menuHooks(deps),
      menuPackageHooks(deps),
      roleHooks(deps),
      ...scopeHooks(deps),
      ...deptHooks(deps),
      paramHooks(),
    ],
  })
}

async function currentUser(database: Database, ctx: Ctx): Promise<object | null> {
  if (!ctx.user.id) return { user_id: '', roles: [], duty: ctx.user.duty ?? '' }
  const user = await findUserById(database, ctx.user.tenantId, ctx.user.id)
  if (!user) return null
  const { tenantId, roles, viewer, isReadOnly } = ctx.user
  // The browser always asks for another password than the one somebody else chose; only rules of a tenant shut the calls.
  const isAsked = !viewer && !isReadOnly && user.is_initial > 0
  const duty = ctx.user.duty ?? (isAsked ? 'password' : '')
  const brand = await brandOf(database, tenantId)
  return { ...userFields(user), tenant_id: tenantId, roles, scope: ctx.scope, viewer: viewer?.name ?? '', duty, brand }
}

const LOG_LIMIT = 200

/** The browser's own error log; kept for operators, the session goes on. */
async function keepLogs(database: Database, ctx: Ctx, items: unknown[], ip: string): Promise<object> {
  const entries = JSON.stringify(items.slice(0, LOG_LIMIT)).slice(0, 500_000)
  await sql`insert into client_error_log (id, tenant_id, user_id, entries, remote_ip)
    values (${nextId()}, ${ctx.user.tenantId || null}, ${ctx.user.id || null}, to_jsonb(${entries}::text), ${ip})`.execute(
    database.open,
  )
  return ENDED
}

function settingsOf(config: Config): auth.SignInSettings {
  return {
    tenantId: config.tenantId,
    isCaptchaOn: config.isCaptchaOn,
    cipherKey: config.signInKey,
    isDemo: config.isDemo,
    accounts: config.isDemo
      ? DEMO_ACCOUNTS.map(({ account, title }) => ({ account, title, password: DEMO_PASSWORD }))
      : [],
    clientId: config.client.id,
    clientSecret: config.client.secret,
  }
}

const BRAND = sql`coalesce(brand_title, '') as "brandTitle", coalesce(brand_color, '') as "brandColor",
  coalesce(logo_url, '') as "logoUrl", coalesce(background_url, '') as "backgroundUrl"`

async function brandOf(database: Database, tenantId: string): Promise<auth.TenantBrand | undefined> {
  const found = await sql<auth.TenantBrand>`select ${BRAND} from tenant where tenant_id = ${tenantId}`.execute(
    database.open,
  )
  return found.rows[0]
}

/** Clients send the origin, later ones with a path behind it: only the origin counts. */
async function tenantOf(database: Database, domain: string): Promise<object> {
  const origin = /^https?:\/\/[^/]+/.exec(domain)?.[0]
  if (!origin) return {}
  const found = await sql<object>`select tenant_id as "tenantId", domain_url as domain, ${BRAND}
    from tenant where domain_url = ${origin} and is_deleted = 0`.execute(database.open)
  return found.rows[0] ?? {}
}

/** Files belong to who made them; those who see everything of the tenant see these too. */
async function download(ctx: Ctx, id: string): Promise<FileAnswer> {
  const mine = await sql`select 1 from file_object where id = ${checkId(id)}
    and (create_user = ${ctx.user.id} or is_public = 1 or ${ctx.scope.level === 'all'})`.execute(ctx.db)
  if (mine.rows.length === 0) throw new AppError('row.notFound')
  const file = await ctx.files.read(ctx, id)
  return { name: file.name, contentType: contentTypeOfName(file.name), body: file.stream }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { registry } from '@xueheng/contract'
import { sql } from 'kysely'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Services, nobodyCtx, requestCtx, userCtx } from './contexts.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo/accounts.ts'
import { LogBook } from './domains/log/log-book.ts'
import { type Callers, noting, watchCalls } from './domains/log/watch.ts'
import { sendMessage, tellRoles } from './domains/notices/index.ts'
import { createSms, tenantStores } from './domains/resource/index.ts'
import { loadSession } from './domains/sign-in/index.ts'
import { tenantIds } from './domains/tenancy/index.ts'
import { seedFlows } from './domains/workflow/definitions/seed-flows.ts'
import { type OpenAnalytics, openAnalytics } from './platform/analytics/duckdb.ts'
import { collectRules } from './platform/access/rules.ts'
import { hurryAfterDrain } from './platform/http/drain.ts'
import type { Config } from './platform/config.ts'
import { followZone, readZone } from './platform/follow-zone.ts'
import type { Ctx, Logger } from './platform/ctx.ts'
import { embeddedLogin, ensureLogin } from './platform/db/app-login.ts'
import { startPostgres } from './platform/db/embedded.ts'
import { assertOwnSessions, assertRole } from './platform/db/own-session.ts'
import { Listener } from './platform/db/listen.ts'
import { assertMasterKey } from './platform/db/master-key.ts'
import { type Database, openDatabase } from './platform/db/pool.ts'
import { lockFolder } from './platform/folder-lock.ts'
import { createFiles } from './platform/files/file-store.ts'
import { scannerOf } from './platform/files/scan.ts'
import { Allowance } from './platform/http/allowance.ts'
import { serveApiDoc } from './platform/http/api-doc.ts'
import { registerRoutes } from './platform/http/route.ts'
import { createServer } from './platform/http/server.ts'
import { Reads } from './platform/http/reads.ts'
import { EventHub } from './platform/http/events.ts'
import { type Session, Sessions } from './platform/http/session.ts'
import { serveWeb } from './platform/http/static.ts'
import { JobRunner, prepareQueue } from './platform/jobs/boss.ts'
import { type Module } from './platform/module.ts'
import { exportModule } from './platform/rows/export-job.ts'
import { importModule } from './platform/table-import/entity-import.ts'
import { SyslogShipper } from './platform/net/syslog.ts'
import { findSealer } from './platform/paper/sealer.ts'
import { encryptSecret } from './platform/secret.ts'
import { Scheduler } from './platform/scheduler.ts'
import { type FirstAdmin, seedSystem } from './seed/seed.ts'
import { watchOperation } from './domains/ops/metrics.ts'
import { upgrade } from './domains/ops/upgrade.ts'
import { type AppDeps, modulesOf, scheduledTasks, sweep } from './modules.ts'

export interface App {
  http: FastifyInstance
  database: Database
  runner: JobRunner
  /** Starts nothing by itself until it is told to. */
  scheduler: Scheduler
  /** The context of a user outside a request: jobs, the demo loader, commands. */
  ctxOf(tenantId: string, userId: string): Promise<Ctx | undefined>
  tenantIds(): Promise<string[]>
  firstAdmin: FirstAdmin | undefined
  close(): Promise<void>
}

export const VERSION = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version
const WEB = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Puts the program together. */
export async function createApp(config: Config, say: (text: string) => void = () => undefined): Promise<App> {
  const unlock = lockFolder(config.dataDir)
  const embedded = config.databaseUrl ? undefined : await startPostgres(config.dataDir)
  const leave = async (): Promise<void> => {
    await embedded?.stop()
    unlock()
  }
  try {
    return await startOn(config, say, embedded?.url, leave)
  } catch (error) {
    await leave()
    throw error
  }
}

async function startOn(
  config: Config,
  say: (text: string) => void,
  embeddedUrl: string | undefined,
  leave: () => Promise<void>,
): Promise<App> {
  const ownerUrl = config.ownerUrl ?? config.databaseUrl ?? embeddedUrl ?? ''
  if (config.databaseUrl) await assertOwnSessions(ownerUrl)
  const isStoreOutside = config.storage.kind === 's3'
  await upgrade({
    ...config,
    url: ownerUrl,
    version: VERSION,
    isStoreOutside,
    isBackedUp: config.isUpgradeBackedUp,
    say,
  })
  await prepareQueue(ownerUrl)
  const url = await loginUrl(config, ownerUrl)
  const database = openDatabase(url, config.poolSize, ownerUrl, config.replica)
  await readZone(database.tenant(config.tenantId))
  await assertMasterKey(database, config.masterKey)
  const { firstAdmin } = await seedSystem(database, config)
  await seedFlows(database.open)
  const parts = await assemble(config, database, url)
  return { ...parts.app, firstAdmin, close: () => close(parts, database).finally(leave) }
}

/** Where the program signs in: as somebody who owns nothing, unless an outside database comes with one account alone. */
async function loginUrl({ databaseUrl, ownerUrl: hasOwner, dataDir }: Config, ownerUrl: string): Promise<string> {
  if (!databaseUrl) return embeddedLogin(ownerUrl, dataDir)
  if (hasOwner) {
    await ensureLogin(ownerUrl, databaseUrl)
    await assertOwnSessions(databaseUrl)
  }
  await assertRole(databaseUrl)
  return databaseUrl
}

interface Parts {
  app: Omit<App, 'firstAdmin' | 'close'>
  listener: Listener
  analytics: OpenAnalytics
  sweeper: NodeJS.Timeout
  book: LogBook
  shipper: SyslogShipper | undefined
  health: Health
}

async function assemble(config: Config, database: Database, url: string): Promise<Parts> {
  const http = await createServer(config.logLevel, config)
  const listener = new Listener(url, database.pool)
  followZone(database.tenant(config.tenantId), listener)
  await listener.open()
  const sessions = new Sessions(database, listener, (...who) => loadSession(database, ...who))
  const runner = new JobRunner(url)
  const stores = tenantStores(config)
  const files = createFiles(config, stores)
  const analytics = await openAnalytics({ ...config.duckdb, tempFolder: join(config.dataDir, 'tmp') })
  const shipper = config.syslog && new SyslogShipper(config.syslog, config.outboundHosts, http.log)
  const book = new LogBook(database, http.log, config.tenantId, config.isDemo ? 'demo' : 'production')
  const log = noting(http.log, book)
  const services: Services = {
    database,
    jobs: runner,
    files,
    analytics,
    encrypt: (place, secret) => encryptSecret(config.masterKey, place, secret),
    get rules() {
      return rules
    },
    get sealer() {
      return sealer
    },
  }
  const ctxOf = (tenantId: string, userId: string) => userCtx(services, log, tenantId, userId)
  const nobodyOf = (tenantId: string) => nobodyCtx(services, log, tenantId)
  const reads = readsOf(database, log)
  const events = new EventHub(listener, sessions, reads)
  const deps: AppDeps = {
    config,
    database,
    sessions,
    events,
    runner,
    sendSms: createSms({ config, database }),
    tell: tellRoles,
    sendMessage,
    ctxOf,
    nobodyOf,
    stores,
    tenantIds: () => tenantIds({ database }),
    version: VERSION,
    demoAccounts: DEMO_ACCOUNTS.map(({ account, title }) => ({ account, title, password: DEMO_PASSWORD })),
  }
  const modules = withWorkbooks(modulesOf(deps))
  const rules = collectRules(registry, modules)
  const sealer = findSealer(modules)
  const definitions = new Map(modules.flatMap((module) => module.jobs).map((job) => [job.name, job]))
  await runner.open({ ...deps, listener, log, definitions })
  if (config.roles.includes('web')) await serveCalls(http, { deps, services, modules, book, reads })
  const health = serveHealth(http, { database, config, events })
  const sweeper = setInterval(() => void sweep(deps).catch(() => undefined), 600_000)
  const scheduler = new Scheduler(database, log, scheduledTasks(deps, log))
  log.info({ version: VERSION, roles: config.roles.join() }, 'server started')
  const app = { http, database, runner, scheduler, ctxOf, tenantIds: deps.tenantIds }
  return { app, listener, analytics, sweeper, book, shipper, health }
}

/** Reads from the replica, which is looked after from now on. */
function readsOf(database: Database, log: Logger): Reads | undefined {
  database.replica?.watch(log)
  return database.replica && new Reads(database, database.replica, log)
}

/** With the import and the long exports of workbooks, which serve the entities of the others. */
function withWorkbooks(domains: Module[]): Module[] {
  return [...domains, importModule(domains), exportModule(domains)]
}

interface Served {
  deps: AppDeps
  services: Services
  modules: Module[]
  book: LogBook
  reads: Reads | undefined
}

/** The calls, their documentation and the pages. */
async function serveCalls(http: FastifyInstance, { deps, services, modules, book, reads }: Served): Promise<void> {
  const callers: Callers = new WeakMap()
  const makeCtx = (session: Session | undefined, request: FastifyRequest) => {
    if (session) callers.set(request, session.user)
    return requestCtx(services, session, request)
  }
  watchCalls(http, book, callers)
  registerRoutes(http, {
    registry,
    modules,
    findSession: (token) => deps.sessions.find(token),
    makeCtx,
    uploadLimit: deps.config.uploadLimit,
    scan: scannerOf(deps.config.clamd),
    allowance: new Allowance(deps.config.filesPerMinute),
    reads,
  })
  serveApiDoc(http)
  await serveWeb(http, WEB)
}

interface Health {
  /** Tells a balancer to send no more, and goes on answering for as long as it takes to hear. */
  leave(): Promise<void>
}

/** `/healthz`: the process answers. `/readyz`: so does the database, and the process stays; without its replica, too. `/metrics`: figures of both. */
function serveHealth(http: FastifyInstance, deps: Pick<AppDeps, 'database' | 'config' | 'events'>): Health {
  const { database, config } = deps
  watchOperation(http.watched, deps)
  let isLeaving = false
  http.get('/healthz', async () => ({ status: 'ok' }))
  http.get('/readyz', async (_request, reply) => {
    if (isLeaving) return reply.code(503).send({ status: 'leaving' })
    try {
      await sql`select 1`.execute(database.open)
      return { status: 'ok', ...(database.replica && { replica: database.replica.state }) }
    } catch {
      return reply.code(503).send({ status: 'database' })
    }
  })
  return {
    leave: async () => {
      isLeaving = true
      await setTimeout(config.drainSeconds * 1000)
    },
  }
}

/** No new work, running work awaited, then the database. */
async function close(
  { app, listener, analytics, sweeper, book, shipper, health }: Parts,
  database: Database,
): Promise<void> {
  clearInterval(sweeper)
  const idle = app.scheduler.close()
  await health.leave()
  const draining = hurryAfterDrain(app.http, database)
  await Promise.all([idle, app.http.close(), app.runner.close()])
  await book.close()
  await shipper?.close()
  await listener.close()
  analytics.close()
  await database.close()
  clearInterval(draining)
}

import * as call from '@xueheng/contract/domains/ops/operations.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import type { Config } from '../../platform/config.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { checkId } from '../../platform/rows/read.ts'
import type { Ctx, Db, Logger } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/error.ts'
import type { JobRunner } from '../../platform/jobs/boss.ts'
import { findFailedJob, listFailedJobs, settleFailedJob } from '../../platform/jobs/ended.ts'
import { type JobDefinition, defineJob } from '../../platform/jobs/jobs.ts'
import { purgeFiles } from '../../platform/files/purge-files.ts'
import type { TenantStores } from '../../platform/files/tenant-stores.ts'
import { type Module, defineModule, implement } from '../../platform/module.ts'
import { numberSetting } from '../../platform/settings.ts'
import type { ScheduledTask } from '../../platform/scheduler.ts'
import { backUp, dropOld, listBackups } from './backup.ts'
import { backupKeep, backupLine } from './backup-settings.ts'
import { assertManaging } from './managing.ts'
import { overview } from './overview.ts'
import { RECYCLE_KEY, purge, recycleHandlers } from './recycle.ts'
import { every } from '../../platform/access/doors.ts'
import { tenant } from '@xueheng/contract/domains/tenancy/tenant.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'

const TENANTS = every(tenant, 'the managing tenant looks after the jobs of all')
const ACCOUNTS = every(user, 'whose job it is, told to who looks after all; who answers for a backup')
const ROLES = every(role, 'who answers for a backup')

export interface OpsDeps {
  config: Config
  database: Database
  runner: JobRunner
  version: string
  stores: TenantStores
  tenantIds(): Promise<string[]>
  ctxOf(tenantId: string, userId: string): Promise<Ctx | undefined>
}

/** The recycle bin of every tenant, and what the managing tenant's administrators watch over. */
export function opsModule(deps: OpsDeps): Module {
  const job = backupJob(deps)
  return defineModule({
    name: 'ops',
    jobs: [job],
    handlers: [
      ...recycleHandlers(deps),
      implement(call.opsOverview, async (ctx) => {
        assertManaging(deps, ctx)
        return { overview: await overview(deps) }
      }),
      implement(call.opsFailedJobs, (ctx) => failedJobs(deps, ctx)),
      implement(call.opsRetry, async (ctx, { id, tenantId }) => ({ jobId: await retry(deps, ctx, id, tenantId) })),
      implement(call.opsBackups, async (ctx) => {
        assertManaging(deps, ctx)
        return listBackups(deps.config.dataDir)
      }),
      implement(call.opsBackUp, async (ctx) => {
        assertManaging(deps, ctx)
        await logOperation(ctx, 'ops.backUp', '立即备份')
        return { jobId: await ctx.jobs.start(ctx, job, {}) }
      }),
    ],
  })
}

/** Database and files as one sealed file; one at a time. */
function backupJob({ config, database, version }: OpsDeps): JobDefinition {
  return defineJob({
    name: 'ops.back-up',
    title: '备份',
    singletonKey: () => 'backup',
    async run(_ctx, _payload, progress) {
      const made = await backUp(
        { ...config, url: database.ownerUrl, version, isStoreOutside: config.storage.kind === 's3' },
        progress,
      )
      await dropOld(config.dataDir, await backupKeep(database.tenant(config.tenantId)))
      return { text: `${made.name}，${Math.ceil(made.size / 1024 / 1024)}MB`, link: '/monitor/ops' }
    },
  })
}

const MOST_FAILED = 50

type FailedJob = Output<typeof call.opsFailedJobs>[number]

async function failedJobs(deps: OpsDeps, ctx: Ctx): Promise<FailedJob[]> {
  assertManaging(deps, ctx)
  const tenants = await sql<{ id: string }>`select tenant_id as id from ${TENANTS} t order by 1`.execute(ctx.db)
  const found: FailedJob[] = []
  for (const { id } of tenants.rows) found.push(...(await failedJobsOf(deps.database.tenant(id))))
  return found.toSorted((one, other) => other.endTime.localeCompare(one.endTime)).slice(0, MOST_FAILED)
}

async function failedJobsOf(db: Db): Promise<FailedJob[]> {
  const jobs = await listFailedJobs(db, MOST_FAILED)
  const ids = jobs.map((job) => job.userId)
  const found = await sql<{ id: string; account: string }>`select id, account from ${ACCOUNTS} u
    where id = any(${ids}::bigint[])`.execute(db)
  const accounts = new Map(found.rows.map(({ id, account }) => [id, account]))
  return jobs.map(({ userId, ...job }) => ({ ...job, account: accounts.get(userId) ?? '' }))
}

/** The same work with the same input, in the name of whoever asked for it; the failed line is settled by it. */
async function retry(
  { config, database, runner, ctxOf }: OpsDeps,
  ctx: Ctx,
  id: string,
  tenantId: string,
): Promise<string> {
  assertManaging({ config }, ctx)
  const db = database.tenant(tenantId)
  const row = await findFailedJob(db, checkId(id))
  const owner = row && (await ctxOf(tenantId, row.userId))
  if (!row || !owner) throw new AppError('row.notFound')
  await logOperation(ctx, 'ops.retry', '重试任务', { entity: 'job', rowId: id, after: { title: row.title, tenantId } })
  const again = {
    name: row.name,
    title: row.title,
    run: async () => undefined,
    ...(row.key !== null && { singletonKey: () => row.key ?? '' }),
  }
  const jobId = await runner.start(owner, again, row.payload)
  await settleFailedJob(db, id)
  return jobId
}

/** Nightly: the recycle bins are emptied of what is past its time, files included, and a backup is made when its hour has come. */
export function opsTasks(deps: OpsDeps, log: Logger): ScheduledTask[] {
  const { database, config } = deps
  const home = database.tenant(config.tenantId)
  return [
    {
      name: 'ops.purge',
      when: async () => '10 4 * * *',
      async run() {
        for (const id of await deps.tenantIds()) {
          const db = database.tenant(id)
          const days = await numberSetting(db, RECYCLE_KEY)
          const gone = await purge(db, id, days)
          const files = await purgeFiles(deps, id, days)
          if (files > 0) gone['attach'] = files
          if (Object.keys(gone).length > 0) log.info({ tenant: id, ...gone }, 'recycle bin emptied')
        }
      },
    },
    { name: 'ops.backup', when: () => backupLine(home), run: () => startBackup(deps, log) },
  ]
}

/** The backup runs in the name of the managing tenant's first administrator, so that its progress is seen. */
async function startBackup(deps: OpsDeps, log: Logger): Promise<void> {
  const { database, config, runner, ctxOf } = deps
  const found = await sql<{ id: string }>`select u.id from ${ACCOUNTS} u join ${ROLES} r on r.id = any(u.role_ids)
    where r.role_alias = 'administrator' and u.is_deleted = 0 and u.status = 1 order by u.id limit 1`.execute(
    database.tenant(config.tenantId),
  )
  const ctx = found.rows[0] && (await ctxOf(config.tenantId, found.rows[0].id))
  if (!ctx) return log.error({}, 'no administrator in whose name to back up')
  await runner.start(ctx, backupJob(deps), {})
}

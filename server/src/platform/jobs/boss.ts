import PgBoss from 'pg-boss'
import { CompiledQuery, sql } from 'kysely'
import type { Ctx, JobName } from '../ctx.ts'
import { APP_ROLE } from '../db/limited-pool.ts'
import { nextId } from '../db/id.ts'
import { CHANNEL } from '../db/listen.ts'
import type { Jobs } from './jobs.ts'
import { claimJob } from './claim.ts'
import type { JobDeps, JobRow } from './job-deps.ts'
import { findExhaustedJobs, findLostJobs, JOB_ROW, QUEUE } from './lost.ts'
import { failJob, runJob } from './run.ts'
import { own } from '../db/table.ts'
import { jobTable } from './tables.ts'

export type { JobDeps } from './job-deps.ts'

const WORKERS = 2
/** Said when a job is in the queue, so that no worker sleeps over it. */
const QUEUED = 'queued'
const GIVEN_UP = '多次中断，已停止'

/** Makes the queue's tables, or brings them up to date, as whoever owns the database; the program's role may use them. */
export async function prepareQueue(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, max: 1, supervise: false, schedule: false })
  boss.on('error', () => undefined)
  await boss.start()
  try {
    await boss.createQueue(QUEUE)
    const db = boss.getDb()
    await db.executeSql(`grant usage on schema pgboss to ${APP_ROLE}`, [])
    await db.executeSql(`grant select, insert, update, delete on all tables in schema pgboss to ${APP_ROLE}`, [])
  } finally {
    await boss.stop({ graceful: false, wait: true, timeout: 3000 })
  }
}

/** The queue. Rows of `job` are what people see; pg-boss hands the work out. */
export class JobRunner implements Jobs {
  private readonly boss: PgBoss
  private readonly running = new Map<string, AbortController>()
  private deps: JobDeps | undefined
  private watch: NodeJS.Timeout | undefined
  private unlisten: (() => void)[] = []

  constructor(url: string) {
    // Its own plan of repeated jobs is none of ours, and wants a queue that this role may not make.
    const settings = { max: 4, application_name: 'xueheng-jobs', migrate: false, schedule: false }
    this.boss = new PgBoss({ connectionString: url, ...settings })
    this.boss.on('error', (error) => this.deps?.log.error({ err: error }, 'queue'))
  }

  async open(deps: JobDeps): Promise<void> {
    this.deps = deps
    await this.boss.start()
  }

  /** Takes work from the queue; what a killed process left is taken up again. */
  async work(): Promise<void> {
    const deps = this.required()
    this.unlisten.push(deps.listener.on('cancel', (id) => this.running.get(id)?.abort(new Error('cancelled'))))
    await this.resumeLost()
    this.watch = setInterval(
      () => void this.resumeLost().catch((error: unknown) => deps.log.error({ err: error }, 'queue watch')),
      10_000,
    )
    for (let i = 0; i < WORKERS; i += 1) {
      const worker = await this.boss.work<{ jobId: string; tenantId: string }>(
        QUEUE,
        { batchSize: 1, pollingIntervalSeconds: 0.5 },
        async ([item]) => {
          if (item) await this.take(item.data.tenantId, item.data.jobId)
        },
      )
      // A message may be lost with its connection: then the worker looks by itself a moment later.
      this.unlisten.push(deps.listener.on(QUEUED, () => this.boss.notifyWorker(worker)))
    }
  }

  async start<P extends object>(ctx: Ctx, job: JobName<P>, payload: P, title = job.title): Promise<string> {
    const key = job.singletonKey?.(payload) ?? null
    for (;;) {
      const id = nextId()
      const added = await sql`insert into ${own(jobTable)} (id, tenant_id, user_id, name, title, payload, singleton_key,
          subject)
        values (${id}, ${ctx.user.tenantId}, ${ctx.user.id}, ${job.name}, ${title}, ${JSON.stringify(payload)}, ${key},
          ${job.subject?.(payload) ?? ''})
        on conflict do nothing`.execute(ctx.db)
      if (added.numAffectedRows !== 0n) {
        await this.send(ctx, ctx.user.tenantId, id)
        return id
      }
      // Where the other one has ended in between, there is room again.
      const other = await this.livingId(ctx, job.name, key)
      if (other) return other
    }
  }

  private async livingId(ctx: Ctx, name: string, key: string | null): Promise<string | undefined> {
    const found = await sql<{ id: string }>`select id from ${own(jobTable)}
      where name = ${name} and singleton_key = ${key} and state in ('waiting', 'running')`.execute(ctx.db)
    return found.rows[0]?.id
  }

  /** Queues inside the caller's transaction: no job without its cause, no cause without its job. */
  private async send(ctx: Pick<Ctx, 'db'>, tenantId: string, jobId: string): Promise<void> {
    const db = { executeSql: (text: string, values: unknown[]) => ctx.db.executeQuery(CompiledQuery.raw(text, values)) }
    await this.boss.send(QUEUE, { jobId, tenantId }, { expireInHours: 23, retryLimit: 0, db })
    await sql`select pg_notify(${CHANNEL}, ${`${QUEUED}:${jobId}`})`.execute(ctx.db)
  }

  /** Takes a waiting job out of the queue, or tells the process that runs it to stop. */
  async cancel(ctx: Ctx, id: string): Promise<boolean> {
    const waiting = await sql<JobRow>`update ${own(jobTable)} set state = 'cancelled', text = '已取消', end_time = now()
      where id = ${id} and user_id = ${ctx.user.id} and state = 'waiting' returning ${JOB_ROW}`.execute(ctx.db)
    const row = waiting.rows[0]
    if (row) {
      await this.required().definitions.get(row.name)?.onFailure?.(ctx, row.payload, '已取消')
      // Said inside the transaction, so that it is heard when it has become true.
      await sql`select pg_notify(${CHANNEL}, ${`job:${row.tenantId}:${row.userId}:${id}`})`.execute(ctx.db)
      return true
    }
    const found =
      await sql`select 1 from ${own(jobTable)} where id = ${id} and user_id = ${ctx.user.id} and state = 'running'`.execute(
        ctx.db,
      )
    if (found.rows.length === 0) return false
    await sql`select pg_notify(${CHANNEL}, ${`cancel:${id}`})`.execute(ctx.db)
    return true
  }

  private async take(tenantId: string, jobId: string): Promise<void> {
    const deps = this.required()
    const row = await claimJob(deps.database.tenant(tenantId), jobId)
    if (!row) return
    const abort = new AbortController()
    this.running.set(jobId, abort)
    try {
      await runJob(deps, row, abort)
    } finally {
      this.running.delete(jobId)
    }
  }

  /** Jobs without a way forward get one; see `lost.ts`. */
  private async resumeLost(): Promise<void> {
    const deps = this.required()
    for (const tenantId of await deps.tenantIds()) {
      const db = deps.database.tenant(tenantId)
      const mine = [...this.running.keys()]
      await db.transaction().execute(async (trx) => {
        for (const id of await findLostJobs(trx, mine)) await this.send({ db: trx }, tenantId, id)
      })
      for (const row of await findExhaustedJobs(db, mine)) await failJob(deps, row, 'failed', GIVEN_UP)
    }
  }

  /** No new work; running jobs are told to stop and go back to the queue. */
  async close(): Promise<void> {
    clearInterval(this.watch)
    for (const stop of this.unlisten) stop()
    for (const abort of this.running.values()) abort.abort(new Error('shutdown'))
    const end = Date.now() + 10_000
    while (this.running.size > 0 && Date.now() < end) await new Promise((wait) => setTimeout(wait, 50))
    await this.boss.stop({ graceful: false, wait: true, timeout: 3000 })
  }

  private required(): JobDeps {
    if (!this.deps) throw new Error('the queue is not open')
    return this.deps
  }
}

import type { Ctx } from '../ctx.ts'
import { OutageError } from '../db/outage.ts'
import { inTransaction } from '../db/pool.ts'
import { AppError } from '../error.ts'
import { tellFault } from '../faults.ts'
import { inSpan } from '../trace.ts'
import { endedJobs } from '../watched.ts'
import { beatJob, endJob, giveBackJob, LostClaim, reportJob } from './claim.ts'
import type { JobDeps, JobRow } from './job-deps.ts'
import type { JobProgress } from './jobs.ts'

const REPORT_MS = 250
const HEARTBEAT_MS = 5000

/** Runs one claimed job to its end and writes what became of it. Aborts `abort` when the job is no longer ours. */
export async function runJob(deps: JobDeps, row: JobRow, abort: AbortController): Promise<void> {
  const beat = () =>
    beatJob(deps.database.beside(row.tenantId), row).catch((error: unknown) => noticeLoss(abort, error))
  const heartbeat = setInterval(() => void beat(), HEARTBEAT_MS)
  try {
    await carryOut(deps, row, abort)
    await announce(deps, row)
  } catch (error) {
    await settle(deps, row, error, abort.signal).catch((fault: unknown) =>
      // The row stays as it is: whoever finds it without a sign of life goes on with it.
      deps.log.error({ err: fault, job: row.name, id: row.id }, 'job could not be ended'),
    )
  } finally {
    clearInterval(heartbeat)
  }
}

function noticeLoss(abort: AbortController, error: unknown): void {
  if (error instanceof LostClaim) abort.abort(error)
}

async function carryOut(deps: JobDeps, row: JobRow, abort: AbortController): Promise<void> {
  const definition = deps.definitions.get(row.name)
  const ctx = await deps.ctxOf(row.tenantId, row.userId)
  if (!definition || !ctx) throw new AppError('access.refused')
  let isEnded = false
  const progress: JobProgress = {
    ...reporting(deps, row, abort),
    finish: (work) =>
      inTransaction(ctx.db, async (db) => {
        const result = await work({ ...ctx, db })
        await endJob(db, row, 'done', result)
        isEnded = true
        return result
      }),
  }
  const result = await inSpan(`job ${row.name}`, { 'job.name': row.name, 'job.id': row.id }, async () =>
    definition.run(ctx, row.payload, progress),
  )
  if (!isEnded) await endJob(ctx.db, row, 'done', result ?? {})
  endedJobs.inc({ job: row.name, state: 'done' })
}

function reporting(deps: JobDeps, row: JobRow, abort: AbortController): Pick<JobProgress, 'signal' | 'report'> {
  let last = 0
  return {
    signal: abort.signal,
    async report(progress) {
      abort.signal.throwIfAborted()
      const now = Date.now()
      if (now - last < REPORT_MS && progress.step === undefined && progress.text === undefined) return
      last = now
      await reportJob(deps.database.beside(row.tenantId), row, progress)
      await announce(deps, row)
    },
  }
}

/** What becomes of a run that did not end: it belongs to somebody else, goes back to the queue, or has failed. */
async function settle(deps: JobDeps, row: JobRow, error: unknown, signal: AbortSignal): Promise<void> {
  const reason: unknown = signal.aborted ? signal.reason : error
  if (reason instanceof LostClaim || error instanceof LostClaim) return
  const isStopped = reason instanceof Error && reason.message === 'shutdown'
  if (isStopped || error instanceof OutageError) return giveBackJob(deps.database.tenant(row.tenantId), row)
  if (signal.aborted) return failJob(deps, row, 'cancelled', '已取消')
  const told = tellFault(error, row.id)
  if (told.status >= 500) deps.log.error({ err: error, job: row.name, id: row.id }, 'job failed')
  await failJob(deps, row, 'failed', told.message)
}

/** Ends a job without success, together with what its module does then: nothing may stay reserved for it. */
export async function failJob(
  deps: JobDeps,
  row: JobRow,
  state: 'failed' | 'cancelled',
  message: string,
): Promise<void> {
  const db = deps.database.tenant(row.tenantId)
  const ctx: Ctx = (await deps.ctxOf(row.tenantId, row.userId)) ?? deps.nobodyOf(row.tenantId)
  const definition = deps.definitions.get(row.name)
  try {
    await inTransaction(db, async (inside) => {
      await endJob(inside, row, state, { text: message })
      await definition?.onFailure?.({ ...ctx, db: inside }, row.payload, message)
    })
  } catch (error) {
    if (error instanceof LostClaim || error instanceof OutageError) throw error
    deps.log.error({ err: error, job: row.name, id: row.id }, 'job failed, and so did what its module does then')
    await endJob(db, row, state, { text: message })
  }
  endedJobs.inc({ job: row.name, state })
  await announce(deps, row)
}

async function announce(deps: JobDeps, row: JobRow): Promise<void> {
  await deps.listener.notify('job', `${row.tenantId}:${row.userId}:${row.id}`)
}

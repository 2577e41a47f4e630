import { sql } from 'kysely'
import { OutageError } from '../db/outage.ts'
import { AppError } from '../error.ts'
import type { JobDeps, JobRow } from './job-deps.ts'
import type { JobProgress, JobResult } from './jobs.ts'
import { own } from '../db/table.ts'
import { jobTable } from './tables.ts'

const REPORT_MS = 250
const HEARTBEAT_MS = 5000

/** Runs one claimed job to its end and writes what became of it. */
export async function runJob(deps: JobDeps, row: JobRow, signal: AbortSignal): Promise<void> {
  const heartbeat = setInterval(() => void beat(deps, row).catch(() => undefined), HEARTBEAT_MS)
  try {
    const definition = deps.definitions.get(row.name)
    const ctx = await deps.ctxOf(row.tenantId, row.userId)
    if (!definition || !ctx) throw new AppError('access.refused')
    try {
      const result = await definition.run(ctx, row.payload, progressOf(deps, row, signal))
      await finish(deps, row, 'done', result ?? {})
    } catch (error) {
      const isStopped = signal.aborted && (signal.reason as Error).message === 'shutdown'
      if (isStopped || error instanceof OutageError) return await giveBack(deps, row)
      const message = messageOf(error, signal)
      if (!(error instanceof AppError) && !signal.aborted)
        deps.log.error({ err: error, job: row.name, id: row.id }, 'job failed')
      await definition.onFailure?.(ctx, row.payload, message)
      await finish(deps, row, signal.aborted ? 'cancelled' : 'failed', { text: message })
    }
  } catch (error) {
    deps.log.error({ err: error, job: row.name, id: row.id }, 'job could not be run')
    // The row stays as it is: whoever finds it without a sign of life goes on with it.
    if (error instanceof OutageError) return
    await finish(deps, row, 'failed', { text: messageOf(error, signal) }).catch(() => undefined)
  } finally {
    clearInterval(heartbeat)
  }
}

function messageOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return '已取消'
  return error instanceof AppError ? error.message : '未知错误'
}

function progressOf(deps: JobDeps, row: JobRow, signal: AbortSignal): JobProgress {
  let last = 0
  return {
    signal,
    async report({ done, total, step, text }) {
      signal.throwIfAborted()
      const now = Date.now()
      if (now - last < REPORT_MS && step === undefined && text === undefined) return
      last = now
      await sql`update ${own(jobTable)} set done_num = coalesce(${done ?? null}, done_num), total_num = coalesce(${total ?? null}, total_num),
          step = coalesce(${step?.slice(0, 200) ?? null}, step), text = coalesce(${text?.slice(0, 2000) ?? null}, text), heartbeat = now()
        where id = ${row.id}`.execute(deps.database.beside(row.tenantId))
      await announce(deps, row)
    },
  }
}

async function beat(deps: JobDeps, row: JobRow): Promise<void> {
  await sql`update ${own(jobTable)} set heartbeat = now() where id = ${row.id}`.execute(
    deps.database.beside(row.tenantId),
  )
}

async function finish(
  deps: JobDeps,
  row: JobRow,
  state: 'done' | 'failed' | 'cancelled',
  result: JobResult,
): Promise<void> {
  await sql`update ${own(jobTable)} set state = ${state}, end_time = now(), text = ${(result.text ?? '').slice(0, 2000)}, link = ${result.link ?? ''},
      file_id = ${result.fileId ?? null}, done_num = case when ${state} = 'done' then greatest(total_num, done_num) else done_num end
    where id = ${row.id}`.execute(deps.database.tenant(row.tenantId))
  await announce(deps, row)
}

/** A polite stop is no failure: the next process goes on with it at once. */
async function giveBack(deps: JobDeps, row: JobRow): Promise<void> {
  await sql`update ${own(jobTable)} set heartbeat = now() - interval '1 day', attempts = attempts - 1 where id = ${row.id}`.execute(
    deps.database.tenant(row.tenantId),
  )
}

/** Tells the job's own module and its owner that it will not be tried again. */
export async function giveUp(deps: JobDeps, row: JobRow, message: string): Promise<void> {
  const ctx = await deps.ctxOf(row.tenantId, row.userId)
  if (ctx) await deps.definitions.get(row.name)?.onFailure?.(ctx, row.payload, message)
  await announce(deps, row)
}

async function announce(deps: JobDeps, row: JobRow): Promise<void> {
  await deps.listener.notify('job', `${row.tenantId}:${row.userId}:${row.id}`)
}

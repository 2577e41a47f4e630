import { createHash } from 'node:crypto'
import type { Ctx, JobName, Origin } from '../ctx.ts'
import type { Query } from './read.ts'

/** `atOnce`: rows a browser waits for, a workbook of more is made by a job. `part`: rows that are held while one is written. */
export const EXPORT_BOUNDS = { atOnce: 20_000, part: 20_000 }

/** An export that a job makes: the call, and what was asked of it, by whom and from where. */
export interface LongExport {
  call: string
  query: Query
  userId: string
  /** When, in ms: a call that wants a proof of who asks had it then. Jobs begun by 0.1.0 do not say. */
  askedAt?: number
  origin?: Origin | undefined
}

/** What answers an export whose file is still to be made. */
export interface ExportJob {
  jobId: string
}

/** The same asked twice is one job. */
export const LONG_EXPORT: JobName<LongExport> = {
  name: 'rows.export',
  title: '导出',
  singletonKey: ({ call, query, userId }) =>
    createHash('sha256')
      .update(JSON.stringify([userId, call, query]))
      .digest('hex'),
}

/** Whether a job is to make the workbook: of many rows, where whoever asks says that it can fetch it later. */
export function isLong(query: Query, rows: number): boolean {
  return Number(query['isBackground']) === 1 && rows > EXPORT_BOUNDS.atOnce
}

/** Hands an export over to a job, which asks the same call again in the name of the same user. */
export async function startLongExport(ctx: Ctx, call: string, title: string, asked: Query): Promise<ExportJob> {
  const { isBackground: _isBackground, ...query } = asked
  const { user, origin } = ctx
  const payload = { call, query, userId: user.id, askedAt: Date.now(), origin }
  return { jobId: await ctx.jobs.start(ctx, LONG_EXPORT, payload, title) }
}

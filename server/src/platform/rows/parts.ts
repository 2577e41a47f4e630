import type { Ctx } from '../ctx.ts'
import { EXPORT_BOUNDS } from './long-export.ts'

/** Which rows are read: `current` counts the parts from 1, each of `size` rows. */
export interface Part {
  current: number
  size: number
}

/** Rows that are read a part at a time. */
export interface Parts<R> {
  total: number
  read: (part: Part) => Promise<R[]>
}

/** All rows part by part, never more than one of them held; a job that writes them hears how many are written, out of `total`. */
export async function* readParts<R>(ctx: Pick<Ctx, 'report'>, { total, read }: Parts<R>): AsyncGenerator<R[]> {
  const { part: size } = EXPORT_BOUNDS
  let done = 0
  for (let current = 1; (current - 1) * size < total; current += 1) {
    const part = await read({ current, size })
    yield part
    done += part.length
    await ctx.report?.({ step: '写入工作簿', done, total })
  }
}

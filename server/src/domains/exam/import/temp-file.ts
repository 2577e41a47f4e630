import { rm } from 'node:fs/promises'
import type { Ctx } from '../../../platform/ctx.ts'

/** A path in the temporary folder for the time of `work`. */
export async function withTempFile<T>(
  ctx: Pick<Ctx, 'files'>,
  extension: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const path = ctx.files.tempPath(extension)
  try {
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}

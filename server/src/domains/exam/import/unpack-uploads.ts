import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Ctx, Upload } from '../../../platform/ctx.ts'
import { type PackedWorkbook, openArchive } from '../../../platform/sheet/archive.ts'
import { withTempFile } from './temp-file.ts'

/** What was uploaded, with the workbooks of an archive in its place. */
export async function unpackUploads(ctx: Ctx, uploads: Upload[]): Promise<Upload[]> {
  const files: Upload[] = []
  for (const upload of uploads) {
    const packed = await openArchive(upload.path)
    if (!packed) files.push(upload)
    else for (const book of packed.books) files.push(await keepBook(ctx, book))
  }
  return files
}

function keepBook(ctx: Ctx, { name, contents }: PackedWorkbook): Promise<Upload> {
  return withTempFile(ctx, 'upload', async (path) => {
    await pipeline(Readable.from(contents), createWriteStream(path))
    return ctx.files.keep(ctx, { path, name: name.slice(-200) })
  })
}

import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Ctx, Upload } from '../../../platform/ctx.ts'
import { AppError, refuse } from '../../../platform/error.ts'
import { type PackedWorkbook, openArchive } from '../../../platform/sheet/archive.ts'
import { inspectSheets } from '../../../platform/sheet/read.ts'
import { withTempFile } from './temp-file.ts'

export interface Book extends Upload {
  /** Why it is no workbook; empty for one. */
  fault: string
}

/** What was uploaded, and the names of what else lay in an archive. */
export interface Unpacked {
  books: Book[]
  others: string[]
}

/** What was uploaded, with the contents of an archive in its place. Refuses an upload without a single workbook. */
export async function unpackUploads(ctx: Ctx, uploads: Upload[]): Promise<Unpacked> {
  const files: Upload[] = []
  const others: string[] = []
  for (const upload of uploads) {
    const archive = await openArchive(upload.path)
    if (!archive) files.push(upload)
    for (const book of archive?.books ?? []) files.push(await keepBook(ctx, book))
    others.push(...(archive?.others ?? []))
  }
  const books: Book[] = []
  // One after the other: each is held in memory as a whole.
  for (const file of files) books.push({ ...file, fault: await findFault(file) })
  if (books.every((book) => book.fault)) throw refuse(books.map(({ name, fault }) => `${name}：${fault}`).join('；'))
  return { books, others }
}

async function findFault(file: Upload): Promise<string> {
  try {
    await inspectSheets(file)
    return ''
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

function keepBook(ctx: Ctx, { name, contents }: PackedWorkbook): Promise<Upload> {
  return withTempFile(ctx, 'upload', async (path) => {
    await pipeline(Readable.from(contents), createWriteStream(path))
    return ctx.files.keep(ctx, { path, name: name.slice(-200) })
  })
}

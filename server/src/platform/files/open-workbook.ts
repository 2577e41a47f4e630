import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Files } from '../ctx.ts'
import { type SheetSpec, writeWorkbookTo } from '../sheet/write.ts'

/**
 * A workbook of any length, ready to be sent. It is written to a file first, so that a fault on the way is told as one and
 * no half workbook leaves; the file has no name any more and is gone with its last reader.
 */
export async function openWorkbook(files: Pick<Files, 'tempPath'>, sheets: SheetSpec[]): Promise<Readable> {
  const path = files.tempPath('xlsx')
  try {
    await writeWorkbookTo(path, sheets)
    return (await open(path)).createReadStream()
  } finally {
    await rm(path, { force: true })
  }
}

import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Files } from '../ctx.ts'
import { type SheetsSource, writeWorkbookTo } from '../sheet/write.ts'
import { hashFile } from './hash-file.ts'

/** A workbook that is to be sent, and the SHA-256 of its bytes in hexadecimal. */
export interface OpenWorkbook {
  body: Readable
  sha256: string
}

/**
 * A workbook of any length, ready to be sent. It is written to a file first, so that a fault on the way is told as one and
 * no half workbook leaves; the file has no name any more and is gone with its last reader.
 */
export async function openWorkbook(files: Pick<Files, 'tempPath'>, sheets: SheetsSource): Promise<OpenWorkbook> {
  const path = files.tempPath('xlsx')
  try {
    await writeWorkbookTo(path, sheets)
    const sha256 = await hashFile(path)
    return { body: (await open(path)).createReadStream(), sha256 }
  } finally {
    await rm(path, { force: true })
  }
}

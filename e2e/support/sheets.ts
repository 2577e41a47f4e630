import type { Download } from '@playwright/test'
import { readSheets } from '../../server/src/platform/sheet/read.ts'

/** Every filled row of a downloaded workbook, as texts. */
export async function rowsOf(download: Download): Promise<string[][]> {
  const rows: string[][] = []
  const file = { path: await download.path(), name: download.suggestedFilename() }
  for await (const row of readSheets(file)) rows.push(row.cells)
  return rows
}

import { EncryptedFileError } from 'hucre'
import { streamXlsxRows } from 'hucre/xlsx'
import { AppError } from '../error.ts'
import { cellText } from './cell-text.ts'
import { shownDigits, withZeros } from './leading-zeros.ts'
import { REASONS, type SheetLimits, unreadable } from './sheet-fault.ts'
import type { SheetRow } from './sheet-row.ts'
import { inspectWorkbook } from './zip-guard.ts'

/** Rows of every visible sheet; one sheet's XML is unpacked piece by piece while its rows are taken. */
export async function* readXlsx(file: Buffer, limits: SheetLimits): AsyncGenerator<SheetRow> {
  const sheets = inspectWorkbook(file, limits)
  for (const [index, sheet] of sheets.entries()) {
    if (sheet.isHidden) continue
    try {
      const digits = await shownDigits(file, sheet)
      for await (const row of streamXlsxRows(file, { sheet: index })) {
        const cells = row.values.map((value, column) =>
          typeof value === 'number' ? withZeros(cellText(value), digits.of(row.index, column)) : cellText(value),
        )
        yield { sheet: sheet.name, rowNo: row.index + 1, cells }
      }
    } catch (error) {
      if (error instanceof AppError) throw error
      const reason = error instanceof EncryptedFileError ? REASONS.encrypted : REASONS.broken
      throw Object.assign(unreadable(reason), { cause: error })
    }
  }
}

import { EncryptedFileError } from 'hucre'
import { streamXlsxRows } from 'hucre/xlsx'
import { AppError } from '../error.ts'
import { cellText } from './cell-text.ts'
import { shownDigits, withZeros } from './leading-zeros.ts'
import { REASONS, type SheetLimits, unreadable } from './sheet-fault.ts'
import type { SheetRow, SheetTeller } from './sheet-row.ts'
import { type BookSheet, inspectWorkbook } from './zip-guard.ts'

/** Rows of every wanted sheet; one sheet's XML is unpacked piece by piece while its rows are taken. */
export async function* readXlsx(file: Buffer, limits: SheetLimits, tell: SheetTeller): AsyncGenerator<SheetRow> {
  const sheets = inspectWorkbook(file, limits)
  for (const [index, sheet] of sheets.entries()) {
    if (!tell(sheet) || !hasRows(sheet)) continue
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

/** A sheet may be a chart or a dialog. */
function hasRows({ member }: BookSheet): boolean {
  return !member || !/(^|\/)(chart|dialog)sheets\//.test(member.name)
}

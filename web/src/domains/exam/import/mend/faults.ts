import type { ImportSheet } from '@xueheng/contract/domains/exam/import.ts'
import type { MendItem, PlacedFault } from '@xueheng/contract/domains/exam/import-mend.ts'
import type { RowEdits, Step } from '../../../../platform/grid/edits.ts'
import type { Batch } from '../wizard-steps.ts'

/** Which rows the grid shows: those with faults, everything, or what is not imported. */
export type Shown = 'faulty' | 'all' | 'left'

export interface FaultFilter {
  /** `file-sheet`; '' is all of them. */
  sheet: string
  /** A rule; '' is all of them. */
  code: string
  shown: Shown
}

type Place = Pick<ImportSheet, 'fileNo' | 'sheetNo'>

export function sheetKey({ fileNo, sheetNo }: Place): string {
  return `${fileNo}-${sheetNo}`
}

/** Key of a staged row in the grid; it names the file, for a file may be taken away while its rows are being mended. */
export function rowKey({ fileNo, rowId }: { fileNo: number; rowId: number }): string {
  return `${fileNo}-${rowId}`
}

/** The sheets whose rows are read, each with the name of its file. */
export function sheetsOf(batch: Batch): { fileName: string; sheet: ImportSheet }[] {
  return batch.files.flatMap(({ fileName, sheets }) =>
    sheets.filter((sheet) => !sheet.isIgnored && sheet.headerRow > 0).map((sheet) => ({ fileName, sheet })),
  )
}

export function matching(faults: readonly PlacedFault[], { sheet, code }: FaultFilter): PlacedFault[] {
  return faults.filter((fault) => (!sheet || sheetKey(fault) === sheet) && (!code || fault.code === code))
}

/** Rows of one sheet that have faults, in the order in which the server lists them. */
export function faultyRows(faults: readonly PlacedFault[], sheet: string, code: string): number[] {
  const found = faults.filter((fault) => sheetKey(fault) === sheet && (!code || fault.code === code))
  return [...new Set(found.map((fault) => fault.rowId))]
}

type Cells = Record<string, RowEdits>

function editOf(cells: Cells, fault: PlacedFault) {
  return cells[rowKey(fault)]?.[fault.column]
}

/** The faults that say the same of the same value in a column of the same meaning, as far as nobody has changed them yet. */
export function alikeOf(
  fault: PlacedFault,
  faults: readonly PlacedFault[],
  targetOf: (fault: PlacedFault) => string,
  cells: Cells,
): PlacedFault[] {
  const target = targetOf(fault)
  return faults.filter(
    (one) =>
      one === fault ||
      (one.code === fault.code &&
        one.value === fault.value &&
        one.column >= 0 &&
        targetOf(one) === target &&
        editOf(cells, one) === undefined),
  )
}

/** One step that gives all of them the same text. */
export function mendingStep(faults: readonly PlacedFault[], after: string, cells: Cells): Step {
  const step = faults.map((fault) => ({
    row: rowKey(fault),
    column: fault.column,
    before: editOf(cells, fault)?.to ?? fault.value,
    after,
  }))
  // One cell may break a rule twice.
  return [...new Map(step.map((one) => [`${one.row} ${one.column}`, one])).values()]
}

/** What is sent to be saved: the rows of files that still belong to the batch. */
export function mendItems(cells: Cells, { files }: Batch): MendItem[] {
  const known = new Set(files.map((file) => String(file.fileNo)))
  return Object.entries(cells).flatMap(([key, edits]) => {
    const [fileNo = '', rowId] = key.split('-')
    if (!known.has(fileNo)) return []
    const texts = Object.entries(edits).map(([column, { to }]) => [column, to])
    return [{ rowId: Number(rowId), cells: Object.fromEntries(texts) as MendItem['cells'] }]
  })
}

/** One row of a workbook: its 1-based number in the sheet and its cells as trimmed display text. */
export interface SheetRow {
  sheet: string
  rowNo: number
  cells: string[]
}

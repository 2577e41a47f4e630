/** One row of a workbook: its 1-based number in the sheet and its cells as trimmed display text. */
export interface SheetRow {
  sheet: string
  rowNo: number
  cells: string[]
}

/** A sheet of a workbook, told before its rows. */
export interface SheetTold {
  name: string
  isHidden: boolean
}

/** Hears of each sheet in its order, empty ones too, and says whether its rows are wanted. */
export type SheetTeller = (sheet: SheetTold) => boolean

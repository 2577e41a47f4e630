/** One column of a workbook, or a group of them under a common heading. */
export interface HeaderSpec {
  title: string
  /** Where a row keeps the value; a group has children instead. */
  key?: string
  /** In characters. */
  width?: number
  /** `percent` takes the shown number: 83.33 becomes a cell of 0.8333 printed as 83.33%. */
  kind?: 'text' | 'number' | 'percent'
  /** Digits after the point. */
  scale?: number
  /** Thousands stand apart, as on the screen. */
  isGrouped?: boolean
  /** A drop-down with these texts. */
  options?: string[]
  children?: HeaderSpec[]
}

export type SheetValues = Record<string, unknown>

/**
 * A row; `_faults` marks cells by column key and says what is wrong with them in a note, `_isTotal` writes it in bold.
 */
export type SheetSource = Iterable<SheetValues> | AsyncIterable<SheetValues>

export interface SheetSpec {
  name: string
  /** Lines above the header: the title first. */
  title?: string[]
  header: HeaderSpec[]
  rows: SheetSource
  /** Rows and columns that stay in sight; everything up to the header without it. */
  freeze?: { rows: number; columns: number }
  /** The sheet is handed out on paper: ruled, on its side, its head on every page. */
  paper?: PaperSpec
}

/** The sheets of a workbook; each is asked for once the one before is written. */
export type SheetsSource = Iterable<SheetSpec> | AsyncIterable<SheetSpec>

/** How a sheet leaves the printer. */
export interface PaperSpec {
  /** Lines below the table, wrapped over the width of a page. */
  foot: string[]
  /** At the left of the foot of every page, beside its number. */
  pageFoot: string
  /** Columns from the left that name a row; repeated where the table goes on beside. */
  nameColumns: number
  /** First columns of the pages beside the first; none: one page wide. */
  breaks: number[]
  /** Per cent of its size where it goes on beside; else it is fitted to the page. */
  scale: number
}

export interface HeaderCell {
  title: string
  row: number
  column: number
  rowSpan: number
  columnSpan: number
}

/** The header as cells on a grid: groups span their columns, leaves reach down to the last line. */
export function layOutHeader(header: HeaderSpec[]): { cells: HeaderCell[]; leaves: HeaderSpec[]; depth: number } {
  const depth = Math.max(1, ...header.map(depthOf))
  const cells: HeaderCell[] = []
  const leaves: HeaderSpec[] = []
  function place(specs: HeaderSpec[], row: number): void {
    for (const spec of specs) {
      const column = leaves.length
      if (spec.children?.length) {
        place(spec.children, row + 1)
        cells.push({ title: spec.title, row, column, rowSpan: 1, columnSpan: leaves.length - column })
      } else {
        leaves.push(spec)
        cells.push({ title: spec.title, row, column, rowSpan: depth - row, columnSpan: 1 })
      }
    }
  }
  place(header, 0)
  return { cells, leaves, depth }
}

function depthOf(spec: HeaderSpec): number {
  return spec.children?.length ? 1 + Math.max(...spec.children.map(depthOf)) : 1
}

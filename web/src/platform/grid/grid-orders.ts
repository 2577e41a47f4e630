import type { KeyboardEvent } from 'react'
import { formatNumber } from '../i18n/format.ts'
import { t } from '../i18n/i18n.ts'
import {
  type BlockText,
  type GridCell,
  type GridRange,
  formatBlock,
  layBlock,
  layByTitles,
  parseBlock,
} from './block.ts'
import type { CellOrders } from './cell-keys.ts'
import type { GridColumn, GridRow } from './columns.ts'
import type { Step } from './edits.ts'
import { type GridSize, isExtending, targetOf } from './grid-keys.ts'
import { textOf } from './GridLine.tsx'
import type { GridEdits } from './use-grid-edits.ts'
import type { GridPlace } from './use-grid-place.ts'

/** Rows changed in one go: more would have to be read one by one. */
const MOST_ROWS = 10_000

/** What stands in a grid and how it is changed. */
export interface GridContent<R extends GridRow> {
  columns: readonly GridColumn[]
  rowCount: number
  /** A row that has been read; the same object until it changes. */
  rowAt: (index: number) => R | undefined
  /** Rows from one to another (without it), read where they have not been. Throws where they cannot be read. */
  readRows: (from: number, to: number) => Promise<R[]>
  edits: GridEdits
}

/** Where the keys are, and what the grid does for them. */
export interface GridHold {
  at: GridPlace
  range: GridRange
  size: GridSize
  /** Goes to a cell; `isExtending` draws only the other corner of the marked cells there, `isQuiet` leaves it out of sight. */
  go: (to: GridPlace, isExtending: boolean) => void
  tick: () => void
  leave: () => void
  tell: (text: string) => void
}

/** What the keys do to the cells of a grid. */
export function ordersOf<R extends GridRow>(content: GridContent<R>, hold: GridHold): CellOrders {
  const { edits } = content
  const { at, range, size, go, tell } = hold
  return {
    write: (text) => void fill(content, at, [[text]]),
    move(event: KeyboardEvent) {
      const isDrawn = isExtending(event)
      const to = targetOf(event, isDrawn ? cornerOf(range, at) : at, size)
      if (to) go(to, isDrawn)
      return to !== undefined
    },
    paste: (text) => void paste(content, hold, text),
    copy() {
      const texts = textsIn(content, range)
      if (!texts) tell(t('所选的行还没有读完，请稍候再复制'))
      return texts && formatBlock(texts)
    },
    clear: () => void fillRange(content, hold, ''),
    undo() {
      tell(edits.edits.past.length > 0 ? t('已撤销一步') : t('没有可撤销的改动'))
      edits.undo()
    },
    redo() {
      tell(edits.edits.future.length > 0 ? t('已重做一步') : t('没有可重做的改动'))
      edits.redo()
    },
    tick: hold.tick,
    leave: hold.leave,
  }
}

/** The corner of the marked cells that moves: the one across from the active cell. */
function cornerOf({ top, bottom, left, right }: GridRange, at: GridCell): GridCell {
  return { row: at.row === top ? bottom : top, column: at.column === left ? right : left }
}

async function paste<R extends GridRow>(content: GridContent<R>, hold: GridHold, text: string): Promise<void> {
  const block = parseBlock(text)
  const [first] = block
  if (block.length === 1 && first?.length === 1) return fillRange(content, hold, first[0] ?? '')
  const { range, size, go, tell } = hold
  const titled = layByTitles(block, content.columns)
  const at = { row: range.top, column: titled ? 0 : range.left }
  const { rows, lostRows, lostColumns } = layBlock(titled ?? block, at, size)
  if (rows.length > MOST_ROWS) return tell(tooMany())
  const count = await fill(content, at, rows)
  const width = Math.max(...rows.map((row) => row.length))
  go(at, false)
  go({ row: at.row + rows.length - 1, column: at.column + width - 1, isQuiet: true }, true)
  tell([t('已粘贴 {n} 格', { n: formatNumber(count) }), ...lostTexts(lostRows, lostColumns)].join('；'))
}

function lostTexts(rows: number, columns: number): string[] {
  return [
    ...(rows > 0 ? [t('超出末行的 {n} 行没有粘贴', { n: formatNumber(rows) })] : []),
    ...(columns > 0 ? [t('超出末列的 {n} 列没有粘贴', { n: formatNumber(columns) })] : []),
  ]
}

/** One text into every marked cell. */
async function fillRange<R extends GridRow>(content: GridContent<R>, { range, tell }: GridHold, text: string) {
  const { top, bottom, left } = range
  if (bottom - top >= MOST_ROWS) return tell(tooMany())
  const count = await fill(content, { row: top, column: left }, blank(range, text))
  if (count > 1) tell(t('已改 {n} 格', { n: formatNumber(count) }))
}

function tooMany(): string {
  return t('一次最多改 {n} 行', { n: formatNumber(MOST_ROWS) })
}

/** Writes texts from a cell on as one step; cells without one and columns that may not be changed stay. Answers how many cells were given. */
async function fill<R extends GridRow>(content: GridContent<R>, at: GridCell, texts: BlockText[][]): Promise<number> {
  const { columns, edits } = content
  const rows = rowsAtHand(content, at.row, texts.length) ?? (await content.readRows(at.row, at.row + texts.length))
  const step: Step = rows.flatMap((row, i) =>
    (texts[i] ?? []).flatMap((text, j) => {
      const column = at.column + j
      if (text === undefined || row.isLocked || !columns[column] || columns[column].isReadOnly) return []
      const before = textOf(row, edits.edits.cells[row.key], column)
      return [{ row: row.key, column, before, after: text.trim() }]
    }),
  )
  edits.write(step)
  return step.length
}

/** The rows without waiting, where all of them have been read. */
export function rowsAtHand<R extends GridRow>(
  { rowAt }: Pick<GridContent<R>, 'rowAt'>,
  from: number,
  count: number,
): R[] | undefined {
  const rows = Array.from({ length: count }, (_none, i) => rowAt(from + i))
  return rows.every((row) => row !== undefined) ? rows : undefined
}

function blank({ top, bottom, left, right }: GridRange, text: string): string[][] {
  return Array.from({ length: bottom - top + 1 }, () => Array.from({ length: right - left + 1 }, () => text))
}

/** The marked texts; nothing while some of the rows have not been read. */
function textsIn<R extends GridRow>(content: GridContent<R>, range: GridRange): string[][] | undefined {
  const rows = rowsAtHand(content, range.top, range.bottom - range.top + 1)
  const columns = Array.from({ length: range.right - range.left + 1 }, (_none, i) => range.left + i)
  const { cells } = content.edits.edits
  return rows?.map((row) => columns.map((column) => textOf(row, cells[row.key], column)))
}

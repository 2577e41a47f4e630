import type { GridCell } from './block.ts'

export interface GridSize {
  rowCount: number
  columnCount: number
  /** Rows a page key moves by. */
  pageRows: number
}

/** The keys that move, with what is held down. */
export type MoveKey = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>

type Move = (at: GridCell, size: GridSize, isFar: boolean) => GridCell

const MOVES: Record<string, Move> = {
  ArrowUp: ({ row, column }, _size, isFar) => ({ row: isFar ? 0 : row - 1, column }),
  ArrowDown: ({ row, column }, { rowCount }, isFar) => ({ row: isFar ? rowCount - 1 : row + 1, column }),
  ArrowLeft: ({ row, column }, _size, isFar) => ({ row, column: isFar ? 0 : column - 1 }),
  ArrowRight: ({ row, column }, { columnCount }, isFar) => ({ row, column: isFar ? columnCount - 1 : column + 1 }),
  Home: ({ row }, _size, isFar) => ({ row: isFar ? 0 : row, column: 0 }),
  End: ({ row }, { rowCount, columnCount }, isFar) => ({ row: isFar ? rowCount - 1 : row, column: columnCount - 1 }),
  PageUp: ({ row, column }, { pageRows }) => ({ row: row - pageRows, column }),
  PageDown: ({ row, column }, { pageRows }) => ({ row: row + pageRows, column }),
}

/** Where a key leads, within the grid; nothing for keys that do not move, or that leave the grid at its ends (Tab). */
export function targetOf(event: MoveKey, at: GridCell, size: GridSize): GridCell | undefined {
  const { key, shiftKey } = event
  if (key === 'Tab') return tabTarget(at, size, shiftKey ? -1 : 1)
  if (key === 'Enter') return within({ row: at.row + (shiftKey ? -1 : 1), column: at.column }, size)
  const move = MOVES[key]
  return move && within(move(at, size, event.ctrlKey || event.metaKey), size)
}

/** Whether a key draws the other corner of the marked cells along, or moves the one cell. */
export function isExtending({ key, shiftKey }: MoveKey): boolean {
  return shiftKey && Object.hasOwn(MOVES, key)
}

function tabTarget({ row, column }: GridCell, { rowCount, columnCount }: GridSize, by: number): GridCell | undefined {
  const place = row * columnCount + column + by
  if (place < 0 || place >= rowCount * columnCount) return undefined
  return { row: Math.floor(place / columnCount), column: place % columnCount }
}

function within({ row, column }: GridCell, { rowCount, columnCount }: GridSize): GridCell {
  const clamp = (value: number, most: number) => Math.max(0, Math.min(value, most))
  return { row: clamp(row, rowCount - 1), column: clamp(column, columnCount - 1) }
}

import { useT } from '../i18n/i18n.ts'
import { CellEditor } from './CellEditor.tsx'
import type { GridRow } from './columns.ts'
import type { DataGridProps } from './data-grid.ts'
import { markOf, textOf } from './GridLine.tsx'
import { type GridHold, ordersOf } from './grid-orders.ts'

interface ActiveCellProps<R extends GridRow> extends DataGridProps<R> {
  row: R
  hold: GridHold
  /** Element that tells what is wrong with the cell. */
  noteId: string
}

const NO_OPTIONS: readonly string[] = []

/** The cell the keys go to. */
export function ActiveCell<R extends GridRow>(props: ActiveCellProps<R>) {
  const { row, columns, at, edits, optionsOf, hold, noteId } = props
  const t = useT()
  const column = columns[at.column]
  if (!column) return null
  const own = edits.edits.cells[row.key]
  return (
    <CellEditor
      key={`${row.key} ${column.key}`}
      label={t('{title}，第 {row} 行', { title: column.title, row: row.head })}
      text={textOf(row, own, at.column)}
      isWrong={markOf(row, own, at.column, column)?.level === 'error'}
      noteId={noteId}
      options={optionsOf?.(row, at.column) ?? NO_OPTIONS}
      isReadOnly={column.isReadOnly === true || row.isLocked === true}
      isQuiet={at.isQuiet ?? false}
      orders={ordersOf(props, hold)}
    />
  )
}

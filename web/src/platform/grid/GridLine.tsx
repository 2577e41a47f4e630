import { type ReactNode, memo } from 'react'
import { useT } from '../i18n/i18n.ts'
import type { GridColumn, GridMark, GridRow } from './columns.ts'
import type { RowEdits } from './edits.ts'
import { type ColumnSpan, ROW_HEIGHT, drawnColumns } from './use-grid-window.ts'

interface GridLineProps {
  index: number
  /** Nothing while it is being read. */
  row: GridRow | undefined
  columns: readonly GridColumn[]
  /** Where each column begins, and where the last one ends, in pixels. */
  edges: readonly number[]
  /** The columns in sight. */
  span: ColumnSpan
  edits: RowEdits | undefined
  /** First and last column of the marked cells; -1 where the row has none. */
  left: number
  right: number
  /** The column the keys go to, and what is drawn there. */
  active: number | undefined
  editor: ReactNode
  /** Whether the row is ticked; nothing where rows cannot be ticked. */
  isTicked: boolean | undefined
  tickTitle: string | undefined
}

/** The text of a cell as it stands: typed, or as it was read. */
export function textOf(row: GridRow, edits: RowEdits | undefined, column: number): string {
  return edits?.[column]?.to ?? row.cells[column] ?? ''
}

/** What is wrong with a cell: of a typed one what its column says, unless typed ones are judged as well, else what was found. */
export function markOf(
  row: GridRow,
  edits: RowEdits | undefined,
  column: number,
  { check }: GridColumn,
): GridMark | undefined {
  const edited = edits?.[column]
  if (!edited || row.isJudgedLive) return row.marks?.[column]
  const text = check?.(edited.to)
  return text === undefined ? undefined : { level: 'error', text }
}

/** The grid hears of ticks itself. */
function keepQuiet(): void {}

/** One row; drawn anew only when something in it changes. */
export const GridLine = memo(function GridLine(props: GridLineProps) {
  const { index, row, columns, edges, edits, left, right, active, editor, isTicked, tickTitle } = props
  const t = useT()
  const drawn = drawnColumns(props.span, active)
  const whole = row?.marks?.[-1]
  return (
    <div className="grid-row" role="row" aria-rowindex={index + 2} style={{ top: index * ROW_HEIGHT }} data-row={index}>
      <div className="grid-rowhead" role="rowheader" data-level={whole?.level} title={whole && t(whole.text)}>
        {isTicked !== undefined && (
          <input
            type="checkbox"
            tabIndex={-1}
            data-tick=""
            checked={isTicked}
            onChange={keepQuiet}
            aria-label={tickTitle ? `${tickTitle} ${row?.head ?? ''}` : t('选择第 {n} 行', { n: row?.head ?? '' })}
          />
        )}
        {row?.head}
      </div>
      {drawn.map((i, nth) => {
        const column = columns[i]
        if (!column) return undefined
        const gap = (edges[i] ?? 0) - (edges[(drawn[nth - 1] ?? -1) + 1] ?? 0)
        const mark = row && markOf(row, edits, i, column)
        return (
          <div
            key={column.key}
            className="grid-cell"
            role="gridcell"
            aria-colindex={i + 2}
            aria-selected={i >= left && i <= right}
            data-fixed={column.isReadOnly || row?.isLocked || undefined}
            data-column={i}
            data-level={mark?.level}
            data-edited={edits?.[i] !== undefined || undefined}
            data-active={active === i || undefined}
            title={mark && t(mark.text)}
            style={{ width: column.width, marginLeft: gap || undefined }}
          >
            {active === i && editor ? editor : row ? textOf(row, edits, i) : ''}
          </div>
        )
      })}
    </div>
  )
})

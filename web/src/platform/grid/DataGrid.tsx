import { type FormEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { formatNumber } from '../i18n/format.ts'
import { t, useT } from '../i18n/i18n.ts'
import { ActiveCell } from './ActiveCell.tsx'
import type { GridRow } from './columns.ts'
import type { DataGridProps } from './data-grid.ts'
import { GridHead } from './GridHead.tsx'
import { GridLine, markOf } from './GridLine.tsx'
import { type GridHold, rowsAtHand } from './grid-orders.ts'
import { pointedAt, tickedAt } from './pointed-at.ts'
import { useGridPlace } from './use-grid-place.ts'
import { ROW_HEIGHT, drawnRows, useColumnSpan, useGridWindow } from './use-grid-window.ts'
import './grid.css'

/** Rows ticked by one press. */
const MOST_TICKED = 1000

/**
 * Cells of text as in a spreadsheet: a block is pasted, the keys move, every step can be undone, and only the rows in
 * sight are drawn, so that a hundred thousand are as quick as ten.
 */
export function DataGrid<R extends GridRow>(props: DataGridProps<R>) {
  const { columns, rowCount, at, onShow } = props
  const t = useT()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const [told, setTold] = useState('')
  const { from, to, pageRows } = useGridWindow(box, rowCount)
  const { range, edges, go } = useGridPlace(box, columns, at, props.onMove)
  const span = useColumnSpan(box, edges)
  const width = edges.at(-1) ?? 0
  useEffect(() => {
    onShow?.(from, to)
  }, [onShow, from, to])
  const hold: GridHold = {
    at,
    range,
    size: { rowCount, columnCount: columns.length, pageRows },
    go(cell, isExtending) {
      setTold('')
      go(cell, isExtending)
    },
    tick: () => tickRows(props, range.top, range.bottom + 1),
    leave: () => end.current?.focus(),
    tell: setTold,
  }
  return (
    <>
      <div
        ref={box}
        className="grid"
        role="grid"
        aria-label={props.label}
        aria-describedby={id}
        aria-rowcount={rowCount + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable="true"
        onPointerDown={(event) => point(event, hold)}
        onChange={(event) => tickAt(event, props)}
      >
        <GridHead
          columns={columns}
          width={width}
          onTick={props.onTick && (() => setTold(tickAll(props)))}
          tickTitle={props.tickTitle}
          isTicked={(props.ticked?.size ?? 0) > 0}
        />
        <div className="grid-rows" role="rowgroup" style={{ width, height: rowCount * ROW_HEIGHT }}>
          {drawnRows(from, to, at.row, rowCount).map((index) => (
            <GridLine key={index} index={index} edges={edges} span={span} {...lineOf(props, hold, index, id)} />
          ))}
        </div>
      </div>
      <div ref={end} tabIndex={-1} className="grid-end" />
      <p className="grid-told" id={id} aria-live="polite">
        {told || faultAt(props, t) || <small>{t('方向键、回车和 Tab 移动，F2 修改，Ctrl+Z 撤销，Esc 离开表格')}</small>}
      </p>
    </>
  )
}

function point(event: PointerEvent, { at, go }: GridHold): void {
  const cell = pointedAt(event, at)
  if (!cell) return
  event.preventDefault()
  go(cell, event.shiftKey)
}

function tickAt<R extends GridRow>(event: FormEvent, props: DataGridProps<R>): void {
  const row = tickedAt(event)
  if (row !== undefined) tickRows(props, row, row + 1)
}

/** Ticks the first rows, or takes every tick away where there is one. Answers what is to be said of it. */
function tickAll<R extends GridRow>(props: DataGridProps<R>): string {
  const { rowCount, ticked, onUntickAll } = props
  if (ticked && ticked.size > 0) {
    onUntickAll?.()
    return ''
  }
  tickRows(props, 0, Math.min(rowCount, MOST_TICKED))
  return rowCount > MOST_TICKED ? t('只选择了前 {n} 行', { n: formatNumber(MOST_TICKED) }) : ''
}

/** Ticks rows, or takes the ticks away where the first has one. */
function tickRows<R extends GridRow>(props: DataGridProps<R>, first: number, behind: number): void {
  const { rowAt, readRows, ticked, onTick } = props
  if (!onTick) return
  const isOn = ticked?.has(rowAt(first)?.key ?? '') === true
  const known = rowsAtHand(props, first, behind - first)
  if (known) onTick(known, !isOn)
  else void readRows(first, behind).then((rows) => onTick(rows, !isOn))
}

/** What a row is drawn with; the same values as long as nothing in it changes, but for the active one. */
function lineOf<R extends GridRow>(props: DataGridProps<R>, hold: GridHold, index: number, noteId: string) {
  const { columns, rowAt, edits, at, ticked, tickTitle } = props
  const { top, bottom, left, right } = hold.range
  const row = rowAt(index)
  const isMarked = index >= top && index <= bottom
  const isActive = index === at.row
  return {
    row,
    columns,
    edits: row && edits.edits.cells[row.key],
    left: isMarked ? left : -1,
    right: isMarked ? right : -1,
    active: isActive ? at.column : undefined,
    editor: isActive && row ? <ActiveCell {...{ ...props, row, hold, noteId }} /> : undefined,
    isTicked: ticked && row ? ticked.has(row.key) : undefined,
    tickTitle,
  }
}

/** What is wrong with the active cell. */
function faultAt<R extends GridRow>(
  { rowAt, edits, columns, at }: DataGridProps<R>,
  t: (text: string) => string,
): string {
  const row = rowAt(at.row)
  const column = columns[at.column]
  const mark = row && column && markOf(row, edits.edits.cells[row.key], at.column, column)
  return mark ? t(mark.text) : ''
}

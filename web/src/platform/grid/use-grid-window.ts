import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import type { GridCell } from './block.ts'

/** Heights in pixels, as in grid.css. */
export const ROW_HEIGHT = 34
export const HEAD_HEIGHT = 36

/** Rows drawn above and below those in sight. */
const MARGIN = 8
/** Drawn where the height is not known yet. */
const FIRST_HEIGHT = 440

export interface GridWindow {
  /** First row drawn, and the one behind the last. */
  from: number
  to: number
  pageRows: number
}

/** Which rows of a scrolling grid are drawn; follows its scrolling and its size. */
export function useGridWindow(box: RefObject<HTMLElement | null>, rowCount: number): GridWindow {
  const [{ top, height }, setView] = useState({ top: 0, height: FIRST_HEIGHT })
  const look = useCallback(() => {
    const element = box.current
    if (!element) return
    // In steps of a row: a scroll within one draws nothing anew.
    const next = Math.floor(element.scrollTop / ROW_HEIGHT)
    const tall = element.clientHeight || FIRST_HEIGHT
    setView((old) => (old.top === next && old.height === tall ? old : { top: next, height: tall }))
  }, [box])
  useLooking(box, look)
  useEffect(look, [look, rowCount])
  const pageRows = Math.max(1, Math.floor((height - HEAD_HEIGHT) / ROW_HEIGHT))
  const from = Math.max(0, Math.min(top, rowCount - pageRows) - MARGIN)
  return { from, to: Math.min(rowCount, Math.max(0, top) + pageRows + MARGIN), pageRows }
}

/** Looks at a scrolling box whenever it is scrolled or has another size. */
function useLooking(box: RefObject<HTMLElement | null>, look: () => void): void {
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    look()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [box, look])
}

/** The columns drawn; all of them where the width of the box is not known. */
export interface ColumnSpan {
  first: number
  /** The one behind the last. */
  behind: number
}

/** Which columns of a scrolling grid are drawn; `edges` says where each begins and where the last one ends, in pixels. */
export function useColumnSpan(box: RefObject<HTMLElement | null>, edges: readonly number[]): ColumnSpan {
  const [span, setSpan] = useState<ColumnSpan>({ first: 0, behind: edges.length - 1 })
  const look = useCallback(() => {
    const element = box.current
    if (!element) return
    const next = spanOf(edges, element.scrollLeft, element.clientWidth)
    setSpan((old) => (old.first === next.first && old.behind === next.behind ? old : next))
  }, [box, edges])
  useLooking(box, look)
  return span
}

/** The columns between two places in sight, and one more on either side. */
export function spanOf(edges: readonly number[], left: number, width: number): ColumnSpan {
  const columns = edges.length - 1
  if (width === 0) return { first: 0, behind: columns }
  const first = edges.findIndex((_edge, i) => (edges[i + 1] ?? Infinity) > left)
  const behind = edges.findIndex((edge) => edge >= left + width)
  return { first: Math.max(0, first - 1), behind: behind < 0 ? columns : Math.min(columns, behind + 1) }
}

/** The columns of a row that are drawn: those of the span, and the one the keys are in, for it holds the focus. */
export function drawnColumns({ first, behind }: ColumnSpan, active: number | undefined): number[] {
  const drawn = Array.from({ length: Math.max(0, behind - first) }, (_none, i) => first + i)
  if (active === undefined || (active >= first && active < behind)) return drawn
  return active < first ? [active, ...drawn] : [...drawn, active]
}

/** The rows drawn: those in the window, and the active one wherever it is, for it holds the focus. */
export function drawnRows(from: number, to: number, active: number, rowCount: number): number[] {
  const rows = Array.from({ length: Math.max(0, to - from) }, (_none, i) => from + i)
  if (active < from && active >= 0) return [active, ...rows]
  return active >= to && active < rowCount ? [...rows, active] : rows
}

/** Scrolls as little as needed for a cell to be in sight beside the fixed head and first column, whose edges are given. */
export function scrollToCell(box: HTMLElement, { row, column }: GridCell, edges: readonly number[]): void {
  const top = row * ROW_HEIGHT
  const room = box.clientHeight - HEAD_HEIGHT - ROW_HEIGHT
  if (top < box.scrollTop) box.scrollTop = top
  else if (room > 0 && top > box.scrollTop + room) box.scrollTop = top - room
  const [first = 0, left = 0, right = 0] = [edges[0], edges[column], edges[column + 1]]
  if (left - first < box.scrollLeft) box.scrollLeft = left - first
  else if (right > box.scrollLeft + box.clientWidth) box.scrollLeft = right - box.clientWidth
}

import { type RefObject, useEffect, useMemo, useState } from 'react'
import { type GridCell, rangeOf } from './block.ts'
import type { GridColumn } from './columns.ts'
import { scrollToCell } from './use-grid-window.ts'

/** The cell the keys go to; `isQuiet` where it was not the user who went there. */
export interface GridPlace extends GridCell {
  isQuiet?: boolean
}

/** Width of the column before the first, as in grid.css. */
const HEAD_WIDTH = 76

/** The marked cells of a grid, between the active cell and one across; what the keys are at is kept in sight, after a paste its first cell. */
export function useGridPlace(
  box: RefObject<HTMLElement | null>,
  columns: readonly GridColumn[],
  at: GridPlace,
  onMove: (at: GridPlace) => void,
) {
  const [across, setAcross] = useState<GridPlace>()
  const { row, column } = at
  const edges = useMemo(() => edgesOf(columns), [columns])
  const shown = across && !across.isQuiet ? across : at
  useEffect(() => {
    if (box.current) scrollToCell(box.current, { row: shown.row, column: shown.column }, edges)
  }, [box, shown.row, shown.column, edges])
  // Whoever is sent to another cell from outside finds that cell alone marked.
  const [own, setOwn] = useState<GridCell>(at)
  if (own.row !== row || own.column !== column) {
    setOwn(at)
    setAcross(undefined)
  }
  return {
    range: rangeOf(at, across ?? at),
    edges,
    go(to: GridPlace, isExtending: boolean): void {
      setAcross(isExtending ? to : undefined)
      if (isExtending) return
      setOwn(to)
      onMove({ row: to.row, column: to.column })
    },
  }
}

/** Where each column begins, in pixels, and where the last one ends. */
function edgesOf(columns: readonly GridColumn[]): number[] {
  const edges = [HEAD_WIDTH]
  for (const { width } of columns) edges.push((edges.at(-1) ?? 0) + width)
  return edges
}

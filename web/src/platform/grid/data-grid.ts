import type { GridRow } from './columns.ts'
import type { GridContent } from './grid-orders.ts'
import type { GridPlace } from './use-grid-place.ts'

/** What a grid is told by its screen. */
export interface DataGridProps<R extends GridRow> extends GridContent<R> {
  label: string
  at: GridPlace
  onMove: (at: GridPlace) => void
  /** Rows come into sight, from one to another (without it). */
  onShow?: (from: number, to: number) => void
  /** What the cell of a row may hold, where that is a choice. */
  optionsOf?: (row: R, column: number) => readonly string[]
  /** Keys of ticked rows, where rows can be ticked. */
  ticked?: ReadonlySet<string>
  onTick?: (rows: R[], isOn: boolean) => void
  /** What a tick at a row means; 选择 without it. */
  tickTitle?: string
  /** Takes every tick away, of rows out of sight too. */
  onUntickAll?: () => void
}

import type { FormEvent, PointerEvent } from 'react'
import type { GridCell } from './block.ts'

/** The cell a press is meant for; nothing where what is under it looks after itself. */
export function pointedAt(event: PointerEvent, active: GridCell): GridCell | undefined {
  const { target } = event
  if (event.button !== 0 || !(target instanceof Element)) return undefined
  const row = rowOf(target)
  const column = Number(target.closest<HTMLElement>('[data-column]')?.dataset['column'] ?? -1)
  const isActive = row === active.row && column === active.column && !event.shiftKey
  return row < 0 || column < 0 || isActive ? undefined : { row, column }
}

/** The row whose tick was changed. */
export function tickedAt({ target }: FormEvent): number | undefined {
  return target instanceof HTMLInputElement && target.dataset['tick'] !== undefined ? rowOf(target) : undefined
}

function rowOf(target: Element): number {
  return Number(target.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? -1)
}

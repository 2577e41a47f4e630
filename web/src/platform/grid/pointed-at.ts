import type { FormEvent, PointerEvent } from 'react'
import type { GridCell } from './block.ts'
import type { GridPlace } from './use-grid-place.ts'

/** The cell a press is meant for; nothing where what is under it looks after itself, as the input of the user's own cell does. */
export function pointedAt(event: PointerEvent, active: GridPlace): GridCell | undefined {
  const { target } = event
  if (event.button !== 0 || !(target instanceof Element)) return undefined
  const row = rowOf(target)
  const column = Number(target.closest<HTMLElement>('[data-column]')?.dataset['column'] ?? -1)
  const isActive = row === active.row && column === active.column && !event.shiftKey
  const isEntered = isActive && !(active.isQuiet && target instanceof HTMLInputElement)
  return row < 0 || column < 0 || isEntered ? undefined : { row, column }
}

/** The row whose tick was changed. */
export function tickedAt({ target }: FormEvent): number | undefined {
  return target instanceof HTMLInputElement && target.dataset['tick'] !== undefined ? rowOf(target) : undefined
}

function rowOf(target: Element): number {
  return Number(target.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? -1)
}

import type { KeyboardEvent } from 'react'

/** What makes a cell of a table one that explains itself: a click, Enter or F1 asks, arrows go to the figures around it. */
export function figureProps(onAsk: () => void) {
  return {
    tabIndex: -1,
    'data-figure': '',
    onClick: onAsk,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.target === event.currentTarget && onFigureKey(event, onAsk)) {
        event.preventDefault()
        event.stopPropagation()
      }
    },
  }
}

function onFigureKey({ key, currentTarget: cell }: KeyboardEvent<HTMLElement>, onAsk: () => void): boolean {
  if (key === 'Enter' || key === 'F1') onAsk()
  else if (key === 'ArrowRight') beside(cell, 'nextElementSibling')?.focus()
  else if (key === 'ArrowLeft') (beside(cell, 'previousElementSibling') ?? cell.parentElement)?.focus()
  else return false
  return true
}

function beside(cell: Element, direction: 'nextElementSibling' | 'previousElementSibling'): HTMLElement | undefined {
  let next = cell[direction]
  while (next && !next.hasAttribute('data-figure')) next = next[direction]
  return next instanceof HTMLElement ? next : undefined
}

/** The right arrow on a row goes to its first figure. */
export function onRowRight(event: KeyboardEvent<HTMLElement>): void {
  const row = event.target
  if (event.key !== 'ArrowRight' || !(row instanceof HTMLElement) || row.dataset.rowKey === undefined) return
  event.preventDefault()
  row.querySelector<HTMLElement>('[data-figure]')?.focus()
}

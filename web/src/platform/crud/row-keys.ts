import type { KeyboardEvent } from 'react'

export interface RowKeys {
  open: (id: string) => void
  toggle: (id: string) => void
}

/**
 * Keys of a table: arrows move between rows, Enter opens, Space picks. Rows are focused in the page itself,
 * so that moving draws nothing anew; a virtual table scrolls after the focus.
 */
export function onRowKey(event: KeyboardEvent<HTMLElement>, { open, toggle }: RowKeys): void {
  const row = event.target as HTMLElement
  const id = row.dataset?.rowKey
  if (id === undefined) return
  if (event.key === 'ArrowDown') focusNext(row, 'nextElementSibling')
  else if (event.key === 'ArrowUp') focusNext(row, 'previousElementSibling')
  else if (event.key === 'Enter') open(id)
  else if (event.key === ' ') toggle(id)
  else return
  event.preventDefault()
}

function focusNext(row: HTMLElement, direction: 'nextElementSibling' | 'previousElementSibling'): void {
  let next = row[direction]
  while (next && !(next as HTMLElement).dataset.rowKey) next = next[direction]
  ;(next as HTMLElement | null)?.focus()
}

import type { ClipboardEvent, KeyboardEvent } from 'react'

/** What a cell asks of its grid. */
export interface CellOrders {
  write: (text: string) => void
  /** Follows a key that moves; answers whether it leads anywhere in the grid. */
  move: (event: KeyboardEvent) => boolean
  paste: (text: string) => void
  /** The marked cells as text; nothing where they have not been read. */
  copy: () => string | undefined
  /** Empties the marked cells. */
  clear: () => void
  undo: () => void
  redo: () => void
  /** Ticks the marked rows, where rows can be ticked. */
  tick: () => void
  /** Out of the grid. */
  leave: () => void
}

/** What a key means for the text of a cell. */
export type CellKey = 'edit' | 'list' | 'cancel' | 'next' | 'previous' | 'done'

/** A key where nothing is being typed: it begins, or is carried out at once. */
export function idleKey(event: KeyboardEvent, orders: CellOrders): CellKey | undefined {
  const { key } = event
  if (key === 'F2') return 'edit'
  if (key === 'ArrowDown' && event.altKey) return 'list'
  const order = orderOf(event, orders)
  if (order) {
    event.preventDefault()
    order()
  } else if (orders.move(event)) event.preventDefault()
  return undefined
}

/** A key while a text is being typed: lists are walked, the rest ends the typing or belongs to the text. */
export function typingKey({ key, altKey }: KeyboardEvent, isListOpen: boolean): CellKey | undefined {
  if (key === 'Escape') return 'cancel'
  if (key === 'Enter' || key === 'Tab') return 'done'
  if (key === 'ArrowDown' && altKey) return 'list'
  if (key === 'ArrowDown') return isListOpen ? 'next' : 'done'
  if (key === 'ArrowUp') return isListOpen ? 'previous' : 'done'
  return undefined
}

function orderOf(event: KeyboardEvent, orders: CellOrders): (() => void) | undefined {
  const { key, shiftKey } = event
  if (key === 'Delete' || key === 'Backspace') return orders.clear
  if (key === 'Escape') return orders.leave
  if (key === ' ' && shiftKey) return orders.tick
  if (!event.ctrlKey && !event.metaKey) return undefined
  if (key.toLowerCase() === 'z') return shiftKey ? orders.redo : orders.undo
  return key.toLowerCase() === 'y' ? orders.redo : undefined
}

/** A block goes into the grid; a single text into the text that is being typed. */
export function takePaste(event: ClipboardEvent, isTyping: boolean, orders: CellOrders): void {
  const text = event.clipboardData.getData('text/plain')
  if (isTyping && !/[\t\n]/.test(text.trimEnd())) return
  event.preventDefault()
  orders.paste(text)
}

/** The marked cells go to the clipboard; while a text is being typed, its own marked part does. */
export function giveCopy(event: ClipboardEvent, isTyping: boolean, orders: CellOrders): void {
  if (isTyping) return
  event.preventDefault()
  const text = orders.copy()
  if (text === undefined) return
  event.clipboardData.setData('text/plain', text)
  if (event.type === 'cut') orders.clear()
}

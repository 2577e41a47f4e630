import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { keepEdits } from './use-grid-edits.ts'
import { type CellOrders, idleKey, typingKey } from './cell-keys.ts'

const MOST_SHOWN = 100

interface CellState {
  text: string
  options: readonly string[]
  isReadOnly: boolean
  orders: CellOrders
  input: RefObject<HTMLInputElement | null>
}

/** What is being typed into one cell, and the list of what it may hold. */
export function useCellEditing({ text, options, isReadOnly, orders, input }: CellState) {
  const [draft, setDraft] = useState<string>()
  /** Which option is marked, while the list is open. */
  const [marked, setMarked] = useState<number>()
  const endTyping = useWrittenOnLeave(draft, orders.write)
  const isTyping = draft !== undefined
  const shown = options
    .filter((one) => draft === undefined || draft === text || one.includes(draft))
    .slice(0, MOST_SHOWN)
  const isOpen = marked !== undefined && shown.length > 0

  function edit(next: string, isListed: boolean): void {
    if (isReadOnly) return
    setDraft(next)
    setMarked(isListed && options.length > 0 ? -1 : undefined)
  }

  function finish(next: string | undefined): void {
    endTyping()
    setDraft(undefined)
    setMarked(undefined)
    if (next !== undefined && next !== text) orders.write(next)
    requestAnimationFrame(() => input.current?.select())
  }

  function follow(event: KeyboardEvent<HTMLInputElement>): void {
    // A key of the input method belongs to it.
    if (event.nativeEvent.isComposing) return
    const key = isTyping ? typingKey(event, isOpen) : idleKey(event, orders)
    if (key === undefined) return
    event.preventDefault()
    if (key === 'edit') {
      edit(text, false)
      input.current?.setSelectionRange(text.length, text.length)
    }
    if (key === 'list') edit(draft ?? text, true)
    if (key === 'cancel') finish(undefined)
    if (key === 'next') setMarked(Math.min((marked ?? -1) + 1, shown.length - 1))
    if (key === 'previous') setMarked(Math.max((marked ?? 0) - 1, -1))
    if (key === 'done') {
      finish((isOpen ? shown[marked] : undefined) ?? draft)
      orders.move(event)
    }
  }

  return {
    shownText: draft ?? text,
    isTyping,
    shown,
    marked: marked ?? -1,
    isOpen,
    edit,
    finish,
    follow,
    /** What was typed is kept when another place gets the keys. */
    leave: () => isTyping && finish(draft),
    toggle: () => (isOpen ? setMarked(undefined) : edit(draft ?? text, true)),
  }
}

/** What is half typed is written where the cell or the window goes. Answers how to say that it was finished before. */
function useWrittenOnLeave(draft: string | undefined, write: (text: string) => void): () => void {
  const latest = useRef({ draft, write })
  useEffect(() => {
    latest.current = { draft, write }
  })
  useEffect(() => {
    function finish(): void {
      const { draft: typed, write: writeNow } = latest.current
      if (typed !== undefined) writeNow(typed)
    }
    function hide(): void {
      finish()
      // Everything else may have been kept before.
      keepEdits()
    }
    window.addEventListener('pagehide', hide)
    return () => {
      window.removeEventListener('pagehide', hide)
      // An input that goes with the focus tells nobody that it lost it.
      finish()
    }
  }, [])
  return () => {
    latest.current.draft = undefined
  }
}

import { DownOutlined } from '@ant-design/icons'
import { type MouseEvent, useId, useLayoutEffect, useRef } from 'react'
import { useT } from '../i18n/i18n.ts'
import { type CellOrders, giveCopy, takePaste } from './cell-keys.ts'
import { PickList } from './PickList.tsx'
import { useCellEditing } from './use-cell-editing.ts'

interface CellEditorProps {
  label: string
  text: string
  isWrong: boolean
  /** Element that tells what is wrong. */
  noteId: string
  options: readonly string[]
  isReadOnly: boolean
  /** Does not take the focus when it appears. */
  isQuiet: boolean
  orders: CellOrders
}

const LONGEST = 500

/**
 * The cell the keys go to. It is an input from the start, its text marked, so that the first key typed, of an input
 * method too, takes the place of the text; F2 or a double click changes the text itself.
 */
export function CellEditor({ label, text, isWrong, noteId, options, isReadOnly, isQuiet, orders }: CellEditorProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const editing = useCellEditing({ text, options, isReadOnly, orders, input })
  const { isTyping, isOpen, shown, marked } = editing
  useLayoutEffect(() => {
    if (isQuiet) return
    input.current?.focus({ preventScroll: true })
    input.current?.select()
  }, [isQuiet])
  /** A press on the cell the keys go to leaves its text marked; a second one at once goes into the text. */
  function keepMarked(event: MouseEvent<HTMLInputElement>): void {
    if (isTyping || event.detail > 1) return
    event.preventDefault()
    event.currentTarget.focus({ preventScroll: true })
    event.currentTarget.select()
  }
  const combobox = {
    role: 'combobox',
    'aria-expanded': isOpen,
    'aria-controls': id,
    'aria-autocomplete': 'list' as const,
    'aria-activedescendant': isOpen && marked >= 0 ? `${id}-${marked}` : undefined,
  }
  return (
    <>
      <input
        ref={input}
        className="grid-input"
        aria-label={label}
        aria-invalid={isWrong}
        aria-describedby={noteId}
        {...(options.length > 0 && combobox)}
        autoComplete="off"
        maxLength={LONGEST}
        readOnly={isReadOnly}
        data-typing={isTyping || undefined}
        value={editing.shownText}
        onChange={(event) => editing.edit(event.target.value, true)}
        onKeyDown={editing.follow}
        onMouseDown={keepMarked}
        onDoubleClick={() => editing.edit(text, false)}
        onBlur={editing.leave}
        onPaste={(event) => takePaste(event, isTyping, orders)}
        onCopy={(event) => giveCopy(event, isTyping, orders)}
        onCut={(event) => giveCopy(event, isTyping, orders)}
      />
      {options.length > 0 && !isReadOnly && <OpenButton onOpen={() => (input.current?.focus(), editing.toggle())} />}
      {isOpen && <PickList id={id} options={shown} at={marked} onPick={editing.finish} />}
    </>
  )
}

/** Opens the list for those who have no keys; the cell keeps the focus. */
function OpenButton({ onOpen }: { onOpen: () => void }) {
  const t = useT()
  return (
    <button
      type="button"
      className="grid-open"
      tabIndex={-1}
      aria-label={t('展开可选的值')}
      onMouseDown={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onOpen()
      }}
    >
      <DownOutlined />
    </button>
  )
}

import { EllipsisOutlined } from '@ant-design/icons'
import { type CSSProperties, type SyntheticEvent, useId, useRef, useState } from 'react'
import { t as translate, useT } from '../i18n/i18n.ts'
import type { CrudRow } from './row.ts'
import { textWidth } from './text-width.ts'
import './row-actions.css'

export interface RowAction {
  /** Permission code without which the action is not offered. */
  code?: string
  label: string
  run: (row: CrudRow) => unknown
  danger?: boolean
  /** Offered for some rows only. */
  isFor?: (row: CrudRow) => boolean
}

interface RowActionsProps {
  row: CrudRow
  actions: RowAction[]
}

/** More than this fold to the first and a menu. */
const MOST_BESIDE = 2

/** The first action, and the others behind 更多. Native buttons: a library's button in every row would cost more than the table. */
export function RowActions({ row, actions }: RowActionsProps) {
  if (actions.length <= MOST_BESIDE) {
    return actions.map((action) => <ActionButton key={action.label} {...{ row, action }} />)
  }
  const [first, ...others] = actions
  return (
    <>
      {first && <ActionButton row={row} action={first} />}
      <MoreActions row={row} actions={others} />
    </>
  )
}

interface ActionButtonProps {
  row: CrudRow
  action: RowAction
  /** Told of work that takes a while: that it begins, and that it has ended. */
  onBusy?: (isBusy: boolean) => void
}

/** Not pressed twice while it is at work; the focus stays on it meanwhile. */
function ActionButton({ row, action, onBusy }: ActionButtonProps) {
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  function say(is: boolean): void {
    setBusy(is)
    onBusy?.(is)
  }
  function start(): void {
    const work = action.run(row)
    if (!(work instanceof Promise)) return
    say(true)
    void work.finally(() => say(false))
  }
  return (
    <button
      type="button"
      className={action.danger ? 'crud-link is-danger' : 'crud-link'}
      aria-busy={isBusy}
      onClick={(event) => {
        event.stopPropagation()
        if (!isBusy) start()
      }}
    >
      {t(action.label)}
    </button>
  )
}

/**
 * A menu of the browser's own above everything: Escape and a press beside it close it, the focus goes back to its button, which
 * says for those in the closed menu that one is at work.
 */
function MoreActions({ row, actions }: RowActionsProps) {
  const t = useT()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [place, setPlace] = useState<CSSProperties>({})
  const [working, setWorking] = useState(0)
  const menu = useRef<HTMLDivElement>(null)
  const hide = () => menu.current && 'hidePopover' in menu.current && menu.current.hidePopover()

  return (
    <>
      <button
        ref={button}
        type="button"
        className="crud-link crud-more"
        popoverTarget={id}
        aria-label={t('更多')}
        title={t('更多')}
        aria-busy={working > 0}
        onClick={(event) => {
          event.stopPropagation()
          setPlace(placeBelow(event, actions.length))
          window.addEventListener('scroll', hide, { capture: true, once: true })
        }}
      >
        <EllipsisOutlined />
      </button>
      {/* Before its buttons hear of it: what they open takes the focus from the menu's button, and gives it back. */}
      <div ref={menu} id={id} popover="auto" className="crud-more-menu" style={place} onClickCapture={hide}>
        {actions.map((action) => (
          <ActionButton
            key={action.label}
            {...{ row, action }}
            onBusy={(isBusy) => setWorking((before) => before + (isBusy ? 1 : -1))}
          />
        ))}
      </div>
    </>
  )
}

const LINE = 34
const EDGE = 12

/** Under the button, or above it where the window ends. */
function placeBelow({ currentTarget }: SyntheticEvent, lines: number): CSSProperties {
  const { top, bottom, right } = currentTarget.getBoundingClientRect()
  const isLow = bottom + lines * LINE + EDGE > window.innerHeight
  const side = { right: window.innerWidth - right }
  return isLow ? { ...side, bottom: window.innerHeight - top } : { ...side, top: bottom }
}

const PADDING = 20
const GAP = 12
const MORE = 24
const LEAST = 72

/** Width of a column that shows these actions in one line, folded as they are. */
export function actionsWidth(actions: RowAction[]): number {
  if (actions.length === 0) return 0
  const widths = actions.map((action) => textWidth(translate(action.label)) + GAP)
  const isFolded = actions.length > MOST_BESIDE
  const words = isFolded ? Math.max(...widths) + MORE : widths.reduce((sum, width) => sum + width, 0)
  return Math.max(LEAST, PADDING + words)
}

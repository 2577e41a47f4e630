import { t as translate, useT } from '../i18n/i18n.ts'
import type { CrudRow } from './row.ts'
import { textWidth } from './text-width.ts'

export interface RowAction {
  /** Permission code without which the action is not offered. */
  code?: string
  label: string
  run: (row: CrudRow) => unknown
  danger?: boolean
  /** Offered for some rows only. */
  isFor?: (row: CrudRow) => boolean
}

/** Native buttons: a library's button in every row would cost more than the whole table. */
export function RowActions({ row, actions }: { row: CrudRow; actions: RowAction[] }) {
  const t = useT()
  return actions.map((action) => (
    <button
      key={action.label}
      type="button"
      className={action.danger ? 'crud-link is-danger' : 'crud-link'}
      onClick={(event) => {
        event.stopPropagation()
        void action.run(row)
      }}
    >
      {t(action.label)}
    </button>
  ))
}

const PADDING = 20
const GAP = 12

/** Width of a column that shows all these actions in one line. */
export function actionsWidth(actions: RowAction[]): number {
  if (actions.length === 0) return 0
  return Math.max(
    72,
    actions.reduce((sum, action) => sum + textWidth(translate(action.label)) + GAP, PADDING),
  )
}

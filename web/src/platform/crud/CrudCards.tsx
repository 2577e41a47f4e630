import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../i18n/i18n.ts'
import { Empty } from '../ui/Empty.tsx'
import type { Labels } from './fields/field-view.ts'
import { viewOf } from './fields/kinds.ts'
import { columnTitle } from './fields/wording.ts'
import { RowActions, type RowAction } from './RowActions.tsx'
import { type CrudRow, type NamedField, flatten, labelField } from './row.ts'
import type { OwnCells } from './use-columns.tsx'
import type { CrudList } from './use-crud-list.ts'
import { Revealed } from './Revealed.tsx'
import { isMasked } from './use-entity-dialog.ts'

interface CrudCardsProps {
  crud: CrudList
  fields: NamedField[]
  labels: Record<string, Labels>
  actions: (row: CrudRow) => RowAction[]
  canSelect: boolean
  onPick?: ((row: CrudRow) => void) | undefined
  cells?: OwnCells | undefined
}

/** Rows on a phone: one card each, the name on top, the other columns as pairs. */
export function CrudCards({ crud, fields, labels, actions, canSelect, onPick, cells }: CrudCardsProps) {
  const t = useT()
  if (crud.rows.length === 0) return <Empty />
  const first = fields.find(([name]) => name === labelField(crud.entity)) ?? fields[0]
  const others = fields.filter((one) => one !== first)

  function pick(id: string, isPicked: boolean): void {
    crud.setSelected(isPicked ? [...crud.selected, id] : crud.selected.filter((one) => one !== id))
  }

  return (
    <ul className="crud-cards">
      {flatten(crud.rows).map((row) => (
        <li key={row.id}>
          <header>
            {onPick ? (
              <button type="button" className="crud-link" onClick={() => onPick(row)}>
                {first && cellOf(first, row, labels)}
              </button>
            ) : (
              <strong>{first && cellOf(first, row, labels)}</strong>
            )}
            {canSelect && (
              <Checkbox
                aria-label={t('选择')}
                checked={crud.selected.includes(row.id)}
                onChange={(event) => pick(row.id, event.target.checked)}
              />
            )}
          </header>
          <dl>
            {others.map((named) => (
              <Pair
                key={named[0]}
                title={columnTitle(t, named[1])}
                value={cells?.[named[0]]?.draw(row[named[0]]) ?? pairValue(crud.entity, named, row, labels)}
                hasButton={isMasked(named[1], row[named[0]])}
              />
            ))}
          </dl>
          <footer>
            <RowActions row={row} actions={actions(row)} />
          </footer>
        </li>
      ))}
    </ul>
  )
}

/** Letters that fit into half the width of a card. */
const HALF = 14

interface PairProps {
  title: string
  value: ReactNode
  hasButton: boolean
}

function Pair({ title, value, hasButton }: PairProps) {
  const isWide = hasButton || (typeof value === 'string' && title.length * 2 + value.length > HALF)
  return (
    <div className={isWide ? 'is-wide' : ''}>
      <dt>{title}</dt>
      <dd>{value || '—'}</dd>
    </div>
  )
}

function pairValue(
  entity: AnyEntity,
  [name, field]: NamedField,
  row: CrudRow,
  labels: Record<string, Labels>,
): ReactNode {
  const value = row[name]
  if (!isMasked(field, value)) return cellOf([name, field], row, labels)
  return <Revealed {...{ entity, field, name }} id={row.id} value={String(value)} />
}

function cellOf([name, field]: NamedField, row: CrudRow, labels: Record<string, Labels>) {
  return viewOf(field).Cell({ value: row[name], field, labels: labels[name] })
}

import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { t as translate } from '../i18n/i18n.ts'
import { EmptyList } from './EmptyList.tsx'
import type { Labels } from './fields/field-view.ts'
import { viewOf } from './fields/kinds.ts'
import { columnTitle } from './fields/wording.ts'
import { RowActions, type RowAction } from './RowActions.tsx'
import type { CrudRow, NamedField } from './row.ts'
import type { OwnCells } from './use-columns.tsx'
import type { List } from './use-list.ts'
import { rowName } from './row-name.ts'
import { useTickTitle } from '../ui/ticks.ts'
import { Revealed } from './Revealed.tsx'
import { textWidth } from './text-width.ts'
import { isMasked } from '../form/values.ts'
import './crud-phone.css'

interface CrudCardsProps {
  list: List
  fields: NamedField[]
  actions: (row: CrudRow) => RowAction[]
  canSelect: boolean
  canPick: (row: CrudRow) => boolean
  onPick?: ((row: CrudRow) => void) | undefined
  cells?: OwnCells | undefined
}

/** Rows on a phone: one card each, the name on top, the other columns as pairs. */
export function CrudCards({ list, fields, actions, canSelect, canPick, onPick, cells }: CrudCardsProps) {
  const tickTitle = useTickTitle()
  const { entity, labels, layout } = list
  if (list.rows.length === 0) return <EmptyList list={list} />
  const [first, ...others] = fields

  function pick(id: string, isPicked: boolean): void {
    list.setSelected(isPicked ? [...list.selected, id] : list.selected.filter((one) => one !== id))
  }

  // It scrolls; by keys too, where nothing in it takes them.
  return (
    <ul className="crud-cards" tabIndex={0}>
      {withParents(list.rows).map(({ row, parents }, at) => (
        <li key={row.id} className={parents.length > 0 ? 'is-child' : ''}>
          {parents.length > 0 && first && (
            <p className="crud-card-parents">
              {parents.map((parent) => (
                <span key={parent.id}>{headOf(first, parent, labels, cells)}</span>
              ))}
            </p>
          )}
          <header>
            {onPick ? (
              <button type="button" className="crud-link" onClick={() => onPick(row)}>
                {first && headOf(first, row, labels, cells)}
              </button>
            ) : (
              <strong>{first && headOf(first, row, labels, cells)}</strong>
            )}
            {canSelect && canPick(row) && (
              <Checkbox
                aria-label={tickTitle(rowName({ entity, labels, first: layout.first }, row), at + 1)}
                checked={list.selected.includes(row.id)}
                onChange={(event) => pick(row.id, event.target.checked)}
              />
            )}
          </header>
          <dl>
            {sideBySide(others.map((named) => pairOf(entity, named, row, labels, cells))).map(({ name, ...pair }) => (
              <Pair key={name} {...pair} />
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

/** All rows of a forest in one line, each with those above it. */
function withParents(rows: CrudRow[], parents: CrudRow[] = []): { row: CrudRow; parents: CrudRow[] }[] {
  return rows.flatMap((row) => [{ row, parents }, ...withParents(row.children ?? [], [...parents, row])])
}

/** Half the width of a phone. */
const HALF = 132

interface PairProps {
  title: string
  value: ReactNode
  isWide: boolean
}

function pairOf(
  entity: AnyEntity,
  [name, field]: NamedField,
  row: CrudRow,
  labels: Record<string, Labels>,
  cells: OwnCells | undefined,
): PairProps & { name: string } {
  const title = columnTitle(translate, field)
  const own = cells?.[name]?.draw(row[name], row)
  const value = own ?? pairValue(entity, [name, field], row, labels)
  const isLong = typeof value === 'string' && textWidth(title + value) > HALF
  return { name, title, value, isWide: own !== undefined || isMasked(field, row[name]) || isLong }
}

/** Two that are narrow share a line; one that has no other beside it has all of it. */
export function sideBySide<T extends { isWide: boolean }>(pairs: T[]): T[] {
  let isOpen = false
  return pairs.map((pair, at) => {
    const isSecond = isOpen
    isOpen = !pair.isWide && !isSecond && pairs[at + 1]?.isWide === false
    return isSecond || isOpen ? pair : { ...pair, isWide: true }
  })
}

function Pair({ title, value, isWide }: PairProps) {
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

/** What a row is known by, as the page draws it. */
function headOf(named: NamedField, row: CrudRow, labels: Record<string, Labels>, cells: OwnCells | undefined) {
  const [name] = named
  return cells?.[name]?.draw(row[name], row) ?? cellOf(named, row, labels)
}

function cellOf([name, field]: NamedField, row: CrudRow, labels: Record<string, Labels>) {
  return viewOf(field).Cell({ value: row[name], field, labels: labels[name] })
}

import { indexedOrders } from '@xueheng/contract/derive/large.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { TableColumnType } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { useT } from '../i18n/i18n.ts'
import { ColumnTitle } from './ColumnTitle.tsx'
import type { Labels } from './fields/field-view.ts'
import { viewOf } from './fields/kinds.ts'
import { type FieldLayouts, columnWidth } from './field-layout.ts'
import { columnTitle } from './fields/wording.ts'
import { RowActions, type RowAction } from './RowActions.tsx'
import type { CrudRow, NamedField } from './row.ts'
import { Revealed } from './Revealed.tsx'
import { SwitchCell } from './SwitchCell.tsx'
import { textWidth } from './text-width.ts'
import type { ColumnMemory } from './use-column-memory.ts'
import { isMasked } from '../form/values.ts'

/** How a page draws one field itself. */
export interface OwnCell {
  /** Least width of its column. */
  width: number
  draw: (value: unknown, row: CrudRow) => ReactNode
}

/** By field name. Declared once outside the component: another object draws every column anew. */
export type OwnCells = Record<string, OwnCell>

export interface ColumnOptions {
  entity: AnyEntity
  memory: ColumnMemory
  layouts: FieldLayouts
  labels: Record<string, Labels>
  sort: string | undefined
  /** Number of the first row shown. */
  firstNumber: number
  hasNumbers: boolean
  actions: (row: CrudRow) => RowAction[]
  /** Most actions a row may have, for the width of their column; 0 leaves the column out. */
  actionWidth: number
  cells?: OwnCells | undefined
  /** Saves a flag at once; without it flags are text. */
  onSwitch?: ((row: CrudRow, name: string, next: number) => Promise<void>) | undefined
  /** Whether the flags of a row may be switched. */
  canSwitch: (row: CrudRow) => boolean
}

const SHORTEST_TITLE = 40

/** Wide enough for the title, its unit and the sort mark. */
function widthOf([name, field]: NamedField, title: string, layouts: FieldLayouts): number {
  return Math.max(columnWidth(field, layouts[name]), SHORTEST_TITLE + textWidth(title))
}

const LABEL_MOST = 150
const CELL_PADDING = 20

/** Entries of a dictionary are short in Chinese and long in English. */
function widest(labels: Labels | undefined): number {
  const widths = [...(labels?.values() ?? [])].map((label) => textWidth(label) + CELL_PADDING)
  return Math.min(LABEL_MOST, Math.max(0, ...widths))
}

/**
 * Pictures have no order, a column of switches is filtered, not sorted, and the order of what is masked would tell of it.
 * A large list is put in order by its indexes alone.
 */
function isSortable(entity: AnyEntity, [name, field]: NamedField): boolean {
  if (indexedOrders(entity)?.includes(name) === false) return false
  return !field.personal && (field.sortable ?? (field.kind !== 'image' && field.kind !== 'flag' && !field.multiple))
}

export function useColumns(options: ColumnOptions): TableColumnType<CrudRow>[] {
  const t = useT()
  const { entity, memory, labels, sort, firstNumber, hasNumbers, actions, actionWidth, cells, onSwitch } = options
  const shown = memory.shown.map(([name]) => name).join()
  return useMemo(() => {
    const data = memory.shown.map((named, at) => ({
      ...dataColumn(named, t, options),
      // What a row is known by stays in sight however far the others are moved.
      ...(at === 0 && { fixed: 'start' as const, onCell: () => ({ className: 'crud-identity' }) }),
    }))
    const numbers = hasNumbers ? [numberColumn(firstNumber)] : []
    return actionWidth > 0
      ? [...numbers, ...data, actionColumn(t('操作'), actions, actionWidth)]
      : [...numbers, ...data]
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `options` is made anew each time; its parts are compared
  }, [
    t,
    entity,
    shown,
    memory.choice.widths,
    labels,
    sort,
    firstNumber,
    hasNumbers,
    actions,
    actionWidth,
    cells,
    onSwitch,
    options.canSwitch,
  ])
}

function dataColumn(named: NamedField, t: (text: string) => string, options: ColumnOptions): TableColumnType<CrudRow> {
  const [name, field] = named
  const view = viewOf(field)
  const title = columnTitle(t, field)
  const own = options.cells?.[name]
  const labels = options.labels[name]
  const least = Math.max(
    own?.width ?? 0,
    widthOf(named, title, options.layouts),
    field.kind === 'dict' ? widest(labels) : 0,
  )
  const width = options.memory.choice.widths[name] ?? least
  const { onSwitch, canSwitch, sort } = options
  return {
    key: name,
    dataIndex: name,
    width,
    align: view.align,
    ellipsis: { showTitle: true },
    className: view.align === 'right' ? 'crud-figure' : '',
    title: (
      <ColumnTitle width={width} onResize={(next) => options.memory.resize(name, next)}>
        {title}
      </ColumnTitle>
    ),
    ...(isSortable(options.entity, named) && {
      sorter: true,
      showSorterTooltip: false,
      sortOrder: sort === name ? 'ascend' : sort === `-${name}` ? 'descend' : null,
    }),
    render: (value: unknown, row: CrudRow) =>
      own ? (
        own.draw(value, row)
      ) : field.kind === 'flag' && onSwitch && !field.editable && canSwitch(row) ? (
        <SwitchCell label={t(field.label)} value={value} onChange={(next) => onSwitch(row, name, next)} />
      ) : isMasked(field, value) ? (
        <Revealed {...{ field, name }} entity={options.entity} id={row.id} value={String(value)} />
      ) : (
        view.Cell({ value, field, labels })
      ),
  }
}

function numberColumn(first: number): TableColumnType<CrudRow> {
  return {
    key: '#',
    title: '#',
    width: 52,
    align: 'center',
    fixed: 'start',
    className: 'crud-row-number',
    render: (_value, _row, at) => first + at,
  }
}

function actionColumn(title: string, actions: (row: CrudRow) => RowAction[], width: number): TableColumnType<CrudRow> {
  return {
    key: 'actions',
    title,
    width,
    fixed: 'end',
    className: 'crud-actions',
    render: (_value, row) => <RowActions row={row} actions={actions(row)} />,
  }
}

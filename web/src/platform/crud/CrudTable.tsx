import { Table, type TableColumnType, type TableProps } from 'antd'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useTicks } from '../ui/ticks.ts'
import { EmptyList } from './EmptyList.tsx'
import { onRowKey } from './row-keys.ts'
import { rowName } from './row-name.ts'
import { type CrudRow, flatten } from './row.ts'
import type { Density } from './use-column-memory.ts'
import type { Rows } from './use-rows.ts'
import { type Growth, stretch } from './stretch.ts'
import type { List } from './use-list.ts'
import { useSize } from './use-size.ts'

export interface CrudTableProps {
  list: List
  columns: TableColumnType<CrudRow>[]
  density: Density
  /** Widths the user gave to columns. */
  chosen: Record<string, number>
  canSelect: boolean
  /** Rows that may be picked. */
  canPick: (row: CrudRow) => boolean
  onOpen: (row: CrudRow) => void
  onPick?: ((row: CrudRow) => void) | undefined
  picked?: string | undefined
}

/** More rows than this are drawn only where they can be seen. */
const VIRTUAL_ABOVE = 30
const HEAD = { compact: 33, middle: 39, loose: 47 } satisfies Record<Density, number>
const LOWEST = 200
/** Width of the column of check boxes. */
const PICK = 44

export function CrudTable({
  list,
  columns,
  density,
  chosen,
  canSelect,
  canPick,
  onOpen,
  onPick,
  picked,
}: CrudTableProps) {
  const box = useRef<HTMLDivElement>(null)
  const { width: boxWidth, height } = useSize(box)
  const isVirtual = list.rows.length > VIRTUAL_ABOVE
  const filled = useMemo(
    () => fill(columns, chosen, boxWidth - (canSelect ? PICK : 0)),
    [columns, chosen, boxWidth, canSelect],
  )
  const width = filled.reduce((sum, column) => sum + Number(column.width), canSelect ? PICK : 0)
  const selection = useSelection(list, canPick)
  useReachable(box, list.rows.length === 0)

  function toggle(id: string): void {
    const row = flatten(list.rows).find((one) => one.id === id)
    if (!canSelect || !row || !canPick(row)) return
    list.setSelected(list.selected.includes(id) ? list.selected.filter((one) => one !== id) : [...list.selected, id])
  }

  return (
    <div
      ref={box}
      className={`crud-table is-${density}`}
      role="presentation"
      onKeyDown={(event) => onRowKey(event, { open: (id) => openById(list.rows, id, onOpen), toggle })}
    >
      <Table<CrudRow>
        rowKey="id"
        size={density === 'loose' ? 'medium' : 'small'}
        columns={filled}
        dataSource={list.rows}
        virtual={isVirtual}
        scroll={{ x: width, y: Math.max(LOWEST, height - HEAD[density]) }}
        pagination={false}
        {...(canSelect && { rowSelection: selection })}
        loading={list.isFetching && !list.isFirstLoad ? { delay: 300 } : false}
        locale={{ emptyText: <EmptyList list={list} /> }}
        expandable={expandable(list)}
        onRow={(row, at) => ({
          tabIndex: at === 0 ? 0 : -1,
          className: `${onPick ? 'is-pickable' : ''} ${row.id === picked ? 'is-picked' : ''}`,
          onClick: () => onPick?.(row),
          onDoubleClick: () => (onPick ? undefined : onOpen(row)),
          'aria-selected': canSelect ? list.selected.includes(row.id) : undefined,
        })}
        onChange={(_page, _filters, sorter) => list.sortBy(orderOf(sorter))}
      />
    </div>
  )
}

/** `name`, `-name`, or nothing, of the head that was pressed. */
function orderOf(sorter: Parameters<NonNullable<TableProps<CrudRow>['onChange']>>[2]): string | undefined {
  const one = Array.isArray(sorter) ? sorter[0] : sorter
  const name = String(one?.columnKey ?? '')
  if (!one?.order) return undefined
  return one.order === 'descend' ? `-${name}` : name
}

/** What scrolls must be reachable by keyboard; without rows nothing inside takes the focus, so the body itself does. */
function useReachable(box: RefObject<HTMLDivElement | null>, isEmpty: boolean): void {
  useEffect(() => {
    const body = box.current?.querySelector('.ant-table-body')
    if (isEmpty) body?.setAttribute('tabindex', '0')
    else body?.removeAttribute('tabindex')
  }, [box, isEmpty])
}

/** Switches, actions and columns whose width the user chose keep it; the others take the room that is left. */
function fill(
  columns: TableColumnType<CrudRow>[],
  chosen: Record<string, number>,
  available: number,
): TableColumnType<CrudRow>[] {
  const widths = stretch(
    columns.map((column) => Number(column.width ?? 0)),
    columns.map((column) => growthOf(column, chosen)),
    available,
  )
  return columns.map((column, at) => ({ ...column, width: widths[at] ?? 0 }))
}

function growthOf(column: TableColumnType<CrudRow>, chosen: Record<string, number>): Growth {
  if (column.dataIndex === undefined || column.align === 'center' || String(column.key) in chosen) return 'fixed'
  return column.align === 'left' ? 'text' : 'any'
}

function useSelection(
  list: List,
  canPick: (row: CrudRow) => boolean,
): NonNullable<TableProps<CrudRow>['rowSelection']> {
  const { entity, labels, layout } = list
  const ticks = useTicks(flatten(list.rows), (row) => rowName({ entity, labels, first: layout.first }, row))
  return {
    selectedRowKeys: list.selected,
    preserveSelectedRowKeys: true,
    columnWidth: PICK,
    fixed: true,
    onChange: (keys) => list.setSelected(keys.map(String)),
    ...ticks,
    getCheckboxProps: (row) => ({ ...ticks.getCheckboxProps(row), disabled: !canPick(row) }),
  }
}

function openById(rows: CrudRow[], id: string, open: (row: CrudRow) => void): void {
  for (const row of rows) {
    if (row.id === id) open(row)
    else openById(row.children ?? [], id, open)
  }
}

function expandable(list: Rows): TableProps<CrudRow>['expandable'] {
  if (!list.isForest) return {}
  const { branches } = list
  return branches.isLazy
    ? { expandedRowKeys: branches.open, onExpand: (isOpen, row) => branches.toggle(isOpen, row.id) }
    : { defaultExpandAllRows: true }
}

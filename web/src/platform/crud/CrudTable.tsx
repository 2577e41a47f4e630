import { Table, type TableColumnType, type TableProps } from 'antd'
import { useRef } from 'react'
import { Empty } from '../ui/Empty.tsx'
import { useT } from '../i18n/i18n.ts'
import { onRowKey } from './row-keys.ts'
import type { CrudRow } from './row.ts'
import type { Density } from './use-column-memory.ts'
import type { CrudList } from './use-crud-list.ts'
import { useHeight } from './use-height.ts'

export interface CrudTableProps {
  crud: CrudList
  columns: TableColumnType<CrudRow>[]
  density: Density
  canSelect: boolean
  onOpen: (row: CrudRow) => void
}

/** More rows than this are drawn only where they can be seen. */
const VIRTUAL_ABOVE = 30
const HEAD = { compact: 33, middle: 39, loose: 47 } satisfies Record<Density, number>
const LOWEST = 200

export function CrudTable({ crud, columns, density, canSelect, onOpen }: CrudTableProps) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const height = useHeight(box)
  const isVirtual = crud.rows.length > VIRTUAL_ABOVE
  const width = columns.reduce((sum, column) => sum + Number(column.width ?? 0), canSelect ? 44 : 0)

  const selection: TableProps<CrudRow>['rowSelection'] = canSelect
    ? {
        selectedRowKeys: crud.selected,
        preserveSelectedRowKeys: true,
        columnWidth: 44,
        fixed: true,
        onChange: (keys) => crud.setSelected(keys.map(String)),
        getCheckboxProps: (row) => ({ 'aria-label': `${t('选择')} ${row.id}` }) as object,
      }
    : undefined

  function toggle(id: string): void {
    if (!canSelect) return
    crud.setSelected(crud.selected.includes(id) ? crud.selected.filter((one) => one !== id) : [...crud.selected, id])
  }

  return (
    <div
      ref={box}
      className={`crud-table is-${density}`}
      onKeyDown={(event) => onRowKey(event, { open: (id) => openById(crud.rows, id, onOpen), toggle })}
    >
      <Table<CrudRow>
        rowKey="id"
        size={density === 'loose' ? 'medium' : 'small'}
        columns={columns}
        dataSource={crud.rows}
        virtual={isVirtual}
        scroll={{ x: width, y: Math.max(LOWEST, height - HEAD[density]) }}
        pagination={false}
        rowSelection={selection}
        loading={crud.isFetching && !crud.isFirstLoad ? { delay: 300 } : false}
        locale={{ emptyText: <EmptyList crud={crud} /> }}
        expandable={expandable(crud)}
        onRow={(row, at) => ({
          tabIndex: at === 0 ? 0 : -1,
          onDoubleClick: () => onOpen(row),
          'aria-selected': canSelect ? crud.selected.includes(row.id) : undefined,
        })}
        onChange={(_page, _filters, sorter) => {
          const one = Array.isArray(sorter) ? sorter[0] : sorter
          const name = String(one?.columnKey ?? '')
          crud.sortBy(one?.order ? (one.order === 'descend' ? `-${name}` : name) : undefined)
        }}
      />
    </div>
  )
}

function EmptyList({ crud }: { crud: CrudList }) {
  const t = useT()
  const isSearched = Object.keys(crud.query.filters).length > 0
  return <Empty title={t('暂无数据')} {...(isSearched && { hint: t('没有符合条件的数据，可以清空条件再试') })} />
}

function openById(rows: CrudRow[], id: string, open: (row: CrudRow) => void): void {
  for (const row of rows) {
    if (row.id === id) open(row)
    else openById(row.children ?? [], id, open)
  }
}

function expandable(crud: CrudList): TableProps<CrudRow>['expandable'] {
  if (!crud.isForest) return {}
  const { branches } = crud
  return branches.isLazy
    ? { expandedRowKeys: branches.open, onExpand: (isOpen, row) => branches.toggle(isOpen, row.id) }
    : { defaultExpandAllRows: true }
}

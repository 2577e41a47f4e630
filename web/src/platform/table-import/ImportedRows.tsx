import type { ImportColumn, ImportedRow } from '@xueheng/contract/platform/table-import.ts'
import { Checkbox, Switch, Table, type TableColumnType } from 'antd'
import { useMemo, useState } from 'react'
import { formatNumber } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'

/** Rows with faults may be ticked to be left out, by their number. */
interface Leaving {
  rows: number[]
  onChange: (rows: number[]) => void
}

interface ImportedRowsProps {
  columns: ImportColumn[]
  /** Those that are shown of `total`. */
  rows: ImportedRow[]
  total: number
  leaving?: Leaving
}

const WIDTH = 150
const NUMBER_WIDTH = 64
const TICK_WIDTH = 96

/** The rows as they were read; what is wrong stands below the cell it is about. */
export function ImportedRows({ columns, rows, total, leaving }: ImportedRowsProps) {
  const t = useT()
  const faulty = useMemo(() => rows.filter(isFaulty), [rows])
  const [isFaultyOnly, setFaultyOnly] = useState(true)
  const shown = isFaultyOnly && faulty.length > 0 ? faulty : rows
  const drawn: TableColumnType<ImportedRow>[] = [
    { key: '#', title: t('行号'), dataIndex: 'rowNo', width: NUMBER_WIDTH, align: 'center', fixed: 'start' },
    ...(leaving ? [stateColumn(t)] : []),
    ...columns.map(({ key, title }) => ({
      key,
      title: t(title),
      width: WIDTH,
      render: (_value: unknown, row: ImportedRow) => <Cell text={row.values[key] ?? ''} fault={row.faults[key]} />,
    })),
  ]
  return (
    <>
      {faulty.length > 0 && (
        <label className="table-import-only">
          <Switch size="small" checked={isFaultyOnly} onChange={setFaultyOnly} />
          {t('只看有错误的行')}
        </label>
      )}
      {rows.length < total && (
        <p className="table-import-passed">
          {t('只显示 {shown} 行，有错误的在前；全部见带错误说明的工作簿', { shown: formatNumber(rows.length) })}
        </p>
      )}
      <Table<ImportedRow>
        className="table-import-rows"
        size="small"
        rowKey="rowNo"
        columns={drawn}
        dataSource={shown}
        {...(leaving && faulty.length > 0 && { rowSelection: ticksOf(leaving, faulty, t('不导入')) })}
        pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
        scroll={{ x: NUMBER_WIDTH + columns.length * WIDTH, y: 'max(180px, calc(100vh - 480px))' }}
      />
    </>
  )
}

function isFaulty(row: ImportedRow): boolean {
  return Object.keys(row.faults).length > 0
}

/** A tick at every row with a fault; the one in the head is for all of them, on whatever page. */
function ticksOf({ rows, onChange }: Leaving, faulty: ImportedRow[], title: string) {
  const isAll = rows.length === faulty.length
  return {
    selectedRowKeys: rows,
    preserveSelectedRowKeys: true,
    columnWidth: TICK_WIDTH,
    columnTitle: (
      <Checkbox
        checked={isAll}
        indeterminate={rows.length > 0 && !isAll}
        onChange={() => onChange(isAll ? [] : faulty.map((row) => row.rowNo))}
      >
        {title}
      </Checkbox>
    ),
    onChange: (keys: React.Key[]) => onChange(keys.map(Number)),
    getCheckboxProps: (row: ImportedRow) => ({ disabled: !isFaulty(row), 'aria-label': `${title} ${row.rowNo}` }),
  }
}

function stateColumn(t: ReturnType<typeof useT>): TableColumnType<ImportedRow> {
  return {
    key: 'state',
    title: t('结果'),
    width: NUMBER_WIDTH,
    render: (_value: unknown, row: ImportedRow) => t(stateOf(row)),
  }
}

function stateOf(row: ImportedRow): string {
  if (isFaulty(row)) return '有误'
  if (row.isSame) return '未变'
  return row.isKnown ? '变更' : '新增'
}

function Cell({ text, fault }: { text: string; fault: string | undefined }) {
  const t = useT()
  if (!fault) return text
  return (
    <span className="table-import-fault">
      <b>{text || '—'}</b>
      <em>{t(fault)}</em>
    </span>
  )
}

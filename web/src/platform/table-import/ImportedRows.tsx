import type { ImportColumn, ImportedRow } from '@xueheng/contract/platform/table-import.ts'
import { Switch, Table, type TableColumnType } from 'antd'
import { useMemo, useState } from 'react'
import { useT } from '../i18n/i18n.ts'

interface ImportedRowsProps {
  columns: ImportColumn[]
  rows: ImportedRow[]
}

const WIDTH = 150
const NUMBER_WIDTH = 64

/** The rows as they were read; what is wrong stands below the cell it is about. */
export function ImportedRows({ columns, rows }: ImportedRowsProps) {
  const t = useT()
  const faulty = useMemo(() => rows.filter((row) => Object.keys(row.faults).length > 0), [rows])
  const [isFaultyOnly, setFaultyOnly] = useState(true)
  const shown = isFaultyOnly && faulty.length > 0 ? faulty : rows
  const drawn: TableColumnType<ImportedRow>[] = [
    { key: '#', title: t('行号'), dataIndex: 'rowNo', width: NUMBER_WIDTH, align: 'center', fixed: 'start' },
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
      <Table<ImportedRow>
        className="table-import-rows"
        size="small"
        rowKey="rowNo"
        columns={drawn}
        dataSource={shown}
        pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
        scroll={{ x: NUMBER_WIDTH + columns.length * WIDTH, y: 'max(180px, calc(100vh - 480px))' }}
      />
    </>
  )
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

import type { SourceColumn, SourceTable } from '@xueheng/contract/domains/develop/datasource.ts'
import { Select, Table } from 'antd'
import { useState } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { tableName, useSourceColumns, useTables } from './use-source.ts'
import './develop.css'

interface SourceTablesProps {
  id: string
  name: string
  onClose: () => void
}

/** The tables of a data source and the columns of the chosen one. */
export function SourceTables({ id, name, onClose }: SourceTablesProps) {
  const t = useT()
  const tables = useTables(id)
  const [table, setTable] = useState<string>()
  return (
    <AppModal open title={`${t('表结构')} · ${name}`} width={760} footer={null} onCancel={onClose}>
      {tables.error ? (
        <ErrorState error={tables.error} onRetry={() => void tables.refetch()} />
      ) : (
        <>
          <Select<string>
            className="develop-wide"
            aria-label={t('数据表')}
            placeholder={t('选择数据表')}
            loading={tables.isPending}
            value={table ?? null}
            options={tableOptions(tables.data)}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={setTable}
          />
          {table ? <Columns id={id} table={table} /> : <Empty title={t('选择数据表')} />}
        </>
      )}
    </AppModal>
  )
}

export function tableOptions(tables: SourceTable[] = []): { value: string; label: string }[] {
  return tables.map((table) => ({
    value: tableName(table),
    label: [tableName(table), table.comment].filter(Boolean).join(' · '),
  }))
}

function Columns({ id, table }: { id: string; table: string }) {
  const t = useT()
  const columns = useSourceColumns(id, table)
  if (columns.error) return <ErrorState error={columns.error} onRetry={() => void columns.refetch()} />
  return (
    <Table<SourceColumn>
      rowKey="name"
      size="small"
      loading={columns.isPending}
      dataSource={columns.data ?? []}
      pagination={false}
      scroll={{ x: 'max-content', y: 420 }}
      columns={[
        { dataIndex: 'name', title: t('列名') },
        { dataIndex: 'type', title: t('类型') },
        { dataIndex: 'isRequired', title: t('必填'), render: (is: boolean) => (is ? t('是') : '') },
        { dataIndex: 'isKey', title: t('主键'), render: (is: boolean) => (is ? t('是') : '') },
        { dataIndex: 'comment', title: t('说明') },
      ]}
    />
  )
}

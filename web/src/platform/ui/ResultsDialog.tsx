import type { Fields, Row } from '@xueheng/contract/kit/field.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { useQuery } from '@tanstack/react-query'
import { Table, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import { AppModal } from './AppModal.tsx'
import { ErrorState } from './ErrorState.tsx'

const SIZE = 20
const REFRESH_MS = 3000

interface ResultsDialogProps<F extends Fields> {
  title: string
  /** Under what the pages are kept. */
  name: readonly unknown[]
  read: (page: { current: number; size: number }) => Promise<Page<Row<F>> | null>
  columns: TableColumnsType<Row<F>>
  keyOf: (row: Row<F>) => string
  onClose: () => void
}

/** What became of each of many, page by page, read again while work goes on. */
export function ResultsDialog<F extends Fields>({ title, name, read, columns, keyOf, onClose }: ResultsDialogProps<F>) {
  const t = useT()
  const [current, turn] = useState(1)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...name, current],
    queryFn: () => read({ current, size: SIZE }),
    refetchInterval: REFRESH_MS,
  })
  return (
    <AppModal open width={760} title={t(title)} footer={null} onCancel={onClose}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Table
          size="small"
          rowKey={keyOf}
          loading={isPending}
          dataSource={data?.records ?? []}
          scroll={{ x: 'max-content' }}
          pagination={{
            current,
            pageSize: SIZE,
            total: data?.total ?? 0,
            onChange: turn,
            hideOnSinglePage: true,
            showSizeChanger: false,
          }}
          columns={columns}
        />
      )}
    </AppModal>
  )
}

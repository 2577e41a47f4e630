import type { Page } from '@xueheng/contract/kit/page.ts'
import { useQuery } from '@tanstack/react-query'
import { Table, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { ErrorState } from './ErrorState.tsx'

export interface PagedTableProps<R extends object> {
  /** Under what the pages are kept. */
  name: readonly unknown[]
  read: (page: { current: number; size: number }) => Promise<Page<R> | null>
  columns: TableColumnsType<R>
  keyOf: (row: R) => string
  /** Rows of a page; 10 without it. */
  size?: number
  /** In place of the words for an empty list. */
  emptyText?: string
  /** Milliseconds between two reads, while work goes on. */
  refreshMs?: number
}

/** A list inside a window, page by page; what cannot be loaded is said, and tried again. */
export function PagedTable<R extends object>(props: PagedTableProps<R>) {
  const { name, read, columns, keyOf, size = 10, emptyText, refreshMs } = props
  const [current, turn] = useState(1)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...name, current],
    queryFn: () => read({ current, size }),
    ...(refreshMs && { refetchInterval: refreshMs }),
  })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <Table
      size="small"
      rowKey={keyOf}
      loading={isPending}
      dataSource={data?.records ?? []}
      scroll={{ x: 'max-content' }}
      {...(emptyText && { locale: { emptyText } })}
      pagination={{
        current,
        pageSize: size,
        total: data?.total ?? 0,
        onChange: turn,
        hideOnSinglePage: true,
        showSizeChanger: false,
      }}
      columns={columns}
    />
  )
}

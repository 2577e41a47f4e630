import { FINDINGS, type Finding, listAnalysed } from '@xueheng/contract/domains/gather/analyse.ts'
import { useQuery } from '@tanstack/react-query'
import { Table } from 'antd'
import { useState } from 'react'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'

const PAGE_SIZE = 10
type Found = Output<typeof listAnalysed>['records'][number]

/** A count of an analysis: what was looked for, and in which unit. */
export interface Opened {
  taskId: string
  finding: Finding
  areaCode?: string
  schoolCode?: string
  name: string
}

/** The students behind a count, as they stand now. */
export function FindingsDialog({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  const t = useT()
  const [current, setCurrent] = useState(1)
  const { taskId, finding, areaCode, schoolCode, name } = opened
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['gather-findings', opened, current],
    queryFn: () =>
      callApi(listAnalysed, {
        gatherTaskId: taskId,
        finding,
        current,
        size: PAGE_SIZE,
        ...given({ areaCode, schoolCode }),
      }),
  })
  return (
    <AppModal open width={760} footer={null} title={`${name} · ${t(FINDINGS[finding])}`} onCancel={onClose}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Table<Found>
          size="small"
          rowKey="id"
          loading={isPending}
          dataSource={data?.records ?? []}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: t('都已改好') }}
          pagination={{
            current,
            pageSize: PAGE_SIZE,
            total: data?.total ?? 0,
            showSizeChanger: false,
            onChange: setCurrent,
          }}
          columns={[
            { title: t('姓名'), dataIndex: 'studentName' },
            { title: t('学籍号'), dataIndex: 'studentCode' },
            { title: t('班级'), dataIndex: 'className' },
            { title: t('问题'), dataIndex: 'problem' },
          ]}
        />
      )}
    </AppModal>
  )
}

/** Filters of the list: exact codes, where there are any. */
function given(units: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(units).flatMap(([name, code]) => (code ? [[name, code] as const] : [])))
}

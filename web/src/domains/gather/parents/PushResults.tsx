import { pushResults } from '@xueheng/contract/domains/gather/gather-weixin-msg.ts'
import { PUSHED } from '@xueheng/contract/domains/gather/push-states.ts'
import { useQuery } from '@tanstack/react-query'
import { Table, Tag } from 'antd'
import { useState } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { AppModal } from '../../../platform/ui/AppModal.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'

const SIZE = 20
const REFRESH_MS = 3000

const STATES: Record<number, { title: string; color: string }> = {
  [PUSHED.waiting]: { title: '待推送', color: 'default' },
  [PUSHED.claimed]: { title: '推送中', color: 'processing' },
  [PUSHED.sent]: { title: '已送达', color: 'success' },
  [PUSHED.failed]: { title: '未送达', color: 'error' },
  [PUSHED.unknown]: { title: '结果不明', color: 'warning' },
}

/** What became of everyone a message was for. */
export function PushResults({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT()
  const [current, turn] = useState(1)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['gather-push-results', id, current],
    queryFn: () => callApi(pushResults, { id, current, size: SIZE }),
    refetchInterval: REFRESH_MS,
  })
  return (
    <AppModal open width={760} title={t('推送结果')} footer={null} onCancel={onClose}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Table
          size="small"
          rowKey={({ schoolCode, className, studentName }) => `${schoolCode}${className}${studentName}`}
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
          columns={[
            { title: t('姓名'), dataIndex: 'studentName' },
            { title: t('班级'), dataIndex: 'className' },
            {
              title: t('结果'),
              dataIndex: 'pushState',
              render: (state: number) => <Tag color={STATES[state]?.color}>{t(STATES[state]?.title ?? '')}</Tag>,
            },
            { title: t('说明'), dataIndex: 'text', render: (text: string) => t(text) },
            { title: t('时间'), dataIndex: 'pushTime' },
          ]}
        />
      )}
    </AppModal>
  )
}

import { DELIVERED } from '@xueheng/contract/domains/wecom/message-states.ts'
import { messageResults } from '@xueheng/contract/domains/wecom/message.ts'
import { Tag } from 'antd'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { ResultsDialog } from '../../platform/ui/ResultsDialog.tsx'

const STATES: Record<number, { title: string; color: string }> = {
  [DELIVERED.waiting]: { title: '待发送', color: 'default' },
  [DELIVERED.claimed]: { title: '发送中', color: 'processing' },
  [DELIVERED.sent]: { title: '已发出', color: 'success' },
  [DELIVERED.failed]: { title: '未发出', color: 'error' },
  [DELIVERED.unknown]: { title: '结果不明', color: 'warning' },
}

/** What became of every department a message was for. */
export function MessageResults({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT()
  return (
    <ResultsDialog<typeof messageResults.fields>
      title="部门消息的结果"
      name={['wecom-message-results', id]}
      read={(page) => callApi(messageResults, { id, ...page })}
      keyOf={({ deptId }) => String(deptId)}
      onClose={onClose}
      columns={[
        { title: t('部门'), dataIndex: 'deptName' },
        {
          title: t('结果'),
          dataIndex: 'deliverState',
          render: (state: number) => <Tag color={STATES[state]?.color}>{t(STATES[state]?.title ?? '')}</Tag>,
        },
        { title: t('说明'), dataIndex: 'text', render: (text: string) => t(text) },
        { title: t('时间'), dataIndex: 'deliverTime' },
      ]}
    />
  )
}

import { pushResults } from '@xueheng/contract/domains/gather/gather-weixin-msg.ts'
import { PUSHED } from '@xueheng/contract/domains/gather/push-states.ts'
import { Tag } from 'antd'
import { callApi } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { ResultsDialog } from '../../../platform/ui/ResultsDialog.tsx'

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
  return (
    <ResultsDialog<typeof pushResults.fields>
      title="推送结果"
      name={['gather-push-results', id]}
      read={(page) => callApi(pushResults, { id, ...page })}
      keyOf={({ schoolCode, className, studentName }) => `${schoolCode}${className}${studentName}`}
      onClose={onClose}
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
  )
}

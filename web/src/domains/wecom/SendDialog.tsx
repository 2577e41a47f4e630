import { AUDIENCE, previewMessage, sendMessage, wecomMessage } from '@xueheng/contract/domains/wecom/message.ts'
import { useQuery } from '@tanstack/react-query'
import { Descriptions } from 'antd'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import type { CrudRow } from '../../platform/crud/row.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { LookDialog } from '../../platform/ui/LookDialog.tsx'

const NOBODY = { deptNum: 0, studentNum: 0, parentNum: 0, followNum: 0 }

/** Whom a message reaches, before it is sent. */
export function SendDialog({ message, onClose }: { message: CrudRow; onClose: () => void }) {
  const t = useT()
  const { id } = message
  const asked = useQuery({ queryKey: ['wecom-message', id], queryFn: () => callApi(previewMessage, { id }), gcTime: 0 })
  const { run, isBusy } = useAction(() => callApi(sendMessage, { id }), {
    done: '已开始发送',
    changes: [wecomMessage],
    onDone: onClose,
  })
  const { deptNum, studentNum, parentNum, followNum } = asked.data ?? NOBODY
  const audience = Number(message['audience'])
  const ok = { text: t('发给{num}个部门', { num: deptNum }), isEmpty: deptNum === 0, isBusy, run: () => void run() }
  return (
    <LookDialog title="发送部门消息" asked={asked} ok={ok} onClose={onClose}>
      {({ names }) => (
        <Descriptions column={1} size="small">
          <Descriptions.Item label={t('消息标题')}>{String(message['title'])}</Descriptions.Item>
          <Descriptions.Item label={t('部门')}>
            {names.join('、')}
            {deptNum > names.length && '…'}
          </Descriptions.Item>
          {audience === AUDIENCE.members && (
            <Descriptions.Item label={t('发给')}>{t('部门和下级部门里的成员，人数以企业微信为准')}</Descriptions.Item>
          )}
          {audience !== AUDIENCE.members && audience !== AUDIENCE.parents && (
            <Descriptions.Item label={t('学生')}>{t('{num}人', { num: studentNum })}</Descriptions.Item>
          )}
          {audience !== AUDIENCE.members && audience !== AUDIENCE.students && (
            <Descriptions.Item label={t('家长')}>
              {t('{num}人，其中{follow}人已关注学校通知', { num: parentNum, follow: followNum })}
            </Descriptions.Item>
          )}
        </Descriptions>
      )}
    </LookDialog>
  )
}

import { gatherWeixinMsg, previewPush, pushWxMsg } from '@xueheng/contract/domains/gather/gather-weixin-msg.ts'
import { useQuery } from '@tanstack/react-query'
import { Descriptions } from 'antd'
import { useAction } from '../../../platform/action/use-action.ts'
import { callApi } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { LookDialog } from '../../../platform/ui/LookDialog.tsx'

const SHOWN_SCHOOLS = 8

/** Whom a message reaches and how, before it is pushed. */
export function PushDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT()
  const asked = useQuery({
    queryKey: ['gather-push', id],
    queryFn: () => callApi(previewPush, { id }),
    gcTime: 0,
  })
  const { run, isBusy } = useAction(() => callApi(pushWxMsg, { ids: id }), {
    done: '已开始推送',
    changes: [gatherWeixinMsg],
    onDone: onClose,
  })
  const num = asked.data?.targetNum ?? 0
  const ok = { text: t('推送{num}人', { num }), isEmpty: num === 0, isBusy, run: () => void run() }
  return (
    <LookDialog title="推送家长消息" asked={asked} ok={ok} onClose={onClose}>
      {({ channel, schools, names }) => (
        <Descriptions column={1} size="small">
          <Descriptions.Item label={t('送达方式')}>{t(channel)}</Descriptions.Item>
          <Descriptions.Item label={t('人数')}>{num}</Descriptions.Item>
          <Descriptions.Item label={t('学校')}>{schoolsOf(schools)}</Descriptions.Item>
          <Descriptions.Item label={t('学生')}>
            {names.join('、')}
            {num > names.length && '…'}
          </Descriptions.Item>
        </Descriptions>
      )}
    </LookDialog>
  )
}

function schoolsOf(schools: { schoolName: string; num: number }[]): string {
  const shown = schools.slice(0, SHOWN_SCHOOLS).map(({ schoolName, num }) => `${schoolName} ${num}`)
  return shown.join('、') + (schools.length > SHOWN_SCHOOLS ? '…' : '')
}

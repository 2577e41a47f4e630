import { gatherWeixinMsg, previewPush, pushWxMsg } from '@xueheng/contract/domains/gather/gather-weixin-msg.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Descriptions } from 'antd'
import { useAction } from '../../../platform/action/use-action.ts'
import { callApi } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { AppModal } from '../../../platform/ui/AppModal.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'

const SHOWN_SCHOOLS = 8

/** Whom a message reaches and how, before it is pushed. */
export function PushDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: ['gather-push', id],
    queryFn: () => callApi(previewPush, { id }),
    gcTime: 0,
  })
  const pushing = useAction(() => callApi(pushWxMsg, { ids: id }), {
    done: '已开始推送',
    changes: [gatherWeixinMsg],
    onDone: onClose,
  })
  const num = data?.targetNum ?? 0
  return (
    <AppModal
      open
      title={t('推送家长消息')}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('取消')}</Button>
          <Button type="primary" disabled={num === 0} loading={pushing.isBusy} onClick={() => void pushing.run()}>
            {t('推送{num}人', { num })}
          </Button>
        </>
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Descriptions column={1} size="small">
          <Descriptions.Item label={t('送达方式')}>{t(data.channel)}</Descriptions.Item>
          <Descriptions.Item label={t('人数')}>{num}</Descriptions.Item>
          <Descriptions.Item label={t('学校')}>{schoolsOf(data.schools)}</Descriptions.Item>
          <Descriptions.Item label={t('学生')}>
            {data.names.join('、')}
            {num > data.names.length && '…'}
          </Descriptions.Item>
        </Descriptions>
      ) : (
        <Skeleton rows={3} />
      )}
    </AppModal>
  )
}

function schoolsOf(schools: { schoolName: string; num: number }[]): string {
  const shown = schools.slice(0, SHOWN_SCHOOLS).map(({ schoolName, num }) => `${schoolName} ${num}`)
  return shown.join('、') + (schools.length > SHOWN_SCHOOLS ? '…' : '')
}

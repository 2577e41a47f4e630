import type { clientUsersByUnionid } from '@xueheng/contract/domains/mp/wx-user.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { callApi } from '../../platform/api/client.ts'
import { formatTime } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'

/** 微信用户查询: the same person at all accounts of the tenant. */
export function FollowerLookup({
  call,
  unionId,
  onClose,
}: {
  call: typeof clientUsersByUnionid
  unionId: string
  onClose: () => void
}) {
  const t = useT()
  const found = useQuery({ queryKey: ['mp', 'unionid', unionId], queryFn: () => callApi(call, { unionId }) })
  return (
    <AppModal open title={t('微信用户查询')} onCancel={onClose} footer={<Button onClick={onClose}>{t('关闭')}</Button>}>
      {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <Skeleton rows={3} />}
      <ul className="mp-plain">
        {(found.data ?? []).map((row) => (
          <li key={row.id}>
            <b>{row.remark || row.nickname || row.openid}</b>
            <span>
              {row.appid} · {t(row.subscribe === 1 ? '已关注' : '未关注')} · {formatTime(row.subscribeTime)}
            </span>
          </li>
        ))}
      </ul>
    </AppModal>
  )
}

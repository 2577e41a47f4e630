import { useQuery } from '@tanstack/react-query'
import { user } from '@xueheng/contract/domains/people/user.ts'
import { ANY_SOURCE } from '@xueheng/contract/domains/sign-in/any-source.ts'
import { authInfo, authRemove } from '@xueheng/contract/domains/sign-in/social.ts'
import { Button } from 'antd'
import { useAction } from '../../../platform/action/use-action.ts'
import { callApi } from '../../../platform/api/client.ts'
import { formatTime } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'

/** What other accounts open this one, at whatever provider. */
export function Bindings({ userId }: { userId: string }) {
  const t = useT()
  const can = useCan()
  const key = ['crud', user.name, 'bindings', userId]
  const found = useQuery({ queryKey: key, queryFn: () => callApi(authInfo, { userId, source: ANY_SOURCE }) })
  const freeing = useAction((uuid: string, source: string) => callApi(authRemove, { userId, uuid, source }), {
    confirm: { text: '确定解除该第三方账号的绑定?', isDanger: true },
    changes: [key],
  })

  return (
    <section className="account-bindings" aria-label={t('第三方账号')}>
      <h3>{t('第三方账号')}</h3>
      {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data?.length === 0 && <p>{t('没有绑定第三方账号')}</p>}
      <ul>
        {found.data?.map(({ uuid, source, username, createTime }) => (
          <li key={`${source} ${uuid}`}>
            <span>{`${source} · ${username} · ${formatTime(createTime)}`}</span>
            {can('user_edit') && (
              <Button type="link" danger onClick={() => void freeing.run(uuid, source)}>
                {t('解除绑定')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

import { endOtherSessions, endOwnSession, ownSessions } from '@xueheng/contract/domains/sign-in/session.ts'
import { socialDoors } from '@xueheng/contract/domains/sign-in/sign-in.ts'
import { authInfo, authRemove } from '@xueheng/contract/domains/sign-in/social.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { formatTime } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { leaveForProvider } from './social-trip.ts'
import { useSession } from '../../platform/session/store.ts'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { deviceText } from './device-text.ts'
import { OwnFactor } from './OwnFactor.tsx'

/** 账号安全: the second factor, bound accounts, and where one is signed in. */
export function OwnSecurity() {
  const t = useT()
  return (
    <div className="security">
      <section>
        <h2>{t('二次验证')}</h2>
        <p>{t('登录时除密码外，再输入验证器应用上的动态验证码。')}</p>
        <OwnFactor />
      </section>
      <section>
        <h2>{t('第三方账号')}</h2>
        <Bindings />
      </section>
      <section>
        <h2>{t('登录设备')}</h2>
        <Devices />
      </section>
    </div>
  )
}

function Bindings() {
  const t = useT()
  const tenantId = useSession((session) => session.tenantId)
  const bound = useQuery({ queryKey: ['own-bindings'], queryFn: () => callApi(authInfo), staleTime: 0 })
  const doors = useQuery({
    queryKey: ['social-doors', tenantId],
    queryFn: () => callApi(socialDoors, { tenantId }),
  })
  const titleOf = (source: string) => doors.data?.find((door) => door.source === source)?.title ?? source
  const open = (doors.data ?? []).filter((door) => !bound.data?.some((one) => one.source === door.source))

  const freeing = useAction((uuid: string, source: string) => callApi(authRemove, { uuid, source }), {
    confirm: { text: '确定解除该第三方账号的绑定?', isDanger: true },
    changes: [['own-bindings']],
  })

  return (
    <>
      {bound.isPending && <Skeleton rows={1} />}
      {bound.data?.length === 0 && <p>{t('没有绑定第三方账号')}</p>}
      <ul className="security-list">
        {bound.data?.map(({ uuid, source, username, createTime }) => (
          <li key={`${source} ${uuid}`}>
            <div>
              <b>{titleOf(source)}</b>
              <span>{`${username} · ${formatTime(createTime)}`}</span>
            </div>
            <Button type="link" danger onClick={() => void freeing.run(uuid, source)}>
              {t('解除绑定')}
            </Button>
          </li>
        ))}
      </ul>
      {open.map((door) => (
        <Button key={door.source} onClick={() => leaveForProvider(tenantId, door.source)}>
          {t('绑定{name}', { name: door.title })}
        </Button>
      ))}
    </>
  )
}

function Devices() {
  const t = useT()
  const sessions = useQuery({
    queryKey: ['own-sessions'],
    queryFn: () => callApi(ownSessions),
    staleTime: 0,
  })

  const changes = [['own-sessions']]
  const ending = useAction((id: string) => callApi(endOwnSession, { id }), {
    confirm: '确定退出该设备上的登录?',
    changes,
  })
  const endingOthers = useAction(() => callApi(endOtherSessions), {
    confirm: '确定退出其他设备上的登录?',
    changes,
  })

  return (
    <>
      {sessions.isPending && <Skeleton rows={2} />}
      <ul className="security-list">
        {sessions.data?.map((one) => (
          <li key={one.id}>
            <div>
              <b>
                {one.remoteIp} {one.isOwn === 1 && <em>{t('本次登录')}</em>}
              </b>
              <span
                title={one.userAgent ?? undefined}
              >{`${formatTime(one.loginTime)} · ${deviceText(t, one.device ?? '')}`}</span>
            </div>
            {one.isOwn !== 1 && (
              <Button danger size="small" onClick={() => void ending.run(one.id)}>
                {t('退出该设备')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button danger disabled={(sessions.data?.length ?? 0) < 2} onClick={() => void endingOthers.run()}>
        {t('退出其他设备')}
      </Button>
    </>
  )
}

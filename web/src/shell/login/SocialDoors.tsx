import { type SocialDoor, socialDoors } from '@xueheng/contract/domains/sign-in/sign-in.ts'
import { useEffect, useState } from 'react'
import { get } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { leaveForProvider } from '../../domains/sign-in/social-trip.ts'
import { Line } from './LoginLine.tsx'
import type { SignInFacts } from './sign-in-facts.ts'

/** The providers of a tenant; a click leaves for one of them. */
export function SocialDoors({ facts }: { facts: SignInFacts }) {
  const t = useT()
  const [tenantId, setTenantId] = useState(facts.tenantId)
  const [doors, setDoors] = useState<SocialDoor[]>()

  useEffect(() => {
    let isCurrent = true
    get<SocialDoor[]>(socialDoors.path, { tenantId }).then(
      (found) => isCurrent && setDoors(found),
      () => isCurrent && setDoors([]),
    )
    return () => {
      isCurrent = false
    }
  }, [tenantId])

  return (
    <div className="login-form">
      {!facts.isTenantKnown && <Line label={t('租户编号')} name="tenant" value={tenantId} onType={setTenantId} />}
      {!doors && <div className="login-waiting" role="status" aria-label={t('加载中')} />}
      {doors?.length === 0 && <p className="login-hint">{t('本单位没有开通第三方登录，请使用账号密码登录')}</p>}
      {doors?.map((door) => (
        <button
          key={door.source}
          type="button"
          className="login-door"
          onClick={() => leaveForProvider(tenantId, door.source)}
        >
          {t('用{name}登录', { name: door.title })}
        </button>
      ))}
    </div>
  )
}

import { useState } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import { FactorNeeded } from '../../platform/session/session.ts'
import { FactorForm } from './FactorForm.tsx'
import { LoginForm } from './LoginForm.tsx'
import { PhoneForm } from './PhoneForm.tsx'
import type { SignInFacts } from './sign-in-facts.ts'
import { SocialDoors } from './SocialDoors.tsx'

const DOORS = { user: '账号密码', phone: '手机号', third: '第三方系统' }

type Door = keyof typeof DOORS

/** Three ways in; whoever has an authenticator is asked for its number behind each of them. */
export function LoginDoors({ facts }: { facts: SignInFacts }) {
  const t = useT()
  const [door, setDoor] = useState<Door>('user')
  const [needed, setNeeded] = useState<FactorNeeded>()
  if (needed) return <FactorForm facts={facts} needed={needed} onBack={() => setNeeded(undefined)} />
  return (
    <>
      <div
        className="login-doors"
        role="tablist"
        aria-label={t('登录方式')}
        onKeyDown={(event) => {
          const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
          if (step === 0) return
          const next = neighbour(door, step)
          setDoor(next)
          event.currentTarget.querySelector<HTMLElement>(`#login-tab-${next}`)?.focus()
        }}
      >
        {Object.entries(DOORS).map(([key, title]) => (
          <button
            key={key}
            id={`login-tab-${key}`}
            type="button"
            role="tab"
            aria-selected={door === key}
            aria-controls="login-panel"
            tabIndex={door === key ? 0 : -1}
            onClick={() => setDoor(key as Door)}
          >
            {t(title)}
          </button>
        ))}
      </div>
      <div id="login-panel" role="tabpanel" aria-labelledby={`login-tab-${door}`}>
        {door === 'user' && <LoginForm facts={facts} onFactor={setNeeded} />}
        {door === 'phone' && <PhoneForm facts={facts} onFactor={setNeeded} />}
        {door === 'third' && <SocialDoors facts={facts} />}
      </div>
    </>
  )
}

function neighbour(door: Door, step: number): Door {
  const keys = Object.keys(DOORS) as Door[]
  return keys[(keys.indexOf(door) + step + keys.length) % keys.length] ?? 'user'
}

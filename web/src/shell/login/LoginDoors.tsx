import { type KeyboardEvent, useState } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import { FactorNeeded } from './ways-in.ts'
import { FactorForm } from './FactorForm.tsx'
import { LoginForm } from './LoginForm.tsx'
import { PhoneForm } from './PhoneForm.tsx'
import { ResetForm } from './ResetForm.tsx'
import type { SignInFacts } from './sign-in-facts.ts'
import { SocialDoors } from './SocialDoors.tsx'

const DOORS = { user: '账号密码', phone: '手机号', third: '第三方系统' }

type Door = keyof typeof DOORS

const KEYS = Object.keys(DOORS) as Door[]

/** Three ways in; whoever has an authenticator is asked for its number behind each of them. */
export function LoginDoors({ facts }: { facts: SignInFacts }) {
  const [door, setDoor] = useState<Door>('user')
  const [needed, setNeeded] = useState<FactorNeeded>()
  const [isForgotten, setForgotten] = useState(false)
  const [note, setNote] = useState<string>()
  if (needed) return <FactorForm facts={facts} needed={needed} onBack={() => setNeeded(undefined)} />
  function comeBack(said?: string): void {
    setNote(said)
    setForgotten(false)
  }
  if (isForgotten)
    return <ResetForm facts={facts} onBack={() => comeBack()} onDone={() => comeBack('密码已修改，请用新密码登录')} />
  return (
    <>
      <Tabs door={door} onChange={setDoor} />
      <div id="login-panel" role="tabpanel" aria-labelledby={`login-tab-${door}`}>
        {door === 'user' && (
          <LoginForm facts={facts} onFactor={setNeeded} onForgotten={() => setForgotten(true)} note={note} />
        )}
        {door === 'phone' && <PhoneForm facts={facts} onFactor={setNeeded} />}
        {door === 'third' && <SocialDoors facts={facts} />}
      </div>
    </>
  )
}

interface TabsProps {
  door: Door
  onChange: (door: Door) => void
}

/** Arrow keys walk along the tabs, as the pattern of the web for them wants it. */
function Tabs({ door, onChange }: TabsProps) {
  const t = useT()

  function walk(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const next = neighbour(door, step)
    onChange(next)
    document.getElementById(`login-tab-${next}`)?.focus()
  }

  return (
    <div className="login-doors" role="tablist" aria-label={t('登录方式')}>
      {KEYS.map((key) => (
        <button
          key={key}
          id={`login-tab-${key}`}
          type="button"
          role="tab"
          aria-selected={door === key}
          aria-controls="login-panel"
          tabIndex={door === key ? 0 : -1}
          onClick={() => onChange(key)}
          onKeyDown={walk}
        >
          {t(DOORS[key])}
        </button>
      ))}
    </div>
  )
}

function neighbour(door: Door, step: number): Door {
  return KEYS[(KEYS.indexOf(door) + step + KEYS.length) % KEYS.length] ?? 'user'
}

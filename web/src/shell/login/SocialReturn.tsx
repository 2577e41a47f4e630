import { authBind } from '@xueheng/contract/domains/sign-in/social.ts'
import { useEffect, useRef, useState } from 'react'
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { wordsOf } from '../../platform/ui/message.ts'
import { FactorNeeded, signInBySocial } from './ways-in.ts'
import { endTrip } from '../../domains/sign-in/social-trip.ts'
import { useSession } from '../../platform/session/store.ts'
import { resetTabs } from '../../platform/tabs/store.ts'
import { Brand } from '../Brand.tsx'
import { safeReturn } from '../guards.tsx'
import { FactorForm } from './FactorForm.tsx'
import { type SignInFacts, readSignInFacts } from './sign-in-facts.ts'
import './login.css'

/** Back from a provider: signs in, or binds the account of whoever is signed in already. */
export function SocialReturn() {
  const t = useT()
  const { source = '' } = useParams()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const token = useSession((session) => session.token)
  const [facts, setFacts] = useState<SignInFacts>()
  const [needed, setNeeded] = useState<FactorNeeded>()
  const [fault, setFault] = useState('')
  const [back, setBack] = useState<string>()
  const hasStarted = useRef(false)

  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    const trip = endTrip()
    const sent = { source, code: search.get('code') ?? '', state: search.get('state') ?? '' }
    const where = safeReturn(`?back=${encodeURIComponent(trip?.back ?? '')}`)
    const arrive = async (): Promise<void> => {
      if (token) await callApi(authBind, sent)
      else {
        const known = await readSignInFacts()
        setFacts(known)
        resetTabs()
        await signInBySocial(known.settings, { ...sent, tenantId: trip?.tenantId ?? known.tenantId })
      }
      await navigate(where, { replace: true })
    }
    arrive().catch((error: unknown) => {
      setBack(where)
      if (error instanceof FactorNeeded) setNeeded(error)
      else setFault(wordsOf(error))
    })
  }, [navigate, search, source, token])

  if (needed && token) return <Navigate to={back ?? '/'} replace />
  return (
    <div className="login">
      <header className="login-top">
        <Brand />
      </header>
      <main className="login-sheet">
        <h1>{t('第三方登录')}</h1>
        {facts && needed && <FactorForm facts={facts} needed={needed} onBack={() => void navigate('/login')} />}
        {!needed && !fault && <div className="login-waiting" role="status" aria-label={t('加载中')} />}
        {fault && (
          <div className="login-failed" role="alert">
            <p>{fault}</p>
            <button type="button" className="login-submit" onClick={() => void navigate(token ? '/' : '/login')}>
              {t('返回')}
            </button>
          </div>
        )}
      </main>
    </div>
  )
}

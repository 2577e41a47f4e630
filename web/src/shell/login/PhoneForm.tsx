import { useEffect, useState } from 'react'
import { ApiError } from '../../platform/api/error.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { FactorNeeded, askSmsCode, signInBySms } from '../../platform/session/session.ts'
import { resetTabs } from '../../platform/tabs/store.ts'
import { Captcha, useCaptcha } from './Captcha.tsx'
import { Line } from './LoginLine.tsx'
import type { SignInFacts } from './sign-in-facts.ts'

const GAP_SECONDS = 60

interface PhoneFormProps {
  facts: SignInFacts
  onFactor: (needed: FactorNeeded) => void
}

/** Phone and the code sent to it. What is said is the same whether or not anybody has the number. */
export function PhoneForm({ facts, onFactor }: PhoneFormProps) {
  const t = useT()
  const { settings } = facts
  const [typed, setTyped] = useState({ tenantId: facts.tenantId, phone: '', picture: '', value: '' })
  const [id, setId] = useState('')
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [wait, setWait] = useCountdown()
  const captcha = useCaptcha(settings.isCaptchaOn)

  function change(part: Partial<typeof typed>): void {
    setTyped((old) => ({ ...old, ...part }))
    setFault('')
  }

  async function run(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      if (error instanceof FactorNeeded) return onFactor(error)
      setFault(error instanceof ApiError ? error.message : '未知错误')
    } finally {
      setBusy(false)
    }
  }

  async function ask(): Promise<void> {
    const missing = missingWords(typed, settings.isCaptchaOn)
    if (missing) return setFault(missing)
    const { tenantId, phone, picture } = typed
    await run(async () => {
      const proof = settings.isCaptchaOn ? { key: captcha.key, code: picture } : undefined
      setId(await askSmsCode(settings, { tenantId, phone, captcha: proof }).finally(captcha.renew))
      change({ picture: '' })
      setWait(GAP_SECONDS)
    })
  }

  async function enter(): Promise<void> {
    const { tenantId, phone, value } = typed
    if (!phone) return setFault('请输入手机号码')
    if (!id) return setFault('请先获取短信验证码')
    if (!value.trim()) return setFault('请输入短信验证码')
    await run(async () => {
      resetTabs()
      await signInBySms(settings, { tenantId, phone, id, value: value.trim() })
    })
  }

  return (
    <form
      className="login-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void enter()
      }}
    >
      {!facts.isTenantKnown && (
        <Line label={t('租户编号')} name="tenant" value={typed.tenantId} onType={(tenantId) => change({ tenantId })} />
      )}
      <Line
        label={t('手机号码')}
        name="tel"
        value={typed.phone}
        onType={(phone) => change({ phone: phone.trim() })}
        hasFocus
      />
      {settings.isCaptchaOn && (
        <Captcha captcha={captcha} value={typed.picture} onType={(picture) => change({ picture })} />
      )}
      <div className="login-sms">
        <Line label={t('短信验证码')} name="one-time-code" value={typed.value} onType={(value) => change({ value })} />
        <button type="button" className="login-send" disabled={isBusy || wait > 0} onClick={() => void ask()}>
          {wait > 0 ? t('{n}秒后重发', { n: wait }) : t('获取验证码')}
        </button>
      </div>
      <p className="login-fault" role="alert">
        {fault && t(fault)}
      </p>
      {id && !fault && <p className="login-hint">{t('如果该号码已登记，短信将在一分钟内送达，5分钟内有效')}</p>}
      <button type="submit" className="login-submit" disabled={isBusy}>
        {t('登录')}
      </button>
    </form>
  )
}

function useCountdown(): [number, (seconds: number) => void] {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left <= 0) return undefined
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return [left, setLeft]
}

function missingWords(typed: { tenantId: string; phone: string; picture: string }, isCaptchaOn: boolean): string {
  if (!typed.tenantId.trim()) return '请输入租户编号'
  if (!typed.phone) return '请输入手机号码'
  return isCaptchaOn && !typed.picture.trim() ? '请输入验证码' : ''
}

import { useEffect, useState } from 'react'
import { ApiError } from '../../platform/api/error.ts'
import { FactorNeeded, askSmsCode, signInBySms } from './ways-in.ts'
import { resetTabs } from '../../platform/tabs/store.ts'
import { useCaptcha } from './Captcha.tsx'
import type { SignInFacts } from './sign-in-facts.ts'

const GAP_SECONDS = 60

/** What is typed, sending the code, and signing in with it. */
export function usePhone(facts: SignInFacts, onFactor: (needed: FactorNeeded) => void) {
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

  return { typed, fault, isBusy, wait, captcha, hasAsked: id !== '', change, ask, enter }
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

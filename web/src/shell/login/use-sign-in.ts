import { useState } from 'react'
import { ApiError } from '../../platform/api/error.ts'
import { FactorNeeded, signIn } from './ways-in.ts'
import { resetTabs } from '../../platform/tabs/store.ts'
import { useCaptcha } from './Captcha.tsx'
import type { SignInFacts } from './sign-in-facts.ts'

interface Typed {
  tenantId: string
  account: string
  password: string
  code: string
}

/** What is typed, what is wrong with it, and signing in with it. */
export function useSignIn({ settings, tenantId }: SignInFacts, onFactor: (needed: FactorNeeded) => void) {
  const [typed, setTyped] = useState<Typed>({ tenantId, account: '', password: '', code: '' })
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const captcha = useCaptcha(settings.isCaptchaOn)

  function change(part: Partial<Typed>): void {
    fetchAhead()
    setTyped((old) => ({ ...old, ...part }))
    setFault('')
  }

  async function enter(values: Typed): Promise<void> {
    const missing = missingWords(values, settings.isCaptchaOn)
    if (missing) {
      setFault(missing)
      return
    }
    setBusy(true)
    try {
      const { code, ...credentials } = values
      resetTabs()
      await signIn({ ...credentials, captcha: settings.isCaptchaOn ? { key: captcha.key, code } : undefined }, settings)
    } catch (error) {
      if (error instanceof FactorNeeded) return onFactor(error)
      setFault(error instanceof ApiError ? error.message : '未知错误')
      setTyped((old) => ({ ...old, code: '' }))
      captcha.renew()
    } finally {
      setBusy(false)
    }
  }

  return { typed, fault, isBusy, captcha, change, enter }
}

/** Who types is about to sign in: the screens behind come while the password is written. */
function fetchAhead(): void {
  import('../Shell.tsx').catch(() => undefined)
}

function missingWords(values: Typed, isCaptchaOn: boolean): string {
  if (!values.tenantId.trim()) return '请输入租户编号'
  if (!values.account.trim()) return '请输入账号'
  if (!values.password) return '请输入密码'
  return isCaptchaOn && !values.code.trim() ? '请输入验证码' : ''
}

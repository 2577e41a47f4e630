import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { type FactorNeeded, signIn } from './ways-in.ts'
import { resetTabs } from '../../platform/tabs/store.ts'
import { useCaptcha } from './Captcha.tsx'
import { orFactor } from './or-factor.ts'
import type { SignInFacts } from './sign-in-facts.ts'

interface Typed {
  tenantId: string
  account: string
  password: string
  code: string
}

interface Missing {
  field: keyof Typed
  text: string
}

/** What is typed, what is wrong with it, and signing in with it. */
export function useSignIn({ settings, tenantId }: SignInFacts, onFactor: (needed: FactorNeeded) => void) {
  const [typed, setTyped] = useState<Typed>({ tenantId, account: '', password: '', code: '' })
  const [missing, setMissing] = useState<Missing>()
  const captcha = useCaptcha(settings.isCaptchaOn)

  const entering = useAction(
    ({ code, ...credentials }: Typed) => {
      resetTabs()
      const proof = settings.isCaptchaOn ? { key: captcha.key, code } : undefined
      return signIn({ ...credentials, captcha: proof }, settings).catch(orFactor(onFactor))
    },
    { isInline: true, done: '' },
  )

  function change(part: Partial<Typed>): void {
    fetchAhead()
    setTyped((old) => ({ ...old, ...part }))
    setMissing(undefined)
    entering.reset()
  }

  async function enter(values: Typed): Promise<void> {
    const empty = missingIn(values, settings.isCaptchaOn)
    setMissing(empty)
    if (empty || (await entering.run(values))) return
    setTyped((old) => ({ ...old, code: '' }))
    captcha.renew()
  }

  const faultOf = (field: keyof Typed) => (missing?.field === field ? missing.text : undefined)
  return {
    typed,
    missing: missing?.text,
    refusal: entering.refusal,
    faultOf,
    isBusy: entering.isBusy,
    captcha,
    change,
    enter,
  }
}

/** Who types is about to sign in: the screens behind come while the password is written. */
function fetchAhead(): void {
  import('../Shell.tsx').catch(() => undefined)
}

/** The first field that is empty, and what is asked for there. */
function missingIn(values: Typed, isCaptchaOn: boolean): Missing | undefined {
  if (!values.tenantId.trim()) return { field: 'tenantId', text: '请输入租户编号' }
  if (!values.account.trim()) return { field: 'account', text: '请输入账号' }
  if (!values.password) return { field: 'password', text: '请输入密码' }
  return isCaptchaOn && !values.code.trim() ? { field: 'code', text: '请输入验证码' } : undefined
}

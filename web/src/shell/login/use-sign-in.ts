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

/** What is typed, what is wrong with it, and signing in with it. */
export function useSignIn({ settings, tenantId }: SignInFacts, onFactor: (needed: FactorNeeded) => void) {
  const [typed, setTyped] = useState<Typed>({ tenantId, account: '', password: '', code: '' })
  const [fault, setFault] = useState('')
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
    setFault('')
    entering.reset()
  }

  async function enter(values: Typed): Promise<void> {
    const missing = missingWords(values, settings.isCaptchaOn)
    setFault(missing)
    if (missing || (await entering.run(values))) return
    setTyped((old) => ({ ...old, code: '' }))
    captcha.renew()
  }

  return { typed, fault: fault || entering.refusal, isBusy: entering.isBusy, captcha, change, enter }
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

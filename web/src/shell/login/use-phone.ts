import { useEffect, useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { type FactorNeeded, askSmsCode, signInBySms } from './ways-in.ts'
import { resetTabs } from '../../platform/tabs/store.ts'
import { useCaptcha } from './Captcha.tsx'
import { orFactor } from './or-factor.ts'
import type { SignInFacts } from './sign-in-facts.ts'

const GAP_SECONDS = 60

/** What is typed, sending the code, and signing in with it. */
export function usePhone(facts: SignInFacts, onFactor: (needed: FactorNeeded) => void) {
  const { settings } = facts
  const [typed, setTyped] = useState<Typed>({ tenantId: facts.tenantId, phone: '', picture: '', value: '' })
  const [id, setId] = useState('')
  const [fault, setFault] = useState('')
  const [wait, setWait] = useCountdown()
  const captcha = useCaptcha(settings.isCaptchaOn)

  const { tenantId, phone, picture, value } = typed
  const asking = useAction(
    () => {
      const proof = settings.isCaptchaOn ? { key: captcha.key, code: picture } : undefined
      return askSmsCode(settings, { tenantId, phone, captcha: proof }).finally(captcha.renew)
    },
    {
      isInline: true,
      done: '',
      onDone: (asked) => {
        setId(asked)
        change({ picture: '' })
        setWait(GAP_SECONDS)
      },
    },
  )
  const entering = useAction(
    () => {
      resetTabs()
      return signInBySms(settings, { tenantId, phone, id, value: value.trim() }).catch(orFactor(onFactor))
    },
    { isInline: true, done: '' },
  )

  function change(part: Partial<Typed>): void {
    setTyped((old) => ({ ...old, ...part }))
    setFault('')
    asking.reset()
    entering.reset()
  }

  function runUnless(missing: string, action: typeof entering): void {
    setFault(missing)
    asking.reset()
    entering.reset()
    if (!missing) void action.run()
  }

  return {
    typed,
    fault: fault || asking.refusal || entering.refusal,
    isBusy: asking.isBusy || entering.isBusy,
    wait,
    captcha,
    hasAsked: id !== '',
    change,
    ask: () => runUnless(missingForCode(typed, settings.isCaptchaOn), asking),
    enter: () => runUnless(missingForEntry(typed, id), entering),
  }
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

interface Typed {
  tenantId: string
  phone: string
  picture: string
  value: string
}

function missingForCode({ tenantId, phone, picture }: Typed, isCaptchaOn: boolean): string {
  if (!tenantId.trim()) return '请输入租户编号'
  if (!phone) return '手机号码不能为空'
  return isCaptchaOn && !picture.trim() ? '请输入验证码' : ''
}

function missingForEntry({ phone, value }: Typed, id: string): string {
  if (!phone) return '手机号码不能为空'
  if (!id) return '请先获取短信验证码'
  return value.trim() ? '' : '请输入短信验证码'
}

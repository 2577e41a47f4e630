import { useEffect, useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { useCaptcha } from './Captcha.tsx'
import { type FormFault, faultOfRefusal } from './form-fault.ts'
import type { SignInFacts } from './sign-in-facts.ts'
import { askSmsCode } from './ways-in.ts'

const GAP_SECONDS = 60

export interface CodeTyped {
  tenantId: string
  phone: string
  /** The characters of the picture. */
  picture: string
  /** The code of the message. */
  value: string
}

interface CodeSettings {
  /** The code is to set a new password with. */
  isReset?: boolean
  /** Something was typed: what a later step said is over. */
  onChange: () => void
}

/** A phone, and the code that is sent to it. What is said is the same whether or not anybody has the number. */
export function useSmsCode(facts: SignInFacts, { isReset = false, onChange }: CodeSettings) {
  const { settings } = facts
  const [typed, setTyped] = useState<CodeTyped>({ tenantId: facts.tenantId, phone: '', picture: '', value: '' })
  const [id, setId] = useState('')
  const [missing, setMissing] = useState<FormFault>()
  const [wait, setWait] = useCountdown()
  const captcha = useCaptcha(settings.isCaptchaOn)
  const { tenantId, phone, picture } = typed
  const asking = useAction(
    () => {
      const proof = settings.isCaptchaOn ? { key: captcha.key, code: picture } : undefined
      return askSmsCode(settings, { tenantId, phone, isReset, captcha: proof }).finally(captcha.renew)
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

  function change(part: Partial<CodeTyped>): void {
    setTyped((old) => ({ ...old, ...part }))
    setMissing(undefined)
    asking.reset()
    onChange()
  }

  /** Answers whether nothing is missing; what is stands at its field. */
  function passes(fault: FormFault | undefined): boolean {
    setMissing(fault)
    asking.reset()
    onChange()
    return !fault
  }

  return {
    typed,
    id,
    wait,
    captcha,
    fault: missing ?? faultOfRefusal(asking.error, asking.refusal, ['phone', 'captcha']),
    isBusy: asking.isBusy,
    change,
    passes,
    ask: () => {
      if (passes(missingForCode(typed, settings.isCaptchaOn))) void asking.run()
    },
    missing: () => missingForEntry(typed, id),
  }
}

export type SmsCode = ReturnType<typeof useSmsCode>

function useCountdown(): [number, (seconds: number) => void] {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left <= 0) return undefined
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return [left, setLeft]
}

function missingForCode({ tenantId, phone, picture }: CodeTyped, isCaptchaOn: boolean): FormFault | undefined {
  if (!tenantId.trim()) return { field: 'tenantId', text: '请输入租户编号' }
  if (!phone) return { field: 'phone', text: '手机号码不能为空' }
  return isCaptchaOn && !picture.trim() ? { field: 'captcha', text: '请输入验证码' } : undefined
}

function missingForEntry({ phone, value }: CodeTyped, id: string): FormFault | undefined {
  if (!phone) return { field: 'phone', text: '手机号码不能为空' }
  if (!id) return { field: 'value', text: '请先获取短信验证码' }
  return value.trim() ? undefined : { field: 'value', text: '请输入短信验证码' }
}

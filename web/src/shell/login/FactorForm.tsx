import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { type FactorNeeded, signInByFactor } from './ways-in.ts'
import { Line } from './LoginLine.tsx'
import type { SignInFacts } from './sign-in-facts.ts'

interface FactorFormProps {
  facts: SignInFacts
  needed: FactorNeeded
  onBack: () => void
}

/** The second step of signing in. */
export function FactorForm({ facts, needed, onBack }: FactorFormProps) {
  const t = useT()
  const [code, setCode] = useState('')
  const [fault, setFault] = useState('')
  const entering = useAction((typed: string) => signInByFactor(facts.settings, needed, typed), {
    isInline: true,
    done: '',
  })
  const said = fault || entering.refusal

  async function enter(): Promise<void> {
    const typed = code.trim()
    setFault(typed ? '' : '请输入动态验证码')
    if (typed && !(await entering.run(typed))) setCode('')
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
      <p className="login-hint">{t('请输入验证器应用上的6位数字，或一个恢复码')}</p>
      <Line
        label={t('动态验证码')}
        name="one-time-code"
        value={code}
        onType={(text) => {
          setCode(text)
          setFault('')
          entering.reset()
        }}
        fault={said}
        hasFocus
      />
      <p className="xh-hidden" role="alert">
        {said && t(said)}
      </p>
      <button type="submit" className="login-submit" disabled={entering.isBusy}>
        {t('登录')}
      </button>
      <button type="button" className="login-back" onClick={onBack}>
        {t('返回')}
      </button>
    </form>
  )
}

import { useState } from 'react'
import { ApiError } from '../../platform/api/error.ts'
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
  const [isBusy, setBusy] = useState(false)

  async function enter(): Promise<void> {
    if (!code.trim()) return setFault('请输入动态验证码')
    setBusy(true)
    try {
      await signInByFactor(facts.settings, needed, code.trim())
    } catch (error) {
      setFault(error instanceof ApiError ? error.message : '未知错误')
      setCode('')
    } finally {
      setBusy(false)
    }
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
        }}
        hasFocus
      />
      <p className="login-fault" role="alert">
        {fault && t(fault)}
      </p>
      <button type="submit" className="login-submit" disabled={isBusy}>
        {t('登录')}
      </button>
      <button type="button" className="login-back" onClick={onBack}>
        {t('返回')}
      </button>
    </form>
  )
}

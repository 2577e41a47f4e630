import { useT } from '../../platform/i18n/i18n.ts'
import type { FactorNeeded } from './ways-in.ts'
import { Captcha } from './Captcha.tsx'
import { Line } from './LoginLine.tsx'
import type { SignInFacts } from './sign-in-facts.ts'
import { usePhone } from './use-phone.ts'

interface PhoneFormProps {
  facts: SignInFacts
  onFactor: (needed: FactorNeeded) => void
}

/** Phone and the code sent to it. What is said is the same whether or not anybody has the number. */
export function PhoneForm({ facts, onFactor }: PhoneFormProps) {
  const t = useT()
  const { typed, fault, isBusy, wait, captcha, hasAsked, change, ask, enter } = usePhone(facts, onFactor)

  return (
    <form
      className="login-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        enter()
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
      {facts.settings.isCaptchaOn && (
        <Captcha captcha={captcha} value={typed.picture} onType={(picture) => change({ picture })} />
      )}
      <div className="login-sms">
        <Line label={t('短信验证码')} name="one-time-code" value={typed.value} onType={(value) => change({ value })} />
        <button type="button" className="login-send" disabled={isBusy || wait > 0} onClick={ask}>
          {wait > 0 ? t('{n}秒后重发', { n: wait }) : t('获取验证码')}
        </button>
      </div>
      <p className="login-fault" role="alert">
        {fault && t(fault)}
      </p>
      {hasAsked && !fault && <p className="login-hint">{t('如果该号码已登记，短信将在一分钟内送达，5分钟内有效')}</p>}
      <button type="submit" className="login-submit" disabled={isBusy}>
        {t('登录')}
      </button>
    </form>
  )
}

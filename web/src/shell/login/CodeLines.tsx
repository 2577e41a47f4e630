import { useT } from '../../platform/i18n/i18n.ts'
import { Captcha } from './Captcha.tsx'
import type { FormFault } from './form-fault.ts'
import { Line } from './LoginLine.tsx'
import type { SignInFacts } from './sign-in-facts.ts'
import type { SmsCode } from './use-sms-code.ts'

interface CodeLinesProps {
  facts: SignInFacts
  code: SmsCode
  fault: FormFault | undefined
  isBusy: boolean
}

/** The fields of a phone and of the code sent to it; what is wrong stands at its field. */
export function CodeLines({ facts, code, fault, isBusy }: CodeLinesProps) {
  const t = useT()
  const { typed, change, wait } = code
  const faultAt = (field: string) => (fault?.field === field ? fault.text : undefined)
  return (
    <>
      {!facts.isTenantKnown && (
        <Line
          label={t('租户编号')}
          name="tenant"
          value={typed.tenantId}
          onType={(tenantId) => change({ tenantId })}
          fault={faultAt('tenantId')}
        />
      )}
      <Line
        label={t('手机号码')}
        name="tel"
        value={typed.phone}
        onType={(phone) => change({ phone: phone.trim() })}
        fault={faultAt('phone')}
        hasFocus
      />
      {facts.settings.isCaptchaOn && (
        <Captcha
          captcha={code.captcha}
          value={typed.picture}
          onType={(picture) => change({ picture })}
          fault={faultAt('captcha')}
        />
      )}
      <div className="login-sms">
        <Line
          label={t('短信验证码')}
          name="one-time-code"
          value={typed.value}
          onType={(value) => change({ value })}
          fault={faultAt('value')}
        />
        <button type="button" className="login-send" disabled={isBusy || wait > 0} onClick={code.ask}>
          {wait > 0 ? t('{n}秒后重发', { n: wait }) : t('获取验证码')}
        </button>
      </div>
      {code.id !== '' && !fault && (
        <p className="login-hint">{t('如果该号码已登记，短信将在一分钟内送达，5分钟内有效')}</p>
      )}
    </>
  )
}

/** What is wrong with the form as a whole; what stands at its field is only read out here. */
export function FormAlert({ fault }: { fault: FormFault | undefined }) {
  const t = useT()
  return (
    <p className={fault?.field ? 'xh-hidden' : 'login-fault'} role="alert">
      {fault && t(fault.text)}
    </p>
  )
}

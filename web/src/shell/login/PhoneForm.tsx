import { useAction } from '../../platform/action/use-action.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { resetTabs } from '../../platform/tabs/store.ts'
import { CodeLines, FormAlert } from './CodeLines.tsx'
import { type FormFault, faultOfRefusal } from './form-fault.ts'
import { orFactor } from './or-factor.ts'
import type { SignInFacts } from './sign-in-facts.ts'
import { useSmsCode } from './use-sms-code.ts'
import { type FactorNeeded, signInBySms } from './ways-in.ts'

interface PhoneFormProps {
  facts: SignInFacts
  onFactor: (needed: FactorNeeded) => void
}

/** Phone and the code sent to it. */
export function PhoneForm({ facts, onFactor }: PhoneFormProps) {
  const t = useT()
  const code = useSmsCode(facts, { onChange: () => entering.reset() })
  const { tenantId, phone, value } = code.typed
  const entering = useAction(
    () => {
      resetTabs()
      const sent = { tenantId, phone, id: code.id, value: value.trim() }
      return signInBySms(facts.settings, sent).catch(orFactor(onFactor))
    },
    { isInline: true, done: '' },
  )
  const isBusy = code.isBusy || entering.isBusy
  const fault = code.fault ?? atCode(faultOfRefusal(entering.error, entering.refusal, []))

  return (
    <form
      className="login-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (code.passes(code.missing())) void entering.run()
      }}
    >
      <CodeLines facts={facts} code={code} fault={fault} isBusy={isBusy} />
      <FormAlert fault={fault} />
      <button type="submit" className="login-submit" disabled={isBusy}>
        {t('登录')}
      </button>
    </form>
  )
}

/** The token call names no fields; what it says of the code begins so. */
function atCode(fault: FormFault | undefined): FormFault | undefined {
  return fault?.text.startsWith('短信验证码') ? { ...fault, field: 'value' } : fault
}

import { resetWays } from '@xueheng/contract/domains/sign-in/sign-in.ts'
import { useEffect, useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { CodeLines, FormAlert } from './CodeLines.tsx'
import { type FormFault, faultOfRefusal } from './form-fault.ts'
import { PasswordLine } from './LoginLine.tsx'
import type { SignInFacts } from './sign-in-facts.ts'
import { useSmsCode } from './use-sms-code.ts'
import { resetBySms } from './ways-in.ts'

interface ResetFormProps {
  facts: SignInFacts
  onBack: () => void
  onDone: () => void
}

/** A forgotten password: a new one by a code to the phone of the account, where the tenant can send one. */
export function ResetForm({ facts, onBack, onDone }: ResetFormProps) {
  const t = useT()
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const code = useSmsCode(facts, { isReset: true, onChange: () => resetting.reset() })
  const { tenantId, phone, value } = code.typed
  const hasSms = useHasSms(tenantId)
  const resetting = useAction(
    () => resetBySms(facts.settings, { tenantId, phone, id: code.id, value: value.trim(), password }),
    { isInline: true, done: '', onDone },
  )
  const isBusy = code.isBusy || resetting.isBusy
  const fault = code.fault ?? faultOfRefusal(resetting.error, resetting.refusal, FIELDS)
  const faultAt = (field: string) => (fault?.field === field ? fault.text : undefined)
  const type = (set: (text: string) => void) => (text: string) => {
    set(text)
    code.change({})
  }

  return (
    <form
      className="login-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (code.passes(code.missing() ?? missingIn(password, again))) void resetting.run()
      }}
    >
      <h2 className="login-sub">{t('重置密码')}</h2>
      {hasSms === false ? (
        <p className="login-hint">{t('本单位没有开通短信，请联系本单位管理员重置密码')}</p>
      ) : (
        <>
          <CodeLines facts={facts} code={code} fault={fault} isBusy={isBusy} />
          <PasswordLine
            label={t('新密码')}
            isNew
            value={password}
            onType={type(setPassword)}
            fault={faultAt('password')}
          />
          <PasswordLine label={t('确认密码')} isNew value={again} onType={type(setAgain)} fault={faultAt('again')} />
          <FormAlert fault={fault} />
          <p className="login-hint">{t('没有登记手机号的，请联系本单位管理员重置密码')}</p>
          <button type="submit" className="login-submit" disabled={isBusy}>
            {t('确定')}
          </button>
        </>
      )}
      <button type="button" className="login-back" onClick={onBack}>
        {t('返回')}
      </button>
    </form>
  )
}

const FIELDS = ['phone', 'value', 'password']

function missingIn(password: string, again: string): FormFault | undefined {
  if (!password) return { field: 'password', text: '请输入新密码' }
  return password === again ? undefined : { field: 'again', text: '两次输入的密码不一致' }
}

/** Whether the tenant can send messages; nothing until it is known. */
function useHasSms(tenantId: string): boolean | undefined {
  const [hasSms, setHasSms] = useState<boolean>()
  useEffect(() => {
    let isCurrent = true
    if (tenantId.trim() === '') return undefined
    callApi(resetWays, { tenantId }).then(
      (ways) => isCurrent && setHasSms(ways?.hasSms === 1),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [tenantId])
  return hasSms
}

import { type FormEvent, useRef } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import type { FactorNeeded } from './ways-in.ts'
import { DemoAccounts } from './DemoAccounts.tsx'
import { Captcha } from './Captcha.tsx'
import { Line, PasswordLine } from './LoginLine.tsx'
import type { SignInFacts } from './sign-in-facts.ts'
import { useSignIn } from './use-sign-in.ts'

interface LoginFormProps {
  facts: SignInFacts
  /** The password is right, the authenticator's number is missing. */
  onFactor: (needed: FactorNeeded) => void
  onForgotten: () => void
  /** What has just been done, above the fields. */
  note?: string | undefined
}

/** Signs in; the guard of the route leads on as soon as there is a token. */
export function LoginForm({ facts, onFactor, onForgotten, note }: LoginFormProps) {
  const t = useT()
  const { settings } = facts
  const { typed, missing, refusal, faultOf, isBusy, captcha, change, enter } = useSignIn(facts, onFactor)
  const form = useRef<HTMLFormElement>(null)

  function pick(account: string, password: string): void {
    change({ account, password })
    if (!settings.isCaptchaOn) void enter({ ...typed, account, password })
    else form.current?.querySelector<HTMLInputElement>('[name=code]')?.focus()
  }

  return (
    <>
      <form
        ref={form}
        className="login-form"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void enter(typed)
        }}
      >
        <Note text={note} />
        {!facts.isTenantKnown && (
          <Line
            label={t('租户编号')}
            name="tenant"
            value={typed.tenantId}
            onType={(tenantId) => change({ tenantId })}
            fault={faultOf('tenantId')}
          />
        )}
        <Line
          label={t('账号')}
          name="username"
          value={typed.account}
          onType={(account) => change({ account })}
          fault={faultOf('account')}
          hasFocus
        />
        <PasswordLine value={typed.password} onType={(password) => change({ password })} fault={faultOf('password')} />
        {settings.isCaptchaOn && (
          <Captcha captcha={captcha} value={typed.code} onType={(code) => change({ code })} fault={faultOf('code')} />
        )}
        {/* What is missing stands at its field; here it is only read out. */}
        <p className={missing ? 'xh-hidden' : 'login-fault'} role="alert">
          {t(missing ?? refusal ?? '')}
        </p>
        <button type="submit" className="login-submit" disabled={isBusy}>
          {isBusy ? t('正在登录…') : t('登录')}
        </button>
      </form>
      <button type="button" className="login-forgot" onClick={onForgotten}>
        {t('忘记密码')}
      </button>
      {settings.isDemo && (
        <DemoAccounts accounts={settings.accounts} onPick={pick} isBusy={isBusy} isCaptchaOn={settings.isCaptchaOn} />
      )}
    </>
  )
}

function Note({ text }: { text: string | undefined }) {
  const t = useT()
  return (
    text && (
      <p className="login-hint" role="status">
        {t(text)}
      </p>
    )
  )
}

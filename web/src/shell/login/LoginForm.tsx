import { type FormEvent, useId, useRef, useState } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import { ApiError } from '../../platform/api/error.ts'
import { signIn } from '../../platform/session/session.ts'
import { resetTabs } from '../../platform/tabs/store.ts'
import { DemoAccounts } from './DemoAccounts.tsx'
import { Captcha, useCaptcha } from './Captcha.tsx'
import type { SignInFacts } from './sign-in-facts.ts'

interface Typed {
  tenantId: string
  account: string
  password: string
  code: string
}

/** Signs in; the guard of the route leads on as soon as there is a token. */
export function LoginForm({ facts }: { facts: SignInFacts }) {
  const t = useT()
  const { settings } = facts
  const [typed, setTyped] = useState<Typed>({ tenantId: facts.tenantId, account: '', password: '', code: '' })
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const captcha = useCaptcha(settings.isCaptchaOn)
  const form = useRef<HTMLFormElement>(null)

  function change(part: Partial<Typed>): void {
    setTyped((old) => ({ ...old, ...part }))
    setFault('')
  }

  async function enter(values: Typed): Promise<void> {
    const missing = missingWords(values, settings.isCaptchaOn)
    if (missing) return setFault(missing)
    setBusy(true)
    try {
      const { code, ...credentials } = values
      resetTabs()
      await signIn({ ...credentials, captcha: settings.isCaptchaOn ? { key: captcha.key, code } : undefined }, settings)
    } catch (error) {
      setFault(error instanceof ApiError ? error.message : '未知错误')
      setTyped((old) => ({ ...old, code: '' }))
      captcha.renew()
    } finally {
      setBusy(false)
    }
  }

  function pick(account: string, password: string): void {
    const values = { ...typed, account, password }
    setTyped(values)
    if (!settings.isCaptchaOn) void enter(values)
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
        {!facts.isTenantKnown && (
          <Line
            label={t('租户编号')}
            name="tenant"
            value={typed.tenantId}
            onType={(tenantId) => change({ tenantId })}
          />
        )}
        <Line
          label={t('账号')}
          name="username"
          value={typed.account}
          onType={(account) => change({ account })}
          hasFocus
        />
        <PasswordLine value={typed.password} onType={(password) => change({ password })} />
        {settings.isCaptchaOn && <Captcha captcha={captcha} value={typed.code} onType={(code) => change({ code })} />}
        <p className="login-fault" role="alert">
          {fault && t(fault)}
        </p>
        <button type="submit" className="login-submit" disabled={isBusy}>
          {isBusy ? t('正在登录…') : t('登录')}
        </button>
      </form>
      {settings.isDemo && <DemoAccounts accounts={settings.accounts} onPick={pick} isBusy={isBusy} />}
    </>
  )
}

function missingWords(values: Typed, isCaptchaOn: boolean): string {
  if (!values.tenantId.trim()) return '请输入租户编号'
  if (!values.account.trim()) return '请输入账号'
  if (!values.password) return '请输入密码'
  return isCaptchaOn && !values.code.trim() ? '请输入验证码' : ''
}

interface LineProps {
  label: string
  name: string
  value: string
  onType: (text: string) => void
  hasFocus?: boolean
}

function Line({ label, name, value, onType, hasFocus }: LineProps) {
  const id = useId()
  return (
    <div className="login-line">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        value={value}
        autoComplete={name === 'username' ? 'username' : 'organization'}
        autoCapitalize="none"
        spellCheck={false}
        // The page has one purpose, and this is where it starts.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={hasFocus}
        onChange={(event) => onType(event.target.value)}
      />
    </div>
  )
}

function PasswordLine({ value, onType }: { value: string; onType: (text: string) => void }) {
  const t = useT()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="login-line">
      <label htmlFor={id}>{t('密码')}</label>
      <div className="login-with">
        <input
          id={id}
          name="password"
          type={isOpen ? 'text' : 'password'}
          value={value}
          autoComplete="current-password"
          onChange={(event) => onType(event.target.value)}
        />
        <button type="button" className="login-reveal" aria-pressed={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('隐藏') : t('显示')}
        </button>
      </div>
    </div>
  )
}

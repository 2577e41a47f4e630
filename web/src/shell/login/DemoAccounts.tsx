import type { SignInSettings } from '@xueheng/contract/domains/sign-in/auth.ts'
import { useT } from '../../platform/i18n/i18n.ts'

interface DemoAccountsProps {
  accounts: SignInSettings['accounts']
  onPick: (account: string, password: string) => void
  isBusy: boolean
  /** A code from a picture is asked for beside account and password. */
  isCaptchaOn: boolean
}

/** In the demonstration every role is one click away. */
export function DemoAccounts({ accounts, onPick, isBusy, isCaptchaOn }: DemoAccountsProps) {
  const t = useT()
  if (accounts.length === 0) return null
  return (
    <section className="login-demo" aria-label={t('演示账号')}>
      <h2>{isCaptchaOn ? t('演示账号，点击填入') : t('演示账号，点击即可登录')}</h2>
      <ul>
        {accounts.map(({ account, password, title }) => (
          <li key={account}>
            <button type="button" disabled={isBusy} onClick={() => onPick(account, password)}>
              <b>{t(title)}</b>
              <span>{account}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

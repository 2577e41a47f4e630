import { useId, useState } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'

interface LineProps {
  label: string
  name: string
  value: string
  onType: (text: string) => void
  hasFocus?: boolean
}

/** What browsers may fill in; the tenant is remembered as an organization. */
const AUTO: Record<string, string> = { username: 'username', tel: 'tel', 'one-time-code': 'one-time-code' }

export function Line({ label, name, value, onType, hasFocus }: LineProps) {
  const id = useId()
  return (
    <div className="login-line">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        value={value}
        autoComplete={AUTO[name] ?? 'organization'}
        inputMode={name === 'tel' ? 'tel' : undefined}
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

export function PasswordLine({ value, onType }: { value: string; onType: (text: string) => void }) {
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

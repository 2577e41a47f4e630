import { useId, useState } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'

interface LineProps {
  label: string
  name: string
  value: string
  onType: (text: string) => void
  hasFocus?: boolean
  /** What is wrong with what was typed. */
  fault?: string | undefined
}

/** What browsers may fill in; the tenant is remembered as an organization. */
const AUTO: Record<string, string> = { username: 'username', tel: 'tel', 'one-time-code': 'one-time-code' }

export function Line({ label, name, value, onType, hasFocus, fault }: LineProps) {
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
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        spellCheck={false}
        // The page has one purpose, and this is where it starts.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={hasFocus}
        onChange={(event) => onType(event.target.value)}
      />
      <Fault id={`${id}-fault`} text={fault} />
    </div>
  )
}

/** What is wrong with a field, under it. */
export function Fault({ id, text }: { id: string; text: string | undefined }) {
  const t = useT()
  return (
    text && (
      <p id={id} className="login-field-fault">
        {t(text)}
      </p>
    )
  )
}

interface PasswordLineProps {
  /** 密码 without it. */
  label?: string
  /** One to be chosen, which no browser fills in. */
  isNew?: boolean
  value: string
  onType: (text: string) => void
  fault?: string | undefined
}

export function PasswordLine({ label, isNew = false, value, onType, fault }: PasswordLineProps) {
  const t = useT()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="login-line">
      <label htmlFor={id}>{label ?? t('密码')}</label>
      <div className="login-with">
        <input
          id={id}
          name={isNew ? 'new-password' : 'password'}
          type={isOpen ? 'text' : 'password'}
          value={value}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `${id}-fault` : undefined}
          onChange={(event) => onType(event.target.value)}
        />
        <button type="button" className="login-reveal" aria-pressed={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('隐藏') : t('显示')}
        </button>
      </div>
      <Fault id={`${id}-fault`} text={fault} />
    </div>
  )
}

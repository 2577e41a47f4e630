import { InputNumber, Radio, Switch } from 'antd'
import { type ReactNode, useId } from 'react'
import { useT } from '../../../platform/i18n/i18n.ts'

/** Choices that belong together. */
export function Group({ title, help, children }: { title: string; help?: string; children: ReactNode }) {
  const t = useT()
  return (
    <fieldset className="rule-group">
      <legend>{t(title)}</legend>
      {help && <p>{t(help)}</p>}
      {children}
    </fieldset>
  )
}

interface ChoiceProps<T extends string> {
  title: string
  value: T
  options: { value: T; label: string; help: string }[]
  isLocked: boolean
  onChange: (value: T) => void
}

/** One of a few, each with what it means. */
export function Choice<T extends string>({ title, value, options, isLocked, onChange }: ChoiceProps<T>) {
  const t = useT()
  const id = useId()
  return (
    <div className="rule-choice">
      <b id={id}>{t(title)}</b>
      <Radio.Group
        aria-labelledby={id}
        value={value}
        disabled={isLocked}
        onChange={(event) => onChange(event.target.value as T)}
      >
        {options.map((option) => (
          <Radio key={option.value} value={option.value}>
            {t(option.label)}
            <small>{t(option.help)}</small>
          </Radio>
        ))}
      </Radio.Group>
    </div>
  )
}

interface FlagProps {
  title: string
  help: string
  value: boolean
  isLocked: boolean
  onChange: (value: boolean) => void
}

export function Flag({ title, help, value, isLocked, onChange }: FlagProps) {
  const t = useT()
  return (
    <div className="rule-flag">
      <Switch aria-label={t(title)} checked={value} disabled={isLocked} onChange={onChange} />
      <span>
        {t(title)}
        <small>{t(help)}</small>
      </span>
    </div>
  )
}

interface Number100Props {
  label: string
  /** A share, 0 to 1, typed as per cent. */
  value: number
  problem?: string | undefined
  isLocked: boolean
  onChange: (value: number) => void
}

/** A share, typed as per cent. */
export function Number100({ label, value, problem, isLocked, onChange }: Number100Props) {
  return (
    <Labelled label={label} problem={problem}>
      {(id) => (
        <InputNumber<number>
          id={id}
          value={Math.round(value * 10_000) / 100}
          disabled={isLocked}
          suffix="%"
          controls={false}
          status={problem ? 'error' : ''}
          onChange={(next) => onChange(Math.round((next ?? 0) * 100) / 10_000)}
        />
      )}
    </Labelled>
  )
}

interface LabelledProps {
  label: string
  problem?: string | undefined
  children: (id: string) => ReactNode
}

export function Labelled({ label, problem, children }: LabelledProps) {
  const t = useT()
  const id = useId()
  return (
    <div className="rule-number">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {problem && (
        <small className="exam-problem" role="alert">
          {t(problem)}
        </small>
      )}
    </div>
  )
}

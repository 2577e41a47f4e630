import { type ReactNode, useId } from 'react'
import { useT } from '../../../platform/i18n/i18n.ts'

interface LabelledProps {
  label: string
  isRequired?: boolean
  problem?: string | undefined
  help?: string
  isWide?: boolean
  children: (id: string) => ReactNode
}

/** A label, its control, and below what is wrong with it or what it is for. */
export function Labelled({ label, isRequired, problem, help, isWide, children }: LabelledProps) {
  const t = useT()
  const id = useId()
  return (
    <div className={isWide ? 'model-field is-wide' : 'model-field'}>
      <label htmlFor={id} className={isRequired ? 'is-required' : undefined}>
        {t(label)}
      </label>
      {children(id)}
      {problem ? <small role="alert">{t(problem)}</small> : help && <p>{t(help)}</p>}
    </div>
  )
}

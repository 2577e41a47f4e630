import type { ReactNode } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'

interface PartHeadProps {
  title: string
  /** One quiet line: what this is for, or why it is locked. */
  hint?: string | undefined
  /** Actions. */
  children?: ReactNode
}

export function PartHead({ title, hint, children }: PartHeadProps) {
  const t = useT()
  return (
    <header className="exam-part-head">
      <div>
        <h2>{t(title)}</h2>
        {hint && <p>{t(hint)}</p>}
      </div>
      {children && <div className="exam-part-actions">{children}</div>}
    </header>
  )
}

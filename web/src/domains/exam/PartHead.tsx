import type { ReactNode } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import { Term, type TermName } from '../../platform/ui/Term.tsx'

interface PartHeadProps {
  /** None where the page has it already. */
  title?: string | undefined
  /** One quiet line: what this is for, or why it is locked. */
  hint?: string | undefined
  /** Words in it that not everybody knows. */
  terms?: TermName[]
  /** Actions. */
  children?: ReactNode
}

export function PartHead({ title, hint, terms = [], children }: PartHeadProps) {
  const t = useT()
  return (
    <header className="exam-part-head">
      <div>
        {title && (
          <h2>
            {t(title)}
            {terms.map((name) => (
              <Term key={name} name={name} />
            ))}
          </h2>
        )}
        {hint && <p>{t(hint)}</p>}
      </div>
      {children && <div className="exam-part-actions">{children}</div>}
    </header>
  )
}

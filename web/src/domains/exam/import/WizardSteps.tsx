import { CheckOutlined } from '@ant-design/icons'
import { useT } from '../../../platform/i18n/i18n.ts'
import type { Wizard } from './use-wizard.ts'
import { STEPS, canOpen, stepOf } from './wizard-steps.ts'

/** Where one is and what has been done; a step that can be opened is a button. */
export function WizardSteps({ wizard }: { wizard: Wizard }) {
  const t = useT()
  const hasExam = wizard.examId !== ''
  const reached = STEPS.findIndex((one) => one.code === stepOf(wizard.batch, hasExam))
  return (
    <ol className="imp-steps" aria-label={t('步骤')}>
      {STEPS.map((step, i) => {
        const isNow = step.code === wizard.step
        const isDone = i < reached
        return (
          <li key={step.code} className={isNow ? 'is-now' : isDone ? 'is-done' : ''}>
            <button
              type="button"
              disabled={!canOpen(step.code, wizard.batch, hasExam)}
              aria-current={isNow ? 'step' : undefined}
              onClick={() => wizard.open(step.code)}
            >
              <i aria-hidden="true">{isDone && !isNow ? <CheckOutlined /> : i + 1}</i>
              <b>{t(step.title)}</b>
              <small>{t(step.hint)}</small>
            </button>
          </li>
        )
      })}
    </ol>
  )
}

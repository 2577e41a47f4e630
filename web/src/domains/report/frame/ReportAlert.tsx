import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { packageChange } from '@xueheng/contract/domains/report/package-change.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { openTab } from '../../../platform/tabs/tab.ts'
import { menuPathOf } from './report-family.ts'

/** What a reader must know before any number: the data have changed since the report was made. */
export function ReportAlert({ answer, examId }: { answer: ReportAnswer; examId?: string | undefined }) {
  const t = useT()
  const can = useCan()
  const text = useAlertText(answer)
  if (!text) return null
  const path = menuPathOf(packageChange.all)
  const isCompared = answer.packageVersion > 1 && path !== undefined && can(packageChange.all.permission)
  return (
    <p className="report-alert" role="status">
      {text}
      {isCompared && examId && (
        <button type="button" className="crud-link" onClick={() => openTab(`${path}?examId=${examId}`)}>
          {t('查看变化')}
        </button>
      )}
    </p>
  )
}

/** The alert in the language of the screen; names of exams behind it stay as they are. */
export function useAlertText({ heading }: ReportAnswer): string {
  const t = useT()
  const [words = '', ...names] = heading.alert.split('：')
  return words && [t(words), ...names].join(t('：'))
}

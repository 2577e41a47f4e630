import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { useT } from '../../../platform/i18n/i18n.ts'

/** What a reader must know before any number: the data have changed since the report was made. */
export function ReportAlert({ answer }: { answer: ReportAnswer }) {
  const text = useAlertText(answer)
  return text ? (
    <p className="report-alert" role="status">
      {text}
    </p>
  ) : null
}

/** The alert in the language of the screen; names of exams behind it stay as they are. */
export function useAlertText({ heading }: ReportAnswer): string {
  const t = useT()
  const [words = '', ...names] = heading.alert.split('：')
  return words && [t(words), ...names].join(t('：'))
}

import type { ReactNode } from 'react'
import type { CrudRow } from '../../platform/crud/CrudPage.tsx'
import { t } from '../../platform/i18n/i18n.ts'
import './fact.css'

/** A mark of the package; below it the correction that the next version of the reports will have. */
export function drawCorrected(shown: ReactNode, { correction }: CrudRow): ReactNode {
  if (!correction) return shown
  return (
    <>
      {shown} <small className="fact-correction">{t('已更正为 {mark}，待新版本', { mark: String(correction) })}</small>
    </>
  )
}

/** The marks of a student; beside them what is corrected in any course. */
export function drawCorrectedMarks(shown: string, { correction }: CrudRow): ReactNode {
  const marks = <span className="fact-marks">{shown}</span>
  if (!correction) return marks
  return (
    <>
      {marks} <small className="fact-correction">{t('更正待新版本：{marks}', { marks: String(correction) })}</small>
    </>
  )
}

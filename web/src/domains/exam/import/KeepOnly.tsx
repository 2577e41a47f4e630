import { importKeepOnly } from '@xueheng/contract/domains/exam/import-answers.ts'
import type { GoneRow } from '@xueheng/contract/domains/exam/import.ts'
import { Checkbox } from 'antd'
import { callApi } from '../../../platform/api/client.ts'
import { formatNumber } from '../../../platform/i18n/format.ts'
import { type Translate, useT } from '../../../platform/i18n/i18n.ts'
import type { Wizard } from './use-wizard.ts'
import type { Batch } from './wizard-steps.ts'

const SCOPES = {
  student: '工作簿所列的班级里，名单上没有的考生会在导入时移除；其他班级不动。',
  score: '工作簿所列的班级与科目里，没有的成绩会在导入时移除；其他班级和科目不动。',
}

/** The choice to take away what the workbooks leave out, with the rows that would go. */
export function KeepOnly({ wizard, batch }: { wizard: Wizard; batch: Batch }) {
  const t = useT()
  if (batch.kind === 'teacher' || batch.kind === 'question') return null
  const choose = (isOn: boolean) =>
    wizard.act(() => callApi(importKeepOnly, { batchId: batch.batchId, isOn: isOn ? 1 : 0 }))
  return (
    <div className="imp-only">
      <Checkbox
        checked={batch.isExact === 1}
        disabled={wizard.isBusy}
        onChange={(event) => void choose(event.target.checked)}
      >
        {t('只保留这些')}
      </Checkbox>
      <span className="imp-quiet">{t(SCOPES[batch.kind])}</span>
      <GoneList batch={batch} />
    </div>
  )
}

/** How many rows go, and which; nothing where none goes. */
export function GoneList({ batch: { gone }, isOpen = false }: { batch: Batch; isOpen?: boolean }) {
  const t = useT()
  if (gone.num === 0) return null
  return (
    <details className="imp-account" open={isOpen}>
      <summary>{t('将移除 {n} 条工作簿里没有的数据', { n: formatNumber(gone.num) })}</summary>
      <ul tabIndex={0} aria-label={t('将移除的数据')}>
        {gone.rows.map((row) => (
          <li key={`${row.studentNumber} ${row.courseName}`}>{nameOf(t, row)}</li>
        ))}
        {gone.num > gone.rows.length && <li>{t('先列出前 {n} 条', { n: formatNumber(gone.rows.length) })}</li>}
      </ul>
    </details>
  )
}

function nameOf(
  t: Translate,
  { studentNumber, studentName, schoolName, className, courseName, text }: GoneRow,
): string {
  return [schoolName, className, studentNumber, studentName, courseName && t(courseName), text]
    .filter(Boolean)
    .join(' ')
}

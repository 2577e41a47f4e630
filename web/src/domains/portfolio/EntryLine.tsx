import { teacherPortfolio } from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import type { CrudRow } from '../../platform/crud/CrudPage.tsx'
import { useLabels } from '../../platform/crud/lookups.ts'
import { formatMoment } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { auditMark } from './audit-mark.tsx'
import { kindOfRow } from './kind-entity.ts'

const SCHOOL = [['schoolCode', teacherPortfolio.fields.schoolCode]] as const

/** What an entry is called in one line. */
export function EntryName({ row }: { row: CrudRow }) {
  const t = useT()
  return [t(kindOfRow(row)?.title ?? ''), row['certName']].filter(Boolean).join(' · ')
}

/** An entry in a queue: whose, what, where from or how it was decided, since when. */
export function EntryLine({ row, isFinished }: { row: CrudRow; isFinished: boolean }) {
  const school = useLabels([...SCHOOL])['schoolCode']?.get(String(row['schoolCode']))
  return (
    <>
      <b>{String(row['teacherName'])}</b>
      <span>
        <EntryName row={row} />
      </span>
      <small>
        {isFinished ? auditMark(row['auditStatus']) : <span>{school}</span>}
        <time>{formatMoment(String(row['submitTime'] ?? ''))}</time>
      </small>
    </>
  )
}

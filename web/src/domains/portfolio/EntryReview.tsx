import { portfolioReview } from '@xueheng/contract/domains/portfolio/portfolio-review.ts'
import type { CrudRow } from '../../platform/crud/CrudPage.tsx'
import { ReviewPage } from '../../platform/review/ReviewPage.tsx'
import type { Entry } from './entry.ts'
import { EntryDetail } from './EntryDetail.tsx'
import { EntryLine, EntryName } from './EntryLine.tsx'

const FILTERS = ['portfolioType', 'teacherName']

/** Entries that wait for the school or for the bureau. */
export function EntryReview({ step }: { step: 'audit1' | 'audit2' }) {
  return (
    <ReviewPage review={portfolioReview} step={step} filters={FILTERS} Line={EntryLine} Detail={Detail} Name={Name} />
  )
}

function Name({ row }: { row: CrudRow }) {
  return (
    <>
      {String(row['teacherName'])} · <EntryName row={row} />
    </>
  )
}

function Detail({ row }: { row: CrudRow }) {
  return <EntryDetail entry={row as Entry} />
}

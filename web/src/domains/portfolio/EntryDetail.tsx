import { COMMON_FIELDS } from '@xueheng/contract/domains/portfolio/portfolio-kinds.ts'
import { portfolioReview } from '@xueheng/contract/domains/portfolio/portfolio-review.ts'
import { teacherPortfolio } from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import { Image } from 'antd'
import { isBlank } from '../../platform/crud/fields/field-view.ts'
import { RowFacts } from '../../platform/crud/RowFacts.tsx'
import { linksOf } from '../../platform/crud/fields/image-links.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { ReviewHistory } from '../../platform/review/ReviewHistory.tsx'
import type { Entry } from './entry.ts'
import { fieldOfKind, kindOfRow } from './kind-entity.ts'
import { auditMark } from './audit-mark.tsx'
import './portfolio.css'

const PERSON = ['teacherName', 'teacherCode', 'schoolCode', 'areaCode'] as const

/** Everything about an entry: whose, what, the pictures, and the way it took. */
export function EntryDetail({ entry }: { entry: Entry }) {
  const t = useT()
  const kind = kindOfRow(entry)
  if (!kind) return null
  const person = PERSON.map((name) => [name, teacherPortfolio.fields[name] as Field] as const)
  const own = [...COMMON_FIELDS, ...kind.fields.map((field) => field.name)]
    .filter((name) => name !== 'certImageUrl' && !isBlank(entry[name]))
    .map((name) => [name, fieldOfKind(kind, name)] as const)
  return (
    <article className="portfolio-entry">
      <header>
        <h2>{t(kind.title)}</h2>
        {auditMark(entry.auditStatus)}
        {Number(entry['version']) > 1 && <small>{t('第{n}版', { n: Number(entry['version']) })}</small>}
      </header>
      {entry.rejectReason && (
        <p className="portfolio-refusal">
          {t('驳回原因')}：{entry.rejectReason}
        </p>
      )}
      <RowFacts fields={[...person, ...own]} row={entry} />
      <Pictures links={linksOf(entry.certImageUrl)} />
      <ReviewHistory review={portfolioReview} row={entry} />
    </article>
  )
}

/** Looked at in full, turned and zoomed; one after the other by the arrow keys. */
function Pictures({ links }: { links: string[] }) {
  const t = useT()
  if (links.length === 0) return null
  return (
    <section className="portfolio-pictures" aria-label={t('照片')}>
      <Image.PreviewGroup>
        {links.map((link, at) => (
          <Image key={link} src={link} alt={t('第{n}张照片', { n: at + 1 })} height={168} />
        ))}
      </Image.PreviewGroup>
    </section>
  )
}

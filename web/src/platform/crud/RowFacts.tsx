import type { Field } from '@xueheng/contract/kit/field.ts'
import { type ReactNode } from 'react'
import { formatTime } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { isBlank, wordOf } from './fields/field-view.ts'
import { isByNumber } from './fields/pick.tsx'
import { linksOf } from './fields/image-links.ts'
import { useLabels } from './lookups.ts'
import type { CrudRow, NamedField } from './row.ts'
import './crud.css'

/** Values of a row under their labels, to be read; paragraphs take the whole width. */
export function RowFacts({ fields, row }: { fields: NamedField[]; row: CrudRow }) {
  const t = useT()
  const labels = useLabels(fields)
  return (
    <dl className="crud-facts">
      {fields.map(([name, field]) => (
        <div key={name} className={field.kind === 'paragraph' ? 'is-wide' : ''}>
          <dt>{t(field.label)}</dt>
          <dd>{valueOf(t, field, row[name], labels[name])}</dd>
        </div>
      ))}
    </dl>
  )
}

function valueOf(
  t: (text: string) => string,
  field: Field,
  value: unknown,
  labels?: ReadonlyMap<string, string>,
): ReactNode {
  if (isBlank(value)) return '—'
  if (field.kind === 'image') return <Pictures value={value} label={t(field.label)} />
  if (field.kind === 'flag') return t(Number(value) === 1 ? '是' : '否')
  if (field.kind === 'dateTime') return formatTime(String(value)).replace(/[ ,]*00:00(:00)?$/, '')
  return labels?.get(String(value)) ?? (isByNumber(field) ? '—' : wordOf(t, field, value))
}

function Pictures({ value, label }: { value: unknown; label: string }) {
  return (
    <span className="crud-facts-pictures">
      {linksOf(value).map((link, at) => (
        <img key={link} src={link} alt={`${label} ${at + 1}`} loading="lazy" />
      ))}
    </span>
  )
}

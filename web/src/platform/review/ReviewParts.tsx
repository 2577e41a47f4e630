import type { AnyEntity, AnyReview } from '@xueheng/contract/kit/domain.ts'
import type { ComponentType } from 'react'
import { RowFacts } from '../crud/RowFacts.tsx'
import { isBlank, wordOf } from '../crud/fields/field-view.ts'
import { type CrudRow, type NamedField, fieldsOf } from '../crud/row.ts'
import { formatMoment } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { ReviewHistory } from './ReviewHistory.tsx'
import type { QueueLine } from './ReviewQueue.tsx'

/** How rows of a review are drawn. */
export interface ReviewParts {
  Line: QueueLine
  /** Everything about a row. */
  Detail: ComponentType<{ row: CrudRow }>
  /** What a row is called in one line. */
  Name: ComponentType<{ row: CrudRow }>
}

/**
 * How a queue shows rows where its domain says nothing else: by their first two required texts, and in full by all they hold
 * below what they are called.
 */
export function partsOf(review: AnyReview, OwnName?: ReviewParts['Name'], told?: readonly string[]): ReviewParts {
  const [title, whose] = textsOf(review.entity)
  const fields = new Map(fieldsOf(review.entity))
  const Value = ({ row, name = '' }: { row: CrudRow; name: string | undefined }) => (
    <>{wordOf(useT(), fields.get(name), row[name] ?? '')}</>
  )
  const Name: ReviewParts['Name'] = OwnName ?? (({ row }) => <Value row={row} name={title} />)
  return {
    Name,
    Line: ({ row, isFinished }) => (
      <>
        <b>
          <Value row={row} name={title} />
        </b>
        <span>
          <Value row={row} name={whose} />
        </span>
        <small>
          <State review={review} row={row} isShown={isFinished} />
          <time>{formatMoment(String(row[review.queueOrder ?? 'createTime'] ?? ''))}</time>
        </small>
      </>
    ),
    Detail: ({ row }) => (
      <article className="review-detail">
        <h2>
          <Name row={row} />
        </h2>
        <RowFacts fields={toldOf(review.entity, row, told)} row={row} />
        <ReviewHistory review={review} row={row} />
      </article>
    ),
  }
}

function State({ review, row, isShown }: { review: AnyReview; row: CrudRow; isShown: boolean }) {
  const t = useT()
  const states: ReviewStates = review.states.states
  const state = Object.values(states).find(({ value }) => value === Number(row[review.column]))
  return <span>{isShown && state ? t(state.title) : ''}</span>
}

type ReviewStates = Record<string, { value: number; title: string }>

/** What a row tells of itself: no secrets, nothing that is not filled in. */
function toldOf(entity: AnyEntity, row: CrudRow, told: readonly string[] | undefined): NamedField[] {
  const all = fieldsOf(entity)
  const fields = told ? told.flatMap((wanted) => all.filter(([name]) => name === wanted)) : all
  return fields.filter(([name, { kind }]) => kind !== 'secret' && !isBlank(row[name]))
}

function textsOf(entity: AnyEntity): string[] {
  return fieldsOf(entity).flatMap(([name, { kind, required }]) => (kind === 'text' && required ? [name] : []))
}

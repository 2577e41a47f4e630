import { useQuery } from '@tanstack/react-query'
import type { AnyReview } from '@xueheng/contract/kit/domain.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { findReviewCall } from '@xueheng/contract/derive/review-calls.ts'
import { waitingStates } from '@xueheng/contract/derive/waiting-states.ts'
import type { Change } from '../action/changes.ts'
import { get } from '../api/client.ts'
import type { CrudRow } from '../crud/row.ts'
import { useLastPage } from '../crud/use-rows.ts'
import { useTabSearch } from '../tabs/tab.ts'
import { PENDING_KEY } from './use-pending-reviews.ts'

const SIZE = 20

export interface QueueOptions {
  review: AnyReview
  /** Name of a step with a queue. */
  step: string
  /** Fields the queue may be searched by, beside the state. */
  filters: readonly string[]
}

/** Start of the key of every query that shows rows of the review. */
export function reviewKey(review: AnyReview): readonly string[] {
  return ['review', review.name]
}

/** What is read again after a decision. */
export function changesOf(review: AnyReview): Change[] {
  return [reviewKey(review), review.entity, PENDING_KEY]
}

/** The rows of a step; which they are is kept in the address of the tab. */
export function useQueue({ review, step, filters: names }: QueueOptions) {
  const [search, setSearch] = useTabSearch()
  const call = findReviewCall(review, step, 'list')
  const waiting = waitingStates(review, step).join()
  const page = Number(search.get('current') ?? 1)
  const state = search.get(review.column) ?? waiting
  const filters = Object.fromEntries(names.map((name) => [name, search.get(name) ?? '']))
  const asked = { ...filters, [review.column]: state, current: page, size: SIZE }
  const query = useQuery({
    queryKey: [...reviewKey(review), step, asked],
    queryFn: () => get<Page<CrudRow>>(call.path, asked),
    placeholderData: (old) => old,
  })
  const rows = query.data?.records ?? []
  const total = query.data?.total ?? 0
  const turnTo = (next: number): void => setSearch({ current: String(next) })
  useLastPage(query.isFetching, rows.length, total, { query: { current: page, size: SIZE }, turnTo })
  const filter = (next: Record<string, string | undefined>): void => setSearch({ ...next, current: undefined })
  /** Rows are looked at again, not waited for. */
  const isFinished = state !== waiting
  return { query, rows, total, page, size: SIZE, turnTo, filters, state, waiting, filter, isFinished }
}

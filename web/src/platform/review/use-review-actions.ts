import type { AnyReview } from '@xueheng/contract/kit/domain.ts'
import { findReviewCall } from '@xueheng/contract/derive/review-calls.ts'
import { useAction } from '../action/use-action.ts'
import { post } from '../api/client.ts'
import type { RowAction } from '../crud/RowActions.tsx'
import type { CrudRow } from '../crud/row.ts'
import { findStep, verdictsFor } from './step-states.ts'
import { changesOf } from './use-queue.ts'

/** Single actions of a review as actions of a list: handing in, taking back. `asked`: step → what is asked before. */
export function useReviewActions(review: AnyReview, asked: Record<string, string>): RowAction[] {
  const action = useAction((step: string, row: CrudRow) => decideRow(review, step, row), {
    confirm: (step) => asked[step] ?? '',
    changes: changesOf(review),
  })
  return Object.keys(asked).map((name) => {
    const step = findStep(review, name)
    const [first = ''] = step.pass
    return {
      code: step.permission,
      label: review.states.actions[first]?.title ?? step.title,
      isFor: (row) => verdictsFor(review, step, row[review.column]).mayPass,
      run: (row) => action.run(name, row),
    }
  })
}

/** Takes a row through a step as it was seen. `text` is the opinion, where the step asks for one. */
export function decideRow(review: AnyReview, step: string, row: CrudRow, text?: string): Promise<unknown> {
  const { path } = findReviewCall(review, step, 'decide')
  const [opinion = ''] = review.opinion as string[]
  return post(path, { body: { ids: row.id, seen: { [row.id]: row['updateTime'] }, [opinion]: text } })
}

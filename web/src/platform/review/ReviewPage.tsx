import type { AnyReview } from '@xueheng/contract/kit/domain.ts'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useRef, useState } from 'react'
import { usePhone } from '../crud/use-phone.ts'
import { type Translate, useT } from '../i18n/i18n.ts'
import { Empty } from '../ui/Empty.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageFrame } from '../ui/PageFrame.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { BulkBar, RefusedRows } from './BulkBar.tsx'
import { DecisionBar } from './DecisionBar.tsx'
import { QueueFilter } from './QueueFilter.tsx'
import { type ReviewParts, partsOf } from './ReviewParts.tsx'
import { ReviewQueue } from './ReviewQueue.tsx'
import { type ReviewState, useReview } from './use-review.ts'
import './review.css'

/** Parts that are not given are drawn from the entity. */
export interface ReviewPageProps extends Partial<ReviewParts> {
  review: AnyReview
  /** Name of a step with a queue. */
  step: string
  /** Fields the queue may be searched by, beside the state. */
  filters?: readonly string[]
  /** What whoever decides needs to know of a row, in this order; all it holds without it. */
  told?: readonly string[]
}

const NO_FILTERS: readonly string[] = []

/** The queue at the left, the row at the right, the decision below it; after a decision comes the next row. */
export function ReviewPage({ review, step, filters = NO_FILTERS, told, ...own }: ReviewPageProps) {
  const [standing] = useState(() => partsOf(review, own.Name, told))
  const { Line, Detail, Name } = { ...standing, ...own }
  const t = useT()
  const isPhone = usePhone()
  const state = useReview({ review, step, filters })
  const opinion = useRef<TextAreaRef>(null)
  const { current, query } = state
  const onKey = (key: string): boolean => takeKey(key, state, () => opinion.current?.focus())

  return (
    <PageFrame
      isFilled={!isPhone}
      title={t(state.step.title)}
      hint={!isPhone && keysOf(state.step, t)}
      extra={<BulkBar review={review} state={state} />}
    >
      <RefusedRows state={state} Name={Name} />
      <div className="review">
        <section className="review-queue" aria-label={t('待办列表')}>
          <QueueFilter review={review} step={step} filters={filters} state={state} />
          {query.error ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : query.isPending ? (
            <Skeleton rows={6} />
          ) : state.rows.length === 0 ? (
            <Empty title={t('没有待审核的{noun}', { noun: t(review.noun) })} hint={t('新提交的会出现在这里')} />
          ) : (
            <ReviewQueue state={state} Line={Line} onKey={onKey} />
          )}
        </section>
        <section className="review-row" aria-label={t('审核内容')}>
          {current ? (
            <>
              <div className="review-paper">
                <Detail key={current.id} row={current} />
              </div>
              {(state.mayPass || state.mayReject) && (
                <DecisionBar key={`${current.id}-bar`} state={state} opinion={opinion} />
              )}
            </>
          ) : (
            !query.isPending && <Empty title={t('选择左侧的一条查看')} />
          )}
        </section>
      </div>
    </PageFrame>
  )
}

/** The keys that do something at this step, by the words of its buttons. */
function keysOf({ words, reject }: ReviewState['step'], t: Translate): string {
  const pass = t('↑↓ 换一条 · P {verdict}', { verdict: t(words?.pass ?? '通过审核') })
  const refusal = t('R 写原因 · Ctrl+Enter {verdict}', { verdict: t(words?.reject ?? '驳回') })
  return reject ? `${pass} · ${refusal}` : pass
}

/** Answers whether the key meant something. */
function takeKey(key: string, state: ReviewState, writeOpinion: () => void): boolean {
  if (key === 'j' || key === 'ArrowDown') state.move(1)
  else if (key === 'k' || key === 'ArrowUp') state.move(-1)
  else if (key === 'p') void state.decide(true)
  else if (key === 'r') writeOpinion()
  else return false
  return true
}

import type { ReviewCallKind } from '@xueheng/contract/kit/review.ts'
import { amendedFields, findReviewCall, opinionField } from '@xueheng/contract/derive/review-calls.ts'
import { useState } from 'react'
import { useAction } from '../action/use-action.ts'
import { post } from '../api/client.ts'
import type { CrudRow } from '../crud/row.ts'
import { t } from '../i18n/i18n.ts'
import { findStep, verdictsFor } from './step-states.ts'
import { type QueueOptions, changesOf, useQueue } from './use-queue.ts'

/** What became of one row of several. */
export interface RowResult {
  id: string
  isDone: number
  message: string
}

/** A row that was not decided with the others, and why. */
export interface RefusedRow {
  row: CrudRow
  message: string
}

/** Sends decisions about rows as they were seen. */
function useSend({ review, step }: QueueOptions) {
  const { verdict, opinion } = review
  return async (
    kind: ReviewCallKind,
    rows: CrudRow[],
    isPass: boolean,
    text: string,
    amended: Readonly<Record<string, unknown>> = {},
  ): Promise<RowResult[]> => {
    const seen = Object.fromEntries(rows.map((row) => [row.id, row['updateTime']]))
    const ids = rows.map((row) => row.id).join()
    const body = {
      ...amended,
      ids,
      seen,
      [verdict.name]: isPass ? verdict.pass : verdict.reject,
      [opinion[0] ?? '']: text,
    }
    return post<RowResult[]>(findReviewCall(review, step, kind).path, { body })
  }
}

/** Several rows at once, each decided for itself; those that were not are named. */
function useBulk(options: QueueOptions, picked: CrudRow[]) {
  const send = useSend(options)
  const changes = changesOf(options.review)
  const [refused, setRefused] = useState<RefusedRow[]>([])
  const done = (results: RowResult[]): string => t('已办理 {n} 条', { n: results.filter(isDone).length })
  const onDone = (results: RowResult[]): void => setRefused(refusedOf(results, picked))
  const pass = useAction(() => send('each', picked, true, ''), {
    changes,
    confirm: () => t('确定通过选中的 {n} 条?', { n: picked.length }),
    done,
    onDone,
  })
  const reject = (text: string): Promise<RowResult[]> => send('each', picked, false, text)
  return { pass, rejection: { work: reject, changes, done, onDone }, refused, forgetRefused: () => setRefused([]) }
}

/** A step with words of its own does something else than pass: 制章. */
function saidOf({ words }: ReturnType<typeof findStep>, isPass: boolean): string {
  if (isPass ? words : words?.reject) return '操作成功'
  return isPass ? '已通过' : '已驳回'
}

function isDone(result: RowResult): boolean {
  return result.isDone === 1
}

function refusedOf(results: RowResult[], rows: CrudRow[]): RefusedRow[] {
  return results.flatMap((result) => {
    const row = rows.find((one) => one.id === result.id)
    return row && !isDone(result) ? [{ row, message: result.message }] : []
  })
}

/** Values whoever decides wants otherwise, by row: another one may come to the front meanwhile. */
function useAmendments() {
  const [kept, keep] = useState<Record<string, Record<string, unknown>>>({})
  return {
    of: (row: CrudRow): Readonly<Record<string, unknown>> => kept[row.id] ?? {},
    set: (row: CrudRow, name: string, value: unknown): void =>
      keep((old) => ({ ...old, [row.id]: { ...old[row.id], [name]: value } })),
  }
}

/** The queue, the row in front, and what is decided about it. */
export function useReview(options: QueueOptions) {
  const { review } = options
  const step = findStep(review, options.step)
  const queue = useQueue(options)
  const { rows, isFinished } = queue
  const [chosen, choose] = useState<string>()
  const [marked, pick] = useState<string[]>([])
  /** By row: another one may come to the front while something is written. */
  const [opinions, setOpinions] = useState<Record<string, string>>({})
  const picked = isFinished ? [] : rows.filter((row) => marked.includes(row.id))
  const bulk = useBulk(options, picked)
  const send = useSend(options)
  const amendments = useAmendments()
  const one = useAction(
    (row: CrudRow, isPass: boolean, text: string) =>
      send('decide', [row], isPass, text, isPass ? amendments.of(row) : {}),
    { changes: changesOf(review), done: (_answer, _row, isPass) => saidOf(step, isPass) },
  )
  const at = Math.max(
    rows.findIndex((row) => row.id === chosen),
    0,
  )
  const current = rows[at]
  const verdicts = verdictsFor(review, step, current?.[review.column])
  const opinion = opinions[current?.id ?? ''] ?? ''

  function setOpinion(text: string): void {
    if (current) setOpinions((old) => ({ ...old, [current.id]: text }))
  }

  /** The one behind comes to the front, or the one before at the end of the queue. */
  async function decide(isPass: boolean): Promise<void> {
    if (!current || !(isPass ? verdicts.mayPass : verdicts.mayReject)) return
    const next = rows[at + 1] ?? rows[at - 1]
    if (!(await one.run(current, isPass, opinion))) return
    setOpinion('')
    choose(next?.id)
  }

  return {
    ...queue,
    ...verdicts,
    bulk,
    isBusy: one.isBusy || bulk.pass.isBusy,
    step,
    current,
    choose,
    picked: picked.map((row) => row.id),
    pick,
    opinion,
    opinionField: opinionField(review),
    setOpinion,
    amendable: current && verdicts.mayPass ? Object.entries(amendedFields(review, step)) : [],
    amendments,
    decide,
    move: (by: number) => rows[at + by] && choose(rows[at + by]?.id),
  }
}

export type ReviewState = ReturnType<typeof useReview>

import { type Answer, defineCall } from '../kit/call.ts'
import type { AnyCall, AnyReview } from '../kit/domain.ts'
import { BASE_FIELDS, listRowFields } from '../kit/entity.ts'
import { type Field, type Fields, dateTime, flag, integer, json, text } from '../kit/field.ts'
import { LIST_INPUT } from '../kit/list.ts'
import type { Mark, ReviewCallKind, ReviewStep } from '../kit/review.ts'

export interface ReviewCall extends AnyCall {
  review: string
  /** Empty for the log of a row. */
  step: string
  kind: ReviewCallKind | 'history'
}

/** `seen`: id → time of change as the decider saw it; a row changed since is not decided. */
const ROWS: Fields = {
  ids: text('主键', { length: 100_000 }),
  id: text('主键', { length: 20 }),
  seen: json<Record<string, string>>('所见更新时间', { shape: 'row' }),
}

const RESULT: Fields = {
  id: text('主键', { required: true }),
  isDone: flag('是否办理', { required: true }),
  message: text('原因', { required: true }),
}

const KINDS: { kind: ReviewCallKind; suffix?: string; words: string; isOpen?: boolean; isEach?: boolean }[] = [
  { kind: 'decide', suffix: '', words: '', isOpen: true },
  { kind: 'each', suffix: 'Each', words: '（逐条）', isOpen: true, isEach: true },
  { kind: 'pass', words: '通过' },
  { kind: 'reject', words: '驳回' },
  { kind: 'passEach', words: '批量通过', isEach: true },
  { kind: 'rejectEach', words: '批量驳回', isEach: true },
]

/** Every call a review brings: queue and decisions of each step, the log of a row. */
export function reviewCalls(review: AnyReview): ReviewCall[] {
  const steps = Object.entries(review.steps as Record<string, ReviewStep<string>>)
  return [...steps.flatMap(([name, step]) => stepCalls(review, name, step)), historyCall(review)]
}

function stepCalls(review: AnyReview, name: string, step: ReviewStep<string>): ReviewCall[] {
  const fields = { ...review.entity.fields, ...BASE_FIELDS }
  const list = { title: `${step.title}列表`, input: LIST_INPUT, output: listRowFields(review.entity) }
  const queue = { ...call(review, name, 'list', step.paths?.list ?? `${name}List`, 'page', list), fields }
  const decisions = KINDS.flatMap(({ kind, suffix, words, isOpen, isEach }) => {
    const segment = step.paths?.[kind] ?? (suffix === undefined ? undefined : name + suffix)
    if (segment === undefined) return []
    const input = {
      ...ROWS,
      [review.opinion[0] ?? '']: opinionField(review),
      ...(isOpen && step.reject ? verdict(review) : {}),
      ...(kind === 'decide' || kind === 'pass' ? amendedFields(review, step) : {}),
    }
    const more = { title: step.title + words, input, output: isEach ? RESULT : {} }
    return [call(review, name, kind, segment, isEach ? 'list' : 'status', more)]
  })
  return [...(step.link ? [queue] : []), ...decisions]
}

interface Named {
  title: string
  input: Fields
  output: Fields
}

function call(
  review: AnyReview,
  name: string,
  kind: ReviewCall['kind'],
  segments: string | string[],
  answer: Answer,
  named: Named,
): ReviewCall {
  const [segment = '', ...others] = [segments].flat()
  const [path = '', ...aliases] = [segment, ...others].flatMap((last) =>
    review.entity.paths.map((base: string) => `${base}/${last}`),
  )
  const isRead = kind === 'list' || kind === 'history'
  const permission = review.steps[name]?.permission
  const access = permission === undefined ? 'signedIn' : { permission }
  const stepUp = !isRead && review.steps[name]?.stepUp === true
  const options = { method: isRead ? 'GET' : 'POST', path, aliases, access, answer, stepUp, ...named } as const
  return { ...defineCall(`${review.entity.name}.${segment}`, options), review: review.name, step: name, kind }
}

/** What a row has gone through, newest first. */
function historyCall(review: AnyReview): ReviewCall {
  const state = (label: string): Field => ({ ...review.entity.fields[review.column], label, required: true })
  const output = {
    id: text('主键', { required: true }),
    fromStatus: state('原状态'),
    toStatus: state('新状态'),
    action: text('动作', { required: true }),
    opinion: text('意见'),
    userName: text('操作人', { required: true }),
    createTime: dateTime('时间', { required: true }),
  }
  const input = { id: text('主键', { required: true, length: 20 }) }
  return call(review, '', 'history', review.logPath ?? 'history', 'list', {
    title: `${review.noun}审核记录`,
    input,
    output,
  })
}

/** The opinion of a decision; no longer than the fields that keep it. */
export function opinionField({ marks = {}, entity }: AnyReview): Field {
  const kept = Object.values(marks as Record<string, Record<string, Mark>>).flatMap((fields) =>
    Object.keys(fields).filter((name) => fields[name] === 'opinion'),
  )
  return text('审核意见', { length: Math.min(500, ...kept.map((name) => entity.fields[name].length ?? 500)) })
}

/** Fields a step may set to another value while it passes a row: each may be left out. */
export function amendedFields({ entity }: AnyReview, { amends = [] }: Pick<ReviewStep<string>, 'amends'>): Fields {
  return Object.fromEntries(amends.map((name) => [name, { ...entity.fields[name], required: false }]))
}

function verdict({ verdict: { name, pass, reject } }: AnyReview): Fields {
  const options = { required: true, message: '请选择是否通过' } as const
  const isFlag = pass === 1 && reject === 0
  return { [name]: isFlag ? flag('是否通过', options) : integer('审核结论', options) }
}

/** What the entity is searched by, and whatever is picked from a dictionary. */
/** The call of a step, or the log of a row (step empty, kind `history`). Throws when the review has none. */
export function findReviewCall(review: AnyReview, step: string, kind: ReviewCall['kind']): ReviewCall {
  const found = reviewCalls(review).find((one) => one.step === step && one.kind === kind)
  if (!found) throw new Error(`${review.name} has no call ${kind} of ${step}`)
  return found
}

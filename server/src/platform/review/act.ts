import type { AnyReview } from '@xueheng/contract/kit/domain.ts'
import { opinionField } from '@xueheng/contract/derive/review-calls.ts'
import { fieldMessage } from '@xueheng/contract/derive/schema.ts'
import type { Mark } from '@xueheng/contract/kit/review.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { type RawBuilder, sql } from 'kysely'
import { into } from '../access/doors.ts'
import { logChange, logOperation } from '../audit/operation-log.ts'
import type { Ctx } from '../ctx.ts'
import { AppError, fault } from '../error.ts'
import { toDatabase } from '../rows/rows.ts'
import { changedNames } from '../rows/same.ts'
import { stateRow, transition } from '../states.ts'
import { type BoundReview, type Decided, type ReviewRow, stepOfAction } from './bound.ts'
import { assertStep } from './gate.ts'
import { writeLog } from './log.ts'
import { tellDeciders, tellOwner } from './notify.ts'

const SHORTEST_REASON = 2

/** One action of a user at one row, with what is done for all that is decided together. */
export async function actAlone(
  review: BoundReview,
  ctx: Ctx,
  row: ReviewRow,
  wanted: string,
  typed: string,
): Promise<void> {
  const decided = await act(review, ctx, row, wanted, typed)
  await review.hooks.afterAll?.(ctx, [decided])
}

/** One action of a user at a row he may see; answers which it was. */
export async function act(
  review: BoundReview,
  ctx: Ctx,
  found: ReviewRow,
  wanted: string,
  typed: string,
  wished: Partial<ReviewRow> = {},
): Promise<Decided> {
  const { definition, hooks } = review
  const opinion = typed.trim()
  const action = await chosen(review, ctx, found, wanted)
  const step = stepOfAction(definition, action)
  if (!step) throw new AppError('access.refused')
  assertStep(definition, step, ctx, found)
  assertOpinion(definition, action, opinion)
  const row = await amend(review, ctx, found, wished)
  await hooks.beforeDecide?.(ctx, row, action, opinion)
  const state = await moveRow(review, ctx, row, action, opinion)
  await hooks.afterDecide?.(ctx, row, action, state)
  await tellOwner(review, ctx, row, action, opinion)
  await tellDeciders(review, ctx, row, state)
  return { row, action }
}

/** Sets what the decision wants otherwise, as the module takes it; the row as it is then. */
async function amend(
  { definition: { entity }, hooks }: BoundReview,
  ctx: Ctx,
  row: ReviewRow,
  wished: Partial<ReviewRow>,
): Promise<ReviewRow> {
  if (!hooks.amend || changedNames(wished, row).length === 0) return row
  const values = await hooks.amend(ctx, row, wished)
  const names = changedNames(values, row)
  if (names.length === 0) return row
  const sets = names.map((name) => sql`${sql.ref(snake(name))} = ${toDatabase(entity.fields[name], values[name])}`)
  await sql`update ${into(entity)} set ${sql.join(sets)} where id = ${row.id}`.execute(ctx.db)
  const after = { ...row, ...values }
  await logChange(ctx, entity, row.id, row, after)
  return after
}

/** Where a step has several ways to pass a row, the module says which one is meant. */
async function chosen({ definition, hooks }: BoundReview, ctx: Ctx, row: ReviewRow, wanted: string): Promise<string> {
  const ways = stepOfAction(definition, wanted)?.pass ?? []
  const isOpen = ways.length > 1 && ways.includes(wanted)
  return (isOpen && (await hooks.chooseAction?.(ctx, row, wanted))) || wanted
}

function assertOpinion(definition: AnyReview, action: string, opinion: string): void {
  const asked: string | undefined = definition.reasons?.[action]
  const isMissing = asked !== undefined && [...opinion].length < SHORTEST_REASON
  const message = isMissing ? asked : fieldMessage(opinionField(definition), opinion)
  if (message) throw fault(definition.opinion[0] ?? '', message)
}

/** Moves the state, keeps who and when, writes both logs. Answers the new stored value. */
export async function moveRow(
  { definition }: BoundReview,
  ctx: Ctx,
  row: ReviewRow,
  action: string,
  opinion: string,
): Promise<number> {
  const { entity, states, column } = definition
  const title: string = states.actions[action]?.title ?? action
  const before = Number(row[column])
  const state = await transition(ctx, states, stateRow(entity, row.id, column), action)
  await writeMarks(definition, ctx, row.id, action, opinion)
  await writeLog(ctx, { review: definition.name, rowId: row.id, from: before, to: state, action: title, opinion })
  await logOperation(ctx, `${entity.name}.${action}`, `${entity.title}${title}`, {
    entity: entity.name,
    rowId: row.id,
    before: { [column]: before },
    after: { [column]: state, ...(opinion && { opinion }) },
  })
  return state
}

const NOW = sql`date_trunc('second', localtimestamp)`

/** The time of change moves on, so that forms opened before are told. */
async function writeMarks(
  { entity, marks }: AnyReview,
  ctx: Ctx,
  id: string,
  action: string,
  opinion: string,
): Promise<void> {
  const marked = Object.entries((marks?.[action] ?? {}) as Record<string, Mark>)
  const sets = [
    ...marked.map(([field, mark]) => sql`${sql.ref(snake(field))} = ${valueOf(ctx, field, mark, opinion)}`),
    sql`update_user = ${ctx.user.id}`,
    sql`update_time = greatest(localtimestamp(0), update_time + interval '1 second')`,
  ]
  await sql`update ${into(entity)} set ${sql.join(sets)} where id = ${id}`.execute(ctx.db)
}

function valueOf({ user }: Ctx, field: string, mark: Mark, opinion: string): RawBuilder<unknown> {
  switch (mark) {
    case 'userId':
      return sql`${user.id}`
    case 'userName':
      return sql`${user.name}`
    case 'time':
      return NOW
    case 'opinion':
      return sql`${opinion}`
    case 'count':
      return sql`coalesce(${sql.ref(snake(field))}, 0) + 1`
    case 'none':
      return sql`null`
    default:
      return sql`${mark}`
  }
}

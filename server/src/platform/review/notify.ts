import { snake } from '@xueheng/contract/kit/name.ts'
import { waitingStates } from '@xueheng/contract/derive/waiting-states.ts'
import { sql } from 'kysely'
import { every } from '../access/doors.ts'
import type { Reader } from '../access/rules.ts'
import type { Ctx } from '../ctx.ts'
import { type BoundReview, type ReviewRow, type Step, type Unit, findStep, ownerOf, stepsOf } from './bound.ts'
import { isWideEnough } from './gate.ts'
import { waitingRows } from './pending.ts'

/** Whose row it is hears how it was decided, in the words of the declaration. */
export async function tellOwner(
  { definition, hooks, notifier }: BoundReview,
  ctx: Ctx,
  row: ReviewRow,
  action: string,
  opinion: string,
): Promise<void> {
  const { entity, news, ownerLink } = definition
  const said: string | undefined = news?.[action]
  if (!said) return
  const name = hooks.nameRow?.(row) ?? definition.noun
  const content = `「${name}」${said}。${opinion && `意见：${opinion}`}`
  await notifier.tellUser(ctx, ownerOf(definition, row), { title: entity.title + said, content, link: ownerLink })
}

/**
 * Those who may decide next hear of it when the row is the only one that waits for them: a message per row would be
 * noise, and whoever has seen the queue knows it.
 */
export async function tellDeciders(review: BoundReview, ctx: Ctx, row: ReviewRow, state: number): Promise<void> {
  const { definition } = review
  for (const [name, step] of stepsOf(definition)) {
    if (!step.announced || !waitingStates(definition, name).includes(state)) continue
    if (!(await isFirstOfUnit(review, name, ctx, row))) continue
    const readers = await review.notifier.findDeciders(ctx, step.permission, unitOf(review, row))
    for (const reader of readers) {
      if (isWideEnough(step, reader.scope) && (await isOnlyOne(review, name, ctx, reader))) {
        await review.notifier.tellUser(ctx, reader.user.id, newsOf(review, step))
      }
    }
  }
}

function newsOf({ definition: { noun, entity } }: BoundReview, { title, link }: Step) {
  return { title: `${entity.title}待审核`, content: `有新的${noun}等待${title}。`, link }
}

function unitOf({ definition: { entity } }: BoundReview, row: ReviewRow): Unit {
  const { area = '', school = '' } = entity.scope ?? {}
  return { areaCode: String(row[area] ?? ''), schoolCode: String(row[school] ?? '') }
}

/** Asked before anybody is looked up: of a batch only the first row of a unit can be the only one that waits. */
async function isFirstOfUnit({ definition }: BoundReview, name: string, ctx: Ctx, row: ReviewRow): Promise<boolean> {
  const { entity, column } = definition
  const { area, school } = entity.scope ?? {}
  const columns = [area, findStep(definition, name).narrowest === 'area' ? undefined : school]
  const unit = columns.flatMap((field) => (field ? [sql`${sql.ref(snake(field))} = ${row[field]}`] : []))
  const waits = sql`is_deleted = 0 and ${sql.ref(snake(column))} = any(${waitingStates(definition, name)}::int[])`
  const found = await sql`select 1 from ${every(entity, 'who waits at a desk does not depend on who adds to it')} r
    where ${sql.join([waits, ...unit], sql` and `)} limit 2`.execute(ctx.db)
  return found.rows.length === 1
}

async function isOnlyOne({ definition }: BoundReview, step: string, ctx: Ctx, reader: Reader): Promise<boolean> {
  const found = await sql`select 1 from ${waitingRows(definition, step, reader)} limit 2`.execute(ctx.db)
  return found.rows.length === 1
}

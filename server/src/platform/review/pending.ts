import type { AnyReview } from '@xueheng/contract/kit/domain.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { waitingStates } from '@xueheng/contract/derive/waiting-states.ts'
import { pendingReviews } from '@xueheng/contract/platform/review.ts'
import { type RawBuilder, sql } from 'kysely'
import { visible } from '../access/doors.ts'
import { hasRight } from '../access/rights.ts'
import type { Reader } from '../access/rules.ts'
import type { Ctx } from '../ctx.ts'
import { type Implementation, implement } from '../module.ts'
import { type Step, findStep, stepsOf } from './bound.ts'
import { isWideEnough } from './gate.ts'

/** The rows of a step that wait for this reader: he sees them, and may decide about them. */
export function waitingRows(definition: AnyReview, name: string, reader: Reader): RawBuilder<unknown> {
  const { entity, column, owner = 'createUser' } = definition
  const { notOwn, ownOnly } = findStep(definition, name)
  const isOwn = sql`${sql.ref(snake(owner))}::text is not distinct from ${reader.user.id}`
  const whose = notOwn ? sql`not (${isOwn})` : ownOnly ? isOwn : sql`true`
  return sql`${visible(reader, entity)} r
    where ${sql.ref(snake(column))} = any(${waitingStates(definition, name)}::int[]) and ${whose}`
}

/** How much waits for the caller, over all reviews, in one statement. */
export function pendingHandler(reviews: AnyReview[]): Implementation {
  return implement(pendingReviews, async (ctx) => {
    const asked = reviews.flatMap((review) => stepsFor(review, ctx))
    if (asked.length === 0) return []
    const counts = asked.map(
      ({ review, name }, at) =>
        sql`select ${at}::int as place, count(*)::int as count from ${waitingRows(review, name, ctx)}`,
    )
    const found = await sql<{ place: number; count: number }>`${sql.join(counts, sql` union all `)} order by 1`.execute(
      ctx.db,
    )
    return found.rows.flatMap(({ place, count }) => {
      const one = asked[place]
      if (!one || count === 0) return []
      const { review, name, step } = one
      return [{ review: review.name, step: name, title: step.title, link: step.link ?? '', count }]
    })
  })
}

/** Steps with a queue that the caller may decide in. */
function stepsFor(review: AnyReview, ctx: Ctx): { review: AnyReview; name: string; step: Step }[] {
  return stepsOf(review)
    .filter(([, step]) => step.link && hasRight(ctx, step.permission) && isWideEnough(step, ctx.scope))
    .map(([name, step]) => ({ review, name, step }))
}

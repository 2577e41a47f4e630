import type { Audience } from '@xueheng/contract/domains/exam/disclosure.ts'
import { TOTAL_COURSE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { coursesOf } from '../courses.ts'
import type { ExamPackage } from '../exam-packages.ts'
import type { Library } from '../library.ts'
import { type DisclosedRows, discloseRows } from './disclose-rows.ts'
import { type Discloser, type Disclosure, disclosureOf } from './disclosure.ts'
import type { Grain } from '../withhold.ts'
import { NO_OTHERS, otherSchools } from './other-schools.ts'
import { placeSizes } from './place-sizes.ts'

/** The discloser of one package; `grain` and `courseId` are of rows that name none, `to` is who reads in place of the caller. */
export async function discloserOf(
  ctx: Ctx,
  library: Library,
  source: ExamPackage,
  { grain, courseId }: Pick<DisclosedRows, 'grain' | 'courseId'>,
  to?: Audience,
): Promise<Discloser> {
  const disclosure = await disclosureOf(ctx, source.policy, to)
  const courses = disclosure.ranks === 'exact' ? [] : await coursesOf(ctx.analytics, library, source.folder)
  const courseIds = new Map([
    [TOTAL_COURSE, 0] as const,
    ...courses.map(({ courseName, courseId: id }) => [courseName, id] as const),
  ])
  const sizes = disclosure.ranks === 'band' ? await placeSizes(ctx, library, source) : new Map<string, number>()
  const others = await otherSchools(ctx, library, source, disclosure)
  const about = { disclosure, scope: ctx.scope, grain, courseId, courseIds, sizes, others }
  return { disclosure, others, rows: (rows) => discloseRows(rows, about) }
}

/** That of several exams side by side: places of another exam are no part of a band. */
export function discloserOfSeveral({ scope }: Ctx, disclosure: Disclosure, grain: Grain): Discloser {
  const nothing = { courseIds: new Map<string, number>(), sizes: new Map<string, number>(), others: NO_OTHERS }
  const about = { disclosure, scope, grain, courseId: 0, ...nothing }
  return { disclosure, others: NO_OTHERS, rows: (rows) => discloseRows(rows, about) }
}

import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import { type RawBuilder, sql } from 'kysely'
import { countedRows } from '../../platform/access/counted.ts'
import { every, visible } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { IN_SCHOOL } from './roll-over/plan.ts'
import { ENROLLED_COUNTS } from './tables.ts'

/** Students who are at school now, as far as the reader sees them: all that the register says of each. */
export function enrolledStudents(ctx: Ctx): RawBuilder<unknown> {
  return sql`(select * from ${visible(ctx, basicStudent)} s where is_sealed is distinct from 1 and ${IN_SCHOOL})`
}

/** How many of them there are, as lines with `num`: by school and grade, or by class as well. */
export function enrolledCounts(ctx: Ctx, isByClass: boolean): RawBuilder<unknown> {
  return countedRows(ctx, basicStudent, ENROLLED_COUNTS, { isByClass, rows: enrolledStudents(ctx) })
}

const REGISTER = every(basicStudent, 'whether somebody is at school, whoever asks')

/** Students who are at school now, whoever asks: to tell whether somebody is one, never to show who. */
export function everyEnrolled(): RawBuilder<unknown> {
  return sql`(select * from ${REGISTER} s where is_deleted = 0 and is_sealed is distinct from 1 and ${IN_SCHOOL})`
}

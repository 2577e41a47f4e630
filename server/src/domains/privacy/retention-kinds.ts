import { gatherStudent } from '@xueheng/contract/domains/gather/gather-student.ts'
import { guardianConsent } from '@xueheng/contract/domains/privacy/guardian-consent.ts'
import { personalRequest } from '@xueheng/contract/domains/privacy/personal-request.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { type RawBuilder, sql } from 'kysely'
import { every, visible } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/error.ts'
import { reasonToStay } from '../../platform/rows/expire.ts'

const SCHOOLS = every(basicSchool, 'the name of the school of a row in sight')

/** Rows of an entity that have a name, a student code and a school, and from when on their years count. */
export interface RetainedKind {
  entity: AnyEntity
  /** A time of the row `t`. */
  event: RawBuilder<unknown>
  /** Rows that are of this kind. */
  condition: RawBuilder<unknown>
}

/** By key of the dictionary `privacy_retain_kind`. */
const KINDS: Record<string, RetainedKind> = {
  '1': { entity: gatherStudent, event: sql`t.create_time`, condition: sql`true` },
  '2': { entity: basicStudent, event: sql`t.update_time`, condition: sql`t.enrol_status in ('3', '4', '5')` },
  '3': { entity: personalRequest, event: sql`t.answer_time`, condition: sql`t.answer_time is not null` },
  '4': { entity: guardianConsent, event: sql`t.withdraw_time`, condition: sql`t.withdraw_time is not null` },
}

export function retainedKind(key: string): RetainedKind {
  const kind = KINDS[key]
  if (!kind) throw refuse('这一类数据没有保留规则')
  return kind
}

/** Month in which a study year starts. */
const FIRST_MONTH = 9

/**
 * The rows in sight whose event lies before the day, as `id`, `student_name`, `student_code`, `school_code`,
 * `school_name`, `event_date`, `study_year`, and the `reason` for which one stays.
 */
export function rowsBefore(ctx: Ctx, { entity, event, condition }: RetainedKind, cutoff: string): RawBuilder<unknown> {
  return sql`(select t.id, t.student_name, t.student_code, t.school_code,
      (select s.school_name from ${SCHOOLS} s where s.school_code = t.school_code and s.is_deleted = 0) as school_name, ${event}::date as event_date,
      (extract(year from ${event}) - case when extract(month from ${event}) < ${FIRST_MONTH}::int then 1 else 0 end)::int as study_year,
      ${reasonToStay(ctx, entity)} as reason
    from ${visible(ctx, entity)} t where ${condition} and ${event}::date < ${cutoff}::date)`
}

import { ROLL_OVER_DAYS } from '@xueheng/contract/domains/school/roll-over.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { own } from '../../../platform/db/table.ts'
import { schoolRollOver, schoolRollOverClass, schoolRollOverStudent } from '../tables.ts'

/** Whether the end of this study year has been carried out, and stands. */
export async function isRolledOver(ctx: Pick<Ctx, 'db'>, year: number): Promise<boolean> {
  const found =
    await sql`select 1 from ${own(schoolRollOver)} where study_year = ${year} and revert_time is null`.execute(ctx.db)
  return found.rows.length > 0
}

/** Of a roll-over `r`: young enough, standing, and none stands on it. */
export const CAN_REVERT = sql`(r.revert_time is null and r.create_time > localtimestamp - make_interval(days => ${ROLL_OVER_DAYS})
  and not exists (select 1 from ${own(schoolRollOver)} o where o.revert_time is null and o.study_year > r.study_year))`

interface Line {
  id: string
  studyYear: number
  schoolNum: number
  classNum: number
  graduatedNum: number
  studentNum: number
  graduateNum: number
  userName: string
  createTime: string
  revertUser: string | null
  revertTime: string | null
  canRevert: number
}

/** Every roll-over of the bureau, the newest first. */
export async function listRollOvers(ctx: Ctx): Promise<Line[]> {
  const found = await sql<Line>`select r.id, r.study_year, r.school_num, r.class_num, r.graduated_num, r.student_num,
      r.graduate_num, r.user_name, to_char(r.create_time, 'YYYY-MM-DD HH24:MI:SS') as create_time, r.revert_user,
      to_char(r.revert_time, 'YYYY-MM-DD HH24:MI:SS') as revert_time, ${CAN_REVERT}::int as can_revert
    from ${own(schoolRollOver)} r order by r.create_time desc, r.id desc`.execute(ctx.db)
  return found.rows
}

/** What roll-overs that cannot be taken back any more have kept for that. */
export async function forgetOld(ctx: Ctx): Promise<void> {
  const old = sql`select r.id from ${own(schoolRollOver)} r
    where r.revert_time is not null or r.create_time <= localtimestamp - make_interval(days => ${ROLL_OVER_DAYS})`
  await sql`delete from ${own(schoolRollOverClass)} where roll_over_id in (${old})`.execute(ctx.db)
  await sql`delete from ${own(schoolRollOverStudent)} where roll_over_id in (${old})`.execute(ctx.db)
}

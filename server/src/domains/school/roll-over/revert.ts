import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import { revertRollOver } from '@xueheng/contract/domains/school/roll-over.ts'
import { schoolClasses } from '@xueheng/contract/domains/school/school-classes.ts'
import { type RawBuilder, sql } from 'kysely'
import { into } from '../../../platform/access/doors.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { lockKey } from '../../../platform/db/pool.ts'
import { own } from '../../../platform/db/table.ts'
import { createTempTable } from '../../../platform/db/temp-table.ts'
import { AppError, refuse } from '../../../platform/error.ts'
import { type JobProgress, type JobResult, defineJob } from '../../../platform/jobs/jobs.ts'
import { checkId } from '../../../platform/rows/read.ts'
import { schoolRollOver, schoolRollOverClass, schoolRollOverStudent } from '../tables.ts'
import { CLASSES, GOES_ALONG, STAGES, changedBy, isLoose } from './plan.ts'
import { assertBureau } from './preview.ts'
import { CAN_REVERT } from './record.ts'
import { ROLL_OVER_LINK } from './roll-over.ts'

interface RevertPayload {
  id: string
}

/** One transaction back: every value that still is what the roll-over wrote; what was changed since stays. */
export const revertJob = defineJob<RevertPayload>({
  name: 'school.revert-roll-over',
  title: '撤销学年升级',
  singletonKey: () => 'roll-over',
  subject: () => 'roll-over',
  run(ctx, { id }, progress) {
    assertBureau(ctx)
    return progress.finish((inside) => revert(inside, id, progress))
  },
})

export async function startRevert(ctx: Ctx, { id }: RevertPayload): Promise<{ jobId: string }> {
  assertBureau(ctx)
  const year = await requireRevertible(ctx, id)
  const title = `撤销 ${year}–${year + 1} 学年升级`
  return { jobId: await ctx.jobs.start(ctx, revertJob, { id }, title) }
}

/** Answers the study year that was ended. */
async function requireRevertible(ctx: Ctx, id: string): Promise<number> {
  const found = await sql<{ studyYear: number; can: boolean }>`select r.study_year, ${CAN_REVERT} as can
    from ${own(schoolRollOver)} r where r.id = ${checkId(id)}`.execute(ctx.db)
  const row = found.rows[0]
  if (!row) throw new AppError('row.notFound')
  if (!row.can) throw refuse('只有最近一次、三十天之内的学年升级可以撤销')
  return row.studyYear
}

async function revert(ctx: Ctx, id: string, progress: JobProgress): Promise<JobResult> {
  await progress.report({ done: 0, total: 2, step: '恢复班级' })
  await lockKey(ctx.db, `school-roll-over:${ctx.user.tenantId}`)
  const year = await requireRevertible(ctx, id)
  const kept = sql`select k.* from ${own(schoolRollOverClass)} k where k.roll_over_id = ${id}`
  const past = await createTempTable(ctx.db, 'roll_over_past', kept, ['class_code'])
  const classes = await putClassesBack(ctx, year, past)
  await progress.report({ done: 1, total: 2, step: '恢复学生' })
  const students =
    (await putStudentsBack(ctx, past)) + (await putLooseBack(ctx, year)) + (await putGraduatesBack(ctx, id))
  await sql`update ${own(schoolRollOver)} set revert_user = ${ctx.user.name}, revert_time = localtimestamp(0)
    where id = ${id}`.execute(ctx.db)
  const after = { studyYear: year, classes, students }
  await logOperation(ctx, revertRollOver.name, revertRollOver.title, { entity: 'schoolClasses', rowId: id, after })
  return { text: `恢复 ${classes} 个班级、${students} 名学生`, link: ROLL_OVER_LINK }
}

async function putClassesBack(ctx: Ctx, year: number, past: RawBuilder<unknown>): Promise<number> {
  const back = await sql`update ${into(schoolClasses)} c set
      study_year = case when k.is_graduating = 0 and c.study_year = ${year + 1}::int then ${year}::int else c.study_year end,
      grade_code = case when c.grade_code = k.new_grade then k.old_grade else c.grade_code end,
      class_name = case when c.class_name = k.new_name then k.old_name else c.class_name end,
      is_graduated = case when k.is_graduating = 1 then 0 else c.is_graduated end,
      ${changedBy(ctx, 'c')}
    from ${past} k where k.class_id = c.id`.execute(ctx.db)
  return Number(back.numAffectedRows ?? 0n)
}

/** Students who came into a class since go back with it. */
async function putStudentsBack(ctx: Ctx, past: RawBuilder<unknown>): Promise<number> {
  const back = await sql`update ${into(basicStudent)} t set grade_code = k.old_grade,
      class_name = case when t.class_name = k.new_name then k.old_name else t.class_name end,
      ${changedBy(ctx, 't')}
    from ${past} k where k.class_code = t.class_code and t.grade_code = k.new_grade and ${GOES_ALONG}`.execute(ctx.db)
  return Number(back.numAffectedRows ?? 0n)
}

async function putLooseBack(ctx: Ctx, year: number): Promise<number> {
  const back =
    await sql`update ${into(basicStudent)} t set grade_code = (t.grade_code::int - 1)::text, ${changedBy(ctx, 't')}
    from ${STAGES} where g.stage = t.stage and t.is_deleted = 0 and ${GOES_ALONG}
      and t.grade_code = (g.first + ${year + 1}::int - t.enter_year)::text and t.grade_code::int > g.first
      and ${isLoose(CLASSES)}`.execute(ctx.db)
  return Number(back.numAffectedRows ?? 0n)
}

async function putGraduatesBack(ctx: Ctx, id: string): Promise<number> {
  const back = await sql`update ${into(basicStudent)} t set enrol_status = '1', ${changedBy(ctx, 't')}
    from ${own(schoolRollOverStudent)} k where k.roll_over_id = ${id} and k.student_id = t.id and t.enrol_status = '4'`.execute(
    ctx.db,
  )
  return Number(back.numAffectedRows ?? 0n)
}

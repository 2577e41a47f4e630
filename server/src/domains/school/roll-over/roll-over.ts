import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import { runRollOver } from '@xueheng/contract/domains/school/roll-over.ts'
import { schoolClasses } from '@xueheng/contract/domains/school/school-classes.ts'
import { lastEndingYear } from '@xueheng/contract/domains/school/study-year.ts'
import { type RawBuilder, sql } from 'kysely'
import { into } from '../../../platform/access/doors.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { nextId } from '../../../platform/db/id.ts'
import { lockKey } from '../../../platform/db/pool.ts'
import { own } from '../../../platform/db/table.ts'
import { createTempTable } from '../../../platform/db/temp-table.ts'
import { refuse } from '../../../platform/error.ts'
import { type JobProgress, type JobResult, defineJob } from '../../../platform/jobs/jobs.ts'
import { schoolRollOver, schoolRollOverClass, schoolRollOverStudent } from '../tables.ts'
import { CLASSES, GOES_ALONG, IN_SCHOOL, STUDENTS, changedBy, planClasses, planLoose } from './plan.ts'
import { assertBureau } from './preview.ts'
import { forgetOld, isRolledOver } from './record.ts'

export const ROLL_OVER_LINK = '/bigdata/basic/rollOver'
const STEPS = ['核对班级', '升级班级', '升级学生', '登记毕业']

interface RollOverPayload {
  studyYear: number
}

/** One transaction for every school: what fails leaves nothing behind. */
export const rollOverJob = defineJob<RollOverPayload>({
  name: 'school.roll-over',
  title: '学年升级',
  singletonKey: () => 'roll-over',
  subject: () => 'roll-over',
  run(ctx, { studyYear }, progress) {
    assertBureau(ctx)
    return progress.finish((inside) => rollOver(inside, studyYear, progress))
  },
})

export async function startRollOver(ctx: Ctx, { studyYear }: RollOverPayload): Promise<{ jobId: string }> {
  assertBureau(ctx)
  await requireDue(ctx, studyYear)
  const title = `${studyYear}–${studyYear + 1} 学年升级`
  return { jobId: await ctx.jobs.start(ctx, rollOverJob, { studyYear }, title) }
}

async function requireDue(ctx: Ctx, year: number): Promise<void> {
  if (year > lastEndingYear({ year: ctx.now.getFullYear(), month: ctx.now.getMonth() + 1 }))
    throw refuse(`这个学年要到${year + 1}年6月才能升级`)
  if (await isRolledOver(ctx, year)) throw refuse('这个学年已经升级过')
}

async function rollOver(ctx: Ctx, year: number, progress: JobProgress): Promise<JobResult> {
  const step = (done: number) => progress.report({ done, total: STEPS.length, step: STEPS[done] ?? '' })
  await step(0)
  await lockKey(ctx.db, `school-roll-over:${ctx.user.tenantId}`)
  await requireDue(ctx, year)
  await forgetOld(ctx)
  const plan = await holdPlan(ctx, year)
  const id = nextId()
  await step(1)
  const { schoolNum, classNum, graduatedNum } = await moveClasses(ctx, id, year, plan)
  await step(2)
  const studentNum = (await moveStudents(ctx, plan)) + (await moveLoose(ctx))
  await step(3)
  const graduateNum = await leaveSchool(ctx, id, plan)
  const counts = { schoolNum, classNum, graduatedNum, studentNum, graduateNum }
  await sql`insert into ${own(schoolRollOver)} (id, tenant_id, study_year, school_num, class_num, graduated_num,
      student_num, graduate_num, user_name, create_user, create_time)
    values (${id}, ${ctx.user.tenantId}, ${year}, ${schoolNum}, ${classNum}, ${graduatedNum}, ${studentNum},
      ${graduateNum}, ${ctx.user.name}, ${ctx.user.id}, localtimestamp(0))`.execute(ctx.db)
  const after = { studyYear: year, ...counts }
  await logOperation(ctx, runRollOver.name, runRollOver.title, { entity: 'schoolClasses', rowId: id, after })
  const text = `升级 ${classNum} 个班级、${studentNum} 名学生，毕业 ${graduatedNum} 个班级、${graduateNum} 名学生`
  return { text, link: ROLL_OVER_LINK }
}

/** The plan of every class and of students without one, as it is now; nobody changes a class meanwhile. */
async function holdPlan(ctx: Ctx, year: number): Promise<RawBuilder<unknown>> {
  await sql`select id from ${into(schoolClasses)} where is_deleted = 0 and study_year <= ${year} for update`.execute(
    ctx.db,
  )
  const plan = await createTempTable(ctx.db, 'roll_over_plan', sql`select * from ${planClasses(CLASSES, year)} p`, [
    'class_code',
  ])
  const loose = sql`select * from ${planLoose(STUDENTS, CLASSES, year)} l`
  await createTempTable(ctx.db, 'roll_over_loose', loose, ['id'])
  const found = await sql<{ classes: number; blocked: number }>`select count(*)::int as classes,
    count(*) filter (where block <> '')::int as blocked from ${plan} p`.execute(ctx.db)
  const { classes = 0, blocked = 0 } = found.rows[0] ?? {}
  if (classes === 0) throw refuse('这个学年没有要升级的班级')
  if (blocked > 0) throw refuse(`有 ${blocked} 个班级不能升级，请先处理`)
  return plan
}

const LOOSE = sql`${sql.table('roll_over_loose')}`

async function moveClasses(ctx: Ctx, id: string, year: number, plan: RawBuilder<unknown>) {
  await sql`insert into ${own(schoolRollOverClass)} (tenant_id, roll_over_id, class_id, class_code, is_graduating,
      old_grade, new_grade, old_name, new_name)
    select ${ctx.user.tenantId}, ${id}, p.id, p.class_code, p.is_graduating::int, p.grade_code, p.next_grade, p.class_name,
      p.next_name from ${plan} p`.execute(ctx.db)
  await sql`update ${into(schoolClasses)} c set
      study_year = case when p.is_graduating then c.study_year else ${year + 1}::int end,
      grade_code = coalesce(p.next_grade, c.grade_code), class_name = p.next_name,
      is_graduated = case when p.is_graduating then 1 else c.is_graduated end,
      ${changedBy(ctx, 'c')}
    from ${plan} p where p.id = c.id`.execute(ctx.db)
  const found = await sql<{ schoolNum: number; classNum: number; graduatedNum: number }>`
    select count(distinct school_code)::int as school_num, count(next_grade)::int as class_num,
      count(*) filter (where is_graduating)::int as graduated_num from ${plan} p`.execute(ctx.db)
  return found.rows[0] ?? { schoolNum: 0, classNum: 0, graduatedNum: 0 }
}

/** A student is in the grade of the class; the name of the class follows where it was that of the class. */
async function moveStudents(ctx: Ctx, plan: RawBuilder<unknown>): Promise<number> {
  const moved = await sql`update ${into(basicStudent)} t set grade_code = p.next_grade,
      class_name = case when t.class_name = p.class_name then p.next_name else t.class_name end,
      ${changedBy(ctx, 't')}
    from ${plan} p where p.class_code = t.class_code and p.next_grade is not null and t.is_deleted = 0
      and ${GOES_ALONG}`.execute(ctx.db)
  return Number(moved.numAffectedRows ?? 0n)
}

async function moveLoose(ctx: Ctx): Promise<number> {
  const moved = await sql`update ${into(basicStudent)} t set grade_code = l.next_grade, ${changedBy(ctx, 't')}
    from ${LOOSE} l where l.id = t.id and l.next_grade is not null`.execute(ctx.db)
  return Number(moved.numAffectedRows ?? 0n)
}

/** Who is in school in a class that graduates, or alone in its grade, has graduated. */
async function leaveSchool(ctx: Ctx, id: string, plan: RawBuilder<unknown>): Promise<number> {
  const gone = await sql`with gone as (
      update ${into(basicStudent)} t set enrol_status = '4', ${changedBy(ctx, 't')}
      where t.is_deleted = 0 and ${IN_SCHOOL} and (t.class_code in (select p.class_code from ${plan} p where p.is_graduating)
        or t.id in (select l.id from ${LOOSE} l where l.next_grade is null))
      returning t.id)
    insert into ${own(schoolRollOverStudent)} (tenant_id, roll_over_id, student_id)
    select ${ctx.user.tenantId}, ${id}, id from gone`.execute(ctx.db)
  return Number(gone.numAffectedRows ?? 0n)
}

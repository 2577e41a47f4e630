import type { LevelParam } from '@xueheng/contract/domains/exam/level/level-param.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { own, type RowOf } from '../../../platform/db/table.ts'
import type { SpecCourse, SpecLevel } from '../compute/exam-spec.ts'
import { coursesOf } from '../exam-course.ts'
import { examLevelParam } from '../tables.ts'

type ParamRow = Omit<RowOf<typeof examLevelParam.columns>, 'tenantId' | 'examId'>

/** The courses by levels as a run takes them, in the order of the courses; a course that is gone has none. */
export async function specLevels(ctx: Pick<Ctx, 'db'>, examId: string, courses: SpecCourse[]): Promise<SpecLevel[]> {
  const found = await sql<ParamRow>`select course_name, model, grades, options
    from ${own(examLevelParam)} where exam_id = ${examId}`.execute(ctx.db)
  return courses.flatMap(({ courseId, courseName }) =>
    found.rows.filter((row) => row.courseName === courseName).map((row) => ({ courseId, ...row })),
  )
}

/** How the marks of each course become grades and assigned marks. */
export async function levelParamsOf(ctx: Pick<Ctx, 'db'>, examId: string): Promise<LevelParam[]> {
  const levels = await specLevels(ctx, examId, await coursesOf(ctx, examId))
  return levels.map(({ courseId: _courseId, ...param }) => param)
}

/** Puts these in the place of all parameters of the exam. */
export async function writeLevelParams(ctx: Ctx, examId: string, params: LevelParam[]): Promise<void> {
  await sql`delete from ${own(examLevelParam)} where exam_id = ${examId}`.execute(ctx.db)
  for (const { courseName, model, grades, options } of params)
    await sql`insert into ${own(examLevelParam)} (tenant_id, exam_id, course_name, model, grades, options)
      values (${ctx.user.tenantId}, ${examId}, ${courseName}, ${model}, ${JSON.stringify(grades)}, ${JSON.stringify(options)})`.execute(
      ctx.db,
    )
}

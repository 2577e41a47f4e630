import type { LevelParam } from '@xueheng/contract/domains/exam/level/level-param.ts'
import { assignLevels, type GradeInterval, type RawMark } from '@xueheng/contract/domains/exam/level/level-score.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { own } from '../../../platform/db/table.ts'
import { coursesOf } from '../exam-course.ts'
import { type Exam, ruleOf } from '../exam-row.ts'
import { examScoreStudent, examScoreStudentCourse } from '../tables.ts'

/** One course with how many have which valid mark, best first; marks nobody counted has stand with 0. */
export interface CourseMarks {
  courseName: string
  examScore: number
  marks: RawMark[]
}

/** The archived marks of an exam, counted: enough to try grades without asking again. */
export async function rawMarksOf(ctx: Ctx, exam: Exam): Promise<CourseMarks[]> {
  const leftOut = sql`c.sid in (select s.sid from ${own(examScoreStudent)} s where s.exam_id = ${exam.id} and s.is_count = 0)`
  const counts = ruleOf(exam).isCountOnly ? sql`not (${leftOut})` : sql`true`
  const { rows } = await sql<RawMark & { courseId: number }>`
    select c.course_id, (c.score * 10)::int as score10, count(*) filter (where ${counts})::int as num
    from ${own(examScoreStudentCourse)} c
    where c.exam_id = ${exam.id} and c.score_status in (0, 2) and c.score is not null
    group by c.course_id, c.score order by c.course_id, c.score desc`.execute(ctx.db)
  const courses = await coursesOf(ctx, exam.id)
  return courses.map(({ courseId, courseName, examScore }) => ({
    courseName,
    examScore,
    marks: rows.filter((row) => row.courseId === courseId).map(({ score10, num }) => ({ score10, num })),
  }))
}

/** What the parameters make of the marks as they are archived. */
export async function previewLevels(
  ctx: Ctx,
  exam: Exam,
  params: LevelParam[],
): Promise<{ courseName: string; base: number; intervals: GradeInterval[] }[]> {
  const courses = await rawMarksOf(ctx, exam)
  return params.map((param) => {
    const { marks = [], examScore = 0 } = courses.find(({ courseName }) => courseName === param.courseName) ?? {}
    const { base, intervals } = assignLevels(marks, param, examScore * 10)
    return { courseName: param.courseName, base, intervals }
  })
}

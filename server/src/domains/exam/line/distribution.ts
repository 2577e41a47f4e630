import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { TOTAL_COURSE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { lineDistribution, type SchoolMarks } from '@xueheng/contract/domains/exam/line/line-calls.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { refuse } from '../../../platform/error.ts'
import { implement } from '../../../platform/module.ts'
import { workFolder } from '../compute-job.ts'
import { coursesOf } from '../exam-course.ts'
import { findExam, ruleOf } from '../exam-row.ts'
import { schoolsOf } from '../exam-settings.ts'

interface Asked {
  examId: string
  courseName?: string | null
  artsScience?: string | null
  totalLine?: number | null
}

/** How many of each school stand at which mark, as last computed: enough to move a line without asking again. */
async function findDistribution(ctx: Ctx, { examId, courseName, artsScience, totalLine }: Asked) {
  const exam = await findExam(ctx, examId)
  const folder = workFolder(ctx, examId)
  if (!(await stat(join(folder, 'student.parquet')).catch(() => undefined))) throw refuse('请先计算，再试划分数线')
  const courseId = await courseNumber(ctx, examId, courseName || TOTAL_COURSE)
  const seen = (await schoolsOf(ctx, { examId })).map(({ schoolCode }) => schoolCode)
  const lowest = ruleOf(exam).removeZeroScores ? 1 : 0
  const total10 = totalLine === null || totalLine === undefined ? null : Math.round(totalLine * 10)
  const values = { folder, seen, stream: Number(artsScience ?? 0), lowest, total10 }
  const schools = await ctx.analytics.query<SchoolMarks>(marksOf(courseId), values)
  const [full] = await ctx.analytics.query<{ fullScore: number }>(
    `select marks(full10) as full_score from read_parquet($folder || '/course.parquet') where course_id = ${courseId}`,
    { folder },
  )
  return { fullScore: full?.fullScore ?? 0, schools }
}

async function courseNumber(ctx: Ctx, examId: string, courseName: string): Promise<number> {
  if (courseName === TOTAL_COURSE) return 0
  const found = (await coursesOf(ctx, examId)).find((one) => one.courseName === courseName)
  if (!found) throw refuse(`考试没有科目「${courseName}」`)
  return found.courseId
}

/** A mark that is no whole number of half points stands at the half point below. */
function marksOf(courseId: number): string {
  return `
    with mark as (
      select school_id, c${courseId} // 5 as half, count(*) as num
      from read_parquet($folder || '/student.parquet')
      where is_counted and c${courseId} >= $lowest and ($stream = 0 or arts_science = $stream)
        and ($total10::int is null or c0 >= $total10)
      group by all
    ),
    counted as (
      select school_id, half, sum(num) over (partition by school_id order by half desc)::int as reached from mark
    ),
    school as (
      select unit_id as school_id, any_value(school_code) as school_code, any_value(school_name) as school_name
      from read_parquet($folder || '/unit.parquet') where grain = 'school' group by unit_id
    )
    select school_code, school_name, list(half::int order by half desc) as halves, list(reached order by half desc) as reached
    from counted join school using (school_id)
    where list_contains($seen, school_code)
    group by school_id, school_code, school_name
    order by school_id`
}

export const distributionHandlers = [implement(lineDistribution, findDistribution)]

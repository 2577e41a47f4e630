import {
  type ExamCourse,
  courseFields,
  getExamCourseList,
  getExamScore,
  submitCourse,
  examInfo,
} from '@xueheng/contract/domains/exam/exam-info.ts'
import { TOTAL_COURSE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { parseFields } from '@xueheng/contract/derive/schema.ts'
import { sql } from 'kysely'
import { logOperation } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/error.ts'
import { implement } from '../../platform/module.ts'
import { requireState } from '../../platform/states.ts'
import type { SpecCourse } from './compute/exam-spec.ts'
import { examState, findExam } from './exam-row.ts'
import { coursesWithQuestions } from './paper/questions.ts'
import { listQuestionFiles } from './question/question-files.ts'
import { type RowOf, own } from '../../platform/db/table.ts'
import { examCourse } from './tables.ts'
import { into } from '../../platform/access/doors.ts'

type CourseRow = Omit<RowOf<typeof examCourse.columns>, 'tenantId' | 'examId'>

/** The courses of an exam in the bureau's order. */
export async function coursesOf(ctx: Pick<Ctx, 'db'>, examId: string): Promise<SpecCourse[]> {
  const found = await sql<CourseRow>`select course_id, course_name, course_alias,
      exam_score, is_in_total, sort, excellent_score, good_score,
      pass_score, low_score
    from ${own(examCourse)} where exam_id = ${examId} order by sort, course_id`.execute(ctx.db)
  return found.rows.map((row) => ({
    ...row,
    examScore: Number(row.examScore),
    excellentScore: marks(row.excellentScore),
    goodScore: marks(row.goodScore),
    passScore: marks(row.passScore),
    lowScore: marks(row.lowScore),
  }))
}

function marks(text: string | null): number | null {
  return text === null ? null : Number(text)
}

async function listCourses(ctx: Ctx, { examId }: { examId: string }) {
  await findExam(ctx, examId)
  const files = await listQuestionFiles(ctx, examId, 'archived')
  const archived = new Set(files.map((file) => file.courseId))
  const courses = await coursesOf(ctx, examId)
  return courses.map((course) => ({ ...course, hasQuestions: archived.has(course.courseId) ? 1 : 0 }))
}

/** Replaces the courses: names once each, full marks in range, thresholds in falling order. */
async function saveCourses(ctx: Ctx, { examId, courses }: { examId: string; courses: ExamCourse[] }): Promise<void> {
  await findExam(ctx, examId)
  await requireState(ctx, examStates, examState(examId), 'editCourse')
  const before = await coursesOf(ctx, examId)
  const clean = checkCourses(courses)
  await refuseLostPapers(ctx, examId, clean, before)
  const ids = numberCourses(clean, before)
  const kept = clean.map((course) => ids.get(course.courseName) ?? 0)
  await sql`delete from ${own(examCourse)} where exam_id = ${examId} and not course_id = any(${kept}::int[])`.execute(
    ctx.db,
  )
  for (const [i, course] of clean.entries())
    await writeCourse(ctx, examId, ids.get(course.courseName) ?? 0, course, i + 1)
  await sql`update ${into(examInfo)} set course_num = ${clean.length} where id = ${examId}`.execute(ctx.db)
  await logOperation(ctx, submitCourse.name, submitCourse.title, {
    entity: 'examInfo',
    rowId: examId,
    before: { courses: before },
    after: { courses: clean },
  })
}

/** A course does not take its questions with it unseen. */
async function refuseLostPapers(ctx: Ctx, examId: string, clean: ExamCourse[], before: SpecCourse[]): Promise<void> {
  const stay = new Set(clean.map((course) => course.courseName))
  const gone = before.map((course) => course.courseName).filter((name) => !stay.has(name))
  const [first] = gone.length > 0 ? await coursesWithQuestions(ctx, examId, gone) : []
  if (first) throw refuse(`科目「${first}」已有试卷题目，请先删除它的题目`)
}

function checkCourses(courses: object[]): ExamCourse[] {
  if (courses.length > 30) throw refuse('科目不能超过30个')
  const clean = courses.map((course, i) => checkCourse(course as Record<string, unknown>, i))
  const names = clean.flatMap((course) => [course.courseName, ...course.courseAlias])
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice) throw refuse(`科目或别名「${twice}」重复`)
  return clean
}

function checkCourse(given: Record<string, unknown>, i: number): ExamCourse {
  const parsed = parseFields(courseFields, given ?? {})
  if (!parsed.ok) throw refuse(`第${i + 1}个科目：${parsed.problems[0]?.message}`)
  const value = parsed.value
  const name = value.courseName ?? ''
  if (name === TOTAL_COURSE) throw refuse(`第${i + 1}个科目：${TOTAL_COURSE}由系统计算，不能作为科目`)
  const full = value.examScore ?? 0
  const lines = [value.excellentScore, value.goodScore, value.passScore, value.lowScore].map((one) => one ?? null)
  const given4 = lines.filter((one) => one !== null)
  if (given4.some((one) => one > full) || given4.some((one, n) => n > 0 && one > (given4[n - 1] ?? 0))) {
    throw refuse(`${name}：优秀、良好、及格、低分线应依次降低且不超过满分`)
  }
  const [excellentScore = null, goodScore = null, passScore = null, lowScore = null] = lines
  const alias = Array.isArray(given['courseAlias'])
    ? given['courseAlias'].map((one) => String(one).trim()).filter(Boolean)
    : []
  return {
    courseName: name,
    courseAlias: alias.slice(0, 10),
    examScore: full,
    isInTotal: value.isInTotal ?? 1,
    sort: i + 1,
    excellentScore,
    goodScore,
    passScore,
    lowScore,
  }
}

/** A course keeps its number when it is saved again, since imported rows know it by name and facts by number. */
function numberCourses(courses: ExamCourse[], before: SpecCourse[]): Map<string, number> {
  const ids = new Map(before.map((course) => [course.courseName, course.courseId]))
  let next = Math.max(0, ...ids.values()) + 1
  for (const course of courses) if (!ids.has(course.courseName)) ids.set(course.courseName, next++)
  return ids
}

async function writeCourse(
  ctx: Ctx,
  examId: string,
  courseId: number,
  course: ExamCourse,
  sort: number,
): Promise<void> {
  await sql`insert into ${own(examCourse)} (tenant_id, exam_id, course_id, course_name, course_alias, exam_score, is_in_total, sort,
      excellent_score, good_score, pass_score, low_score)
    values (${ctx.user.tenantId}, ${examId}, ${courseId}, ${course.courseName}, ${JSON.stringify(course.courseAlias)}, ${course.examScore},
      ${course.isInTotal}, ${sort}, ${course.excellentScore}, ${course.goodScore}, ${course.passScore}, ${course.lowScore})
    on conflict (exam_id, course_id) do update set course_alias = excluded.course_alias, exam_score = excluded.exam_score,
      is_in_total = excluded.is_in_total, sort = excluded.sort, excellent_score = excluded.excellent_score,
      good_score = excluded.good_score, pass_score = excluded.pass_score, low_score = excluded.low_score`.execute(
    ctx.db,
  )
}

export const courseHandlers = [
  implement(getExamCourseList, listCourses),
  implement(getExamScore, async (ctx, input) =>
    (await listCourses(ctx, input)).map(({ courseName, examScore }) => ({ courseName, examScore })),
  ),
  implement(submitCourse, saveCourses),
]

import { paperQuestion } from '@xueheng/contract/domains/exam/paper/paper-question.ts'
import { sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import { sqlText } from '../../../platform/analytics/sql-file.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { own } from '../../../platform/db/table.ts'
import { policyOf } from '../disclosure.ts'
import { findExam } from '../exam-row.ts'
import { READABLE } from '../exam-settings.ts'
import { examCourse } from '../tables.ts'
import { listQuestionFiles, questionPath } from './question-files.ts'

const QUESTIONS = every(paperQuestion, 'the marks a question carries stand beside those of a student')

/** What the paper says of a question. */
interface KnownQuestion {
  questionId: number
  /** Full marks in tenths. */
  full10: number
}

/** Where the question scores of a course are read, and what is known of its questions. */
export interface QuestionSource {
  examId: string
  courseId: number
  courseName: string
  /** The file, as a table of DuckDB. */
  table: string
  isArchived: boolean
  /** How the file names a student. */
  key: 'sid' | 'student_number'
  /** Fewest students of others whose means are told. */
  smallestGroup: number
  /** By `paper question`. */
  known: Map<string, KnownQuestion>
}

/**
 * The archived question scores of a course, or those that are staged as long as none are archived. Schools and areas see
 * them with the published exam; nobody sees those of an exam out of his sight. Undefined: there are none to see.
 */
export async function openQuestions(
  ctx: Ctx,
  examId: string,
  course: string | number,
): Promise<QuestionSource | undefined> {
  const exam = await findExam(ctx, examId)
  const isBureau = ctx.scope.level === 'all'
  if (!isBureau && !READABLE.includes(exam.examStatus ?? 0)) return undefined
  const named = typeof course === 'number' ? sql`k.course_id = ${course}` : sql`k.course_name = ${course}`
  const { rows } = await sql<{ courseId: number; courseName: string }>`select k.course_id, k.course_name
    from ${own(examCourse)} k where k.exam_id = ${exam.id} and ${named}`.execute(ctx.db)
  const [found] = rows
  if (!found) return undefined
  const of = async (state: 'archived' | 'staged') =>
    (await listQuestionFiles(ctx, exam.id, state)).find((file) => file.courseId === found.courseId)
  const archived = await of('archived')
  const file = archived ?? (isBureau ? await of('staged') : undefined)
  if (!file) return undefined
  return {
    examId: exam.id,
    ...found,
    table: `read_parquet(${sqlText(await questionPath(ctx, exam.id, file))})`,
    isArchived: archived !== undefined,
    key: archived ? 'sid' : 'student_number',
    smallestGroup: policyOf(exam).smallestGroup,
    known: await knownQuestions(ctx, exam.id, found.courseName),
  }
}

async function knownQuestions({ db }: Ctx, examId: string, courseName: string): Promise<Map<string, KnownQuestion>> {
  const { rows } = await sql<KnownQuestion & { place: string }>`select q.paper_code || ' ' || q.question_no as place,
      q.question_id, (q.question_score * 10)::int as full10
    from ${QUESTIONS} q where q.exam_id = ${examId} and q.course_name = ${courseName} and q.is_deleted = 0`.execute(db)
  return new Map(rows.map(({ place, ...question }) => [place, question]))
}

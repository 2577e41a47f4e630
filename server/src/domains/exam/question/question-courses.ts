import type { questionCourses } from '@xueheng/contract/domains/exam/question/question-calls.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { sqlText } from '../../../platform/analytics/sql-file.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { findExam } from '../exam-row.ts'
import { READABLE } from '../exam-settings.ts'
import { papersOf } from './papers.ts'
import type { QuestionSource } from './question-source.ts'
import { type QuestionFile, listQuestionFiles, questionPath } from './question-files.ts'
import { type SeenStudent, seenStudents, seesEveryone } from './seen-students.ts'

type Line = Output<typeof questionCourses>[number]
type Counts = Pick<QuestionFile, 'rowNum' | 'studentNum'>

/** One line per course with questions: what is there of it, as far as the reader may see any. */
export async function listCourses(ctx: Ctx, examId: string): Promise<Line[]> {
  const exam = await findExam(ctx, examId)
  const isBureau = ctx.scope.level === 'all'
  const isOut = isBureau || READABLE.includes(exam.examStatus ?? 0)
  if (!isOut && !ctx.user.permissions.has('examinfo_import')) return []
  const papers = await papersOf(ctx, examId)
  const archived = await listQuestionFiles(ctx, examId, 'archived')
  const staged = isBureau || !isOut ? await listQuestionFiles(ctx, examId, 'staged') : []
  const isWhole = await seesEveryone(ctx)
  const lines: Line[] = []
  for (const courseId of new Set(papers.map((paper) => paper.courseId))) {
    const own = papers.filter((paper) => paper.courseId === courseId)
    const kept = archived.find((file) => file.courseId === courseId)
    const file = isOut ? (kept ?? fileOf(staged, courseId)) : fileOf(staged, courseId)
    lines.push({
      courseName: own[0]?.courseName ?? '',
      questions: own.flatMap(({ paperCode, questions, fulls }) =>
        questions.map((questionNo) => ({ questionNo, paperCode, questionScore: fulls[questionNo] ?? 0 })),
      ),
      ...(isWhole || !file
        ? countsOf(file)
        : await countOwn(ctx, { examId, key: file === kept ? 'sid' : 'student_number' }, file)),
      isArchived: kept ? 1 : 0,
    })
  }
  return lines
}

function fileOf(files: QuestionFile[], courseId: number): QuestionFile | undefined {
  return files.find((one) => one.courseId === courseId)
}

function countsOf(file: QuestionFile | undefined): Counts {
  return { rowNum: file?.rowNum ?? 0, studentNum: file?.studentNum ?? 0 }
}

/** Whoever sees some students alone is told of those, as the list below says. */
async function countOwn(
  ctx: Ctx,
  { examId, key }: Pick<QuestionSource, 'examId' | 'key'>,
  file: QuestionFile,
): Promise<Counts> {
  const seen = await seenStudents(ctx, { examId, key }, sql`true`)
  const { rows } = await sql<Pick<SeenStudent, 'key'>>`select i.key from ${seen} i`.execute(ctx.db)
  const [counted] = await ctx.analytics.query<Counts>(
    `select count(*)::int as row_num, count(distinct ${key})::int as student_num
      from read_parquet(${sqlText(await questionPath(ctx, examId, file))})
      where ${key}::varchar in (select unnest(from_json($keys, '["VARCHAR"]')))`,
    { keys: JSON.stringify(rows.map((row) => String(row.key))) },
  )
  return counted ?? { rowNum: 0, studentNum: 0 }
}

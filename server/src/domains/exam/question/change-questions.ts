import { batchStates, examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import type {
  removeByStudentNumber,
  submitQuestionScore,
} from '@xueheng/contract/domains/exam/question/question-calls.ts'
import type { Input } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import type { AnalyticsBatch } from '../../../platform/analytics/analytics.ts'
import { sqlText } from '../../../platform/analytics/sql-file.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { lockKey } from '../../../platform/db/pool.ts'
import { own } from '../../../platform/db/table.ts'
import { AppError, fault, refuse } from '../../../platform/error.ts'
import { requireState } from '../../../platform/states.ts'
import { examState, findExam } from '../exam-row.ts'
import { examCourse, examImportBatch, examImportCheck, examQuestionFile } from '../tables.ts'
import { papersOf } from './papers.ts'
import { clearQuestionFiles, listQuestionFiles, questionPath, refuseArchivedQuestions } from './question-files.ts'
import { loadStoredMarks } from './question-tables.ts'
import { parseMarkId } from './read-questions.ts'
import { seenStudents } from './seen-students.ts'
import { stageRows } from './write-questions.ts'

/** Question scores of the exam may be changed by hand: by the bureau, before they are archived. Held until the end of the transaction. */
async function openStaged(ctx: Ctx, examId: string): Promise<void> {
  if (ctx.scope.level !== 'all') throw new AppError('access.refused')
  await findExam(ctx, examId)
  await lockKey(ctx.db, `exam-import:${examId}`)
  await requireState(ctx, examStates, examState(examId), 'importQuestion')
  await refuseArchivedQuestions(ctx, examId)
  await clearQuestionFiles(ctx, examId)
}

/** The staged file of a course is written anew; what was imported before cannot be undone over it. */
async function rewrite(
  ctx: Ctx,
  examId: string,
  courseId: number,
  work: (db: AnalyticsBatch) => Promise<string>,
): Promise<number> {
  const removed = await ctx.analytics.batch(async (db) => {
    await loadStoredMarks(ctx, db, examId)
    const rows = await work(db)
    const [before] = await db.query<{ n: number }>(
      `select count(*)::int as n from stored_mark where course_id = ${courseId}`,
    )
    await stageRows(ctx, db, examId, courseId, rows)
    const after = (await listQuestionFiles(ctx, examId, 'staged')).find((file) => file.courseId === courseId)
    return (before?.n ?? 0) - (after?.rowNum ?? 0)
  })
  await sql`delete from ${own(examImportCheck)} where exam_id = ${examId} and kind = 'question'`.execute(ctx.db)
  await endUndo(ctx, examId, '小题分已被直接修改')
  return removed
}

/** Batches stay for the record and can no longer be taken back. */
async function endUndo(ctx: Ctx, examId: string, message: string): Promise<void> {
  await sql`delete from ${own(examQuestionFile)} where exam_id = ${examId} and file_state = 'undo'`.execute(ctx.db)
  await sql`update ${own(examImportBatch)} set is_cleared = 1, message = ${message}
    where exam_id = ${examId} and kind = 'question' and status = ${batchStates.states.committed.value}`.execute(ctx.db)
}

/** Keeps one mark of one student, new or instead of another. */
export async function saveQuestionScore(ctx: Ctx, input: Input<typeof submitQuestionScore>): Promise<boolean> {
  const { examId, courseName, studentNumber, questionNo, score, answer } = input
  await openStaged(ctx, examId)
  await requireStudent(ctx, examId, studentNumber)
  const { courseId, paperCode, full } = await findQuestion(ctx, input)
  if (score !== null && score > full) throw fault('score', `得分应在 0 到 ${full} 之间`)
  await rewrite(ctx, examId, courseId, async (db) => {
    await db.run(
      `create table given as select $number::varchar as student_number, ${courseId}::smallint as course_id, $paper::varchar as paper_code,
        $no::varchar as question_no, $score::smallint as score10, $answer::varchar as answer`,
      {
        number: studentNumber,
        paper: paperCode,
        no: questionNo,
        score: score === null ? null : Math.round(score * 10),
        answer,
      },
    )
    return `${stagedOf(courseId)} and not exists (select 1 from given g
        where g.student_number = s.student_number and g.question_no = s.question_no)
      union all select * from given`
  })
  await logOperation(ctx, 'examQuestion.submit', '修改小题分', {
    entity: 'examInfo',
    rowId: examId,
    after: { courseName, studentNumber, questionNo, score, answer },
  })
  return true
}

const stagedOf = (courseId: number) =>
  `select student_number, course_id, paper_code, question_no, score10, answer from stored_mark s where course_id = ${courseId}`

async function requireStudent(ctx: Ctx, examId: string, number: string): Promise<void> {
  const seen = await seenStudents(ctx, { examId, key: 'student_number' }, sql`i.student_number = ${number}`)
  const { rows } = await sql`select 1 from ${seen} i`.execute(ctx.db)
  if (rows.length === 0) throw fault('studentNumber', `考号 ${number} 不在考生名单`)
}

/** The question on the paper the student has marks of already, on the first of the course otherwise. */
async function findQuestion(ctx: Ctx, input: Input<typeof submitQuestionScore>) {
  const { examId, courseName, studentNumber, questionNo } = input
  const papers = (await papersOf(ctx, examId)).filter((one) => one.courseName === courseName)
  const code = await paperCodeOf(ctx, examId, papers[0]?.courseId, studentNumber)
  const paper = papers.find((one) => one.paperCode === (code ?? one.paperCode) && one.questions.includes(questionNo))
  if (!paper) throw fault('questionNo', `${courseName}试卷没有题号「${questionNo}」`)
  return { ...paper, full: paper.fulls[questionNo] ?? 0 }
}

async function paperCodeOf(ctx: Ctx, examId: string, courseId: number | undefined, studentNumber: string) {
  const file = (await listQuestionFiles(ctx, examId, 'staged')).find((one) => one.courseId === courseId)
  if (!file) return undefined
  const [mark] = await ctx.analytics.query<{ paperCode: string }>(
    `select paper_code from read_parquet(${sqlText(await questionPath(ctx, examId, file))})
      where student_number = $studentNumber limit 1`,
    { studentNumber },
  )
  return mark?.paperCode
}

/** Takes single marks out, by the keys lists answer. */
export async function removeMarks(ctx: Ctx, ids: string[]): Promise<{ removed: number }> {
  const marks = ids.map(parseMarkId)
  const [first] = marks
  if (!first) throw refuse('请选择要删除的小题分')
  if (marks.some((one) => one.examId !== first.examId)) throw refuse('一次只能删除一场考试的小题分')
  await openStaged(ctx, first.examId)
  let removed = 0
  for (const courseId of new Set(marks.map((one) => one.courseId))) {
    const gone = marks.filter((one) => one.courseId === courseId)
    removed += await rewrite(ctx, first.examId, courseId, async (db) => {
      await loadKeys(
        db,
        gone.map(({ studentNumber, questionNo }) => [studentNumber, questionNo].join(' ')),
      )
      return `${stagedOf(courseId)} and student_number || ' ' || question_no not in (select key from gone)`
    })
  }
  await log(ctx, first.examId, { marks: marks.length, removed })
  return { removed }
}

/** Takes everything of these students out of a course; the name of the exam has to be typed. */
export async function removeStudents(
  ctx: Ctx,
  { examId, courseName, studentNumbers, examName }: Input<typeof removeByStudentNumber>,
): Promise<{ removed: number }> {
  const numbers = studentNumbers.split(/[,，\s]+/).filter(Boolean)
  if (numbers.length === 0) throw fault('studentNumbers', '请填写考号')
  await openStaged(ctx, examId)
  const exam = await findExam(ctx, examId)
  if (examName !== exam.examName) throw fault('examName', '请输入考试名称以确认删除')
  const courseId = await courseIdOf(ctx, examId, courseName)
  const removed = await rewrite(ctx, examId, courseId, async (db) => {
    await loadKeys(db, numbers)
    return `${stagedOf(courseId)} and student_number not in (select key from gone)`
  })
  await log(ctx, examId, { courseName, numbers, removed })
  return { removed }
}

async function courseIdOf(ctx: Ctx, examId: string, courseName: string): Promise<number> {
  const { rows } = await sql<{ courseId: number }>`select k.course_id from ${own(examCourse)} k
    where k.exam_id = ${examId} and k.course_name = ${courseName}`.execute(ctx.db)
  if (!rows[0]) throw fault('courseName', `科目「${courseName}」不在本次考试`)
  return rows[0].courseId
}

function loadKeys(db: AnalyticsBatch, keys: string[]): Promise<void> {
  return db.run(`create table gone as select unnest(from_json($keys, '["VARCHAR"]')) as key`, {
    keys: JSON.stringify(keys),
  })
}

/** Removes everything staged of an exam or of one course of it; the name of the exam has to be typed. */
export async function clearQuestions(
  ctx: Ctx,
  { examId, examName, courseName }: { examId: string; examName: string | null; courseName: string | null },
): Promise<{ removed: number }> {
  const exam = await findExam(ctx, examId)
  if (examName !== exam.examName) throw refuse('请输入考试名称以确认清空')
  await openStaged(ctx, examId)
  const only = courseName ? await courseIdOf(ctx, examId, courseName) : null
  const gone = await sql<{ rowNum: number }>`delete from ${own(examQuestionFile)} where exam_id = ${examId}
    and file_state = 'staged' and (${only}::int is null or course_id = ${only}::int) returning row_num`.execute(ctx.db)
  await sql`delete from ${own(examImportCheck)} where exam_id = ${examId} and kind = 'question'`.execute(ctx.db)
  await endUndo(ctx, examId, '数据已清空')
  const removed = gone.rows.reduce((sum, { rowNum }) => sum + rowNum, 0)
  await log(ctx, examId, { courseName, removed })
  return { removed }
}

function log(ctx: Ctx, examId: string, after: Record<string, unknown>): Promise<void> {
  return logOperation(ctx, 'examQuestion.remove', '删除小题分', { entity: 'examInfo', rowId: examId, after })
}

import { copyFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { sql } from 'kysely'
import type { AnalyticsBatch } from '../../../platform/analytics/analytics.ts'
import { sqlText } from '../../../platform/analytics/sql-file.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { own } from '../../../platform/db/table.ts'
import { hashFile } from '../../../platform/files/hash-file.ts'
import type { JobProgress } from '../../../platform/jobs/jobs.ts'
import type { Batch } from '../import/batch.ts'
import { examQuestionFile } from '../tables.ts'
import { type QuestionFile, clearQuestionFiles, newQuestionPath, pointTo } from './question-files.ts'

type FileCtx = Pick<Ctx, 'db' | 'files' | 'user'>

/**
 * Writes what an evaluated batch makes of the staged question scores, one file per course beside the old one; the pointer
 * moves with the transaction, and the old file stays for the undo of the batch.
 */
export async function writeQuestions(
  ctx: FileCtx,
  db: AnalyticsBatch,
  batch: Batch,
  progress: JobProgress,
): Promise<void> {
  const courses = await db.query<Course>('select distinct course_id from mark order by course_id')
  await writeCourses(ctx, batch, courses, progress, ({ courseId }) =>
    writeFile(ctx, db, batch.examId, courseId, `${stagedAfter(`course_id = ${courseId}`)} order by ${ORDER}`),
  )
}

type Course = Pick<QuestionFile, 'courseId'>

const MARK = 'student_number, course_id, paper_code, question_no, score10, answer'
const PARQUET = 'format parquet, compression zstd'
const ORDER = 'question_no, student_number'

/** What is staged of some courses once the marks of the batch are. */
function stagedAfter(condition: string): string {
  return `select ${MARK} from stored_mark s
    where ${condition} and not exists (select 1 from mark m where m.student_number = s.student_number
      and m.course_id = s.course_id and m.question_no = s.question_no)
    union all
    select ${MARK} from mark where ${condition}`
}

async function writeCourses(
  ctx: FileCtx,
  batch: Batch,
  courses: Course[],
  progress: JobProgress,
  write: (course: Course) => Promise<QuestionFile>,
): Promise<void> {
  await clearQuestionFiles(ctx, batch.examId)
  await progress.report({ step: '写入', done: 0, total: courses.length })
  for (const [done, course] of courses.entries()) {
    await rememberBefore(ctx, batch, course.courseId)
    await pointToStaged(ctx, batch.examId, await write(course))
    await progress.report({ done: done + 1 })
  }
}

/** What an evaluated batch would stage, course by course, as a file for `writeKeptQuestions`. */
export async function keepQuestions(db: AnalyticsBatch, path: string): Promise<void> {
  const rows = stagedAfter('course_id in (select distinct course_id from mark)')
  await db.run(`copy (${rows} order by course_id, ${ORDER}) to ${sqlText(path)} (${PARQUET})`)
}

/** `writeQuestions` of a batch that was evaluated before, from what was kept of it: of one course that is the file itself. */
export async function writeKeptQuestions(
  ctx: FileCtx & Pick<Ctx, 'analytics'>,
  path: string,
  batch: Batch,
  progress: JobProgress,
): Promise<void> {
  const kept = `read_parquet(${sqlText(path)})`
  await ctx.analytics.batch(async (db) => {
    const courses = await db.query<Course>(`select distinct course_id from ${kept} order by course_id`)
    await writeCourses(ctx, batch, courses, progress, async ({ courseId }) => {
      if (courses.length > 1)
        return writeFile(
          ctx,
          db,
          batch.examId,
          courseId,
          `from ${kept} where course_id = ${courseId} order by ${ORDER}`,
        )
      const file = await newQuestionPath(ctx, batch.examId, courseId)
      await copyFile(path, file)
      return describeFile(db, courseId, file)
    })
  })
}

/** Writes rows of `stored_mark`'s columns as the staged file of a course and points to it; no rows: nothing is staged. */
export async function stageRows(
  ctx: FileCtx,
  db: AnalyticsBatch,
  examId: string,
  courseId: number,
  rows: string,
): Promise<void> {
  await pointToStaged(ctx, examId, await writeFile(ctx, db, examId, courseId, `${rows} order by ${ORDER}`))
}

async function pointToStaged(ctx: FileCtx, examId: string, file: QuestionFile): Promise<void> {
  if (file.rowNum > 0) await pointTo(ctx, examId, 'staged', file)
  else
    await sql`delete from ${own(examQuestionFile)}
      where exam_id = ${examId} and course_id = ${file.courseId} and file_state = 'staged'`.execute(ctx.db)
}

/** Rows of a query in order, as a new file nothing points to yet; the first column names the student. */
export async function writeFile(
  ctx: Pick<Ctx, 'files' | 'user'>,
  db: AnalyticsBatch,
  examId: string,
  courseId: number,
  ordered: string,
): Promise<QuestionFile> {
  const path = await newQuestionPath(ctx, examId, courseId)
  await db.run(`copy (${ordered}) to ${sqlText(path)} (${PARQUET})`)
  return describeFile(db, courseId, path)
}

async function describeFile(db: AnalyticsBatch, courseId: number, path: string): Promise<QuestionFile> {
  const [counted] = await db.query<{ rowNum: number; studentNum: number }>(
    `select count(*)::int as row_num, count(distinct columns(c -> c in ('sid', 'student_number')))::int as student_num
      from read_parquet(${sqlText(path)})`,
  )
  const { rowNum, studentNum } = counted ?? { rowNum: 0, studentNum: 0 }
  return { courseId, fileName: basename(path), rowNum, studentNum, sha256: await hashFile(path) }
}

async function rememberBefore({ db, user }: FileCtx, { id, examId }: Batch, courseId: number): Promise<void> {
  await sql`insert into ${own(examQuestionFile)} (tenant_id, exam_id, course_id, file_state, batch_id, file_name, row_num, student_num, sha256)
    select ${user.tenantId}, ${examId}::bigint, ${courseId}::smallint, 'undo', ${id}::bigint, coalesce(f.file_name, ''),
      coalesce(f.row_num, 0), coalesce(f.student_num, 0), coalesce(f.sha256, '')
    from (select 1) one left join ${own(examQuestionFile)} f
      on f.exam_id = ${examId} and f.course_id = ${courseId} and f.file_state = 'staged'`.execute(db)
}

/** Lets the exam point to the files that were staged before the batch. */
export async function putBackQuestions(ctx: FileCtx, batch: Batch): Promise<{ removed: number; restored: number }> {
  const { rows } = await sql<QuestionFile & { now: number }>`
    select u.course_id, u.file_name, u.row_num, u.student_num, u.sha256, coalesce(s.row_num, 0) as now
    from ${own(examQuestionFile)} u left join ${own(examQuestionFile)} s
      on s.exam_id = u.exam_id and s.course_id = u.course_id and s.file_state = 'staged'
    where u.exam_id = ${batch.examId} and u.file_state = 'undo' and u.batch_id = ${batch.id}`.execute(ctx.db)
  for (const { now: _now, ...file } of rows) {
    if (file.fileName !== '') await pointTo(ctx, batch.examId, 'staged', file)
    else
      await sql`delete from ${own(examQuestionFile)}
        where exam_id = ${batch.examId} and course_id = ${file.courseId} and file_state = 'staged'`.execute(ctx.db)
  }
  await sql`delete from ${own(examQuestionFile)}
    where exam_id = ${batch.examId} and file_state = 'undo' and batch_id = ${batch.id}`.execute(ctx.db)
  const removed = rows.reduce((sum, { now, rowNum }) => sum + Math.max(0, now - rowNum), 0)
  return { removed, restored: rows.reduce((sum, { rowNum }) => sum + rowNum, 0) }
}

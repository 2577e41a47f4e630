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
import {
  type QuestionFile,
  clearQuestionFiles,
  newQuestionPath,
  pointTo,
  refuseArchivedQuestions,
} from './question-files.ts'
import { loadStoredMarks } from './question-tables.ts'

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
  await refuseArchivedQuestions(ctx, batch.examId)
  await clearQuestionFiles(ctx, batch.examId)
  const courses = await db.query<{ courseId: number }>('select distinct course_id from mark order by course_id')
  await progress.report({ step: '写入', done: 0, total: courses.length })
  for (const [done, { courseId }] of courses.entries()) {
    await rememberBefore(ctx, batch, courseId)
    const rows = `select ${MARK} from stored_mark s
      where course_id = ${courseId} and not exists (select 1 from mark m where m.student_number = s.student_number
        and m.course_id = s.course_id and m.question_no = s.question_no)
      union all
      select ${MARK} from mark where course_id = ${courseId}`
    await stageRows(ctx, db, batch.examId, courseId, rows)
    await progress.report({ done: done + 1 })
  }
}

const MARK = 'student_number, course_id, paper_code, question_no, score10, answer'

/** What an evaluated batch would write, as a file for `writeKeptQuestions`. */
export async function keepQuestions(db: AnalyticsBatch, path: string): Promise<void> {
  await db.run(`copy (select ${MARK} from mark) to ${sqlText(path)} (format parquet, compression snappy)`)
}

/** `writeQuestions` of a batch that was evaluated before, from what was kept of it. */
export async function writeKeptQuestions(
  ctx: FileCtx & Pick<Ctx, 'analytics'>,
  path: string,
  batch: Batch,
  progress: JobProgress,
): Promise<void> {
  await ctx.analytics.batch(async (db) => {
    await db.run(`create view mark as select * from read_parquet(${sqlText(path)})`)
    await loadStoredMarks(ctx, db, batch.examId)
    await writeQuestions(ctx, db, batch, progress)
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
  const file = await writeFile(ctx, db, examId, courseId, `${rows} order by question_no, student_number`)
  if (file.rowNum > 0) await pointTo(ctx, examId, 'staged', file)
  else
    await sql`delete from ${own(examQuestionFile)}
      where exam_id = ${examId} and course_id = ${courseId} and file_state = 'staged'`.execute(ctx.db)
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
  await db.run(`copy (${ordered}) to ${sqlText(path)} (format parquet, compression zstd)`)
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

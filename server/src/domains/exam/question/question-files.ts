import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { examScoreCorrection } from '@xueheng/contract/domains/exam/score-correction.ts'
import { sql } from 'kysely'
import { into } from '../../../platform/access/doors.ts'
import type { Ctx, Db } from '../../../platform/ctx.ts'
import { nextId } from '../../../platform/db/id.ts'
import { inTransaction, lockKey } from '../../../platform/db/pool.ts'
import { foldersIn } from '../../../platform/files/folders-in.ts'
import { conflict } from '../../../platform/error.ts'
import { own } from '../../../platform/db/table.ts'
import { examQuestionFile } from '../tables.ts'

type Place = Pick<Ctx, 'files' | 'user'>

/** `staged` names students by their number, `archived` by their place in the archive. */
export type FileState = 'staged' | 'archived'

/** The question scores of one course. */
export interface QuestionFile {
  courseId: number
  fileName: string
  rowNum: number
  studentNum: number
  sha256: string
}

/** Where the files of an exam lie, beside its packages and saved with them. */
export function questionFolder({ files, user }: Place, examId: string): string {
  return join(files.packageFolder(user.tenantId, examId), 'questions')
}

/** Where a file of an exam is read; another machine may have written it. */
export async function questionPath(ctx: Place & Pick<Ctx, 'db'>, examId: string, file: QuestionFile): Promise<string> {
  const path = join(questionFolder(ctx, examId), file.fileName)
  if (!existsSync(path)) await ctx.files.fetch(ctx, { path, sha256: file.sha256 })
  return path
}

/** A path nothing lies at yet; its folder is there. */
export async function newQuestionPath(ctx: Place, examId: string, courseId: number): Promise<string> {
  const folder = questionFolder(ctx, examId)
  await mkdir(folder, { recursive: true })
  return join(folder, `${courseId}-${nextId()}.parquet`)
}

/** Archived question scores are taken back before others come in, so that what is staged and what is archived never differ. */
export async function refuseArchivedQuestions(ctx: Pick<Ctx, 'db'>, examId: string): Promise<void> {
  if ((await listQuestionFiles(ctx, examId, 'archived')).length > 0)
    throw conflict('小题分已归档，不能修改：请先撤销小题分的归档，改好后再归档')
}

/** The files of an exam in one state, by course. */
export async function listQuestionFiles(
  ctx: Pick<Ctx, 'db'>,
  examId: string,
  state: FileState,
): Promise<QuestionFile[]> {
  const { rows } = await sql<QuestionFile>`select f.course_id, f.file_name, f.row_num, f.student_num, f.sha256
    from ${own(examQuestionFile)} f where f.exam_id = ${examId} and f.file_state = ${state} order by f.course_id`.execute(
    ctx.db,
  )
  return rows
}

/** Lets the exam point to a file that is whole, instead of the one before. */
export async function pointTo(
  ctx: Place & Pick<Ctx, 'db'>,
  examId: string,
  state: FileState,
  file: QuestionFile,
): Promise<void> {
  await ctx.files.share(ctx, [{ path: join(questionFolder(ctx, examId), file.fileName), sha256: file.sha256 }])
  await sql`insert into ${own(examQuestionFile)} (tenant_id, exam_id, course_id, file_state, batch_id, file_name, row_num, student_num, sha256)
    values (${ctx.user.tenantId}, ${examId}, ${file.courseId}, ${state}, 0, ${file.fileName}, ${file.rowNum}, ${file.studentNum}, ${file.sha256})
    on conflict (exam_id, course_id, file_state, batch_id) do update set file_name = excluded.file_name, row_num = excluded.row_num,
      student_num = excluded.student_num, sha256 = excluded.sha256, make_time = localtimestamp(0)`.execute(ctx.db)
}

/** Removes the files of an exam nothing points to; whoever calls it holds the import of the exam. */
export async function clearQuestionFiles(ctx: Pick<Ctx, 'db' | 'files' | 'user'>, examId: string): Promise<void> {
  await removeUnknown(ctx.db, examId, questionFolder(ctx, examId))
}

/**
 * The same for every exam below `folder` (`<tenant>/<exam>/questions`), at the start of the program: a writer that was
 * killed leaves a file. Who writes at this moment holds the import of his exam and is waited for. Answers what was removed.
 */
export async function clearQuestionLeftovers(tenant: (tenantId: string) => Db, folder: string): Promise<string[]> {
  const removed: string[] = []
  for (const tenantId of await foldersIn(folder))
    for (const examId of await foldersIn(join(folder, tenantId))) {
      const questions = join(folder, tenantId, examId, 'questions')
      if (!/^\d+$/.test(examId) || (await unknownIn(tenant(tenantId), examId, questions)).length === 0) continue
      const gone = await inTransaction(tenant(tenantId), async (db) => {
        await lockKey(db, `exam-import:${examId}`)
        return removeUnknown(db, examId, questions)
      })
      removed.push(...gone)
    }
  return removed
}

async function removeUnknown(db: Db, examId: string, folder: string): Promise<string[]> {
  const paths = await unknownIn(db, examId, folder)
  for (const path of paths) await rm(path, { force: true })
  return paths
}

async function unknownIn(db: Db, examId: string, folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  if (names.length === 0) return []
  const { rows } = await sql<{ fileName: string }>`select f.file_name from ${own(examQuestionFile)} f
    where f.exam_id = ${examId}`.execute(db)
  const known = new Set(rows.map((row) => row.fileName))
  return names.filter((name) => !known.has(name)).map((name) => join(folder, name))
}

/** The archive of question scores goes with that of list or marks: the staged files stay and are archived again, where all sums are held against the marks. */
export async function forgetArchivedQuestions({ db }: Pick<Ctx, 'db'>, examId: string): Promise<number> {
  const gone = await sql`delete from ${own(examQuestionFile)}
    where exam_id = ${examId} and file_state = 'archived'`.execute(db)
  await sql`update ${into(examScoreCorrection)} set sum_note = null, is_sum_off = 0
    where exam_id = ${examId} and is_sum_off = 1`.execute(db)
  return Number(gone.numAffectedRows ?? 0n)
}

import { arrangeStates } from '@xueheng/contract/domains/exam/arrange/arrange-states.ts'
import { examArrangeTask } from '@xueheng/contract/domains/exam/arrange/arrange-task.ts'
import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { batchStates, examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import type { ImportFile, ImportKind, RowKind } from '@xueheng/contract/domains/exam/import.ts'
import { IMPORT_KINDS } from '@xueheng/contract/domains/exam/import-kinds.ts'
import type { FileReason } from '@xueheng/contract/domains/exam/left-out.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { canDo, stateOf } from '@xueheng/contract/kit/states.ts'
import { type RawBuilder, sql } from 'kysely'
import { pageOfRows } from '../../../platform/rows/page.ts'
import { checkId } from '../../../platform/rows/read.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { AppError, conflict, refuse } from '../../../platform/error.ts'
import { requireState, type StateRow, stateRow, transition } from '../../../platform/states.ts'
import { type RowOf, own } from '../../../platform/db/table.ts'
import { examImportBatch, examImportFile, examCourse } from '../tables.ts'
import { every, visible } from '../../../platform/access/doors.ts'

const EXAM_STATES = every(examInfo, 'the state of the exam decides whether a batch of it may change')
const PLANS = every(examArrangeTask, 'a locked plan of the exam says who has which number')
const LOCKED = arrangeStates.states.locked.value

/** A batch as it is kept. */
export interface Batch extends Pick<RowOf<typeof examImportBatch.columns>, BatchColumn> {
  kind: ImportKind
}

type BatchColumn =
  | 'id'
  | 'examId'
  | 'status'
  | 'message'
  | 'counts'
  | 'faultCounts'
  | 'unknownSchools'
  | 'leftOut'
  | 'jobId'
  | 'lastRowId'
  | 'isCleared'
  | 'isExact'
  | 'gone'
  | 'createUserName'
  | 'createTime'

export interface StoredFile extends Pick<
  RowOf<typeof examImportFile.columns>,
  'fileNo' | 'fileId' | 'fileName' | 'message' | 'sheets'
> {
  size: number
  leftOut: FileReason | null
}

const BATCH_COLUMNS = sql`id, exam_id, kind, status, message, counts, fault_counts,
  unknown_schools, left_out, job_id, last_row_id, is_cleared, is_exact, gone,
  create_user_name, create_time`

/** A batch whose records are rows of an entity. */
export type RowBatch = Batch & { kind: RowKind }

export function isRowBatch(batch: Batch): batch is RowBatch {
  return batch.kind !== 'question'
}

type Viewer = Pick<Ctx, 'db' | 'user' | 'scope' | 'rules'>

/**
 * Who sees the whole bureau sees every batch; others see their own, since a batch may hold rows of any school. Either way
 * only those of exams they see.
 */
function isVisible(ctx: Viewer): RawBuilder<unknown> {
  const seen = sql`exam_id in (select e.id from ${visible(ctx, examInfo)} e)`
  return ctx.scope.level === 'all' ? seen : sql`${seen} and create_user = ${ctx.user.id}`
}

/** A foreign or unknown id answers like a missing one. */
export async function loadBatch(ctx: Viewer, batchId: string): Promise<Batch> {
  const found =
    await sql<Batch>`select ${BATCH_COLUMNS} from ${own(examImportBatch)} where id = ${checkId(batchId)} and ${isVisible(ctx)}`.execute(
      ctx.db,
    )
  const batch = found.rows[0]
  if (!batch) throw new AppError('row.notFound')
  return batch
}

export function listBatches(ctx: Ctx, filter: { examId: string | null; kind: string | null }): Promise<Page<Batch>> {
  return pageOfRows<Batch>(ctx, filter, {
    columns: BATCH_COLUMNS,
    source: own(examImportBatch),
    condition: sql`(${filter.examId ?? null}::bigint is null or exam_id = ${filter.examId ?? null}::bigint)
      and (${filter.kind ?? null}::varchar is null or kind = ${filter.kind ?? null}::varchar) and ${isVisible(ctx)}`,
    order: sql`id desc`,
  })
}

export async function loadFiles(ctx: Pick<Ctx, 'db'>, batchId: string): Promise<StoredFile[]> {
  const found = await sql<StoredFile>`select file_no, file_id, file_name,
      size_bytes::float8 as size, message, sheets, left_out
    from ${own(examImportFile)} where batch_id = ${batchId} order by file_no`.execute(ctx.db)
  return found.rows
}

export function shownFiles(files: StoredFile[]): ImportFile[] {
  return files.map(({ fileId: _hidden, ...file }) => ({ ...file, sheets: file.sheets ?? [] }))
}

export function stateOfBatch(batchId: string): StateRow {
  return stateRow(examImportBatch, batchId, 'status')
}

type BatchAction = keyof typeof batchStates.actions

export async function moveBatch(ctx: Ctx, batchId: string, action: BatchAction, message = ''): Promise<void> {
  await transition(ctx, batchStates, stateOfBatch(batchId), action)
  await sql`update ${own(examImportBatch)} set message = ${message.slice(0, 1000)}, update_time = localtimestamp(0)
    where id = ${batchId}`.execute(ctx.db)
}

/** Refuses what changes imported rows once the exam is past it, naming the action and the state. */
export async function requireOpenExam(
  ctx: Ctx,
  { examId, kind }: Pick<Batch, 'examId' | 'kind'>,
  action: string,
): Promise<void> {
  const found = await sql<{ status: number }>`select exam_status as status from ${EXAM_STATES}
    where id = ${examId} and is_deleted = 0 for update`.execute(ctx.db)
  const row = found.rows[0]
  if (!row) throw new AppError('row.notFound')
  if (canDo(examStates, IMPORT_KINDS[kind].action, row.status)) return
  const state = stateOf(examStates, row.status)
  throw new AppError('state.forbidden', { state: examStates.states[state].title, action })
}

/** The batch, held for a change of its contents; refused while a job works on it, after it was written, and after archiving. */
export async function holdForChange(ctx: Ctx, batchId: string): Promise<Batch> {
  await requireState(ctx, batchStates, stateOfBatch(batchId), 'check')
  const batch = await loadBatch(ctx, batchId)
  await requireOpenExam(ctx, batch, '修改导入批次')
  if (batch.status === batchStates.states.checking.value) throw refuse('批次正在校验，请稍候再改')
  requireStaged(batch, UPLOAD_AGAIN)
  return batch
}

export const UPLOAD_AGAIN = '批次的行在归档时已清理，请重新上传工作簿'

/** Refuses what needs the uploaded rows of a batch: archiving clears them, and to take that back brings none again. */
export function requireStaged({ isCleared }: Pick<Batch, 'isCleared'>, message: string): void {
  if (isCleared) throw conflict(message)
}

/** The exam a batch is for, with what the import has to know of it. */
export interface ExamOfBatch {
  examName: string
  courses: { name: string; aliases: string[] }[]
  /** A locked seating plan has the numbers of its candidates. */
  hasPlan: boolean
}

/** The same refusal for an exam the caller does not see as for a missing one. */
export async function loadExam(ctx: Viewer, examId: string): Promise<ExamOfBatch> {
  const exam = await sql<{ examName: string; hasPlan: boolean }>`select e.exam_name, exists (
      select 1 from ${PLANS} p where p.exam_id = e.id and p.is_deleted = 0 and p.arrange_status >= ${LOCKED}) as has_plan
    from ${visible(ctx, examInfo)} e where e.id = ${checkId(examId)}`.execute(ctx.db)
  const found = exam.rows[0]
  if (!found) throw new AppError('row.notFound')
  const courses = await sql<{ name: string; aliases: string[] }>`select course_name as name, course_alias as aliases
    from ${own(examCourse)} where exam_id = ${examId} order by course_id`.execute(ctx.db)
  return { ...found, courses: courses.rows }
}

export function parseKind(kind: string): ImportKind {
  if (!Object.hasOwn(IMPORT_KINDS, kind)) throw refuse('导入类型只能是考生、成绩、任课教师或小题分')
  return kind as ImportKind
}

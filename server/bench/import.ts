import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { watchMemory } from './memory.ts'
import type { ImportKind } from '@xueheng/contract/domains/exam/import.ts'
import { batchStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { sql } from 'kysely'
import { type App, createApp } from '../src/app.ts'
import { type Batch, loadBatch } from '../src/domains/exam/import/batch.ts'
import { uploadWorkbooks } from '../src/domains/exam/import/upload-files.ts'
import { readConfig } from '../src/platform/config.ts'
import type { Ctx } from '../src/platform/ctx.ts'
import { withStagedRows } from '../src/platform/db/copy.ts'
import { nextId } from '../src/platform/db/id.ts'
import { inTransaction } from '../src/platform/db/pool.ts'
import { readSheets } from '../src/platform/sheet/read.ts'

export interface ImportFigures {
  rows: number
  columns: number
  /** Seconds from the stored upload to the checked batch, and of bare parse + COPY of the same file. */
  ours: number
  bare: number
  ratio: number
  /** Highest resident memory of the process while ours ran, in MB. */
  peakMb: number
}

const COURSES = 18
export const EXAM = '1001'
/** Read by both before the clock runs: neither pays for compiling the reader. */
const WARM_UP_ROWS = 2000

/** A wide score sheet of `rows` × 20 from upload to checked, against reading and copying the same file and nothing else. */
export async function benchImport(rows = Number(process.env.BENCH_IMPORT_ROWS ?? 100_000)): Promise<ImportFigures> {
  const folder = await mkdtemp(join(process.env.BENCH_FOLDER ?? tmpdir(), 'bench-import-'))
  const app = await createApp(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'error', CAPTCHA: 'off' }))
  try {
    await app.runner.work()
    const ctx = await administrator(app)
    await fillExam(ctx, rows)
    const path = join(folder, 'scores.xlsx')
    await writeScores(path, WARM_UP_ROWS)
    await uploadAndCheck(ctx, 'score', path, WARM_UP_ROWS * COURSES)
    await bareCopy(ctx, path)
    await writeScores(path, rows)
    const ours = await measure(() => uploadAndCheck(ctx, 'score', path, rows * COURSES))
    const bare = await measure(() => bareCopy(ctx, path))
    return {
      rows,
      columns: COURSES + 2,
      ours: ours.seconds,
      bare: bare.seconds,
      ratio: ours.seconds / bare.seconds,
      peakMb: ours.peakMb,
    }
  } finally {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  }
}

export async function measure(work: () => Promise<unknown>): Promise<{ seconds: number; peakMb: number }> {
  const memory = watchMemory()
  const start = performance.now()
  await work()
  return { seconds: (performance.now() - start) / 1000, peakMb: memory.stop() }
}

export async function administrator(app: App): Promise<Ctx> {
  const tenants = await sql<{ tenantId: string }>`select tenant_id from tenant`.execute(app.database.open)
  for (const { tenantId } of tenants.rows) {
    const users = await sql<{ id: string }>`select id from sys_user where is_deleted = 0 order by id limit 1`.execute(
      app.database.tenant(tenantId),
    )
    const ctx = users.rows[0] && (await app.ctxOf(tenantId, users.rows[0].id))
    if (ctx) return ctx
  }
  throw new Error('the seed has no user')
}

async function fillExam(ctx: Ctx, rows: number): Promise<void> {
  const tenant = ctx.user.tenantId
  await sql`insert into exam_info (id, tenant_id, exam_name, exam_year, study_year, term, stage, grade_code, exam_type, exam_mode,
      arts_science, begin_date, end_date, area_codes, exam_status)
    values (${EXAM}, ${tenant}, '性能', 2026, 2025, 2, '3', '12', '1', '1', '0', '2026-03-01', '2026-03-02', '[]', 0)`.execute(
    ctx.db,
  )
  await sql`insert into exam_course (tenant_id, exam_id, course_id, course_name, exam_score, sort)
    select ${tenant}, ${EXAM}, n, '科目' || n, 150, n from generate_series(1, ${COURSES}::int) n`.execute(ctx.db)
  await sql`insert into exam_student_import (id, tenant_id, exam_id, student_number, student_name, school_code, school_name, exam_class, class_code,
      is_count, check_status)
    select n, ${tenant}, ${EXAM}, '2026' || lpad(n::text, 8, '0'), '考生' || n, 'S' || n % 80, '学校' || n % 80, '1班', 'S' || n % 80 || '-1', 1, 0
    from generate_series(1, ${rows}::int) n`.execute(ctx.db)
}

/** By a process of its own: what it takes is not counted as memory of the import. */
async function writeScores(path: string, rows: number): Promise<void> {
  const args = ['--import', 'tsx', fileURLToPath(new URL('score-sheet.ts', import.meta.url)), path, rows, COURSES]
  await promisify(execFile)(process.execPath, args.map(String))
}

/** As the upload call does it: file kept, batch made, job queued; over when the batch says it is checked and has so many marks. Answers the batch. */
export async function uploadAndCheck(ctx: Ctx, kind: ImportKind, path: string, marks: number): Promise<string> {
  const name = basename(path)
  const copy = ctx.files.tempPath(extname(path).slice(1))
  await copyFile(path, copy)
  const upload = await ctx.files.keep(ctx, { path: copy, name })
  const { batchId } = await inTransaction(ctx.db, (db) =>
    uploadWorkbooks({ ...ctx, db }, { examId: EXAM, kind, batchId: null, isReplace: null }, [upload]),
  )
  const batch = await waitFor(ctx, batchId, 'checked', ['uploaded', 'checking'])
  if (batch.counts?.fresh !== marks) throw new Error(`${batch.counts?.fresh} marks, not ${marks}`)
  return batchId
}

type BatchState = keyof typeof batchStates.states

/** The batch as soon as it is in a state; throws where it ends in another. */
export async function waitFor(ctx: Ctx, batchId: string, goal: BatchState, before: BatchState[]): Promise<Batch> {
  for (;;) {
    const batch = await loadBatch(ctx, batchId)
    if (batch.status === batchStates.states[goal].value) return batch
    if (before.every((state) => batch.status !== batchStates.states[state].value))
      throw new Error(`the batch ended in state ${batch.status}: ${batch.message} ${JSON.stringify(batch.faultCounts)}`)
    await new Promise((wait) => setTimeout(wait, 25))
  }
}

/** The yardstick: every row of the file into a plain table. */
async function bareCopy(ctx: Ctx, path: string): Promise<void> {
  async function* rows() {
    for await (const row of readSheets({ path, name: 'scores.xlsx' })) yield [nextId(), row.rowNo, ...row.cells]
  }
  const texts = Array.from({ length: COURSES + 2 }, (_none, c) => [`c${c}`, 'text'])
  const columns = { id: 'bigint', row_no: 'int', ...Object.fromEntries(texts) }
  await inTransaction(ctx.db, (db) => withStagedRows(db, columns, rows(), () => Promise.resolve()))
}

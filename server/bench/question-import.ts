import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type RawBuilder, sql } from 'kysely'
import { createApp } from '../src/app.ts'
import { startCommit } from '../src/domains/exam/import/commit-batch.ts'
import { sqlText } from '../src/platform/analytics/sql-file.ts'
import { readConfig } from '../src/platform/config.ts'
import type { Ctx } from '../src/platform/ctx.ts'
import { inTransaction } from '../src/platform/db/pool.ts'
import { readSheets } from '../src/platform/sheet/read.ts'
import { writeWorkbookTo } from '../src/platform/sheet/write.ts'
import { EXAM, administrator, measure, uploadAndCheck, waitFor } from './import.ts'

/** 12 questions of five marks with options, 10 of nine. */
const QUESTIONS = 22
const CHOICES = 12
export const COURSE = '数学'
/** Marks of all courses are there; question scores come in for one. */
const COURSES = 6
const WARM_UP_ROWS = 2000

export interface QuestionImportFigures {
  format: string
  students: number
  /** Seconds from the stored upload to the staged Parquet file; those until it is checked. */
  ours: number
  checked: number
  /** Seconds of reading the same file and writing the same Parquet file. */
  bare: number
  ratio: number
  /** Highest resident memory while each ran, in MB. */
  peakMb: number
  barePeakMb: number
}

/** One course's wide sheet of question scores, as a workbook and as text, from the upload until it is staged. */
export async function benchQuestionImport(
  students = Number(process.env['BENCH_STUDENTS'] ?? 100_000),
): Promise<QuestionImportFigures[]> {
  const folder = await mkdtemp(join(process.env['BENCH_FOLDER'] ?? tmpdir(), 'bench-question-import-'))
  const app = await createApp(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'error', CAPTCHA: 'off' }))
  try {
    await app.runner.work()
    const ctx = await administrator(app)
    await fillExam(ctx, students)
    const results: QuestionImportFigures[] = []
    for (const format of ['xlsx', 'csv']) {
      const path = join(folder, `${COURSE}.${format}`)
      await writeFormat(path, WARM_UP_ROWS)
      await stage(ctx, path, WARM_UP_ROWS)
      await bareImport(ctx, path)
      await forget(ctx)
      await writeFormat(path, students)
      // the baseline first: whatever it leaves in memory counts against ours
      const bare = await measure(() => bareImport(ctx, path))
      let checked = 0
      const ours = await measure(async () => {
        checked = await stage(ctx, path, students)
      })
      await forget(ctx)
      const ratio = ours.seconds / bare.seconds
      const figures = { ours: ours.seconds, checked, bare: bare.seconds, ratio }
      results.push({ format, students, ...figures, peakMb: ours.peakMb, barePeakMb: bare.peakMb })
    }
    return results
  } finally {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** From the upload to the staged file; answers the seconds until it was checked. */
export async function stage(ctx: Ctx, path: string, students: number): Promise<number> {
  const start = performance.now()
  const batchId = await uploadAndCheck(ctx, 'question', path, students * QUESTIONS)
  const checked = (performance.now() - start) / 1000
  const agreed = { hasWarnings: false, hasRemovals: false }
  await inTransaction(ctx.db, (db) => startCommit({ ...ctx, db }, batchId, agreed))
  await waitFor(ctx, batchId, 'committed', ['checked', 'committing'])
  return checked
}

/** The next import begins with nothing staged. */
async function forget({ db }: Ctx): Promise<void> {
  await sql`delete from exam_question_file where exam_id = ${EXAM}`.execute(db)
}

/** The yardstick: every row of the file, its letters marked, in the same columns and order; no rule speaks. */
async function bareImport(ctx: Ctx, path: string): Promise<void> {
  const [text, out] = [ctx.files.tempPath('csv'), ctx.files.tempPath('parquet')]
  try {
    await pipeline(Readable.from(linesOf(path)), createWriteStream(text))
    await ctx.analytics.batch((db) =>
      db.run(`copy (
        select student_number, 1::smallint as course_id, 'A' as paper_code, question_no,
          case when question_no::int > ${CHOICES} then value::decimal(9, 1) * 10 when value = 'A' then 50 else 0 end::smallint as score10,
          if(question_no::int > ${CHOICES}, null, value) as answer
        from (unpivot (select column0 as student_number, columns('^q(.*)$') as '\\1'
            from read_csv(${sqlText(text)}, header = false, all_varchar = true, columns = ${columnsOfText()})) on columns('^[0-9]+$')
          into name question_no value value)
        order by question_no, student_number
      ) to ${sqlText(out)} (format parquet, compression zstd)`),
    )
  } finally {
    await Promise.all([text, out].map((one) => rm(one, { force: true })))
  }
}

function columnsOfText(): string {
  const marks = Array.from({ length: QUESTIONS }, (_none, at) => `'q${at + 1}': 'VARCHAR'`)
  return `{'column0': 'VARCHAR', 'name': 'VARCHAR', ${marks.join(', ')}}`
}

async function* linesOf(path: string): AsyncGenerator<string> {
  for await (const { rowNo, cells } of readSheets({ path, name: path })) if (rowNo > 1) yield `${cells.join(',')}\n`
}

/** A letter of four, or a mark of nine: of student and question alone. */
const letterOf = (student: number, question: number) => 'ABCD'.charAt((student * 7 + question * 3) % 4)
export const markOf = (student: number, question: number) => (student * 3 + question * 5) % 10
export const numberOf = (student: number) => `2026${String(student).padStart(8, '0')}`

export async function fillExam(ctx: Ctx, students: number): Promise<void> {
  const tenant = ctx.user.tenantId
  await sql`insert into exam_info (id, tenant_id, exam_name, exam_year, study_year, term, stage, grade_code, exam_type, exam_mode,
      arts_science, begin_date, end_date, area_codes, exam_status)
    values (${EXAM}, ${tenant}, '小题', 2026, 2025, 2, '3', '12', '1', '1', '0', '2026-03-01', '2026-03-02', '[]', 1)`.execute(
    ctx.db,
  )
  await sql`insert into exam_course (tenant_id, exam_id, course_id, course_name, exam_score, sort)
    select ${tenant}, ${EXAM}, n, case when n = 1 then ${COURSE} else '科目' || n end, 150, n
    from generate_series(1, ${COURSES}::int) n`.execute(ctx.db)
  await sql`insert into exam_course_paper_question (id, tenant_id, exam_id, course_name, paper_code, question_id, question_no,
      question_type, is_objective, question_score, answer, option_num, sort)
    select n, ${tenant}, ${EXAM}, ${COURSE}, 'A', n, n::text, case when n > ${CHOICES} then '7' else '1' end,
      (n <= ${CHOICES})::int, case when n > ${CHOICES} then 9 else 5 end, case when n <= ${CHOICES} then 'A' end, 4, n
    from generate_series(1, ${QUESTIONS}::int) n`.execute(ctx.db)
  const person = (id: RawBuilder<unknown>) =>
    sql`${id}, ${tenant}, ${EXAM}, '2026' || lpad(n::text, 8, '0'), '考生' || n, 'S' || n % 140, '学校' || n % 140, '1班', 'S' || n % 140 || '-1'`
  await sql`insert into exam_student_import (id, tenant_id, exam_id, student_number, student_name, school_code, school_name, exam_class, class_code,
      is_count, check_status) select ${person(sql`n`)}, 1, 0 from generate_series(1, ${students}::int) n`.execute(
    ctx.db,
  )
  await sql`insert into exam_score_student_course_import (id, tenant_id, exam_id, student_number, student_name, school_code, school_name, exam_class, class_code,
      course_name, score_text, score_status, score, check_status, archive_status)
    select ${person(sql`n * 10 + k`)}, case when k = 1 then ${COURSE} else '科目' || k end, t.total::text, 0, t.total, 0, 0
    from generate_series(1, ${students}::int) n cross join generate_series(1, ${COURSES}::int) k cross join lateral (
      select sum(case when q > ${CHOICES} then (n * 3 + q * 5) % 10 when (n * 7 + q * 3) % 4 = 0 then 5 else 0 end) as total
      from generate_series(1, ${QUESTIONS}::int) q) t`.execute(ctx.db)
}

function* rowsOf(students: number): Generator<string[]> {
  for (let student = 1; student <= students; student += 1) {
    const marks = Array.from({ length: QUESTIONS }, (_none, at) =>
      at < CHOICES ? letterOf(student, at + 1) : String(markOf(student, at + 1)),
    )
    yield [numberOf(student), `考生${student}`, ...marks]
  }
}

const TITLES = ['考号', '姓名', ...Array.from({ length: QUESTIONS }, (_none, at) => String(at + 1))]

export async function writeFormat(path: string, students: number): Promise<void> {
  if (path.endsWith('.csv')) {
    const lines = (function* () {
      yield `${TITLES.join(',')}\n`
      for (const row of rowsOf(students)) yield `${row.join(',')}\n`
    })()
    return pipeline(Readable.from(lines), createWriteStream(path))
  }
  const header = TITLES.map((title, at) => ({ title, key: `c${at}` }))
  const rows = (function* () {
    for (const row of rowsOf(students)) yield Object.fromEntries(row.map((cell, at) => [`c${at}`, cell]))
  })()
  return writeWorkbookTo(path, [{ name: COURSE, header, rows }])
}

if (process.argv[1] === import.meta.filename) console.table(await benchQuestionImport())

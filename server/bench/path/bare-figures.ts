import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { type RawBuilder, sql } from 'kysely'
import type { ExamSpec } from '../../src/domains/exam/compute/exam-spec.ts'
import { layOutQuestions } from '../../src/domains/exam/compute/question-files.ts'
import { writeSettings } from '../../src/domains/exam/compute/run-plan.ts'
import { hasNoRows, orderTasks, prepareStep, type TableSql } from '../../src/domains/exam/compute/steps.ts'
import {
  COURSE_SCORE_COLUMNS,
  PAPER_PART_COLUMNS,
  ROSTER_COLUMNS,
  SOURCES,
  tableSource,
} from '../../src/domains/exam/compute/tables.ts'
import { showBefore } from '../../src/domains/exam/package/before.ts'
import { packageSql } from '../../src/domains/exam/package/build-package.ts'
import type { AnalyticsConnection } from '../../src/platform/analytics/analytics.ts'
import { sqlFile } from '../../src/platform/analytics/sql-file.ts'
import { fitThreads } from '../../src/platform/analytics/threads.ts'
import { toBindings, toJs } from '../../src/platform/analytics/values.ts'
import { copyOutCsv } from '../../src/platform/db/copy.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { namedRows } from '../../src/platform/db/names.ts'

const MEMORY_LIMIT = '1GB'

/**
 * The same figures by the same statements, in one connection: archived rows are copied out and every table is made in memory, once, and
 * those of the package are written as Parquet. Tables no exam of this kind has rows in (lines, levels, questions) are left out. No files
 * between the steps, no hashes, no progress, no way to begin in the middle.
 */
export async function bareFigures(db: Db, spec: ExamSpec, root: string): Promise<string> {
  const [folder, made] = [join(root, 'bare'), join(root, 'bare-package')]
  await mkdir(folder)
  await mkdir(made)
  await copyOut(db, folder)
  await writeSettings(folder, spec)
  const { batch, close } = await openBare(folder)
  await fitThreads(batch, [join(folder, 'roster.csv'), join(folder, 'course_score.csv')])
  await layOutQuestions(batch, folder, spec)
  for (const table of Object.keys(SOURCES))
    await batch.run(`create temp view ${table} as from ${tableSource(folder, table)}`)
  for (const task of orderTasks().filter((one) => !hasNoRows(one, spec)))
    for (const table of prepareStep(task, spec).tables) await makeTable(batch, made, table)
  await writePackage(batch, made, packageSql(spec))
  close()
  return made
}

/** Rows of what the plan starts from; a plain script keeps no order of areas and schools, and no parts of marks. */
async function copyOut(db: Db, folder: string): Promise<void> {
  const known: Record<string, RawBuilder<unknown>> = {
    student_number: sql`number`,
    student_code: sql`code`,
    student_name: sql`name`,
    area_name: sql`area_code`,
    area_sort: sql`0`,
    school_sort: sql`0`,
    school_group: sql`null`,
    is_in_report: sql`1`,
    exam_class: sql`class_name`,
    class_sort: sql`0`,
    course_combination: sql`null`,
    arts_science: sql`null`,
    student_type: sql`null`,
  }
  const roster = Object.keys(ROSTER_COLUMNS).map((name) => sql`${known[name] ?? sql.ref(name)} as ${sql.ref(name)}`)
  const marks = Object.keys(COURSE_SCORE_COLUMNS).map((name) => sql.ref(name))
  const parts = Object.keys(PAPER_PART_COLUMNS).map((name) => sql`null as ${sql.ref(name)}`)
  await copyOutCsv(db, sql`select ${sql.join(roster)} from bare_student`, join(folder, 'roster.csv'))
  await copyOutCsv(db, sql`select ${sql.join(marks)} from bare_score`, join(folder, 'course_score.csv'))
  await copyOutCsv(db, sql`select ${sql.join(parts)} where false`, join(folder, 'paper_part.csv'))
}

async function makeTable(
  db: AnalyticsConnection,
  made: string,
  { table, use, sql: text, params }: TableSql,
): Promise<void> {
  await db.run(`create temp table ${table} as ${text}`, params)
  if (use === 'package') await write(db, table, join(made, `${table}.parquet`))
}

async function writePackage(
  db: AnalyticsConnection,
  made: string,
  statements: ReturnType<typeof packageSql>,
): Promise<void> {
  await showBefore(db, undefined)
  await db.run(
    `create temp table taught (class_code varchar, course_name varchar, teacher_code varchar, teacher_name varchar)`,
  )
  for (const table of ['course', 'unit', 'teacher'] as const)
    await write(db, `(${statements[table]})`, join(made, `${table}.parquet`))
  for (const table of ['unit_rank', 'class_rank', 'seq_rank', 'combination_rank'] as const)
    await db.run(`create temp table ${table} as ${statements[table]}`)
  for (const table of ['combination', 'student'] as const)
    await write(db, `(${statements[table]})`, join(made, `${table}.parquet`))
}

function write(db: AnalyticsConnection, rows: string, path: string): Promise<void> {
  return db.run(`copy (from ${rows}) to '${path}' (format parquet)`)
}

/** A plain connection that takes the product's statements with their named values. */
async function openBare(folder: string): Promise<{ batch: AnalyticsConnection; close(): void }> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: MEMORY_LIMIT,
    temp_directory: folder,
    preserve_insertion_order: 'false',
  })
  const connection = await instance.connect()
  await connection.run(sqlFile(import.meta.url, '../../src/platform/analytics/macros.sql'))
  const batch: AnalyticsConnection = {
    async run(text, params = {}) {
      const { values, types } = toBindings(params)
      await connection.run(text, values, types)
    },
    async query<T>(text: string) {
      const reader = await connection.runAndReadAll(text)
      const fields = reader.deduplicatedColumnNames().map((name) => ({ name }))
      return namedRows<T>(fields, reader.convertRows(toJs))
    },
  }
  const close = () => {
    connection.closeSync()
    instance.closeSync()
  }
  return { batch, close }
}

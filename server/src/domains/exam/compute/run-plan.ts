/**
 * Computes the facts of an exam in its work folder:
 *
 *   const outcome = await runPlan({ analytics, spec, folder, source: archiveSource(ctx, spec), signal, onTask })
 *
 * `folder` ends up with one Parquet file per table (see docs/package.md) and `plan.json`, which remembers the input of
 * every task. A task whose input did not change is skipped. A file appears only when it is complete. `tasks` limits the
 * run to some tasks and those they need. Cancelling takes effect before the next task; the run then throws the reason.
 */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type PlanTask, TASK_STATE } from '@xueheng/contract/domains/exam/compute-plan.ts'
import type { Analytics, AnalyticsBatch } from '../../../platform/analytics/analytics.ts'
import { sqlText } from '../../../platform/analytics/sql-file.ts'
import type { ExamSpec, FactSource } from './exam-spec.ts'
import { type PlanRecord, hashesOf, isFresh, readRecord, writeRecord } from './plan-record.ts'
import { keptTables, needsOf, orderTasks, prepareStep, type Step, type TableSql } from './steps.ts'
import { courseRows, SOURCES, tableSource } from './tables.ts'

export interface TaskEvent {
  taskCode: string
  /** One of TASK_STATE: running, done, failed, skipped. */
  state: number
  /** Time the task took so far. */
  ms: number
  /** Fingerprint of the task's input. */
  inputHash: string
  message?: string
}

export interface PlanOptions {
  analytics: Analytics
  spec: ExamSpec
  /** Work folder of the exam, made when missing. */
  folder: string
  source: FactSource
  /** Task codes to run with everything they need; all computing tasks when left out. */
  tasks?: string[]
  /** Compute even what is up to date. */
  force?: boolean
  signal?: AbortSignal
  onTask?(event: TaskEvent): Promise<void> | void
}

export interface PlanOutcome {
  tasks: TaskEvent[]
  hashes: Record<string, string>
}

export async function runPlan(options: PlanOptions): Promise<PlanOutcome> {
  const { folder, spec } = options
  await mkdir(folder, { recursive: true })
  const hashes = hashesOf(spec, await options.source.fingerprint())
  const record = await readRecord(folder)
  const tasks = chosenTasks(options.tasks)
  const stale = await staleTasks(options, record, tasks, hashes)
  const events: TaskEvent[] = []
  const tell = async (event: TaskEvent) => {
    if (event.state !== TASK_STATE.running) events.push(event)
    await options.onTask?.(event)
  }
  const walk = async (db?: AnalyticsBatch) => {
    for (const task of tasks) {
      options.signal?.throwIfAborted()
      const { taskCode } = task
      const inputHash = hashes[taskCode] ?? ''
      if (db && stale.has(taskCode)) await runTask({ options, db, record, task, inputHash, tell })
      else await tell({ taskCode, state: TASK_STATE.skipped, ms: 0, inputHash })
    }
  }
  if (stale.size > 0) await writeCourses(folder, spec)
  await (stale.size > 0 ? options.analytics.batch(walk) : walk())
  return { tasks: events, hashes }
}

async function staleTasks(
  { folder, force }: PlanOptions,
  record: PlanRecord,
  tasks: PlanTask[],
  hashes: Record<string, string>,
): Promise<Set<string>> {
  const stale = new Set<string>()
  for (const task of tasks) if (force || !(await isFresh(folder, record, task, hashes))) stale.add(task.taskCode)
  return stale
}

/** The tasks asked for and everything they need, in order. */
function chosenTasks(tasks: string[] | undefined): PlanTask[] {
  if (!tasks) return orderTasks()
  const wanted = new Set<string>()
  const visit = (taskCode: string) => {
    wanted.add(taskCode)
    for (const need of needsOf(taskCode)) visit(need)
  }
  for (const task of tasks) visit(task)
  return orderTasks().filter((task) => wanted.has(task.taskCode))
}

interface TaskRun {
  options: PlanOptions
  db: AnalyticsBatch
  record: PlanRecord
  task: PlanTask
  inputHash: string
  tell(event: TaskEvent): Promise<void>
}

async function runTask({ options, db, record, task, inputHash, tell }: TaskRun): Promise<void> {
  const { folder, spec, source } = options
  const { taskCode } = task
  const step = prepareStep(task, spec)
  const start = performance.now()
  const spent = () => Math.round(performance.now() - start)
  await tell({ taskCode, state: TASK_STATE.running, ms: 0, inputHash })
  try {
    if (step.reads.includes('roster')) await source.write(folder)
    await computeStep(db, folder, step)
    delete record[taskCode]
    await writeRecord(folder, record)
    for (const table of keptTables(task)) await rename(partPath(folder, table), tablePath(folder, table))
    record[taskCode] = inputHash
    await writeRecord(folder, record)
    if (step.reads.includes('roster')) await dropExports(folder)
  } catch (error) {
    await tell({ taskCode, state: TASK_STATE.failed, ms: spent(), inputHash, message: String(error) })
    throw error
  }
  await tell({ taskCode, state: TASK_STATE.done, ms: spent(), inputHash })
}

/** Runs the SQL of one step; it sees the tables it reads and those it has made itself, nothing else. */
async function computeStep(db: AnalyticsBatch, folder: string, { reads, tables }: Step): Promise<void> {
  for (const table of reads) await db.run(`create temp view ${table} as from ${tableSource(folder, table)}`)
  for (const made of tables) {
    await makeTable(db, folder, made).catch((cause: unknown) => {
      throw new Error(`${made.table}: ${String(cause)}`, { cause })
    })
  }
  const isScratch = ({ use }: TableSql) => use === 'scratch'
  const views = [...reads, ...tables.filter((made) => !isScratch(made)).map(({ table }) => table)]
  for (const view of views) await db.run(`drop view ${view}`)
  for (const { table } of tables.filter(isScratch)) await db.run(`drop table ${table}`)
}

async function makeTable(db: AnalyticsBatch, folder: string, made: TableSql): Promise<void> {
  const { table, use, sql, params } = made
  if (use === 'scratch') return db.run(`create temp table ${table} as ${sql}`, params)
  const path = sqlText(partPath(folder, table))
  await db.run(`copy (${sql}) to ${path} (format parquet, ${layoutOf(made)})`, params)
  await db.run(`create temp view ${table} as from read_parquet(${path})`)
}

/** Reports pick a few of its many rows by grain and course: small row groups let them leave out the rest. */
const SMALL_GROUPS = new Set(['quota'])
const ROWS_OF_SMALL_GROUP = 4096

/** What no package takes over is read once or twice and soon replaced: quick beats small. */
function layoutOf({ table, use }: TableSql): string {
  if (use === 'work') return 'compression snappy'
  const rows = SMALL_GROUPS.has(table) ? `, row_group_size ${ROWS_OF_SMALL_GROUP}` : ''
  return `compression zstd, compression_level 1${rows}`
}

function tablePath(folder: string, table: string): string {
  return join(folder, `${table}.parquet`)
}

function partPath(folder: string, table: string): string {
  return join(folder, `${table}.parquet.part`)
}

/** The exam's courses as a small table beside the exported facts. */
async function writeCourses(folder: string, { courses }: ExamSpec): Promise<void> {
  await writeFile(join(folder, 'exam_course.json'), JSON.stringify(courseRows(courses)))
}

/** The exported facts are large and of no use once the Parquet files are there. */
async function dropExports(folder: string): Promise<void> {
  for (const { fileName } of [SOURCES.roster, SOURCES.course_score].filter((source) => source !== undefined)) {
    await rm(join(folder, fileName), { force: true })
  }
}

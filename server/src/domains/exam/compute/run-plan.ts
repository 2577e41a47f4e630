/**
 * Computes the facts of an exam in its work folder:
 *
 *   const outcome = await runPlan({ analytics, spec, folder, source: archiveSource(client, spec), signal, onTask })
 *
 * `folder` ends up with one Parquet file per table (see docs/package.md) and `plan.json`, which remembers the input of
 * every task. A task whose input did not change is skipped. A file appears only when it is complete. `tasks` limits the
 * run to some tasks and those they need. Cancelling takes effect before the next task; the run then throws the reason.
 */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TASK_STATE } from '@xueheng/contract/domains/exam/compute-plan.ts'
import type { Analytics, AnalyticsBatch } from '../../../platform/analytics/analytics.ts'
import { sqlText } from '../../../platform/analytics/sql-file.ts'
import type { ExamSpec, FactSource } from './exam-spec.ts'
import { type PlanRecord, hashesOf, isFresh, readRecord, writeRecord } from './plan-record.ts'
import { type Step, needsOf, orderedSteps, tableSql, usedParams } from './steps.ts'
import { SOURCES, tableSource } from './tables.ts'

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
  const steps = chosenSteps(options.tasks)
  const stale = await staleSteps(options, record, steps, hashes)
  const events: TaskEvent[] = []
  const tell = async (event: TaskEvent) => {
    if (event.state !== TASK_STATE.running) events.push(event)
    await options.onTask?.(event)
  }
  const walk = async (db?: AnalyticsBatch) => {
    for (const step of steps) {
      options.signal?.throwIfAborted()
      const inputHash = hashes[step.taskCode] ?? ''
      if (db && stale.has(step.taskCode)) await runTask({ options, db, record, step, inputHash, tell })
      else await tell({ taskCode: step.taskCode, state: TASK_STATE.skipped, ms: 0, inputHash })
    }
  }
  if (stale.size > 0) await writeCourses(folder, spec)
  await (stale.size > 0 ? options.analytics.batch(walk) : walk())
  return { tasks: events, hashes }
}

async function staleSteps(
  { folder, force }: PlanOptions,
  record: PlanRecord,
  steps: Step[],
  hashes: Record<string, string>,
): Promise<Set<string>> {
  const stale = new Set<string>()
  for (const step of steps) if (force || !(await isFresh(folder, record, step, hashes))) stale.add(step.taskCode)
  return stale
}

/** The steps behind `tasks` and everything they need, in order. */
function chosenSteps(tasks: string[] | undefined): Step[] {
  if (!tasks) return orderedSteps()
  const wanted = new Set<string>()
  const visit = (taskCode: string) => {
    wanted.add(taskCode)
    for (const need of needsOf(taskCode)) visit(need)
  }
  for (const task of tasks) visit(task)
  return orderedSteps().filter((step) => wanted.has(step.taskCode))
}

interface TaskRun {
  options: PlanOptions
  db: AnalyticsBatch
  record: PlanRecord
  step: Step
  inputHash: string
  tell(event: TaskEvent): Promise<void>
}

async function runTask({ options, db, record, step, inputHash, tell }: TaskRun): Promise<void> {
  const { folder, spec, source } = options
  const { taskCode } = step
  const start = performance.now()
  const spent = () => Math.round(performance.now() - start)
  await tell({ taskCode, state: TASK_STATE.running, ms: 0, inputHash })
  try {
    if (step.reads.includes('roster')) await source.write(folder)
    await computeStep(db, folder, step, spec)
    delete record[taskCode]
    await writeRecord(folder, record)
    for (const table of step.writes) await rename(partPath(folder, table), tablePath(folder, table))
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
async function computeStep(db: AnalyticsBatch, folder: string, step: Step, spec: ExamSpec): Promise<void> {
  const params = step.params(spec.rule)
  for (const table of step.reads) await db.run(`create temp view ${table} as from ${tableSource(folder, table)}`)
  for (const table of step.makes) {
    const sql = tableSql(step, table, spec)
    const used = usedParams(sql, params)
    const isKept = step.writes.includes(table)
    const made = isKept
      ? keepTable(db, partPath(folder, table), table, sql, used)
      : db.run(`create temp table ${table} as ${sql}`, used)
    await made.catch((cause: unknown) => {
      throw new Error(`${table}: ${String(cause)}`, { cause })
    })
  }
  for (const table of [...step.reads, ...step.writes]) await db.run(`drop view ${table}`)
  const dropped = step.makes.filter((table) => !step.writes.includes(table))
  for (const table of dropped) await db.run(`drop table ${table}`)
}

async function keepTable(
  db: AnalyticsBatch,
  path: string,
  table: string,
  sql: string,
  params: Record<string, unknown>,
): Promise<void> {
  await db.run(`copy (${sql}) to ${sqlText(path)} (format parquet, ${layoutOf(table)})`, params)
  await db.run(`create temp view ${table} as from read_parquet(${sqlText(path)})`)
}

/** Tables that no package takes over are read once or twice and soon replaced: quick beats small. */
const WORKING = new Set(['student', 'score', 'school_score'])

/** Reports pick a few of its many rows by grain and course: small row groups let them leave out the rest. */
const SMALL_GROUPS = new Set(['quota'])
const ROWS_OF_SMALL_GROUP = 4096

function layoutOf(table: string): string {
  if (WORKING.has(table)) return 'compression snappy'
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
  const tenths = (score: number | null) => (score === null ? null : Math.round(score * 10))
  const rows = courses.map((course) => ({
    course_id: course.courseId,
    course_name: course.courseName,
    full10: tenths(course.examScore),
    is_in_total: course.isInTotal,
    sort: course.sort,
    excellent10: tenths(course.excellentScore),
    good10: tenths(course.goodScore),
    pass10: tenths(course.passScore),
    low10: tenths(course.lowScore),
  }))
  await writeFile(join(folder, 'exam_course.json'), JSON.stringify(rows))
}

/** The exported facts are large and of no use once the Parquet files are there. */
async function dropExports(folder: string): Promise<void> {
  for (const { fileName } of [SOURCES.roster, SOURCES.course_score].filter((source) => source !== undefined)) {
    await rm(join(folder, fileName), { force: true })
  }
}

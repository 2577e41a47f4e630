/**
 * Computes the facts of an exam in its work folder:
 *
 *   const outcome = await runPlan({ analytics, spec, folder, source: archiveSource(ctx, spec), signal, onTasks })
 *
 * `folder` ends up with one Parquet file per table (see docs/package.md) and `plan.json`, which remembers the input of
 * every task and the hash of every file. A task whose input did not change and whose files are those recorded is skipped.
 * A file appears only when it is complete. Every statement puts its rows into one order that leaves nothing open, so that the
 * same facts give the same bytes, whatever the number of threads. `tasks` limits the run to some tasks and those they need. Cancelling takes effect before the next task; the run then throws the reason.
 */
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type PlanTask, TASK_STATE } from '@xueheng/contract/domains/exam/compute-plan.ts'
import type { Analytics, AnalyticsBatch } from '../../../platform/analytics/analytics.ts'
import { withOneThread } from '../../../platform/analytics/threads.ts'
import { sqlText } from '../../../platform/analytics/sql-file.ts'
import { inTurn } from '../../../platform/in-turn.ts'
import { refusalBehind } from '../../../platform/faults.ts'
import { hashFile } from '../../../platform/files/hash-file.ts'
import { writeEmpty } from './empty-files.ts'
import type { ExamSpec, FactSource } from './exam-spec.ts'
import { type PlanRecord, hashesOf, isFresh, readRecord, recordPath, writeRecord } from './plan-record.ts'
import { type Facts, dropExports, factsOf } from './run-facts.ts'
import { openLanes } from './run-lanes.ts'
import {
  hasNoRows,
  keptTables,
  needsOf,
  orderTasks,
  prepareStep,
  type Step,
  type TableSql,
  withoutRows,
} from './steps.ts'
import { type TaskEvent, telling } from './telling.ts'
import { layOutQuestions } from './question-files.ts'
import { blueprintRows, courseRows, fixedRows, levelRows, lineRows, pointRows, tableSource } from './tables.ts'

export type { TaskEvent } from './telling.ts'

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
  /** Told in their order; several are up to date together. */
  onTasks?(events: TaskEvent[]): Promise<void> | void
}

export interface PlanOutcome {
  tasks: TaskEvent[]
  hashes: Record<string, string>
}

export async function runPlan(options: PlanOptions): Promise<PlanOutcome> {
  const { folder, spec } = options
  await mkdir(folder, { recursive: true })
  await clearLeft(folder)
  const hashes = hashesOf(spec, await options.source.fingerprint())
  const record = await readRecord(folder)
  const tasks = chosenTasks(options.tasks)
  const stale = await staleTasks(options, record, tasks, hashes)
  const { tell, events, ended } = telling(options.onTasks)
  const facts = factsOf(options)
  if (stale.size > 0) await writeSettings(folder, spec)
  try {
    const run = { options, facts, record, tasks, hashes, stale, tell }
    await (stale.size > 0
      ? options.analytics.batch((db) => db.beside((other) => walk(run, [db, other])))
      : walk(run, []))
  } finally {
    await ended().finally(facts.drop)
  }
  const order = tasks.map(({ taskCode }) => taskCode)
  return { tasks: events.toSorted((one, other) => order.indexOf(one.taskCode) - order.indexOf(other.taskCode)), hashes }
}

interface PlanRun {
  options: PlanOptions
  facts: Facts
  record: PlanRecord
  tasks: PlanTask[]
  hashes: Record<string, string>
  stale: Set<string>
  tell(...events: TaskEvent[]): Promise<void>
}

/** Where a step runs: a connection, and the tables of earlier steps that a step there has read. */
interface Lane {
  db: AnalyticsBatch
  shown: Set<string>
}

async function walk({ tasks, hashes, stale, ...run }: PlanRun, connections: AnalyticsBatch[]): Promise<void> {
  const { options, facts, tell } = run
  const [first] = connections
  if (first) await layOutQuestions(first, options.folder, options.spec)
  const lanes = openLanes(connections.map((db): Lane => ({ db, shown: new Set() })))
  /** Told together: there is nothing to wait for between them. */
  const fresh: TaskEvent[] = []
  try {
    for (const task of tasks) {
      options.signal?.throwIfAborted()
      const { taskCode } = task
      const inputHash = hashes[taskCode] ?? ''
      if (stale.has(taskCode)) {
        await tell(...fresh.splice(0))
        const work = async (lane: Lane) => {
          options.signal?.throwIfAborted()
          await runTask({ ...run, ...lane, task, inputHash })
        }
        await lanes.begin(taskCode, needsOf(taskCode), facts.lanes(), work)
      } else fresh.push({ taskCode, state: TASK_STATE.skipped, ms: 0, inputHash })
    }
    await lanes.end()
  } finally {
    await lanes.settled()
  }
  await tell(...fresh)
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
export function chosenTasks(tasks: string[] | undefined): PlanTask[] {
  if (!tasks) return orderTasks()
  const wanted = new Set<string>()
  const visit = (taskCode: string) => {
    wanted.add(taskCode)
    for (const need of needsOf(taskCode)) visit(need)
  }
  for (const task of tasks) visit(task)
  return orderTasks().filter((task) => wanted.has(task.taskCode))
}

interface TaskRun extends Lane, Pick<PlanRun, 'options' | 'facts' | 'record' | 'tell'> {
  task: PlanTask
  inputHash: string
}

async function runTask({ options, db, facts, record, shown, task, inputHash, tell }: TaskRun): Promise<void> {
  const { folder, spec } = options
  const { taskCode } = task
  const prepared = prepareStep(task, spec)
  const step = hasNoRows(task, spec) ? withoutRows(prepared) : prepared
  const start = performance.now()
  const spent = () => Math.round(performance.now() - start)
  await tell({ taskCode, state: TASK_STATE.running, ms: 0, inputHash })
  try {
    if (step.reads.includes('roster')) await facts.write(db)
    const make = () => computeStep(db, folder, step, shown)
    await (hasNoRows(task, spec) ? writeEmpty(step, (table) => partPath(folder, table), make) : make())
    const outputs = await hashParts(folder, keptTables(task))
    delete record[taskCode]
    await keepRecord(folder, record)
    for (const table of keptTables(task)) await rename(partPath(folder, table), tablePath(folder, table))
    record[taskCode] = { input: inputHash, outputs }
    await keepRecord(folder, record)
  } catch (error) {
    await tell({ taskCode, state: TASK_STATE.failed, ms: spent(), inputHash, message: reasonOf(error) })
    throw error
  }
  await tell({ taskCode, state: TASK_STATE.done, ms: spent(), inputHash })
}

/** One writes at a time. */
function keepRecord(folder: string, record: PlanRecord): Promise<void> {
  return inTurn(recordPath(folder), () => writeRecord(folder, record))
}

/** For the screen of the steps; the job tells a defect with its number. */
function reasonOf(error: unknown): string {
  return refusalBehind(error)?.message ?? '计算失败，编号见任务中心'
}

async function hashParts(folder: string, tables: string[]): Promise<Record<string, string>> {
  const outputs: Record<string, string> = {}
  for (const table of tables) outputs[table] = await hashFile(partPath(folder, table))
  return outputs
}

/** What a killed run has begun to write, and the facts it has not cleared away. */
async function clearLeft(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (name.endsWith('.part')) await rm(join(folder, name))
  await dropExports(folder)
}

/**
 * Runs the SQL of one step; it sees the tables it reads, which stay in sight for the steps that follow, and those it has made itself, which
 * lie under another name until the step is done.
 */
async function computeStep(
  db: AnalyticsBatch,
  folder: string,
  { reads, tables }: Step,
  shown: Set<string>,
): Promise<void> {
  for (const table of reads.filter((one) => !shown.has(one))) {
    await db.run(`create temp view ${table} as from ${tableSource(folder, table)}`)
    shown.add(table)
  }
  for (const made of tables) {
    await makeTable(db, folder, made).catch((cause: unknown) => {
      throw new Error(`${made.table}: ${String(cause)}`, { cause })
    })
  }
  const isScratch = ({ use }: TableSql) => use === 'scratch'
  for (const { table } of tables.filter((made) => !isScratch(made))) await db.run(`drop view ${table}`)
  for (const { table } of tables.filter(isScratch)) await db.run(`drop table ${table}`)
}

async function makeTable(db: AnalyticsBatch, folder: string, made: TableSql): Promise<void> {
  const { table, use, sql, params } = made
  if (use === 'scratch') return db.run(`create temp table ${table} as ${sql}`, params)
  const path = sqlText(partPath(folder, table))
  const layout = use === 'work' ? WORK_LAYOUT : PACKAGE_LAYOUT
  if (table === 'score') await withOneThread(db, () => db.run(`copy (${sql}) to ${path} (${layout})`, params))
  else if (table in IN_SMALL_GROUPS) await copyInSmallGroups(db, made, path, IN_SMALL_GROUPS[table] ?? '')
  else await db.run(`copy (${sql}) to ${path} (${layout})`, params)
  await db.run(`create temp view ${table} as from read_parquet(${path})`)
}

/** What no package takes over is read once or twice and soon replaced: quick beats small. */
const WORK_LAYOUT = 'format parquet, compression snappy'
const PACKAGE_LAYOUT = 'format parquet, compression zstd, compression_level 1'

/** Reports pick a few of their many rows by grain and course: small row groups in this order let them leave out the rest. */
const IN_SMALL_GROUPS: Record<string, string> = {
  quota: 'grain, course_id, unit_id',
  line_stat: 'grain, course_id, line_no, unit_id',
  question_stat: 'grain, course_id, unit_id, question_id',
  question_option: 'grain, course_id, unit_id, question_id, choice',
  knowledge: 'grain, course_id, unit_id, point_no',
}
const ROWS_OF_SMALL_GROUP = 4096

/** Threads that write together cut small groups where each has got to: here one writes. */
async function copyInSmallGroups(
  db: AnalyticsBatch,
  { table, sql, params }: TableSql,
  path: string,
  order: string,
): Promise<void> {
  await db.run(`create temp table ${table}_rows as ${sql}`, params)
  const rows = `from ${table}_rows order by ${order}`
  const layout = `${PACKAGE_LAYOUT}, row_group_size ${ROWS_OF_SMALL_GROUP}`
  await withOneThread(db, () => db.run(`copy (${rows}) to ${path} (${layout})`))
  await db.run(`drop table ${table}_rows`)
}

function tablePath(folder: string, table: string): string {
  return join(folder, `${table}.parquet`)
}

function partPath(folder: string, table: string): string {
  return join(folder, `${table}.parquet.part`)
}

/** The exam's courses, the lines to draw and the papers as small tables beside the exported facts. */
export async function writeSettings(folder: string, spec: ExamSpec): Promise<void> {
  const tables = {
    exam_course: courseRows(spec.courses),
    line_param: lineRows(spec),
    line_fixed: fixedRows(spec),
    blueprint: blueprintRows(spec),
    blueprint_point: pointRows(spec),
    level_param: levelRows(spec),
  }
  for (const [name, rows] of Object.entries(tables)) await writeFile(join(folder, `${name}.json`), JSON.stringify(rows))
}

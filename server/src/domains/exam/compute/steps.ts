import {
  COMPUTE_PLAN,
  COMPUTED_TASKS,
  type PlanTask,
  type TableUse,
} from '@xueheng/contract/domains/exam/compute-plan.ts'
import { type ExamRule, TOTAL_COURSE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { sqlFolder, tablesRead } from '../../../platform/analytics/sql-file.ts'
import type { ExamSpec, SpecCourse } from './exam-spec.ts'
import { fullTotal, levelColumns, levelJoins, levelPapers, totalColumns } from './levels.ts'
import {
  lineMarks,
  linePapers,
  paperColumns,
  paperTakers,
  passConditions,
  scoreColumns,
  scoreRows,
  streamRows,
} from './wide.ts'

const FILES = sqlFolder(
  import.meta.url,
  '.',
  COMPUTED_TASKS.flatMap((task) => Object.keys(task.makes)),
)

/** Fragments over the exam's course numbers, by the name of their slot in the SQL. */
const FRAGMENTS: Record<string, (courses: SpecCourse[], spec: ExamSpec) => string> = {
  paper_columns: paperColumns,
  score_columns: (courses, spec) => [...totalColumns(spec), ...scoreColumns(courses), ...levelColumns(spec)].join(', '),
  level_joins: (_courses, spec) => levelJoins(spec),
  level_papers: (_courses, spec) => levelPapers(spec),
  full_total: (_courses, spec) => fullTotal(spec),
  score_rows: scoreRows,
  stream_rows: streamRows,
  pass_conditions: passConditions,
  line_marks: lineMarks,
  line_papers: linePapers,
  paper_takers: paperTakers,
}

/** One table of a task, ready to run. */
export interface TableSql {
  table: string
  use: TableUse
  sql: string
  /** The values the statement names: DuckDB refuses to bind what it does not use. */
  params: Record<string, unknown>
}

export interface Step {
  taskCode: string
  /** What it makes, in this order. */
  tables: TableSql[]
  /** Tables of earlier tasks its statements read. */
  reads: string[]
}

/** A task of the plan as it is computed for this exam. */
export function prepareStep({ taskCode, makes }: PlanTask, spec: ExamSpec): Step {
  const values = ruleValues(spec.rule)
  const tables = Object.entries(makes).map(([table, use]) => {
    const sql = fillFragments(FILES.get(table) ?? '', spec)
    return { table, use, sql, params: usedValues(sql, values) }
  })
  const reads = new Set(tables.flatMap(({ sql }) => tablesRead(sql)))
  return { taskCode, tables, reads: [...reads].filter((table) => !(table in makes)) }
}

/**
 * A task of the plan for an exam that has nothing to make rows of: no lines to draw, no levels, no questions. Its tables are the same,
 * but nothing is looked for.
 */
export function withoutRows({ tables, ...step }: Step): Step {
  return { ...step, tables: tables.map((made) => ({ ...made, sql: `select * from (${made.sql}) limit 0` })) }
}

export function hasNoRows({ taskTypes }: PlanTask, spec: ExamSpec): boolean {
  const { lines = [], levels = [], questions = [], questionFiles = [] } = spec
  if (taskTypes === 'LINE') return lines.length === 0
  if (taskTypes === 'LEVEL') return levels.length === 0
  return taskTypes === 'QUESTION' && questions.length === 0 && questionFiles.length === 0
}

/** The tables a task leaves behind as files. */
export function keptTables({ makes }: PlanTask): string[] {
  return Object.keys(makes).filter((table) => makes[table] !== 'scratch')
}

/** The computed tasks in an order in which each comes after everything it needs. Throws when the plan has a circle. */
export function orderTasks(plan: PlanTask[] = COMPUTE_PLAN): PlanTask[] {
  const done = new Set<PlanTask>()
  const entered = new Set<PlanTask>()
  function visit(task: PlanTask): void {
    if (done.has(task)) return
    if (entered.has(task)) throw new Error(`the plan has a circle through ${task.taskCode}`)
    entered.add(task)
    for (const need of plan.filter(({ taskCode }) => task.needs.includes(taskCode))) visit(need)
    done.add(task)
  }
  for (const task of plan) visit(task)
  return [...done].filter((task) => Object.keys(task.makes).length > 0)
}

/** Direct needs of a task. */
export function needsOf(taskCode: string): string[] {
  return COMPUTE_PLAN.find((task) => task.taskCode === taskCode)?.needs ?? []
}

function fillFragments(text: string, spec: ExamSpec): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_slot, name: string) => {
    const fragment = FRAGMENTS[name]
    if (!fragment) throw new Error(`nothing fills the slot ${name}`)
    return fragment(spec.courses, spec)
  })
}

/** The exam's rule as the values its statements may name. */
function ruleValues({ composite: { kind, weights }, ...rule }: ExamRule): Record<string, unknown> {
  const [weightMean, weightPass, weightExcellent] = weights
  return { ...rule, compositeKind: kind, weightMean, weightPass, weightExcellent, totalCourse: TOTAL_COURSE }
}

function usedValues(sql: string, values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => new RegExp(`\\$${name}\\b`).test(sql)))
}

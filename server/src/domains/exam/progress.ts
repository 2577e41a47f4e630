import { COMPUTE_PLAN, type PlanTask, TASK_STATE } from '@xueheng/contract/domains/exam/compute-plan.ts'
import {
  getProgressTask,
  listProgressTask,
  examDataProgressTask,
} from '@xueheng/contract/domains/exam/data-progress.ts'
import { type ProgressTask, getListDataProgress } from '@xueheng/contract/domains/exam/exam-info.ts'
import { examScoreImport } from '@xueheng/contract/domains/exam/exam-score-import.ts'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { type RawBuilder, sql } from 'kysely'
import { partsOf } from '../../platform/comma-list.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { AppError, refuse } from '../../platform/error.ts'
import { implement } from '../../platform/module.ts'
import { type Exam, findExam } from './exam-row.ts'
import { percent } from './formulas/rounding.ts'
import { tasksNotChosen } from './process-items.ts'
import { questionSteps } from './question/question-steps.ts'
import { every, into, visible } from '../../platform/access/doors.ts'

const LIST = every(examStudentImport, 'a step is as far as the whole exam is')
const MARKS = every(examScoreImport, 'a step is as far as the whole exam is')

interface TaskRow {
  taskCode: string
  taskState: number
  doneNum: number
  totalNum: number
  startTime: string | null
  endTime: string | null
  costMs: number | null
  message: string | null
}

/** Which planned steps are settled by the exam's own state, before any computing. */
function stateOfStep({ taskCode, taskTypes }: PlanTask, exam: Exam, counts: Counts): number {
  if (taskCode in counts.questions) return counts.questions[taskCode] ?? TASK_STATE.waiting
  const status = exam.examStatus ?? 0
  switch (taskTypes) {
    case 'IMPORT':
      return counts.imported ? TASK_STATE.done : TASK_STATE.waiting
    case 'CHECK':
      return status >= 2 ? TASK_STATE.done : TASK_STATE.waiting
    case 'ARCHIVE':
      return status >= 3 ? TASK_STATE.done : TASK_STATE.waiting
    default:
      return TASK_STATE.waiting
  }
}

/** The task of the plan with this code, or a refusal. */
export function plannedTask(taskCode: string): PlanTask {
  const task = COMPUTE_PLAN.find((one) => one.taskCode === taskCode)
  if (!task) throw refuse(`没有任务「${taskCode}」`)
  return task
}

/** Whether a step is done by a run of the plan, not by importing, checking and archiving. */
function isRun(task: PlanTask): boolean {
  return !['IMPORT', 'CHECK', 'ARCHIVE'].includes(task.taskTypes)
}

interface Counts {
  imported: boolean
  /** Steps of question scores, which an exam may do without. */
  questions: Record<string, number>
}

/** The whole plan with what is known of each step; steps that never ran are waiting. */
export async function progressOf(ctx: Ctx, examId: string): Promise<ProgressTask[]> {
  const exam = await findExam(ctx, examId)
  const found = await sql<TaskRow>`select task_code, task_state, done_num, total_num,
      start_time, end_time, cost_ms, message
    from ${visible(ctx, examDataProgressTask)} t where t.exam_id = ${examId}`.execute(ctx.db)
  const known = new Map(found.rows.map((row) => [row.taskCode, row]))
  const roster = await importCount(ctx, LIST, examId)
  const scores = await importCount(ctx, MARKS, examId)
  const off = await tasksNotChosen(ctx, examId)
  const { states: questions, rowNum } = await questionSteps(ctx, exam)
  return COMPUTE_PLAN.map((task, i) => {
    const stored = known.get(task.taskCode)
    // What the exam itself settles is read from it, whatever was noted at the step.
    const row = isRun(task) ? stored : undefined
    const n = { IMP_STUDENT: roster, IMP_QUESTION: rowNum }[task.taskCode] ?? scores
    const taskState =
      row?.taskState ?? stateOfStep(task, exam, { imported: n > 0 || (exam.examStatus ?? 0) >= 3, questions })
    const isFinished = taskState === TASK_STATE.done || taskState === TASK_STATE.skipped ? 1 : 0
    const staged = task.taskTypes === 'IMPORT' ? n : 0
    const { doneNum, totalNum } = row ?? { doneNum: staged, totalNum: staged }
    return {
      examId,
      taskCode: task.taskCode,
      taskName: task.taskName,
      taskTypes: task.taskTypes,
      dependTaskCodes: task.needs,
      isFinished,
      taskState,
      doneNum,
      totalNum,
      percent: isFinished ? 100 : (percent(doneNum, totalNum) ?? 0),
      startTime: row?.startTime ?? '',
      endTime: row?.endTime ?? '',
      costMs: row?.costMs ?? 0,
      message: stored?.message ?? '',
      sort: i + 1,
      isOptional: task.isOptional ? 1 : 0,
      isChosen: off.includes(task.taskCode) ? 0 : 1,
    }
  })
}

async function importCount(ctx: Ctx, rows: RawBuilder<unknown>, examId: string): Promise<number> {
  const found = await sql<{ n: number }>`
    select count(*)::int as n from ${rows} where exam_id = ${examId} and is_deleted = 0`.execute(ctx.db)
  return found.rows[0]?.n ?? 0
}

export interface TaskReport {
  taskCode: string
  state: number
  ms: number
  inputHash: string
  message?: string
}

/** Writes what became of one step; the screens poll it or hear of it. */
export function writeTask(ctx: Ctx, examId: string, report: TaskReport): Promise<void> {
  return writeTasks(ctx, examId, [report])
}

/** The same of several steps. */
export async function writeTasks(ctx: Ctx, examId: string, reports: TaskReport[]): Promise<void> {
  if (reports.length === 0) return
  await sql`insert into ${into(examDataProgressTask)} (id, tenant_id, exam_id, task_code, task_name, task_types, is_finished, task_state, cost_ms, message,
      input_hash, sort, start_time, end_time, create_user)
    values ${sql.join(reports.map((report) => taskValues(ctx, examId, report)))}
    on conflict (tenant_id, exam_id, task_code) where is_deleted = 0 do update set is_finished = excluded.is_finished, task_state = excluded.task_state,
      cost_ms = case when excluded.task_state = ${TASK_STATE.skipped} then exam_data_progress_task.cost_ms else excluded.cost_ms end,
      message = excluded.message, input_hash = excluded.input_hash, end_time = excluded.end_time,
      start_time = case when excluded.task_state = ${TASK_STATE.running} then excluded.start_time else exam_data_progress_task.start_time end,
      update_time = localtimestamp(0)`.execute(ctx.db)
}

function taskValues(ctx: Ctx, examId: string, report: TaskReport): RawBuilder<unknown> {
  const task = plannedTask(report.taskCode)
  const isOver = report.state !== TASK_STATE.running
  const isFinished = report.state === TASK_STATE.done || report.state === TASK_STATE.skipped ? 1 : 0
  return sql`(${nextId()}, ${ctx.user.tenantId}, ${examId}, ${task.taskCode}, ${task.taskName}, ${task.taskTypes}, ${isFinished}, ${report.state},
    ${Math.round(report.ms)}, ${report.message ?? null}, ${report.inputHash}, ${COMPUTE_PLAN.indexOf(task) + 1}, localtimestamp(0), ${isOver ? sql`localtimestamp(0)` : sql`null`}, ${ctx.user.id})`
}

/** Marks these steps as expired: what they were computed from has changed. Those that were not chosen stay as they are. */
export async function expireTasks(ctx: Pick<Ctx, 'db'>, examId: string, taskCodes: string[]): Promise<void> {
  const off = await tasksNotChosen(ctx, examId)
  const expired = taskCodes.filter((code) => !off.includes(code))
  await sql`update ${into(examDataProgressTask)} set task_state = ${TASK_STATE.stale}, is_finished = 0, update_time = localtimestamp(0)
    where exam_id = ${examId} and is_deleted = 0 and task_state in (${TASK_STATE.done}, ${TASK_STATE.skipped})
      and task_code = any(${expired})`.execute(ctx.db)
}

interface TaskFilter {
  examId: string
  taskTypes: string | null
  isFinished: number | null
}

async function filtered(ctx: Ctx, { examId, taskTypes, isFinished }: TaskFilter) {
  const types = partsOf(taskTypes)
  const all = await progressOf(ctx, examId)
  return all.filter(
    (task) =>
      (types.length === 0 || types.includes(task.taskTypes)) &&
      (isFinished === null || isFinished === undefined || task.isFinished === isFinished),
  )
}

export const progressHandlers = [
  implement(getListDataProgress, (ctx, input) => progressOf(ctx, input.examId)),
  implement(listProgressTask, filtered),
  implement(getProgressTask, async (ctx, input) => {
    const found = (await progressOf(ctx, input.examId)).find((task) => task.taskCode === input.taskCode)
    if (!found) throw new AppError('row.notFound')
    return found
  }),
]

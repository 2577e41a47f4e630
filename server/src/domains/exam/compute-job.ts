import { join } from 'node:path'
import {
  COMPUTE_PLAN,
  COMPUTED_TASKS,
  QUESTION_TASKS,
  TASK_STATE,
} from '@xueheng/contract/domains/exam/compute-plan.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { allOf } from '../../platform/all-of.ts'
import { type JobProgress, defineJob } from '../../platform/jobs/jobs.ts'
import type { ExamSpec } from './compute/exam-spec.ts'
import { archiveSource } from './compute/export-facts.ts'
import { chosenTasks, type PlanOutcome, runPlan, type TaskEvent } from './compute/run-plan.ts'
import { emptyTables } from './empty-tables.ts'
import { coursesOf } from './exam-course.ts'
import { keepLines, readLines, unreached } from './line/keep-lines.ts'
import { specLines } from './line/line-params.ts'
import { specLevels } from './level/level-params.ts'
import { findExam, ruleOf, moveExam } from './exam-row.ts'
import { archivedQuestions } from './question/archived-questions.ts'
import { specQuestions } from './question/spec-questions.ts'
import { tasksNotChosen } from './process-items.ts'
import { writeTasks } from './progress.ts'
import { inTurn } from '../../platform/in-turn.ts'
import { advanceRun, beginRun, endRun } from './progress-run.ts'

export interface ComputePayload {
  examId: string
  /** Task codes to run with what they need; everything without them. */
  tasks?: string[]
}

/** What the numbers of an exam depend on, as it stands now. */
export async function specOf(ctx: Ctx, examId: string): Promise<ExamSpec> {
  const exam = await findExam(ctx, examId)
  const courses = await coursesOf(ctx, examId)
  return {
    tenantId: ctx.user.tenantId,
    examId,
    dataVersion: exam.dataVersion ?? 0,
    factsVersion: exam.factsVersion ?? 0,
    rule: ruleOf(exam),
    courses,
    lines: await specLines(ctx, examId, courses),
    questions: await specQuestions(ctx, examId, courses),
    questionFiles: await archivedQuestions(ctx, examId),
    levels: await specLevels(ctx, examId, courses),
  }
}

export function workFolder(ctx: Ctx, examId: string): string {
  return join(ctx.files.packageFolder(ctx.user.tenantId, examId), 'work')
}

/** Runs the stale steps of the plan. The exam is 计算中 meanwhile: nobody writes to it, reports go on from the old package. */
export const computeJob = defineJob<ComputePayload>({
  name: 'exam.compute-plan',
  title: '计算',
  singletonKey: ({ examId }) => examId,
  subject: ({ examId }) => examId,
  async run(ctx, payload, progress) {
    const { examId } = payload
    const runId = await beginRun(ctx, examId, payload.tasks)
    const outcome = await inTurn(workFolder(ctx, examId), async () =>
      compute(ctx, await specOf(ctx, examId), progress, payload.tasks),
    )
    const hasLines = outcome.tasks.some((task) => task.taskCode === 'LINE_CALC')
    const lines = hasLines ? await readLines(ctx, workFolder(ctx, examId)) : undefined
    const fresh = outcome.tasks.filter((task) => task.state === TASK_STATE.done).length
    return progress.finish(async (inside) => {
      await moveExam(inside, examId, 'finish')
      await endRun(inside, runId, outcome.tasks.length)
      if (lines) await keepLines(inside, examId, lines)
      return {
        text: [`完成${fresh}项，${outcome.tasks.length - fresh}项无变化`, unreached(lines ?? [])]
          .filter(Boolean)
          .join('；'),
        link: `/bigdata/progress/examDataProgressTask?examId=${examId}`,
      }
    })
  },
  async onFailure(ctx, { examId }, message) {
    await moveExam(ctx, examId, 'interrupt')
    await endRun(ctx, undefined, 0, { examId, message })
  },
})

/** Brings the work folder up to date; within `inTurn`, as nobody else may write there. */
export async function compute(ctx: Ctx, spec: ExamSpec, progress: JobProgress, tasks?: string[]): Promise<PlanOutcome> {
  const { examId } = spec
  const names = new Map(COMPUTE_PLAN.map((task) => [task.taskCode, task.taskName]))
  const off = await tasksNotChosen(ctx, examId)
  const wanted = tasks ?? COMPUTED_TASKS.map((task) => task.taskCode).filter((code) => !off.includes(code))
  const total = chosenTasks(wanted).length
  let done = 0
  const folder = workFolder(ctx, examId)
  const outcome = await runPlan({
    analytics: ctx.analytics,
    spec,
    folder,
    source: archiveSource(ctx, spec),
    signal: progress.signal,
    tasks: wanted,
    async onTasks(events) {
      done += events.filter(({ state }) => state !== TASK_STATE.running).length
      const step = events.at(-1)?.taskCode ?? ''
      await allOf([
        writeTasks(
          ctx,
          examId,
          events.map((event) => toldOf(spec, event)),
        ),
        advanceRun(ctx, examId, done, total),
        progress.report({ done, total, step: names.get(step) ?? step }),
      ])
    },
  })
  if (!tasks) await leaveOut(ctx, spec, folder, off)
  return outcome
}

/** Tables of questions without a row are no work done. */
function toldOf({ questionFiles = [] }: ExamSpec, event: TaskEvent): TaskEvent {
  const isIdle = QUESTION_TASKS.includes(event.taskCode) && questionFiles.length === 0
  return isIdle && event.state === TASK_STATE.done ? { ...event, state: TASK_STATE.skipped } : event
}

/** What was not chosen is finished without having run. */
async function leaveOut(ctx: Ctx, spec: ExamSpec, folder: string, tasks: string[]): Promise<void> {
  await emptyTables(ctx.analytics, spec, folder, tasks)
  const left = tasks.map((taskCode) => ({ taskCode, state: TASK_STATE.skipped, ms: 0, inputHash: '' }))
  await writeTasks(ctx, spec.examId, left)
}

import { COMPUTED_TASKS } from '@xueheng/contract/domains/exam/compute-plan.ts'
import {
  execAreaSelfFrontNProc,
  execProgressAllItem,
  execProgressItem,
  execSchoolSelfFrontNProc,
} from '@xueheng/contract/domains/exam/data-progress.ts'
import { execDataProgress, execPackageExam } from '@xueheng/contract/domains/exam/exam-info.ts'
import { execLineNumProc } from '@xueheng/contract/domains/exam/line/line-calls.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { assertMay } from '../../platform/access/rights.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/error.ts'
import { implement } from '../../platform/module.ts'
import { requireState } from '../../platform/states.ts'
import { type ComputePayload, computeJob } from './compute-job.ts'
import { examState, findExam, moveExam } from './exam-row.ts'
import { lineParamsOf } from './line/line-params.ts'
import { packageActionOf, packageJob } from './package-job.ts'
import { tasksNotChosen } from './process-items.ts'
import { plannedTask } from './progress.ts'

/** Puts the exam into 计算中 and the plan into the queue: of two who start at once one wins, the other is told. */
export async function startCompute(ctx: Ctx, payload: ComputePayload) {
  const exam = await findExam(ctx, payload.examId)
  await moveExam(ctx, payload.examId, 'process')
  const jobId = await ctx.jobs.start(ctx, computeJob, payload, `${exam.examName} 计算`)
  await logOperation(ctx, execDataProgress.name, '计算', { entity: 'examInfo', rowId: payload.examId })
  return { jobId }
}

async function startItem(ctx: Ctx, { examId, taskCode }: { examId: string; taskCode: string }) {
  const task = plannedTask(taskCode)
  if (task.taskTypes === 'PACKAGE') return startPackage(ctx, { examId })
  if (!COMPUTED_TASKS.includes(task)) throw refuse(`「${task.taskName}」在导入、校验、归档时完成，不在这里执行`)
  const off = await tasksNotChosen(ctx, examId)
  if (off.includes(taskCode)) throw refuse(`「${task.taskName}」没有选入这次考试的处理项`)
  return startCompute(ctx, { examId, tasks: [taskCode] })
}

/** A published exam keeps its version until the new one takes its place before its readers: who does that may publish. */
async function startPackage(ctx: Ctx, { examId }: { examId: string }) {
  const exam = await findExam(ctx, examId)
  const action = packageActionOf(exam)
  await requireState(ctx, examStates, examState(examId), action)
  if (action === 'republish') assertMay(ctx, 'examinfo_publish')
  return { jobId: await ctx.jobs.start(ctx, packageJob, { examId }, `${exam.examName} 生成报表`) }
}

const LINE_TASKS = COMPUTED_TASKS.filter((task) => task.taskTypes === 'LINE').map((task) => task.taskCode)

/** Draws the lines and counts who is above them; the rest of the plan is brought up to date as far as lines need it. */
async function startLines(ctx: Ctx, { examId }: { examId: string }) {
  await findExam(ctx, examId)
  const params = await lineParamsOf(ctx, examId)
  if (params.length === 0) throw refuse('请先设置划线参数')
  return startCompute(ctx, { examId, tasks: LINE_TASKS })
}

export const computeHandlers = [
  implement(execLineNumProc, startLines),
  implement(execDataProgress, (ctx, { examId }) => startCompute(ctx, { examId })),
  implement(execProgressAllItem, (ctx, { examId }) => startCompute(ctx, { examId })),
  implement(execProgressItem, startItem),
  implement(execAreaSelfFrontNProc, (ctx, { examId }) => startItem(ctx, { examId, taskCode: 'STAT_AREA_FRONTN' })),
  implement(execSchoolSelfFrontNProc, (ctx, { examId }) => startItem(ctx, { examId, taskCode: 'STAT_SCHOOL_FRONTN' })),
  implement(execPackageExam, startPackage),
]

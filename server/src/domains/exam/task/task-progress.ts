import { TASK_TYPE, examTask } from '@xueheng/contract/domains/exam/task/exam-task.ts'
import { progressInArea, progressInSchool } from '@xueheng/contract/domains/exam/task/task-progress.ts'
import { taskStates } from '@xueheng/contract/domains/exam/task/task-states.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { wallTime } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { implement } from '../../../platform/module.ts'
import { dictLabels } from '../../../platform/rows/labels.ts'
import { findOrRefuse } from '../../../platform/rows/read.ts'
import { percent } from '../formulas/rounding.ts'
import { type SchoolCount, countSchools } from './count-schools.ts'
import type { ExamTask } from './open-task.ts'

export type SchoolLine = Output<typeof progressInSchool>[number]
type AreaLine = Output<typeof progressInArea>[number]
type Counts = Pick<SchoolLine, 'planNum' | 'submitNum' | 'auditNum'>

/** Whether the time to report is over. */
function isOver({ taskStatus, endTime }: ExamTask): boolean {
  return Number(taskStatus) >= taskStates.states.closed.value || endTime < wallTime(new Date())
}

/** What the task is about first: a school agrees to who was pulled by confirming, it reports nobody. */
function mainCounts({ taskType }: ExamTask, line: SchoolCount): Counts {
  if (taskType === TASK_TYPE.teachers)
    return { planNum: line.teacherPlanNum, submitNum: line.teacherNum, auditNum: line.teacherAuditNum }
  if (taskType === TASK_TYPE.marking)
    return { planNum: line.markNum, submitNum: line.markAuditNum, auditNum: line.markAuditNum }
  return { planNum: line.studentPlanNum, submitNum: line.studentNum, auditNum: line.studentAuditNum }
}

function lineOf(task: ExamTask, line: SchoolCount): SchoolLine {
  const { areaCode, schoolCode, schoolName, teacherPlanNum, teacherNum, teacherAuditNum } = line
  const { lastTime, remindNum, remindTime } = line
  const counts = mainCounts(task, line)
  const isComplete = task.taskType !== TASK_TYPE.both || teacherAuditNum >= teacherPlanNum
  const isDone = isComplete && counts.auditNum >= counts.planNum
  return {
    areaCode,
    schoolCode,
    schoolName,
    ...counts,
    percent: shareOf(counts),
    teacherPlanNum,
    teacherNum,
    teacherAuditNum,
    lastTime,
    remindNum,
    remindTime,
    isDone: isDone ? 1 : 0,
    isLate: isOver(task) && !isDone ? 1 : 0,
  }
}

/** The schools of a task, or of one of its areas, as far as the reader sees them. */
export async function schoolsOf(ctx: Ctx, taskId: string, areaCode: string | null): Promise<SchoolLine[]> {
  const task = await findOrRefuse(examTask, ctx, taskId)
  return (await countSchools(ctx, task, areaCode)).map((line) => lineOf(task, line))
}

/** Reported of expected; more than expected is everything. */
function shareOf({ submitNum, planNum }: Pick<Counts, 'submitNum' | 'planNum'>): number | null {
  return percent(Math.min(submitNum, planNum), planNum)
}

async function areasOf(ctx: Ctx, taskId: string): Promise<AreaLine[]> {
  const [schools, titles] = await Promise.all([schoolsOf(ctx, taskId, null), dictLabels(ctx, 'exam_area')])
  const codes = [...new Set(schools.map(({ areaCode }) => areaCode))]
  return codes.map((areaCode) => ({
    areaCode,
    areaName: titles.get(areaCode) ?? areaCode,
    ...sumOf(schools.filter((line) => line.areaCode === areaCode)),
  }))
}

type Summed = keyof Counts | 'teacherPlanNum' | 'teacherNum' | 'teacherAuditNum' | 'isLate'

function sumOf(lines: SchoolLine[]): Omit<AreaLine, 'areaCode' | 'areaName'> {
  const sum = (name: Summed) => lines.reduce((total, line) => total + line[name], 0)
  const counts = { planNum: sum('planNum'), submitNum: sum('submitNum'), auditNum: sum('auditNum') }
  const times = lines.flatMap(({ lastTime }) => lastTime ?? []).toSorted()
  return {
    schoolNum: lines.length,
    lateNum: sum('isLate'),
    ...counts,
    percent: shareOf(counts),
    teacherPlanNum: sum('teacherPlanNum'),
    teacherNum: sum('teacherNum'),
    teacherAuditNum: sum('teacherAuditNum'),
    lastTime: times.at(-1) ?? null,
  }
}

export const taskProgressHandlers = [
  implement(progressInArea, (ctx, { taskId }) => areasOf(ctx, taskId)),
  implement(progressInSchool, (ctx, { taskId, areaCode }) => schoolsOf(ctx, taskId, areaCode)),
]

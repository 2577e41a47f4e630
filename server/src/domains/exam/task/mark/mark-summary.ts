import { examTask } from '@xueheng/contract/domains/exam/task/exam-task.ts'
import type { markQuotas, markSummary } from '@xueheng/contract/domains/exam/task/mark-plan.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { assertWholeTenant } from '../../../../platform/access/rights.ts'
import type { Ctx } from '../../../../platform/ctx.ts'
import { refuse } from '../../../../platform/error.ts'
import { findOrRefuse } from '../../../../platform/rows/read.ts'
import { type FreeTeacher, findFree, isEligible } from './free-teachers.ts'
import { countPapers, countTeachers } from './mark-counts.ts'
import { plansOf } from './mark-plans.ts'
import { type MarkShare, sharesOf } from './mark-shares.ts'
import { sharePlaces } from './share-places.ts'

type SummaryLine = Output<typeof markSummary>[number]
type QuotaLine = Output<typeof markQuotas>[number]

const COUNTS = ['teacherNum', 'pulledNum', 'confirmedNum', 'returnedNum'] as const

/** The plans of a task, each with its teachers as far as the reader sees them. */
export async function summarize(ctx: Ctx, taskId: string): Promise<SummaryLine[]> {
  await findOrRefuse(examTask, ctx, taskId)
  const [plans, teachers] = [await plansOf(ctx, taskId), await countTeachers(ctx, taskId)]
  return plans.map((plan) => {
    const own = teachers.filter(({ courseName }) => courseName === plan.courseName)
    const [teacherNum = 0, pulledNum = 0, confirmedNum = 0, returnedNum = 0] = COUNTS.map((name) =>
      own.reduce((sum, line) => sum + line[name], 0),
    )
    return { ...plan, teacherNum, pulledNum, confirmedNum, returnedNum }
  })
}

/** What the plan of a course gives each school: from nothing, and what can still be pulled. */
export async function listQuotas(ctx: Ctx, taskId: string, courseName: string): Promise<QuotaLine[]> {
  assertWholeTenant(ctx, '阅卷教师')
  const task = await findOrRefuse(examTask, ctx, taskId)
  const [plan] = await plansOf(ctx, taskId, courseName)
  if (!plan) throw refuse(`请先做${courseName}的阅卷计划`)
  const shares = sharesOf(plan, await countTeachers(ctx, taskId), await countPapers(ctx, taskId, [courseName]))
  const free = (await findFree(ctx, task)).filter((one) => isEligible(plan, one))
  const freeOf = ({ schoolCode }: MarkShare) => numberOf(free, schoolCode)
  const places = sharePlaces(
    shares.map((share) => ({ ...share, heldNum: 0, freeNum: share.heldNum + freeOf(share) })),
    plan.needNum ?? 0,
  )
  return shares.map((share) => {
    const { courseName: _course, heldNum: _held, ...shown } = share
    return { ...shown, quotaNum: places.get(share.schoolCode) ?? 0, freeNum: freeOf(share) }
  })
}

function numberOf(free: FreeTeacher[], schoolCode: string): number {
  return free.filter((teacher) => teacher.schoolCode === schoolCode).length
}

import { examTask } from '@xueheng/contract/domains/exam/task/exam-task.ts'
import { examTaskMarkPlan, fillMarkPlan } from '@xueheng/contract/domains/exam/task/mark-plan.ts'
import { taskStates } from '@xueheng/contract/domains/exam/task/task-states.ts'
import type { TableRow } from '@xueheng/contract/kit/entity.ts'
import { sql } from 'kysely'
import { into, visible } from '../../../../platform/access/doors.ts'
import { assertWholeTenant } from '../../../../platform/access/rights.ts'
import type { AccessRule } from '../../../../platform/access/rules.ts'
import { logOperation } from '../../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../../platform/ctx.ts'
import { nextId } from '../../../../platform/db/id.ts'
import { refuse } from '../../../../platform/error.ts'
import { hook } from '../../../../platform/module.ts'
import { findOrRefuse } from '../../../../platform/rows/read.ts'
import { requireState } from '../../../../platform/states.ts'
import { taskState, withTask } from '../open-task.ts'
import { countPapers, countTeachers } from './mark-counts.ts'
import { countNeeded } from './need.ts'

export type MarkPlan = TableRow<typeof examTaskMarkPlan.fields>

export const markPlanAccess: AccessRule = { entity: examTaskMarkPlan, limit: withTask }

/** Holds the task, if the bureau may plan its marking now. */
async function holdForPlan(ctx: Ctx, taskId: string): Promise<void> {
  assertWholeTenant(ctx, '阅卷计划')
  await requireState(ctx, taskStates, taskState(taskId), 'plan')
}

async function holdAll(ctx: Ctx, rows: { taskId: string }[]): Promise<void> {
  for (const { taskId } of rows) await holdForPlan(ctx, taskId)
}

export const markPlanHooks = hook(examTaskMarkPlan, {
  async beforeSave(ctx, row, before) {
    const { taskId = '', paperNum = 1, marksPerPaper = '1', speed = 1, hours = '1' } = { ...before, ...row }
    await holdForPlan(ctx, taskId)
    row.needNum = countNeeded({ paperNum, marksPerPaper, speed, hours })
  },
  beforeRemove: holdAll,
  afterRestore: holdAll,
})

/** The plans of a task, of one course or of all. */
export async function plansOf(ctx: Ctx, taskId: string, courseName: string | null = null): Promise<MarkPlan[]> {
  const { rows } = await sql<MarkPlan>`select p.* from ${visible(ctx, examTaskMarkPlan)} p where p.task_id = ${taskId}
    and (${courseName}::varchar is null or p.course_name = ${courseName}) order by p.course_name`.execute(ctx.db)
  return rows
}

/** The usual way of marking: two marks a paper, sixty papers an hour, three days. */
const USUAL = { markMode: 3, marksPerPaper: '2', speed: 60, hours: '24' }

/** Plans every course of the task that has candidates and no plan yet. */
export async function fillPlans(ctx: Ctx, taskId: string): Promise<{ added: number; skipped: number }> {
  await holdForPlan(ctx, taskId)
  const { taskName, courseNames } = await findOrRefuse(examTask, ctx, taskId)
  const taught = (await countTeachers(ctx, taskId)).map((line) => line.courseName)
  const courses = courseNames && courseNames.length > 0 ? courseNames : [...new Set(taught)]
  if (courses.length === 0) throw refuse('任务没有指定科目，也还没有上报教师，不知道有哪些科目')
  const planned = new Set((await plansOf(ctx, taskId)).map((plan) => plan.courseName))
  const papers = await countPapers(ctx, taskId, courses)
  const fresh = courses.flatMap((courseName) => {
    const paperNum = papers.reduce((sum, line) => sum + (line.courseName === courseName ? line.paperNum : 0), 0)
    return planned.has(courseName) || paperNum === 0 ? [] : [{ courseName, paperNum }]
  })
  for (const plan of fresh) await insertPlan(ctx, taskId, plan)
  const answer = { added: fresh.length, skipped: courses.length - fresh.length }
  const after = { taskName, ...answer }
  await logOperation(ctx, fillMarkPlan.name, fillMarkPlan.title, {
    entity: examTaskMarkPlan.name,
    rowId: taskId,
    after,
  })
  return answer
}

async function insertPlan(ctx: Ctx, taskId: string, plan: { courseName: string; paperNum: number }): Promise<void> {
  const { tenantId, id } = ctx.user
  const { markMode, marksPerPaper, speed, hours } = USUAL
  await sql`insert into ${into(examTaskMarkPlan)} (id, tenant_id, task_id, course_name, paper_num, mark_mode,
      marks_per_paper, speed, hours, need_num, is_own_excluded, is_leader_excluded, is_markable_only, create_user, update_user)
    values (${nextId()}, ${tenantId}, ${taskId}, ${plan.courseName}, ${plan.paperNum}, ${markMode}, ${marksPerPaper},
      ${speed}, ${hours}, ${countNeeded({ ...USUAL, ...plan })}, 1, 0, 0, ${id}, ${id})`.execute(ctx.db)
}

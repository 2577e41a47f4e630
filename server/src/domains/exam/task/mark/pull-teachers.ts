import { examTask } from '@xueheng/contract/domains/exam/task/exam-task.ts'
import { examTaskMarkPlan } from '@xueheng/contract/domains/exam/task/mark-plan.ts'
import { markPaperTeacher } from '@xueheng/contract/domains/exam/task/mark-teacher.ts'
import { taskStates } from '@xueheng/contract/domains/exam/task/task-states.ts'
import { MARKING, REPORTED, examTaskTeacher } from '@xueheng/contract/domains/exam/task/task-teacher.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { into, visible } from '../../../../platform/access/doors.ts'
import { assertWholeTenant } from '../../../../platform/access/rights.ts'
import { logOperation } from '../../../../platform/audit/operation-log.ts'
import { partsOf } from '../../../../platform/comma-list.ts'
import type { Ctx } from '../../../../platform/ctx.ts'
import { AppError, refuse } from '../../../../platform/error.ts'
import { findOrRefuse } from '../../../../platform/rows/read.ts'
import { requireState } from '../../../../platform/states.ts'
import { type ExamTask, taskState } from '../open-task.ts'
import { drawTeachers } from './draw-teachers.ts'
import { type FreeTeacher, findFree, isEligible } from './free-teachers.ts'
import { insertMarkers } from './insert-markers.ts'
import { countPapers, countTeachers } from './mark-counts.ts'
import { type MarkPlan, plansOf } from './mark-plans.ts'
import { sharesOf } from './mark-shares.ts'
import { tellPulled } from './tell-pulled.ts'

type Pulled = Output<typeof markPaperTeacher>[number]
const MOST_SEED = 999_999_999

/** The task, held, where the bureau may pull teachers or let them go now. */
export async function taskToMark(ctx: Ctx, taskId: string): Promise<ExamTask> {
  assertWholeTenant(ctx, '阅卷教师')
  const task = await findOrRefuse(examTask, ctx, taskId)
  await requireState(ctx, taskStates, taskState(taskId), 'mark')
  return task
}

/** Pulls what the plans lack, or those who are named; the schools hear of it. */
export async function pullTeachers(ctx: Ctx, input: Input<typeof markPaperTeacher>): Promise<Pulled[]> {
  const task = await taskToMark(ctx, input.taskId)
  const named = partsOf(input.ids)
  const { lines, drawn } =
    named.length > 0 ? await pullNamed(ctx, task, named) : await pullPlanned(ctx, task, input.courseName, input.seed)
  await insertMarkers(ctx, task, drawn)
  await tellPulled(ctx, task, drawn)
  await logOperation(ctx, markPaperTeacher.name, markPaperTeacher.title, {
    entity: examTaskTeacher.name,
    rowId: task.id,
    after: { taskName: task.taskName, lines },
  })
  return lines
}

interface Pull {
  lines: Pulled[]
  drawn: FreeTeacher[]
}

/** Courses with the fewest to choose from come first: who is pulled for one is no longer free for another. */
async function pullPlanned(ctx: Ctx, task: ExamTask, courseName: string | null, seed: number | null): Promise<Pull> {
  const plans = await plansOf(ctx, task.id, courseName)
  if (plans.length === 0) throw refuse('请先做阅卷计划')
  const teachers = await countTeachers(ctx, task.id)
  const papers = await countPapers(
    ctx,
    task.id,
    plans.map((plan) => plan.courseName),
  )
  let free = await findFree(ctx, task)
  const spare = (plan: MarkPlan) => free.filter((one) => isEligible(plan, one)).length - (plan.needNum ?? 0)
  const pull: Pull = { lines: [], drawn: [] }
  for (const plan of plans.toSorted((a, b) => spare(a) - spare(b))) {
    const key = { seed: seed ?? plan.seed ?? randomInt(1, MOST_SEED), courseName: plan.courseName }
    const shares = sharesOf(plan, teachers, papers)
    const need = plan.needNum ?? 0
    const drawn = drawTeachers(
      shares,
      free.filter((one) => isEligible(plan, one)),
      need,
      key,
    )
    const gone = new Set(drawn.map(({ teacherCode }) => teacherCode))
    free = free.filter(({ teacherCode }) => !gone.has(teacherCode))
    const heldNum = shares.reduce((sum, share) => sum + share.heldNum, 0)
    await storeSeed(ctx, plan.id, key.seed)
    pull.drawn.push(...drawn)
    pull.lines.push({
      ...key,
      needNum: need,
      added: drawn.length,
      shortNum: Math.max(0, need - heldNum - drawn.length),
    })
  }
  return pull
}

async function storeSeed(ctx: Ctx, planId: string, seed: number): Promise<void> {
  await sql`update ${into(examTaskMarkPlan)} set seed = ${seed}, update_user = ${ctx.user.id},
    update_time = localtimestamp(0) where id = ${planId} and seed is distinct from ${seed}`.execute(ctx.db)
}

/** Those somebody chose by hand; refuses who was pulled before, and who is named for two courses. */
async function pullNamed(ctx: Ctx, task: ExamTask, ids: string[]): Promise<Pull> {
  const { rows } = await sql<{ teacherCode: string; courseName: string }>`select t.teacher_code, t.course_name
    from ${visible(ctx, examTaskTeacher)} t where t.task_id = ${task.id} and t.teacher_kind = ${REPORTED}
    and t.id::text = any(${ids}::varchar[])`.execute(ctx.db)
  if (rows.length < new Set(ids).size) throw new AppError('row.notFound')
  const free = await findFree(ctx, task)
  const drawn = rows.map((row) => {
    const found = free.find((one) => one.teacherCode === row.teacherCode && one.courseName === row.courseName)
    if (!found) throw refuse(`教师${row.teacherCode}已在本任务的阅卷教师中，一名教师只评一科`)
    return found
  })
  const twice = drawn.find((one, i) => drawn.findIndex((other) => other.teacherCode === one.teacherCode) < i)
  if (twice) throw refuse(`教师${twice.teacherName}选了两科，一名教师只评一科`)
  const courses = [...new Set(drawn.map(({ courseName }) => courseName))]
  const numOf = (course: string) => drawn.filter(({ courseName }) => courseName === course).length
  return {
    drawn,
    lines: courses.map((course) => ({ courseName: course, needNum: 0, added: numOf(course), shortNum: 0, seed: null })),
  }
}

/** Lets go of the markers of a task that the reader sees, or of some of them, for good: a pull is no record of anything. */
export async function removeMarkers(ctx: Ctx, taskId: string, ids: string[] | null): Promise<number> {
  const { rows } = await sql`delete from ${into(examTaskTeacher)} where id in (
      select v.id from ${visible(ctx, examTaskTeacher)} v where v.task_id = ${taskId} and v.teacher_kind = ${MARKING}
        and (${ids}::varchar[] is null or v.id::text = any(${ids}::varchar[]))) returning 1`.execute(ctx.db)
  return rows.length
}

import { TASK_TYPE, examTask } from '@xueheng/contract/domains/exam/task/exam-task.ts'
import { remindSchools } from '@xueheng/contract/domains/exam/task/task-progress.ts'
import { taskStates } from '@xueheng/contract/domains/exam/task/task-states.ts'
import { TASK_MESSAGE } from '@xueheng/contract/domains/notices/sys-message.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { into } from '../../../platform/access/doors.ts'
import { assertWholeTenant } from '../../../platform/access/rights.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import { wallTime } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { refuse } from '../../../platform/error.ts'
import { implement } from '../../../platform/module.ts'
import { findOrRefuse } from '../../../platform/rows/read.ts'
import { requireState } from '../../../platform/states.ts'
import { sendMessage } from '../../notices/index.ts'
import { type ExamTask, taskState } from './open-task.ts'
import { findSchoolAccounts } from './school-accounts.ts'
import { examTaskReminder } from './tables.ts'
import { type SchoolLine, schoolsOf } from './task-progress.ts'

type Reminded = Output<typeof remindSchools>[number]

/** A school that was reminded within this time is left in peace. */
const PAUSE_MS = 3_600_000

/** Writes to every school that is not through, and says of each what came of it. */
async function remind(ctx: Ctx, { taskId, areaCode, schoolCode }: Input<typeof remindSchools>): Promise<Reminded[]> {
  assertWholeTenant(ctx, '催报')
  const task = await findOrRefuse(examTask, ctx, taskId)
  await requireState(ctx, taskStates, taskState(taskId), 'remind')
  const open = (await schoolsOf(ctx, taskId, areaCode)).filter(
    (line) => line.isDone === 0 && (!schoolCode || line.schoolCode === schoolCode),
  )
  if (open.length === 0) throw refuse('没有需要催报的学校')
  const codes = open.map((line) => line.schoolCode)
  const accounts = await findSchoolAccounts(ctx, rightOf(task), codes)
  const results: Reminded[] = []
  for (const line of open) results.push(await remindOne(ctx, task, line, accounts.get(line.schoolCode) ?? []))
  await logOperation(ctx, remindSchools.name, remindSchools.title, {
    entity: examTask.name,
    rowId: taskId,
    after: { taskName: task.taskName, schools: results.map(({ schoolName, result }) => `${schoolName}：${result}`) },
  })
  return results
}

/** Who can do what is asked for. */
function rightOf({ taskType }: ExamTask): string {
  return taskType === TASK_TYPE.teachers || taskType === TASK_TYPE.marking
    ? 'examtaskteacher_edit'
    : 'examtaskstudent_edit'
}

async function remindOne(ctx: Ctx, task: ExamTask, line: SchoolLine, accounts: string[]): Promise<Reminded> {
  const { schoolCode, schoolName, remindTime } = line
  const answer = (accountNum: number, result: string) => ({ schoolCode, schoolName, accountNum, result })
  const since = wallTime(new Date(Date.now() - PAUSE_MS))
  if (remindTime !== null && remindTime > since) return answer(0, `${remindTime}已催过，未重复催`)
  if (accounts.length === 0) return answer(0, '学校没有可以上报的账号')
  for (const account of accounts) await sendMessage(ctx, { account, ...messageOf(task, line) })
  await sql`insert into ${into(examTaskReminder)} as r (tenant_id, task_id, school_code, remind_num, remind_time)
    values (${ctx.user.tenantId}, ${task.id}, ${schoolCode}, 1, localtimestamp(0))
    on conflict (task_id, school_code) do update set remind_num = r.remind_num + 1, remind_time = excluded.remind_time`.execute(
    ctx.db,
  )
  return answer(accounts.length, `已催报，${accounts.length}个账号收到`)
}

function messageOf({ id, taskName, taskType, endTime }: ExamTask, line: SchoolLine) {
  const { planNum, submitNum, auditNum, teacherPlanNum, teacherAuditNum } = line
  const isMarking = taskType === TASK_TYPE.marking
  const main = isMarking
    ? `还有${planNum - auditNum}名阅卷教师待确认`
    : `应报${planNum}人，已报${submitNum}人，已确认${auditNum}人`
  const teachers = taskType === TASK_TYPE.both ? `；任课教师应报${teacherPlanNum}条，已确认${teacherAuditNum}条` : ''
  const page = isMarking ? 'examTaskMark' : taskType === TASK_TYPE.teachers ? 'examTaskTeacher' : 'examTaskStudent'
  return {
    messageType: TASK_MESSAGE,
    title: `请尽快上报：${taskName}`,
    content: `${main}${teachers}。请在${endTime}前报齐并确认。`,
    link: `/bigdata/task/${page}?taskId=${id}`,
  }
}

export const remindHandlers = [implement(remindSchools, remind)]

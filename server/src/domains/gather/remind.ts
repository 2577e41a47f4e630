import { gatherStudent } from '@xueheng/contract/domains/gather/gather-student.ts'
import { gatherTask } from '@xueheng/contract/domains/gather/gather-task.ts'
import { MSG_TARGET, gatherWeixinMsg } from '@xueheng/contract/domains/gather/gather-weixin-msg.ts'
import { remindLate } from '@xueheng/contract/domains/gather/student-num.ts'
import { TASK_MESSAGE } from '@xueheng/contract/domains/notices/sys-message.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { visible } from '../../platform/access/doors.ts'
import type { Ctx, JobDefinition } from '../../platform/ctx.ts'
import { conflict, refuse } from '../../platform/error.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { submit } from '../../platform/rows/write.ts'
import { sendMessage } from '../notices/index.ts'
import { STUDENTS, assertAsked } from './collected.ts'
import { GRAINS } from './count-units.ts'
import { messageHooks, startPush } from './messages.ts'
import { type GatherTask, taskToFill } from './open-task.ts'
import type { PushPayload } from './push-job.ts'
import { UNSENT } from './push-targets.ts'
import { countBy } from './student-num.ts'
import { findKeepers } from './tell-class-teachers.ts'

type Wanted = Input<typeof remindLate>

const isEverywhere = ({ areaCode, schoolCode }: Wanted): boolean => !areaCode && !schoolCode

interface LateSchool {
  code: string
  /** At school, and not brought in. */
  absentNum: number
}

/** Schools of the place that have not handed everybody in. */
async function lateSchools(ctx: Ctx, { gatherTaskId, areaCode, schoolCode }: Wanted): Promise<LateSchool[]> {
  const lines = await countBy(ctx, gatherTaskId, GRAINS.schools(areaCode))
  return lines
    .filter(({ code, planNum, gatherNum }) => gatherNum < planNum && (!schoolCode || code === schoolCode))
    .map(({ code, planNum, filledNum }) => ({ code, absentNum: Math.max(0, planNum - filledNum) }))
}

/** Who has not been handed in, of the place. */
async function unsentStudents(ctx: Ctx, wanted: Wanted, schools: string[]): Promise<string[]> {
  const { gatherTaskId, gradeCode, classCode } = wanted
  const ofPlace = isEverywhere(wanted) ? sql`true` : sql`g.school_code = any(${schools}::varchar[])`
  const { rows } = await sql<{ id: string }>`select g.id from ${visible(ctx, gatherStudent)} g
    where g.gather_task_id = ${gatherTaskId} and g.gather_status = any(${UNSENT}::int[])
      and ${ofPlace}
      and (${gradeCode}::varchar is null or g.grade_code = ${gradeCode})
      and (${classCode}::varchar is null or coalesce(g.class_code, '') = ${classCode})
    order by g.id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** Parents hear by the way all messages to them go, so that what became of each is kept in one place. */
async function tellParents(
  ctx: Ctx,
  job: JobDefinition<PushPayload>,
  task: GatherTask,
  wanted: Wanted,
  schools: string[],
): Promise<number> {
  const students = await unsentStudents(ctx, wanted, schools)
  if (students.length === 0) return 0
  const isPart = Boolean(wanted.gradeCode ?? wanted.classCode)
  const target = isPart
    ? { targetType: MSG_TARGET.persons, studentIds: students }
    : { targetType: MSG_TARGET.unsent, schoolCodes: isEverywhere(wanted) ? [] : schools }
  const title = `催办：${task.taskName}`.slice(0, 100)
  const content = `「${task.taskName}」还没有提交，请在${task.endTime.slice(0, 16)}前核对并提交。`
  const body = { gatherTaskId: task.id, title, content, ...target }
  const message = await submit(gatherWeixinMsg, ctx, body, messageHooks.hooks)
  await startPush(ctx, job, message.id)
  return students.length
}

/** Nobody's parents can be told of students who are not brought in: the accounts of the school are. */
async function tellSchools(ctx: Ctx, task: GatherTask, late: LateSchool[]): Promise<number> {
  const absent = new Map(late.filter(({ absentNum }) => absentNum > 0).map(({ code, absentNum }) => [code, absentNum]))
  const keepers = await findKeepers(ctx, [...absent.keys()])
  const ofSchools = keepers.filter(({ classCodes }) => classCodes.length === 0)
  for (const { account, schoolCode } of ofSchools) {
    await sendMessage(ctx, {
      account,
      messageType: TASK_MESSAGE,
      title: `催办：${task.taskName}`,
      content: `还有${absent.get(schoolCode)}名在籍学生没有采集，请带出并核对，${task.endTime.slice(0, 16)}截止。`,
      link: `/gather/gatherStudent?gatherTaskId=${task.id}`,
    })
  }
  return new Set(ofSchools.map(({ account }) => account)).size
}

async function remind(ctx: Ctx, job: JobDefinition<PushPayload>, wanted: Wanted): Promise<Output<typeof remindLate>> {
  const task = await taskToFill(ctx, wanted.gatherTaskId)
  assertAsked(STUDENTS, await findOrRefuse(gatherTask, ctx, task.id))
  if ((wanted.gradeCode ?? wanted.classCode) && !wanted.schoolCode) throw refuse('请先选择学校')
  const late = await lateSchools(ctx, wanted)
  if (late.length === 0) throw conflict('已经全部提交，不用催办')
  const schools = late.map(({ code }) => code)
  const studentNum = await tellParents(ctx, job, task, wanted, schools)
  const toldNum = await tellSchools(ctx, task, late)
  if (studentNum + toldNum === 0) throw conflict('没有可以通知的人：学生还没有带出，学校也没有填报账号')
  return { schoolNum: late.length, studentNum, toldNum }
}

export function remindHandlers(job: JobDefinition<PushPayload>): Implementation[] {
  return [implement(remindLate, (ctx, wanted) => remind(ctx, job, wanted))]
}

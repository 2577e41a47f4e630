import {
  MSG_TARGET,
  gatherWeixinMsg,
  previewPush,
  pushResults,
  pushWxMsg,
} from '@xueheng/contract/domains/gather/gather-weixin-msg.ts'
import { PUSHED, pushStates } from '@xueheng/contract/domains/gather/push-states.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { visible } from '../../platform/access/doors.ts'
import type { AccessRule } from '../../platform/access/rules.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { partsOf } from '../../platform/comma-list.ts'
import type { Ctx, JobDefinition } from '../../platform/ctx.ts'
import { own } from '../../platform/db/table.ts'
import { refuse } from '../../platform/error.ts'
import { type Implementation, hook, implement } from '../../platform/module.ts'
import { listOf } from '../../platform/rows/list.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { requireState, transition } from '../../platform/states.ts'
import type { TellParents } from '../../platform/tell-parents.ts'
import { taskState, withTask } from './open-task.ts'
import { type PushPayload, countPushed, stateOfMessage } from './push-job.ts'
import { type ParentMessage, keepTargets, targetsOf } from './push-targets.ts'
import { gatherPush } from './tables.ts'
import { gatherTaskStates } from '@xueheng/contract/domains/gather/gather-task-states.ts'

/** A message is for the collections one sees; a unit sees its own messages, the bureau all. */
export const messageAccess: AccessRule = {
  entity: gatherWeixinMsg,
  limit: (reader) =>
    reader.scope.level === 'all'
      ? withTask(reader)
      : sql`(${withTask(reader)} and create_user = ${reader.user.id || '0'})`,
}

export const messageHooks = hook(gatherWeixinMsg, {
  async beforeSave(ctx, row, before) {
    const { gatherTaskId = '' } = { ...before, ...row }
    await requireState(ctx, gatherTaskStates, taskState(gatherTaskId), 'report')
    if (before) await requireState(ctx, pushStates, stateOfMessage(before.id), 'edit')
    else Object.assign(row, { pushStatus: pushStates.states.waiting.value })
  },
  async beforeRemove(ctx, rows) {
    for (const { id } of rows) await requireState(ctx, pushStates, stateOfMessage(id), 'remove')
  },
})

/** Schools or students that are to be chosen are. */
function assertChosen({ targetType, schoolCodes, studentIds }: ParentMessage): void {
  if (targetType === MSG_TARGET.schools && !schoolCodes?.length) throw refuse('请先在消息里选择学校')
  if (targetType === MSG_TARGET.persons && !studentIds?.length) throw refuse('请先在消息里选择学生')
}

const NAMED = 10

async function preview(ctx: Ctx, title: string, id: string): Promise<Output<typeof previewPush>> {
  const targets = targetsOf(ctx, await findOrRefuse(gatherWeixinMsg, ctx, id))
  const { rows: schools } = await sql<{ schoolName: string; num: number }>`select
      coalesce(b.school_name, t.school_code) as school_name, count(*)::int as num
    from ${targets} t left join ${visible(ctx, basicSchool)} b on b.school_code = t.school_code
    group by 1 order by num desc, 1`.execute(ctx.db)
  const { rows } = await sql<{ studentName: string }>`select t.student_name from ${targets} t
    order by t.school_code, t.class_code, t.student_code limit ${NAMED}`.execute(ctx.db)
  const targetNum = schools.reduce((sum, { num }) => sum + num, 0)
  return { targetNum, channel: title, schools, names: rows.map(({ studentName }) => studentName) }
}

/** Whom it is for is written down with the start: the first time all targets, afterwards those who were not reached. */
export async function startPush(ctx: Ctx, job: JobDefinition<PushPayload>, id: string): Promise<string> {
  const message = await findOrRefuse(gatherWeixinMsg, ctx, id)
  assertChosen(message)
  const isFirst = message.pushStatus === pushStates.states.waiting.value
  if (isFirst) await requireState(ctx, gatherTaskStates, taskState(message.gatherTaskId), 'report')
  await transition(ctx, pushStates, stateOfMessage(id), 'push')
  if (isFirst) await keepTargets(ctx, message)
  const waiting = await sql`update ${own(gatherPush)} p set push_state = ${PUSHED.waiting}, text = ''
    where p.message_id = ${id} and p.push_state = any(${[PUSHED.waiting, PUSHED.failed]}::int[]) returning 1`.execute(
    ctx.db,
  )
  if (waiting.rows.length === 0) throw refuse(isFirst ? '没有要推送的学生' : '没有未送达的学生')
  await countPushed(ctx, id)
  await logOperation(ctx, pushWxMsg.name, pushWxMsg.title, {
    entity: gatherWeixinMsg.name,
    rowId: id,
    after: { title: message.title, num: waiting.rows.length },
  })
  return ctx.jobs.start(ctx, job, { messageId: id }, `推送 ${message.title}`)
}

export function messageHandlers(parents: TellParents, job: JobDefinition<PushPayload>): Implementation[] {
  return [
    implement(previewPush, (ctx, { id }) => preview(ctx, parents.title, id)),
    implement(pushWxMsg, async (ctx, { ids, id }) => {
      const all = [...partsOf(ids), ...partsOf(id)]
      if (all.length === 0) throw refuse('请选择家长消息')
      let jobId: string | null = null
      for (const one of all) jobId = await startPush(ctx, job, one)
      return { started: all.length, jobId }
    }),
    implement(pushResults, async (ctx, { id, query }) => {
      await findOrRefuse(gatherWeixinMsg, ctx, id)
      return listOf(ctx, pushResults, query, sql`(select p.* from ${own(gatherPush)} p where p.message_id = ${id})`)
    }),
  ]
}

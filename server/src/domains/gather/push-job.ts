import { gatherWeixinMsg } from '@xueheng/contract/domains/gather/gather-weixin-msg.ts'
import { PUSHED, pushStates } from '@xueheng/contract/domains/gather/push-states.ts'
import { sql } from 'kysely'
import { into } from '../../platform/access/doors.ts'
import type { Ctx, JobProgress, JobResult } from '../../platform/ctx.ts'
import { own } from '../../platform/db/table.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { stateRow, transition } from '../../platform/states.ts'
import type { Child, ParentTold, TellParents } from '../../platform/tell-parents.ts'
import type { ParentMessage } from './push-targets.ts'
import { gatherPush } from './tables.ts'

/** Handed to the sender at a time. */
const AT_ONCE = 50

export interface PushPayload {
  messageId: string
}

/**
 * Tells the parents of a message. Everyone is claimed before and marked after: what was claimed when the program ended may
 * have been told, and is not told again.
 */
export function pushJobOf(parents: TellParents) {
  return defineJob<PushPayload>({
    name: 'gather.push-message',
    title: '推送家长消息',
    singletonKey: ({ messageId }) => messageId,
    subject: ({ messageId }) => messageId,
    run: (ctx, { messageId }, progress) => push(ctx, parents, messageId, progress),
    onFailure: async (ctx, { messageId }) => {
      await transition(ctx, pushStates, stateOfMessage(messageId), 'fail')
      await countPushed(ctx, messageId)
    },
  })
}

export function stateOfMessage(id: string) {
  return stateRow(gatherWeixinMsg, id, 'pushStatus')
}

async function push(ctx: Ctx, parents: TellParents, messageId: string, progress: JobProgress): Promise<JobResult> {
  const message = await findOrRefuse(gatherWeixinMsg, ctx, messageId)
  await doubtClaimed(ctx, messageId)
  const total = message.targetNum ?? 0
  for (let done = 0; ; done += AT_ONCE) {
    await progress.report({ step: '推送', done: Math.min(done, total), total })
    const claimed = await claim(ctx, messageId)
    if (claimed.length === 0) break
    await tellClaimed(ctx, parents, message, claimed)
  }
  return progress.finish(async (inside) => {
    await transition(inside, pushStates, stateOfMessage(messageId), 'finish')
    const { successNum, failNum } = await countPushed(inside, messageId)
    return { text: `送达${successNum}人，未送达${failNum}人`, link: '/gather/gatherWeixinMsg' }
  })
}

/** Left over from a run that ended in between: nobody knows whether they were told. */
async function doubtClaimed({ db }: Ctx, messageId: string): Promise<void> {
  await sql`update ${own(gatherPush)} set push_state = ${PUSHED.unknown}, text = '推送时中断，可能已送达，没有重发'
    where message_id = ${messageId} and push_state = ${PUSHED.claimed}`.execute(db)
}

type Claimed = Child & { id: string }

export async function claim({ db }: Pick<Ctx, 'db'>, messageId: string): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`update ${own(gatherPush)} p set push_state = ${PUSHED.claimed}
    where p.id in (select w.id from ${own(gatherPush)} w where w.message_id = ${messageId}
      and w.push_state = ${PUSHED.waiting} order by w.school_code, w.class_code, w.id limit ${AT_ONCE}
      for update skip locked)
    returning p.id, p.student_code, p.student_name, p.school_code, p.class_code`.execute(db)
  return rows
}

/** What throws has told nobody: all of them failed, and may be tried again. */
async function tellClaimed(ctx: Ctx, parents: TellParents, message: ParentMessage, claimed: Claimed[]): Promise<void> {
  const { title, content: text, templateId } = message
  const told = await parents
    .tell(ctx, { key: message.id, title, text, templateId }, claimed)
    .catch((error: unknown) => {
      ctx.log.error({ err: error, messageId: message.id }, 'parents were not told')
      return claimed.map(() => ({ isTold: false, text: '发送失败，请稍后再推' }))
    })
  await mark(
    ctx,
    claimed.map(({ id }, i) => outcomeOf(id, told[i])),
  )
}

function outcomeOf(id: string, told: ParentTold | undefined) {
  const missed = told?.isDoubtful ? PUSHED.unknown : PUSHED.failed
  return { id, push_state: told?.isTold ? PUSHED.sent : missed, text: (told?.text ?? '').slice(0, 200) }
}

async function mark({ db }: Pick<Ctx, 'db'>, outcomes: ReturnType<typeof outcomeOf>[]): Promise<void> {
  await sql`update ${own(gatherPush)} p set push_state = o.push_state, text = o.text, push_time = localtimestamp(0)
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) o (id bigint, push_state smallint, text varchar)
    where p.id = o.id`.execute(db)
}

export async function countPushed({ db }: Pick<Ctx, 'db'>, messageId: string) {
  const { rows } = await sql<{ successNum: number; failNum: number }>`update ${into(gatherWeixinMsg)} m set
      target_num = c.num, success_num = c.sent, fail_num = c.num - c.sent, push_time = localtimestamp(0),
      update_time = greatest(localtimestamp(0), m.update_time + interval '1 second')
    from (select count(*)::int as num, count(*) filter (where p.push_state = ${PUSHED.sent})::int as sent
      from ${own(gatherPush)} p where p.message_id = ${messageId}) c
    where m.id = ${messageId} returning m.success_num, m.fail_num`.execute(db)
  return rows[0] ?? { successNum: 0, failNum: 0 }
}

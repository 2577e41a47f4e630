import { DELIVERED, messageStates } from '@xueheng/contract/domains/wecom/message-states.ts'
import { wecomMessage } from '@xueheng/contract/domains/wecom/message.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import { into } from '../../platform/access/doors.ts'
import type { Ctx, JobProgress, JobResult } from '../../platform/ctx.ts'
import { AppError } from '../../platform/error.ts'
import { type JobDefinition, defineJob } from '../../platform/jobs/jobs.ts'
import { codeOf, isUnanswered } from '../../platform/provider/ask-provider.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { stateRow, transition } from '../../platform/states.ts'
import { type Sender, type WecomDeps, applicationOf, sendingCorp } from './client.ts'
import { type Delivery, claimPart, countDeliveries, mark, releaseClaims, unclaim } from './deliveries.ts'
import { requestOf } from './letter.ts'
import type { Message } from './message-targets.ts'
import { isStopping } from './provider.ts'

export interface SendPayload {
  messageId: string
}

const LINK = '/qyweixin/message'
/** Said as `1|2` of members, as a list of parents and students. */
const PARTIES = z
  .union([z.string(), z.array(z.union([z.string(), z.number()]))])
  .nullish()
  .transform((given) => (typeof given === 'string' ? given.split('|') : (given ?? [])).map(Number))
const ANSWER = z
  .object({ msgid: z.string().nullish(), invalidparty: PARTIES, invalid_party: PARTIES })
  .transform(({ msgid, invalidparty, invalid_party }) => ({
    msgid: msgid?.slice(0, 255),
    invalid: new Set([...invalidparty, ...invalid_party]),
  }))

/**
 * Sends a message to its departments, some in each request. A part is claimed before it is handed over and marked after:
 * whoever takes the job up again hands the same part over once more only as long as the platform sends it once.
 */
export function sendJob(deps: WecomDeps): JobDefinition<SendPayload> {
  return defineJob<SendPayload>({
    name: 'wecom.send-message',
    title: '发送部门消息',
    singletonKey: ({ messageId }) => messageId,
    subject: ({ messageId }) => messageId,
    run: (ctx, { messageId }, progress) => run(deps, ctx, messageId, progress),
    onFailure: async (ctx, { messageId }, message) => {
      await closeMessage(ctx, messageId, message)
    },
  })
}

export function stateOfMessage(id: string) {
  return stateRow(wecomMessage, id, 'messageStatus')
}

async function run(deps: WecomDeps, ctx: Ctx, messageId: string, progress: JobProgress): Promise<JobResult> {
  const message = await findOrRefuse(wecomMessage, ctx, messageId)
  const corp = await sendingCorp(deps, ctx, message.corpId)
  await releaseClaims(ctx, messageId)
  let reason: string | undefined
  while (reason === undefined) {
    const { deptNum, waitingNum } = await countDeliveries(ctx, messageId)
    await progress.report({ step: '发送', done: deptNum - waitingNum, total: deptNum })
    const part = await claimPart(ctx, messageId)
    if (part.length === 0) break
    reason = await sendPart(deps, ctx, { corp, message, part })
  }
  return progress.finish(async (inside) => ({ text: await closeMessage(inside, messageId, reason), link: LINK }))
}

/** Hands a part over and writes down what became of it; answers why nothing more can be sent now, if so. */
async function sendPart(
  deps: WecomDeps,
  ctx: Ctx,
  { corp, message, part }: { corp: Sender; message: Message; part: Delivery[] },
): Promise<string | undefined> {
  const { path, body } = requestOf(
    message,
    corp.agentId,
    part.map(({ deptId }) => deptId),
  )
  try {
    // The platform sends the same to the same once: it may be asked again.
    const { msgid, invalid } = await applicationOf(
      deps,
      ctx,
      corp,
    )({
      method: 'POST',
      path,
      body,
      isRepeatable: true,
      answer: ANSWER,
    })
    const isReached = ({ deptId }: Delivery) => !invalid.has(deptId)
    await mark(ctx, part.filter(isReached), { state: DELIVERED.sent, text: '已发出', msgid: msgid ?? null })
    const missed = part.filter((one) => !isReached(one))
    await mark(ctx, missed, { state: DELIVERED.failed, text: '企业微信里没有该部门，或应用看不到该部门' })
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return settle(ctx, part, error)
  }
}

async function settle(ctx: Ctx, part: Delivery[], error: AppError): Promise<string | undefined> {
  // Perhaps it was sent: it stays claimed, and whoever sends again decides by the time.
  if (isUnanswered(error)) {
    await mark(ctx, part, { state: DELIVERED.claimed, text: '企业微信没有应答，可能已发出' })
    return error.message
  }
  if (isStopping(codeOf(error))) {
    await unclaim(ctx, part)
    return error.message
  }
  await mark(ctx, part, { state: DELIVERED.failed, text: error.message })
  return undefined
}

/** The message ends where nothing more can be sent now: sent where somebody was reached and nobody waits. Answers the result in words. */
export async function closeMessage(ctx: Ctx, messageId: string, reason: string | undefined): Promise<string> {
  const { deptNum, successNum, failNum, waitingNum } = await countDeliveries(ctx, messageId)
  const isSent = reason === undefined && successNum > 0
  await transition(ctx, messageStates, stateOfMessage(messageId), isSent ? 'finish' : 'fail')
  const missed = failNum + waitingNum
  const result = [`已发出${successNum}个部门`, missed > 0 ? `未发出${missed}个` : '', reason ?? '']
  const text = result.filter(Boolean).join('，').slice(0, 500)
  await sql`update ${into(wecomMessage)} set dept_num = ${deptNum}, success_num = ${successNum}, fail_num = ${missed},
      send_time = localtimestamp(0), result_text = ${text},
      update_time = greatest(localtimestamp(0), update_time + interval '1 second')
    where id = ${messageId}`.execute(ctx.db)
  return text
}

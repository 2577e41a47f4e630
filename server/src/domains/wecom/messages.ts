import { messageStates } from '@xueheng/contract/domains/wecom/message-states.ts'
import {
  AUDIENCE,
  messageResults,
  previewMessage,
  sendMessage,
  wecomMessage,
} from '@xueheng/contract/domains/wecom/message.ts'
import { sql } from 'kysely'
import { logOperation } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { own } from '../../platform/db/table.ts'
import { fault, refuse } from '../../platform/error.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { type Implementation, hook, implement } from '../../platform/module.ts'
import { listOf } from '../../platform/rows/list.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { requireState, transition } from '../../platform/states.ts'
import { type WecomDeps, sendingCorp } from './client.ts'
import { keepDeliveries, prepareAgain } from './deliveries.ts'
import { assertLetter } from './letter.ts'
import { countPeople, targetsOf } from './message-targets.ts'
import { type SendPayload, stateOfMessage } from './send-job.ts'
import { wecomDelivery } from './tables.ts'
import { type CorpFacts, type DeptFacts, corpOf } from './units.ts'

const NAMED = 10

export const messageHooks = hook(wecomMessage, {
  async beforeSave(ctx, row, before) {
    if (before) await requireState(ctx, messageStates, stateOfMessage(before.id), 'edit')
    else row.messageStatus = messageStates.states.waiting.value
    const whole = { title: '', content: '', url: null, audience: AUDIENCE.members, departments: [], ...before, ...row }
    const corp = await corpOf(ctx, whole.corpId)
    if (!corp.isSchool && whole.audience !== AUDIENCE.members) {
      throw fault('audience', '该企业不用家校通讯录，只能发给成员')
    }
    assertLetter(whole)
    const targets = await targetsOf(ctx, { corpId: corp.corpId, departments: whole.departments })
    Object.assign(row, unitOfTargets(corp, targets))
  },
  async beforeRemove(ctx, rows) {
    for (const { id } of rows) await requireState(ctx, messageStates, stateOfMessage(id), 'remove')
  },
})

/** That of the departments where they are all of one school or area, else that of the corp. */
function unitOfTargets({ unit }: CorpFacts, depts: readonly DeptFacts[]) {
  const [first] = depts
  const isOne = (name: 'schoolCode' | 'areaCode') => depts.every((one) => one[name] === first?.[name])
  if (first?.schoolCode && isOne('schoolCode')) return { areaCode: first.areaCode, schoolCode: first.schoolCode }
  if (first?.areaCode && isOne('areaCode')) return { areaCode: first.areaCode, schoolCode: null }
  return { areaCode: unit.areaCode, schoolCode: unit.schoolCode }
}

/** Whom it is for is written down with the first start; afterwards it goes to those who were not reached. */
async function send(deps: WecomDeps, ctx: Ctx, job: JobDefinition<SendPayload>, id: string): Promise<string> {
  const message = await findOrRefuse(wecomMessage, ctx, id)
  await sendingCorp(deps, ctx, message.corpId)
  await transition(ctx, messageStates, stateOfMessage(id), 'send')
  const isFirst = message.messageStatus === messageStates.states.waiting.value
  if (isFirst) await keepDeliveries(ctx, id, await targetsOf(ctx, message))
  const left = await prepareAgain(ctx, id)
  if (left === 0) throw refuse(isFirst ? '没有要发送的部门' : '没有可以再发的部门')
  await logOperation(ctx, sendMessage.name, sendMessage.title, {
    entity: wecomMessage.name,
    rowId: id,
    after: { title: message.title, num: left },
  })
  return ctx.jobs.start(ctx, job, { messageId: id }, `发送 ${message.title}`)
}

export function messageHandlers(deps: WecomDeps, job: JobDefinition<SendPayload>): Implementation[] {
  return [
    implement(previewMessage, async (ctx, { id }) => {
      const message = await findOrRefuse(wecomMessage, ctx, id)
      const targets = await targetsOf(ctx, message)
      const names = targets.slice(0, NAMED).map(({ deptName }) => deptName)
      return { deptNum: targets.length, names, ...(await countPeople(ctx, message)) }
    }),
    implement(sendMessage, async (ctx, { id }) => ({ jobId: await send(deps, ctx, job, id) })),
    implement(messageResults, async (ctx, { id, query }) => {
      await findOrRefuse(wecomMessage, ctx, id)
      return listOf(
        ctx,
        messageResults,
        query,
        sql`(select d.* from ${own(wecomDelivery)} d where d.message_id = ${id})`,
      )
    }),
  ]
}

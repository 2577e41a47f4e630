import * as contract from '@xueheng/contract/domains/exam/arrange/arrange-task.ts'
import { arrangeStates } from '@xueheng/contract/domains/exam/arrange/arrange-states.ts'
import { readTemplate } from '@xueheng/contract/domains/exam/arrange/code-template.ts'
import { assertWholeTenant } from '../../../platform/access/rights.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { fault, refuse } from '../../../platform/error.ts'
import { hook, implement } from '../../../platform/module.ts'
import { changedNames } from '../../../platform/rows/same.ts'
import { requireState } from '../../../platform/states.ts'
import { arrangeState, dropNumbers, dropSeats, holdPlan, movePlan } from './arrange-row.ts'

const { examArrangeTask } = contract

/** What a plan is called and for may change at any time; how its numbers are made, until it is locked. */
const ALWAYS = ['taskName', 'examId', 'examTaskId', 'remark']
const UNTIL_LOCK = [...ALWAYS, 'codeTemplate', 'codeStart', 'codeScope']

export const arrangeTaskHooks = hook(examArrangeTask, {
  async beforeSave(ctx, row, before) {
    assertWholeTenant(ctx, '考务编排')
    const all = { ...before, ...row }
    if ((all.examRoomSeatNum ?? 0) > (all.seatRows ?? 0) * (all.seatCols ?? 0))
      throw fault('examRoomSeatNum', `每场${all.examRoomSeatNum}人，${all.seatRows}行${all.seatCols}列坐不下`)
    const read = all.codeTemplate ? readTemplate(all.codeTemplate) : undefined
    if (read && 'problem' in read) throw fault('codeTemplate', read.problem)
    if (!before) return
    const status = await requireState(ctx, arrangeStates, arrangeState(before.id), 'note')
    const changed = changedNames(row, before)
    assertChange(changed, status)
    if (status !== arrangeStates.states.numbered.value || changed.every((name) => ALWAYS.includes(name))) return
    await dropNumbers(ctx, before.id)
    await movePlan(ctx, before.id, 'clearNumbers')
  },
  async beforeRemove(ctx, rows) {
    for (const { id } of rows) await holdPlan(ctx, id, 'remove')
  },
})

function assertChange(changed: readonly string[], status: number): void {
  const { seated, locked } = arrangeStates.states
  if (status < seated.value) return
  const allowed = status < locked.value ? UNTIL_LOCK : ALWAYS
  const wrong = Object.entries(examArrangeTask.fields).find(
    ([name]) => changed.includes(name) && !allowed.includes(name),
  )
  if (!wrong) return
  const { label } = wrong[1]
  throw refuse(status < locked.value ? `已排座，不能改“${label}”，请先清除座位` : `已锁定，不能改“${label}”`)
}

/** A step that clears nothing; noted with the name of the plan. */
async function step(ctx: Ctx, id: string, action: 'lock' | 'unlock' | 'publish' | 'withdraw'): Promise<void> {
  const { taskName } = await holdPlan(ctx, id, action)
  await movePlan(ctx, id, action)
  await noteStep(ctx, id, `examArrangeTask.${action}`, `${arrangeStates.actions[action].title}编排`, { taskName })
}

async function clearSeats(ctx: Ctx, id: string): Promise<void> {
  const { taskName } = await holdPlan(ctx, id, 'clearSeats')
  await dropSeats(ctx, id)
  await movePlan(ctx, id, 'clearSeats')
  await noteStep(ctx, id, contract.clearSeats.name, contract.clearSeats.title, { taskName })
}

/** One line of the operation log about a plan. */
export function noteStep(ctx: Ctx, id: string, call: string, title: string, after: Record<string, unknown>) {
  return logOperation(ctx, call, title, { entity: examArrangeTask.name, rowId: id, after })
}

export const arrangeTaskHandlers = [
  implement(contract.clearSeats, (ctx, { id }) => clearSeats(ctx, id)),
  implement(contract.lockPlan, (ctx, { id }) => step(ctx, id, 'lock')),
  implement(contract.unlockPlan, (ctx, { id }) => step(ctx, id, 'unlock')),
  implement(contract.publishPlan, (ctx, { id }) => step(ctx, id, 'publish')),
  implement(contract.withdrawPlan, (ctx, { id }) => step(ctx, id, 'withdraw')),
]

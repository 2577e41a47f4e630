import { gatherReview } from '@xueheng/contract/domains/gather/gather-review.ts'
import { gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import { ASKED_FIELDS, gatherStudent } from '@xueheng/contract/domains/gather/gather-student.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import type { AccessRule } from '../../platform/access/rules.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fault } from '../../platform/error.ts'
import { hook } from '../../platform/module.ts'
import { runReview } from '../../platform/review/review.ts'
import { requireState, stateRow } from '../../platform/states.ts'
import { reviewNotifier } from '../notices/index.ts'
import { assertFilled, chooseAction } from './audit-levels.ts'
import { assertKind, placeInTask, taskToFill, withTask } from './open-task.ts'

type Gathered = EntityRow<typeof gatherStudent.fields>

export const studentAccess: AccessRule = { entity: gatherStudent, limit: withTask }

const stateOf = (id: string) => stateRow(gatherStudent, id, 'gatherStatus')

/** Every row stands where it waits for an audit or has passed one: what is changed was taken back or refused before. */
export const studentRun = runReview(
  gatherReview,
  {
    chooseAction,
    async beforeDecide(ctx, row, action) {
      if (action === 'submit' || action === 'submitFinally') await assertComplete(ctx, row)
    },
    nameRow: ({ studentName }) => studentName,
  },
  reviewNotifier,
)

/** What the task requires is filled in, while it is filled in at all. */
async function assertComplete(ctx: Ctx, row: Gathered): Promise<void> {
  const { requiredFields } = await taskToFill(ctx, row.gatherTaskId)
  const asked: readonly string[] = ASKED_FIELDS
  const required = (requiredFields ?? []).filter((name) => asked.includes(name))
  assertFilled(gatherStudent.fields, required, row, row.studentName)
}

export const studentHooks = hook(gatherStudent, {
  async beforeSave(ctx, row, before) {
    const { gatherTaskId = '', schoolCode = '', gradeCode = '' } = { ...before, ...row }
    const { areaCode } = await placeInTask(ctx, gatherTaskId, schoolCode)
    row.areaCode = areaCode
    const task = await taskToFill(ctx, gatherTaskId)
    assertKind(task, 'student')
    if (!task.gradeCodes.includes(gradeCode)) throw fault('gradeCode', '采集任务不包括这个年级')
    if (before) await requireState(ctx, gatherStates, stateOf(before.id), 'edit')
    else Object.assign(row, { gatherStatus: gatherStates.states.draft.value, prefilledNum: 0 })
  },
  async beforeRemove(ctx, rows) {
    for (const { id, gatherTaskId } of rows) {
      await taskToFill(ctx, gatherTaskId)
      await requireState(ctx, gatherStates, stateOf(id), 'remove')
    }
  },
  async afterRestore(ctx, rows) {
    for (const { gatherTaskId } of rows) await taskToFill(ctx, gatherTaskId)
  },
})

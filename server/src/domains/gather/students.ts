import { gatherReview } from '@xueheng/contract/domains/gather/gather-review.ts'
import { type GatherAction, gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import { gatherStudent } from '@xueheng/contract/domains/gather/gather-student.ts'
import { gatherTask } from '@xueheng/contract/domains/gather/gather-task.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import type { AccessRule } from '../../platform/access/rules.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fault } from '../../platform/error.ts'
import { hook } from '../../platform/module.ts'
import { runReview } from '../../platform/review/review.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { requireState, stateRow } from '../../platform/states.ts'
import { reviewNotifier } from '../notices/index.ts'
import { placeInTask, taskToFill, withTask } from './open-task.ts'

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

/** How many audits a task asks for decides where a row goes on. */
async function chooseAction(ctx: Ctx, { gatherTaskId }: Gathered, wanted: GatherAction): Promise<GatherAction> {
  const { auditLevels } = await findOrRefuse(gatherTask, ctx, gatherTaskId)
  if (wanted.startsWith('submit')) return auditLevels === 0 ? 'submitFinally' : 'submit'
  return auditLevels === 1 ? 'passFinally' : 'passSchool'
}

/** What the task requires is filled in, while it is filled in at all. */
async function assertComplete(ctx: Ctx, row: Gathered): Promise<void> {
  const { requiredFields } = await taskToFill(ctx, row.gatherTaskId)
  const values: Record<string, unknown> = row
  const fields: Record<string, { label: string }> = gatherStudent.fields
  const missing = (requiredFields ?? []).filter((name) => String(values[name] ?? '').trim() === '')
  const labels = missing.map((name) => fields[name]?.label ?? name)
  if (missing[0]) throw fault(missing[0], `${row.studentName}还没有填写${labels.join('、')}`)
}

export const studentHooks = hook(gatherStudent, {
  async beforeSave(ctx, row, before) {
    const { gatherTaskId = '', schoolCode = '', gradeCode = '' } = { ...before, ...row }
    const { areaCode } = await placeInTask(ctx, gatherTaskId, schoolCode)
    row.areaCode = areaCode
    const { gradeCodes } = await taskToFill(ctx, gatherTaskId)
    if (!gradeCodes.includes(gradeCode)) throw fault('gradeCode', '采集任务不包括这个年级')
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

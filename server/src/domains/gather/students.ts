import { gatherReview } from '@xueheng/contract/domains/gather/gather-review.ts'
import { gatherStudent } from '@xueheng/contract/domains/gather/gather-student.ts'
import type { AccessRule } from '../../platform/access/rules.ts'
import { fault } from '../../platform/error.ts'
import { hook } from '../../platform/module.ts'
import { runReview } from '../../platform/review/review.ts'
import { reviewNotifier } from '../notices/index.ts'
import { STUDENTS, assertAsked, assertFilled, beginOrEdit, chooseAction, removal } from './collected.ts'
import { placeInTask, taskToFill, withTask } from './open-task.ts'

export const studentAccess: AccessRule = { entity: gatherStudent, limit: withTask }

/** Every row stands where it waits for an audit or has passed one: what is changed was taken back or refused before. */
export const studentRun = runReview(
  gatherReview,
  {
    chooseAction,
    async beforeDecide(ctx, row, action) {
      if (action === 'submit' || action === 'submitFinally') await assertFilled(ctx, STUDENTS, row, row.studentName)
    },
    nameRow: ({ studentName }) => studentName,
  },
  reviewNotifier,
)

export const studentHooks = hook(gatherStudent, {
  async beforeSave(ctx, row, before) {
    const { gatherTaskId = '', schoolCode = '', gradeCode = '' } = { ...before, ...row }
    const { areaCode } = await placeInTask(ctx, gatherTaskId, schoolCode)
    row.areaCode = areaCode
    const task = await taskToFill(ctx, gatherTaskId)
    assertAsked(STUDENTS, task)
    if (!task.gradeCodes.includes(gradeCode)) throw fault('gradeCode', '采集任务不包括这个年级')
    await beginOrEdit(ctx, STUDENTS, row, before)
  },
  ...removal(STUDENTS),
})

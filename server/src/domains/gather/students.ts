import { gatherReview } from '@xueheng/contract/domains/gather/gather-review.ts'
import type { GatherAction } from '@xueheng/contract/domains/gather/gather-states.ts'
import { gatherStudent } from '@xueheng/contract/domains/gather/gather-student.ts'
import type { AccessRule } from '../../platform/access/rules.ts'
import { fault } from '../../platform/error.ts'
import { type EntityHooks, hook } from '../../platform/module.ts'
import { type RunningReview, runReview } from '../../platform/review/review.ts'
import { reviewNotifier } from '../notices/index.ts'
import { keptPictures, linkedAnswer, withLinks } from '../resource/index.ts'
import { STUDENTS, assertAsked, assertFilled, beginOrEdit, chooseAction, removal, staying } from './collected.ts'
import { placeInTask, taskToFill, withTask } from './open-task.ts'
import { PHOTO_FIELD } from './photos.ts'

export const studentAccess: AccessRule = { entity: gatherStudent, limit: withTask, stays: staying(STUDENTS) }

export type StudentReview = RunningReview<typeof gatherStudent.fields, GatherAction>

export function runStudentReview(masterKey: Buffer): StudentReview {
  return runReview(
    gatherReview,
    {
      chooseAction,
      async beforeDecide(ctx, row, action) {
        if (action === 'submit' || action === 'submitFinally') await assertFilled(ctx, STUDENTS, row, row.studentName)
      },
      nameRow: ({ studentName }) => studentName,
      present: (ctx, row) => withLinks(masterKey, ctx, PHOTO_FIELD.name, row),
    },
    reviewNotifier,
  )
}

/** Moves rows because something else was done with them. */
const moves = runReview(gatherReview, {}, reviewNotifier)

export const studentHooks = hook(gatherStudent, {
  async beforeSave(ctx, row, before) {
    const { gatherTaskId = '', schoolCode = '', gradeCode = '' } = { ...before, ...row }
    const { areaCode } = await placeInTask(ctx, gatherTaskId, schoolCode)
    row.areaCode = areaCode
    const task = await taskToFill(ctx, gatherTaskId)
    assertAsked(STUDENTS, task)
    if (!task.gradeCodes.includes(gradeCode)) throw fault('gradeCode', '采集任务不包括这个年级')
    const whole = { ...before, ...row }
    await beginOrEdit(ctx, STUDENTS, row, before, {
      who: whole.studentName ?? '',
      async again(old) {
        await assertFilled(ctx, STUDENTS, { ...old, ...row }, whole.studentName ?? '')
        await moves.move(ctx, old, 'change')
      },
    })
    if (row.photoUrl) row.photoUrl = await keptPictures(ctx, PHOTO_FIELD, row.photoUrl, before?.photoUrl)
  },
  ...removal(STUDENTS),
})

/** The same with photos that open for whoever is given the row. */
export function studentHooksWith(masterKey: Buffer): EntityHooks {
  return hook(gatherStudent, {
    ...studentHooks.hooks,
    present: (ctx, answer) => linkedAnswer(masterKey, ctx, PHOTO_FIELD.name, answer),
  })
}

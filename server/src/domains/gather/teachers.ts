import {
  gatherTeacher,
  listClassesLeader,
  listClassesTeacher,
} from '@xueheng/contract/domains/gather/gather-teacher.ts'
import { gatherTeacherReview } from '@xueheng/contract/domains/gather/gather-teacher-review.ts'
import { sql } from 'kysely'
import { visible } from '../../platform/access/doors.ts'
import type { AccessRule } from '../../platform/access/rules.ts'
import { fault } from '../../platform/error.ts'
import { hook, implement } from '../../platform/module.ts'
import { runReview } from '../../platform/review/review.ts'
import { listOf } from '../../platform/rows/list.ts'
import { reviewNotifier } from '../notices/index.ts'
import { findClass } from '../school/index.ts'
import { TEACHERS, assertAsked, assertFilled, beginOrEdit, chooseAction, removal } from './collected.ts'
import { placeInTask, taskToFill, withTask } from './open-task.ts'

export const teacherAccess: AccessRule = { entity: gatherTeacher, limit: withTask }

/** Audited as students are. */
export const teacherRun = runReview(
  gatherTeacherReview,
  {
    chooseAction,
    async beforeDecide(ctx, row, action) {
      if (action === 'submit' || action === 'submitFinally') await assertFilled(ctx, TEACHERS, row, row.teacherName)
    },
    nameRow: ({ teacherName }) => teacherName,
  },
  reviewNotifier,
)

/** A row lies where its class lies. */
export const teacherHooks = hook(gatherTeacher, {
  async beforeSave(ctx, row, before) {
    const { gatherTaskId = '', classCode = '' } = { ...before, ...row }
    const task = await taskToFill(ctx, gatherTaskId)
    assertAsked(TEACHERS, task)
    const place = await findClass(ctx, classCode)
    if (!place)
      throw fault(
        'classCode',
        before ? `${before.className ?? classCode}已不在，请删除此行，填到现有的班级` : '没有这个班级',
      )
    await placeInTask(ctx, gatherTaskId, place.schoolCode)
    if (!task.gradeCodes.includes(place.gradeCode)) throw fault('classCode', '采集任务不包括这个班的年级')
    Object.assign(row, place)
    const whole = { ...before, ...row }
    await beginOrEdit(ctx, TEACHERS, row, before, {
      who: whole.teacherName ?? '',
      async again(old) {
        await assertFilled(ctx, TEACHERS, { ...old, ...row }, whole.teacherName ?? '')
        await teacherRun.move(ctx, old, 'change')
      },
    })
  },
  ...removal(TEACHERS),
})

export const teacherHandlers = [
  ...teacherRun.handlers,
  implement(listClassesTeacher, (ctx, { query }) =>
    listOf(ctx, listClassesTeacher, query, sql`${visible(ctx, gatherTeacher)}`),
  ),
  implement(listClassesLeader, (ctx, { query }) =>
    listOf(
      ctx,
      listClassesLeader,
      query,
      sql`(select g.* from ${visible(ctx, gatherTeacher)} g where g.is_class_leader = 1)`,
    ),
  ),
]

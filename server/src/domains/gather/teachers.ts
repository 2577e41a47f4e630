import { gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import {
  TEACHER_FIELDS,
  gatherTeacher,
  listClassesLeader,
  listClassesTeacher,
} from '@xueheng/contract/domains/gather/gather-teacher.ts'
import { gatherTeacherReview } from '@xueheng/contract/domains/gather/gather-teacher-review.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { sql } from 'kysely'
import { visible } from '../../platform/access/doors.ts'
import type { AccessRule } from '../../platform/access/rules.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fault } from '../../platform/error.ts'
import { hook, implement } from '../../platform/module.ts'
import { runReview } from '../../platform/review/review.ts'
import { listOf } from '../../platform/rows/list.ts'
import { requireState, stateRow } from '../../platform/states.ts'
import { reviewNotifier } from '../notices/index.ts'
import { findClass } from '../school/index.ts'
import { assertFilled, chooseAction } from './audit-levels.ts'
import { assertKind, placeInTask, taskToFill, withTask } from './open-task.ts'

type Gathered = EntityRow<typeof gatherTeacher.fields>

export const teacherAccess: AccessRule = { entity: gatherTeacher, limit: withTask }

export const stateOfTeacher = (id: string) => stateRow(gatherTeacher, id, 'gatherStatus')

/** Audited as students are. */
export const teacherRun = runReview(
  gatherTeacherReview,
  {
    chooseAction,
    async beforeDecide(ctx, row, action) {
      if (action === 'submit' || action === 'submitFinally') await assertComplete(ctx, row)
    },
    nameRow: ({ teacherName }) => teacherName,
  },
  reviewNotifier,
)

async function assertComplete(ctx: Ctx, row: Gathered): Promise<void> {
  const { requiredFields } = await taskToFill(ctx, row.gatherTaskId)
  const asked: readonly string[] = TEACHER_FIELDS
  const required = (requiredFields ?? []).filter((name) => asked.includes(name))
  assertFilled(gatherTeacher.fields, required, row, row.teacherName)
}

/** A row lies where its class lies. */
export const teacherHooks = hook(gatherTeacher, {
  async beforeSave(ctx, row, before) {
    const { gatherTaskId = '', classCode = '' } = { ...before, ...row }
    const task = await taskToFill(ctx, gatherTaskId)
    assertKind(task, 'teacher')
    const place = await findClass(ctx, classCode)
    if (!place) throw fault('classCode', '没有这个班级')
    await placeInTask(ctx, gatherTaskId, place.schoolCode)
    if (!task.gradeCodes.includes(place.gradeCode)) throw fault('classCode', '采集任务不包括这个班的年级')
    Object.assign(row, place)
    if (before) await requireState(ctx, gatherStates, stateOfTeacher(before.id), 'edit')
    else Object.assign(row, { gatherStatus: gatherStates.states.draft.value, prefilledNum: 0 })
  },
  async beforeRemove(ctx, rows) {
    for (const { id, gatherTaskId } of rows) {
      await taskToFill(ctx, gatherTaskId)
      await requireState(ctx, gatherStates, stateOfTeacher(id), 'remove')
    }
  },
  async afterRestore(ctx, rows) {
    for (const { gatherTaskId } of rows) await taskToFill(ctx, gatherTaskId)
  },
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

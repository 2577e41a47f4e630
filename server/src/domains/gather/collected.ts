import { gatherTaskStates } from '@xueheng/contract/domains/gather/gather-task-states.ts'
import { type GatherAction, gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import { ASKED_FIELDS, gatherStudent } from '@xueheng/contract/domains/gather/gather-student.ts'
import { HIGH_EXAM_FIELDS, gatherHighExamScore } from '@xueheng/contract/domains/gather/high-exam-score.ts'
import type { HighExamAction } from '@xueheng/contract/domains/gather/high-exam-states.ts'
import { type Asked, gatherTask, isAskedFor } from '@xueheng/contract/domains/gather/gather-task.ts'
import { TEACHER_FIELDS, gatherTeacher } from '@xueheng/contract/domains/gather/gather-teacher.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { canDo, stateOf } from '@xueheng/contract/kit/states.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import type { Stay } from '../../platform/access/rules.ts'
import { partsOf } from '../../platform/comma-list.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { askFirst, fault } from '../../platform/error.ts'
import { staysInState } from '../../platform/rows/expire.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { requireState, stateRow } from '../../platform/states.ts'
import { type GatherTask, taskToFill } from './open-task.ts'

/** A kind of row that a collection asks for. */
export interface Collected {
  entity: AnyEntity
  noun: string
  asked: Asked
  /** Items of dictionary `gather_field` that are known of it. */
  items: readonly string[]
  /** Holds the state that counts as the row's own. */
  column: string
}

const column = 'gatherStatus'
export const STUDENTS: Collected = {
  entity: gatherStudent,
  noun: '学生',
  asked: 'student',
  items: ASKED_FIELDS,
  column,
}
export const TEACHERS: Collected = {
  entity: gatherTeacher,
  noun: '教师',
  asked: 'teacher',
  items: TEACHER_FIELDS,
  column,
}
/** Their culture scores; the art ones have a state of their own. */
export const HIGH_EXAMS: Collected = {
  entity: gatherHighExamScore,
  noun: '高考成绩',
  asked: 'highExam',
  items: HIGH_EXAM_FIELDS,
  column: 'auditStatus',
}

interface Row {
  id: string
  gatherTaskId: string
}

const TASKS = every(gatherTask, 'rows of a collection that is not over stay, whoever looks')

/** Throws unless the collection asks for rows of this kind. */
export function assertAsked(of: Collected, { taskType }: Pick<GatherTask, 'taskType'>): void {
  if (!isAskedFor(of.asked, taskType)) throw fault('gatherTaskId', `这个采集任务不采集${of.noun}`)
}

/** Items that nobody is asked for in a collection of this type are refused. */
export function assertAskable(taskType: number | null | undefined, asked: readonly string[]): void {
  const known = [STUDENTS, TEACHERS, HIGH_EXAMS]
    .filter((of) => isAskedFor(of.asked, taskType))
    .flatMap(({ items }) => items)
  if (asked.some((name) => !known.includes(name))) throw fault('askedFields', '采集项中有这类任务不采集的项')
}

/** Those of the named items that are known of rows of this kind. */
export function itemsOf({ items }: Collected, names: readonly string[] | null): string[] {
  return (names ?? []).filter((name) => items.includes(name))
}

/** Refuses where a row that was named is not collated. */
export async function assertCollated(
  ctx: Ctx,
  of: Collected,
  ids: string | null,
  rows: Pick<Row, 'id'>[],
): Promise<void> {
  const found = new Set(rows.map(({ id }) => id))
  for (const id of partsOf(ids)) {
    if (found.has(id)) continue
    await findOrRefuse(of.entity, ctx, id)
    await requireState(ctx, gatherStates, stateIn(of, id), 'archive')
  }
}

export function stateIn({ entity, column: held }: Collected, id: string) {
  return stateRow(entity, id, held)
}

/** Asks before a row under audit is changed, and says what follows. */
export function askChange(ctx: Ctx, who: string, { title }: { title: string }): void {
  askFirst(ctx, `${who}正在审核（${title}），修改后从初审重新审核，请确认是否修改`)
}

/**
 * A new row begins as a draft; one that is there may be changed where its state allows it. Of one under audit it is asked
 * first; then `again` hands it in anew.
 */
export async function beginOrEdit<R extends { id: string; gatherStatus: number | null }>(
  ctx: Ctx,
  of: Collected,
  row: object,
  before: R | undefined,
  { who, again }: { who: string; again(before: R): Promise<void> },
): Promise<void> {
  if (!before) {
    Object.assign(row, { gatherStatus: gatherStates.states.draft.value, prefilledNum: 0 })
    return
  }
  const state = before.gatherStatus ?? gatherStates.states.draft.value
  if (!canDo(gatherStates, 'change', state)) {
    await requireState(ctx, gatherStates, stateIn(of, before.id), 'edit')
    return
  }
  askChange(ctx, who, gatherStates.states[stateOf(gatherStates, state)])
  await again(before)
}

const RUNNING = [gatherTaskStates.states.draft.value, gatherTaskStates.states.open.value]

/** Rows of a collection that is not over stay, and so do those under audit. */
export function staying({ column: held }: Collected): Stay[] {
  return [
    {
      reason: '采集任务还没有关闭',
      condition: sql`exists (select 1 from ${TASKS} k where k.id = t.gather_task_id and k.is_deleted = 0
        and k.task_status = any(${RUNNING}::int[]))`,
    },
    ...staysInState(gatherStates, held, 'expire'),
  ]
}

/**
 * Rows go and come back while the collection is filled in; those that were handed in stay, unless their years are over. Then
 * they come back as they were.
 */
export function removal(of: Collected) {
  return {
    async beforeRemove(ctx: Ctx, rows: Row[]) {
      for (const { id, gatherTaskId } of rows) {
        await taskToFill(ctx, gatherTaskId)
        await requireState(ctx, gatherStates, stateIn(of, id), 'remove')
      }
    },
    async afterRestore(ctx: Ctx, rows: (Row & { gatherStatus: number | null })[]) {
      for (const { gatherTaskId, gatherStatus } of rows) {
        if (canDo(gatherStates, 'remove', gatherStatus ?? gatherStates.states.draft.value))
          await taskToFill(ctx, gatherTaskId)
      }
    },
  }
}

/** How many audits a task asks for decides where a row goes on. */
export async function chooseAction<A extends GatherAction | HighExamAction>(
  ctx: Ctx,
  { gatherTaskId }: Pick<Row, 'gatherTaskId'>,
  wanted: A,
): Promise<'submit' | 'submitFinally' | 'passSchool' | 'passFinally'> {
  const { auditLevels } = await findOrRefuse(gatherTask, ctx, gatherTaskId)
  if (wanted.startsWith('submit')) return auditLevels === 0 ? 'submitFinally' : 'submit'
  return auditLevels === 1 ? 'passFinally' : 'passSchool'
}

/** What the task requires is filled in, while it is filled in at all. Throws the labels of what is empty. */
export async function assertFilled(ctx: Ctx, of: Collected, row: Row, who: string): Promise<void> {
  const { requiredFields } = await taskToFill(ctx, row.gatherTaskId)
  const values = new Map<string, unknown>(Object.entries(row))
  const missing = itemsOf(of, requiredFields).filter((name) => String(values.get(name) ?? '').trim() === '')
  const labels = missing.map((name) => of.entity.fields[name]?.label ?? name)
  if (missing[0]) throw fault(missing[0], `${who}还没有填写${labels.join('、')}`)
}

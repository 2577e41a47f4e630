import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { States } from '@xueheng/contract/kit/states.ts'
import { type RawBuilder, sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import type { AccessRule } from '../../../platform/access/rules.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { type StateRow, stateRow } from '../../../platform/states.ts'

export const SCHOOLS = every(basicSchool, 'whether a task is for a school, whoever asks')

/** What every task has that asks schools for rows: of which schools, from when to when. Nothing chosen is every school. */
export interface SchoolTaskRow {
  id: string
  taskName: string
  areaCodes: string[] | null
  schoolCodes: string[] | null
  beginTime: string
  endTime: string
  taskStatus: number | null
}

type TaskState = 'draft' | 'open' | 'closed' | 'archived'

/** What the bureau does with a task. */
export type TaskStep = 'open' | 'close' | 'reopen' | 'archive'

/** A kind of task that asks schools for rows. Its entity has the fields of `SchoolTaskRow`, `taskStatus` follows `states`. */
export interface SchoolTask<T extends SchoolTaskRow = SchoolTaskRow> {
  entity: AnyEntity
  /** `report` is what schools do while a task is open, and the bureau while it is a draft. */
  states: States<TaskState, TaskStep | 'edit' | 'remove' | 'report'>
  /** The task, if the reader sees it; else a refusal. */
  find(ctx: Ctx, id: string): Promise<T>
}

/** The row whose `taskStatus` moves. */
export function taskStateOf({ entity }: Pick<SchoolTask, 'entity'>, id: string): StateRow {
  return stateRow(entity, id, 'taskStatus')
}

/** Units see a task once it is open, where it is for one of their schools. */
export function limitToAsked({ entity, states }: Pick<SchoolTask, 'entity' | 'states'>): AccessRule {
  return {
    entity,
    limit({ scope }) {
      if (scope.level === 'all') return undefined
      const mine =
        scope.level === 'area'
          ? sql`b.area_code = any(${scope.areaCodes})`
          : sql`b.school_code = any(${scope.schoolCodes})`
      return sql`(task_status <> ${states.states.draft.value} and exists (select 1 from ${SCHOOLS} b
        where b.is_deleted = 0 and ${mine} and ${isFor(sql`area_codes`, sql`school_codes`)}))`
    },
  }
}

/** Whether a task is for the school `b`, as a condition. */
export function isTaskFor({ areaCodes, schoolCodes }: Pick<SchoolTaskRow, 'areaCodes' | 'schoolCodes'>) {
  const list = (codes: string[] | null) => sql`${JSON.stringify(codes ?? [])}::jsonb`
  return isFor(list(areaCodes), list(schoolCodes))
}

function isFor(areas: RawBuilder<unknown>, schools: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`((${areas} is null or jsonb_array_length(${areas}) = 0 or jsonb_exists(${areas}, b.area_code))
    and (${schools} is null or jsonb_array_length(${schools}) = 0 or jsonb_exists(${schools}, b.school_code)))`
}

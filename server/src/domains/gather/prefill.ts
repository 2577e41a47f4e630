import type { prefillStudents } from '@xueheng/contract/domains/gather/gather-student.ts'
import { gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { type RawBuilder, sql } from 'kysely'
import { into, visible } from '../../platform/access/doors.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { nextIds } from '../../platform/db/id.ts'
import { refreshStatistics } from '../../platform/db/statistics.ts'
import { type Collected, assertAsked, itemsOf } from './collected.ts'
import { type GatherTask, taskToFill } from './open-task.ts'
import { percentOf } from './percent.ts'

/** Where rows of a kind come from. */
export interface Source {
  of: Collected
  call: { name: string; title: string }
  /** What a row is about: who, where, beside the items. */
  about: readonly string[]
  /** By what rows of one collection are told apart, in the order in which they are laid down. */
  key: readonly string[]
  /** Those the task is for, of one school or of all the reader sees: columns `about` and the items, null where none is asked. */
  found(ctx: Ctx, task: GatherTask, schoolCode: string | null): RawBuilder<unknown>
}

export const column = (name: string) => sql.ref(snake(name))
export const from = (table: string, name: string) => sql.ref(`${table}.${snake(name)}`)

/** So many new rows change how the statements that follow are best planned. */
const MANY = 1000

/** Rows that are not there yet, with what the register and the last collection say of them. */
export async function prefill(
  ctx: Ctx,
  source: Source,
  { gatherTaskId, schoolCode }: Input<typeof prefillStudents>,
): Promise<Output<typeof prefillStudents>> {
  const { of, call } = source
  const task = await taskToFill(ctx, gatherTaskId)
  assertAsked(of, task)
  const found = source.found(ctx, task, schoolCode)
  const counted = await sql<{ num: number }>`select count(*)::int as num from ${found} f`.execute(ctx.db)
  const total = counted.rows[0]?.num ?? 0
  const rows = await insertFound(ctx, source, task.id, found, total)
  const added = rows.length
  const askedNum = added * itemsOf(of, task.askedFields).length
  const prefilledNum = rows.reduce((sum, row) => sum + row.prefilledNum, 0)
  const answer = { added, skipped: total - added, askedNum, prefilledNum, percent: percentOf(prefilledNum, askedNum) }
  await logOperation(ctx, call.name, call.title, {
    entity: of.entity.name,
    rowId: task.id,
    after: { taskName: task.taskName, schoolCode, ...answer },
  })
  if (added > MANY) await refreshStatistics(ctx.db, into(of.entity))
  return answer
}

/** What the newest row of another collection, handed in, says of the same person: `person` and the named items. */
export function lastCollected(
  ctx: Ctx,
  { entity }: Collected,
  task: GatherTask,
  person: string,
  names: readonly string[],
) {
  return sql`(select distinct on (${from('g', person)}) ${sql.join([person, ...names].map((name) => from('g', name)))}
    from ${visible(ctx, entity)} g where g.gather_task_id <> ${task.id}
      and g.gather_status <> ${gatherStates.states.draft.value}
    order by ${from('g', person)}, g.update_time desc, g.id desc)`
}

/** Nobody has changed them yet: they have no such user. */
async function insertFound(
  ctx: Ctx,
  { of: { entity, items }, about, key }: Source,
  taskId: string,
  found: RawBuilder<unknown>,
  total: number,
): Promise<{ prefilledNum: number }[]> {
  const { id: userId, tenantId } = ctx.user
  const names = [...about, ...items]
  const { rows } = await sql<{ prefilledNum: number }>`insert into ${into(entity)}
      (id, tenant_id, create_user, gather_task_id, gather_status, prefilled_num, ${sql.join(names.map(column))})
    select ${nextIds(total)}, ${tenantId}, ${userId}, ${taskId}, ${gatherStates.states.draft.value},
      num_nonnulls(${sql.join(items.map((name) => from('s', name)))}), ${sql.join(names.map((name) => from('s', name)))}
    from (select s.* from ${found} s order by ${sql.join(key.map((name) => from('s', name)))} limit ${total}) s
    on conflict (tenant_id, gather_task_id, ${sql.join(key.map(column))}) where is_deleted = 0 do nothing
    returning prefilled_num`.execute(ctx.db)
  return rows
}

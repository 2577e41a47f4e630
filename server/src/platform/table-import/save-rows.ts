import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import { into } from '../access/doors.ts'
import { grantedRows } from '../access/row-grants.ts'
import { logChanges } from '../audit/log-changes.ts'
import type { Ctx } from '../ctx.ts'
import { columnType } from '../db/columns.ts'
import { type CopyValue, type StagedColumns, withStagedRows } from '../db/copy.ts'
import { nextId } from '../db/id.ts'
import { inTransaction } from '../db/pool.ts'
import { conflict, refuse } from '../error.ts'
import { toDatabase } from '../rows/rows.ts'
import { changedNames } from '../rows/same.ts'
import type { ImportRow } from './judge-rows.ts'

export interface Saved {
  added: number
  changed: number
  same: number
  /** What was added and changed, with their ids. */
  written: readonly ImportRow[]
}

/**
 * Keeps rows without faults inside the caller's transaction: what is new in one statement, what changes in another. Refuses
 * when a row was changed by somebody else meanwhile, and when data scopes hide one of the rows from whoever writes it.
 */
export async function saveRows(ctx: Ctx, entity: AnyEntity, rows: readonly ImportRow[]): Promise<Saved> {
  const { fresh, changed } = await writeRows(ctx, entity, rows)
  const written = [...fresh, ...changed]
  const hidden = await hiddenRows(ctx, entity, written)
  if (hidden.length > 0)
    throw refuse(`第${hidden.map(({ rowNo }) => rowNo).join('、')}行不在您的数据范围内，全部未保存`)
  await logChanges(ctx, entity, written, changeOf)
  return { added: fresh.length, changed: changed.length, same: rows.length - written.length, written }
}

/** Carries the rows out of a transaction that is not kept. */
class TrialEnd extends Error {
  constructor(readonly hidden: ImportRow[]) {
    super('trial')
  }
}

/** Numbers of the rows that data scopes would hide from the writer, found by writing them and taking them back. */
export async function findHidden(ctx: Ctx, entity: AnyEntity, rows: readonly ImportRow[]): Promise<Set<number>> {
  if (!grantedRows(entity, ctx)) return new Set()
  try {
    await inTransaction(ctx.db, async (db) => {
      const { fresh, changed } = await writeRows({ ...ctx, db }, entity, rows)
      throw new TrialEnd(await hiddenRows({ ...ctx, db }, entity, [...fresh, ...changed]))
    })
  } catch (error) {
    if (error instanceof TrialEnd) return new Set(error.hidden.map(({ rowNo }) => rowNo))
    throw error
  }
  return new Set()
}

async function writeRows(ctx: Ctx, entity: AnyEntity, rows: readonly ImportRow[]) {
  const fresh = rows.filter((row) => !row.isKnown).map((row) => ({ ...row, id: nextId() }))
  const changed = rows.filter((row) => row.isKnown && !row.isSame)
  if (fresh.length > 0) await insertRows(ctx, entity, fresh)
  if (changed.length > 0) await updateRows(ctx, entity, changed)
  return { fresh, changed }
}

function changeOf({ id = '', input, before }: ImportRow) {
  return { rowId: id, before, after: { ...before, ...input } }
}

async function insertRows(ctx: Ctx, entity: AnyEntity, rows: readonly ImportRow[]): Promise<void> {
  const names = namesOf(entity, rows, ({ input }) => Object.keys(input))
  const { tenantId, id, deptId } = ctx.user
  await withStagedRows(ctx.db, stagedColumns(entity, names), stagedRows(entity, names, rows), async (staged) => {
    const columns = sql.join(names.map((name) => sql.ref(snake(name))))
    await sql`insert into ${into(entity)} (id, tenant_id, create_user, create_dept, update_user, ${columns})
      select id, ${tenantId}, ${id}::bigint, ${deptId || null}::bigint, ${id}::bigint, ${columns} from ${staged} s`.execute(
      ctx.db,
    )
  })
}

async function updateRows(ctx: Ctx, entity: AnyEntity, rows: readonly ImportRow[]): Promise<void> {
  const names = namesOf(entity, rows, ({ input, before }) => changedNames(input, before))
  await withStagedRows(ctx.db, stagedColumns(entity, names), stagedRows(entity, names, rows), async (staged) => {
    const sets = names.map((name) => sql`${sql.ref(snake(name))} = s.${sql.ref(snake(name))}`)
    const done = await sql`update ${into(entity)} t set ${sql.join(sets)}, update_user = ${ctx.user.id}::bigint,
        update_time = greatest(localtimestamp(0), t.update_time + interval '1 second')
      from ${staged} s where t.id = s.id and t.is_deleted = 0 and t.update_time is not distinct from s.seen_time`.execute(
      ctx.db,
    )
    if (done.numAffectedRows !== BigInt(rows.length)) throw conflict('有数据正被他人修改，全部未保存，请重新选择文件')
  })
}

/** Every declared field that one of the rows has. */
function namesOf(
  entity: AnyEntity,
  rows: readonly ImportRow[],
  has: (row: ImportRow) => readonly string[],
): readonly string[] {
  const used = new Set(rows.flatMap(has))
  return Object.keys(entity.fields).filter((name) => used.has(name))
}

function stagedColumns(entity: AnyEntity, names: readonly string[]): StagedColumns {
  const types = names.map((name) => [snake(name), columnType(entity.fields[name])])
  return { id: 'bigint', seen_time: 'timestamp(0)', ...Object.fromEntries(types) }
}

function* stagedRows(
  entity: AnyEntity,
  names: readonly string[],
  rows: readonly ImportRow[],
): Generator<readonly CopyValue[]> {
  const fields = entity.fields as Record<string, Field>
  for (const { id, input, before } of rows) {
    const whole = { ...before, ...input }
    const values = names.map((name) => toDatabase(fields[name] as Field, whole[name]) as CopyValue)
    yield [id, before?.['updateTime'] as CopyValue, ...values]
  }
}

/** Those of the kept rows that data scopes hide from the writer. */
async function hiddenRows(ctx: Ctx, entity: AnyEntity, rows: readonly ImportRow[]): Promise<ImportRow[]> {
  const granted = grantedRows(entity, ctx)
  if (!granted || rows.length === 0) return []
  const ids = rows.map(({ id }) => id ?? '')
  const seen = await sql<{ id: string }>`select id from ${into(entity)} t
    where id = any(${ids}::bigint[]) and ${granted}`.execute(ctx.db)
  const visible = new Set(seen.rows.map(({ id }) => id))
  return rows.filter(({ id }) => !visible.has(id ?? ''))
}

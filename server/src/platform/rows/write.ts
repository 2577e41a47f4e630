import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { type Field, secretNames } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { nextId } from '../db/id.ts'
import { AppError, conflict, fault, faults } from '../error.ts'
import type { RowHooks } from '../module.ts'
import { withoutMasked } from '../access/mask.ts'
import { accountBehind, logChange } from '../audit/operation-log.ts'
import { checkId, findRow, textOf } from './read.ts'
import { clearedSecrets, logSecrets, secretFlags, withEncrypted, withoutBlankSecrets } from './secrets.ts'
import { type KnownRow, type StoredRow, fromDatabase, selectColumns, toDatabase } from './rows.ts'
import { assertNoCircle, assertValues } from './values.ts'
import { parseRow, typedOf, without } from './write-input.ts'
import { grantedRows } from '../access/row-grants.ts'
import { isRowInScope, visibleRows } from '../access/scope.ts'

type Body = Record<string, unknown>

/** Adds a row when the body has no id, else changes the one it names. Answers the row as it is now. */
export async function submit<E extends AnyEntity>(
  entity: E,
  ctx: Ctx,
  body: Body,
  hooks: RowHooks<KnownRow<E>> = {},
): Promise<KnownRow<E>> {
  const id = body['id']
  const isNew = id === undefined || id === null || id === ''
  return isNew ? insert(entity, ctx, body, hooks) : update(entity, ctx, checkId(id), body, hooks)
}

async function insert<R extends StoredRow>(entity: AnyEntity, ctx: Ctx, body: Body, hooks: RowHooks<R>): Promise<R> {
  const row = withFlags(entity, parse<R>(entity, without(entity, withoutBlankSecrets(entity, body), 'never'), false))
  await assertValues(ctx, entity, { values: typedOf(row, body) })
  await hooks.beforeSave?.(ctx, row, undefined)
  assertInScope(entity, ctx, row)
  await assertUnique(entity, ctx, row, undefined)
  const stored = await writeRow<R>(entity, ctx, row)
  await assertStillSeen(entity, ctx, stored.id)
  await hooks.afterSave?.(ctx, stored, undefined)
  await logChange(ctx, entity, stored.id, undefined, stored)
  return stored
}

async function assertPlace(entity: AnyEntity, ctx: Ctx, before: StoredRow, row: Body): Promise<void> {
  const parentId = entity.tree ? textOf(row[entity.tree]) : ''
  if (!entity.tree || parentId === '' || parentId === '0' || parentId === textOf(before[entity.tree])) return
  await assertNoCircle(entity, ctx, before.id, parentId)
}

/** With what hooks may ask of secrets without knowing them. */
function withFlags<R extends Body>(entity: AnyEntity, row: R): R {
  return { ...row, ...secretFlags(entity, row) }
}

async function writeRow<R extends StoredRow>(entity: AnyEntity, ctx: Ctx, row: Body): Promise<R> {
  const fields = entity.fields as Record<string, Field>
  const own = Object.keys(fields).filter((name) => row[name] !== undefined)
  const id = nextId()
  const written = withEncrypted(entity, ctx, id, row)
  const base: [string, unknown][] = [
    ['id', id],
    ...(entity.tenantless ? [] : [['tenant_id', ctx.user.tenantId] as [string, unknown]]),
    ['create_user', ctx.user.id],
    ['create_dept', ctx.user.deptId || null],
    ['update_user', ctx.user.id],
  ]
  const columns = [...base.map(([name]) => name), ...own.map(snake)]
  const values = [
    ...base.map(([, value]) => value),
    ...own.map((name) => toDatabase(fields[name] as Field, written[name])),
  ]
  const result = await sql<R>`insert into ${sql.table(entity.table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    values (${sql.join(values)}) returning ${selectColumns(entity)}`.execute(ctx.db)
  return fromDatabase(entity, result.rows)[0] as R
}

async function update<R extends StoredRow>(
  entity: AnyEntity,
  ctx: Ctx,
  id: string,
  body: Body,
  hooks: RowHooks<R>,
): Promise<R> {
  const before = await lockRow<R>(entity, ctx, id)
  await assertFresh(entity, ctx, before, body)
  const typed = withoutBlankSecrets(entity, withoutMasked(entity.fields, body, before))
  const changes = parse<R>(entity, without(entity, typed, 'add', 'never'), true)
  const row = withFlags(entity, { ...clearedSecrets(entity, body), ...changes })
  await assertValues(ctx, entity, { values: typedOf(row, body), before })
  await assertPlace(entity, ctx, before, row)
  await hooks.beforeSave?.(ctx, row, before)
  assertInScope(entity, ctx, { ...before, ...row })
  await assertUnique(entity, ctx, { ...before, ...row }, id)
  const stored = await changeRow<R>(entity, ctx, id, row)
  await assertStillSeen(entity, ctx, id)
  await hooks.afterSave?.(ctx, stored, before)
  await logChange(ctx, entity, id, before, stored)
  await logSecrets(entity, ctx, id, row)
  return stored
}

async function changeRow<R extends StoredRow>(entity: AnyEntity, ctx: Ctx, id: string, row: Body): Promise<R> {
  const fields = entity.fields as Record<string, Field>
  const sets = Object.entries(withEncrypted(entity, ctx, id, row))
    .filter(([name]) => Object.hasOwn(fields, name))
    .map(([name, value]) => sql`${sql.ref(snake(name))} = ${toDatabase(fields[name] as Field, value)}`)
  sets.push(
    sql`update_user = ${ctx.user.id}`,
    sql`update_time = greatest(localtimestamp(0), update_time + interval '1 second')`,
  )
  const result = await sql<R>`update ${sql.table(entity.table)} set ${sql.join(sets)}
    where id = ${id} returning ${selectColumns(entity)}`.execute(ctx.db)
  return fromDatabase(entity, result.rows)[0] as R
}

async function lockRow<R extends StoredRow>(entity: AnyEntity, ctx: Ctx, id: string): Promise<R> {
  const [row] = await lockRows<R>(entity, ctx, [id])
  if (!row) throw new AppError('row.notFound')
  return row
}

/** Holds those of the rows that are there and that the user sees, in one order for whoever holds several. */
export async function lockRows<R extends StoredRow>(entity: AnyEntity, ctx: Ctx, ids: readonly string[]): Promise<R[]> {
  const scope = visibleRows(entity, ctx)
  const result = await sql<R>`select ${selectColumns(entity)} from ${sql.table(entity.table)}
    where id = any(${ids}::bigint[]) and is_deleted = 0 and ${scope} order by id for update`.execute(ctx.db)
  return fromDatabase(entity, result.rows)
}

/**
 * The optimistic lock: a form that sends the time it was loaded at must not overwrite a later change. Where several people
 * fill in the same rows, one who sends none overwrites nobody but himself.
 */
async function assertFresh(entity: AnyEntity, ctx: Ctx, before: StoredRow, body: Body): Promise<void> {
  const loaded = textOf(body['updateTime'])
  if (loaded === textOf(before['updateTime'])) return
  if (loaded === '' && (!entity.contested || isOwn(ctx, before))) return
  throw entity.contested ? await changedBy(entity, ctx, before) : new AppError('row.stale')
}

/** Nobody has changed a row since the program made it that has no user. */
function isOwn({ user }: Ctx, { updateUser }: StoredRow): boolean {
  return textOf(updateUser) === '' || updateUser === user.id
}

async function changedBy(entity: AnyEntity, ctx: Ctx, { id, updateTime }: StoredRow): Promise<AppError> {
  const time = textOf(updateTime)
  const account = (await accountBehind(ctx, entity, id, time)) ?? '他人'
  return conflict(
    `${account}已于${time}修改了这条${entity.title}，您填写的没有保存；请重新读取，核对后带上更新时间（updateTime）再保存`,
  )
}

function parse<R extends StoredRow>(entity: AnyEntity, body: Body, isPartial: boolean): Partial<R> {
  const parsed = parseRow<R>(entity, body, isPartial)
  if (parsed.ok) return parsed.value
  throw faults(parsed.problems)
}

function assertInScope(entity: AnyEntity, ctx: Ctx, row: Body): void {
  if (!isRowInScope(entity, ctx.scope, row)) throw new AppError('access.refused')
}

/** Whose data scopes narrow the entity neither makes nor moves a row beyond them. */
async function assertStillSeen(entity: AnyEntity, ctx: Ctx, id: string): Promise<void> {
  const granted = grantedRows(entity, ctx)
  if (!granted) return
  const seen = await sql`select 1 from ${sql.table(entity.table)} where id = ${id} and ${granted}`.execute(ctx.db)
  if (seen.rows.length === 0) throw new AppError('access.refused')
}

/** Answers 该…已存在 with the labels of the key; the unique index behind it settles races. */
async function assertUnique(entity: AnyEntity, ctx: Ctx, row: Body, id: string | undefined): Promise<void> {
  const fields = entity.fields as Record<string, Field>
  for (const names of (entity.unique ?? []) as string[][]) {
    if (names.every((name) => row[name] === undefined || row[name] === null || row[name] === '')) continue
    const same = names.map(
      (name) =>
        sql`${sql.ref(snake(name))} is not distinct from ${toDatabase(fields[name] as Field, row[name] ?? null)}`,
    )
    const result = await sql`select 1 from ${sql.table(entity.table)}
      where is_deleted = 0 and ${sql.join(same, sql` and `)} and id <> ${id ?? '0'} limit 1`.execute(ctx.db)
    if (result.rows.length > 0) throw existsError(entity, names)
  }
}

export function existsError(entity: AnyEntity, names: string[]): AppError {
  const fields = entity.fields as Record<string, Field>
  const labels = names.map((name) => fields[name]?.label ?? name).join('')
  const message = `该${labels}已存在`
  return fault(names.at(-1) ?? '', message)
}

/** Soft delete; secrets are gone at once. Ids of rows the user does not see are as if they did not exist; a node with children stays. */
export async function remove<E extends AnyEntity>(
  entity: E,
  ctx: Ctx,
  ids: string[],
  hooks: RowHooks<KnownRow<E>> = {},
): Promise<void> {
  if (ids.length === 0) throw new AppError('request.noSelection')
  const asked = [...new Set(ids.map(checkId))]
  const rows = await lockRows<KnownRow<E>>(entity, ctx, asked)
  if (rows.length < asked.length) throw new AppError('row.notFound')
  if (entity.tree) await assertNoChildren(entity, ctx, ids)
  await hooks.beforeRemove?.(ctx, rows)
  await dropRows(entity, ctx, rows)
  for (const row of rows) await logChange(ctx, entity, row.id, row, undefined)
}

/** Marks rows that are held as removed, and forgets their secrets. */
export async function dropRows(entity: AnyEntity, ctx: Ctx, rows: readonly StoredRow[]): Promise<void> {
  const gone = secretNames(entity.fields).map((name) => sql`${sql.ref(snake(name))} = null`)
  await sql`update ${sql.table(entity.table)} set ${sql.join([...gone, sql`is_deleted = 1`])}, update_user = ${ctx.user.id}, update_time = localtimestamp(0)
    where id = any(${rows.map((row) => row.id)}::bigint[])`.execute(ctx.db)
}

async function assertNoChildren(entity: AnyEntity, ctx: Ctx, ids: string[]): Promise<void> {
  const parent = sql.ref(snake(entity.tree as string))
  const result = await sql`select 1 from ${sql.table(entity.table)}
    where is_deleted = 0 and ${parent} = any(${ids}::bigint[]) and not id = any(${ids}::bigint[]) limit 1`.execute(
    ctx.db,
  )
  if (result.rows.length > 0) throw new AppError('row.hasChildren')
}

/** Takes removed rows back, unless a living row has their natural key by now. */
export async function restore<E extends AnyEntity>(
  entity: E,
  ctx: Ctx,
  ids: string[],
  hooks: RowHooks<KnownRow<E>> = {},
): Promise<void> {
  if (ids.length === 0) throw new AppError('request.noSelection')
  const rows: KnownRow<E>[] = []
  const scope = visibleRows(entity, ctx)
  for (const id of ids.map(checkId)) {
    const result =
      await sql`update ${sql.table(entity.table)} set is_deleted = 0, update_user = ${ctx.user.id}, update_time = localtimestamp(0)
      where id = ${id} and is_deleted = 1 and ${scope}`.execute(ctx.db)
    if (result.numAffectedRows === 0n) throw new AppError('row.notFound')
    const row = await findRow(entity, ctx, id)
    if (row) rows.push(row)
    await logChange(ctx, entity, id, undefined, row)
  }
  await hooks.afterRestore?.(ctx, rows)
}

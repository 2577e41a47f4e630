import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { pageOf } from '@xueheng/contract/kit/page.ts'
import { parseFields } from '@xueheng/contract/kit/schema.ts'
import { sql } from 'kysely'
import type { configCalls } from '@xueheng/contract/domains/resource/config-calls.ts'
import { idsOf } from '../../platform/rows/handlers.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { checkId, orderBy } from '../../platform/rows/read.ts'
import { existsError } from '../../platform/rows/write.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { lockKey } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/error.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { encryptSecret } from '../../platform/secret.ts'

export type ConfigRow = { id: string; status: number; updateTime: string } & Record<string, unknown>

/** What stands in place of a secret that is kept. */
const KEPT = '******'

export interface ConfigRules {
  masterKey: Buffer
  /** Name of the field that must be there once: sms_code, oss_code. */
  codeField: string
  /** Throws when the row may not be kept as it is; `before` is the stored one. */
  check(ctx: Ctx, row: ConfigRow, before: ConfigRow | undefined): Promise<void> | void
  beforeRemove?(ctx: Ctx, row: ConfigRow): Promise<void>
}

/** Where a row's secret belongs; sealed values do not open anywhere else. */
export function secretPlace(table: string, id: string): string {
  return `${table}:${id}:secret_key`
}

/** The calls of settings that hold a secret: it is sealed on its way in and never on its way out. */
export function configHandlers(
  entity: AnyEntity,
  calls: ReturnType<typeof configCalls>,
  rules: ConfigRules,
): Implementation[] {
  return [
    implement(calls.list, (ctx, input) => list(entity, ctx, input)),
    implement(calls.detail, async (ctx, { id }) => shown((await find(entity, ctx, String(id))) ?? null)),
    implement(calls.submit, (ctx, input) => save(entity, rules, ctx, input)),
    implement(calls.remove, (ctx, { ids }) => remove(entity, rules, ctx, idsOf({ ids }))),
    implement(calls.enable, (ctx, { id }) => enable(entity, ctx, String(id), true)),
    implement(calls.disable, (ctx, { id }) => enable(entity, ctx, String(id), false)),
  ]
}

function columnsOf(entity: AnyEntity): [string, Field][] {
  return Object.entries(entity.fields as Fields).filter(([name]) => name !== 'statusName')
}

function select(entity: AnyEntity) {
  const columns = columnsOf(entity).map(([name]) => sql`${sql.ref(snake(name))} as ${sql.id(name)}`)
  return sql`select id, status, create_time, update_time,
    case status when 2 then '启用' else '停用' end as status_name, ${sql.join(columns)} from ${sql.table(entity.table)}`
}

/** Without its secret. */
function shown(row: ConfigRow | null): ConfigRow | null {
  return row && { ...row, secretKey: row['secretKey'] ? KEPT : '' }
}

async function list(entity: AnyEntity, ctx: Ctx, input: Record<string, unknown>) {
  const page = { current: Number(input['current'] ?? 1), size: Number(input['size'] ?? 10) }
  const filters = columnsOf(entity)
    .filter(([name, field]) => field.search && input[name])
    .map(([name]) => sql`strpos(${sql.ref(snake(name))}::text, ${String(input[name])}) > 0`)
  const condition = sql.join([sql`is_deleted = 0`, ...filters], sql` and `)
  const order = orderBy({ ...entity, fields: Object.fromEntries(columnsOf(entity)) }, input)
  const rows = await sql<ConfigRow>`${select(entity)} where ${condition} order by ${order}
    limit ${page.size} offset ${(page.current - 1) * page.size}`.execute(ctx.db)
  const count = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(entity.table)}
    where ${condition}`.execute(ctx.db)
  return pageOf(rows.rows.map(shown), count.rows[0]?.n ?? 0, page)
}

export async function find(entity: AnyEntity, ctx: Ctx, id: string): Promise<ConfigRow | undefined> {
  const found = await sql<ConfigRow>`${select(entity)} where id = ${checkId(id)} and is_deleted = 0`.execute(ctx.db)
  return found.rows[0]
}

export async function findOrRefuse(entity: AnyEntity, ctx: Ctx, id: string): Promise<ConfigRow> {
  const row = await find(entity, ctx, id)
  if (!row) throw new AppError('row.notFound')
  return row
}

async function save(entity: AnyEntity, rules: ConfigRules, ctx: Ctx, input: Record<string, unknown>) {
  assertMay(ctx, `${entity.permission}_${input['id'] ? 'edit' : 'add'}`)
  await lockKey(ctx.db, `${entity.table}-${ctx.user.tenantId}`)
  const before = input['id'] ? await findOrRefuse(entity, ctx, String(input['id'])) : undefined
  if (before && input['updateTime'] && input['updateTime'] !== before.updateTime) throw new AppError('row.stale')
  const id = before?.id ?? nextId()
  const row = { ...before, ...parsed(entity, named(input), before), id } as ConfigRow
  row['secretKey'] = secretOf(entity, rules, id, input['secretKey'], before)
  await assertCodeFree(entity, rules, ctx, row)
  await rules.check(ctx, row, before)
  await write(entity, ctx, row, before === undefined)
  const after = shown(await findOrRefuse(entity, ctx, id))
  await logOperation(ctx, `${entity.name}.submit`, `${entity.title}保存`, {
    entity: entity.name,
    rowId: id,
    before: shown(before ?? null) ?? undefined,
    after: after ?? undefined,
  })
  return after
}

/** The right a call needs that depends on what was sent. */
export function assertMay(ctx: Ctx, permission: string): void {
  if (!ctx.user.isAdministrator && !ctx.user.permissions.has(permission)) throw new AppError('access.refused')
}

/** What was sent; the sealed secret is nobody's to send. */
function named(input: Record<string, unknown>): Record<string, unknown> {
  const own = Object.entries(input).filter(
    ([name, value]) => value !== undefined && value !== null && name !== 'secretKey',
  )
  return Object.fromEntries(own)
}

function parsed(entity: AnyEntity, input: Record<string, unknown>, before: ConfigRow | undefined) {
  const fields = Object.fromEntries(columnsOf(entity).filter(([name]) => name !== 'secretKey'))
  const result = parseFields(fields, { ...before, ...input })
  if (result.ok) return result.value
  throw new AppError('request.invalid', { message: result.problems[0]?.message ?? '' }, result.problems)
}

/** Blank, or the stars a form was given, keep the old secret. */
function secretOf(
  entity: AnyEntity,
  rules: ConfigRules,
  id: string,
  given: unknown,
  before: ConfigRow | undefined,
): unknown {
  if (typeof given !== 'string' || given === '' || given === KEPT) return before?.['secretKey'] ?? null
  return encryptSecret(rules.masterKey, secretPlace(entity.table, id), given)
}

async function assertCodeFree(entity: AnyEntity, rules: ConfigRules, ctx: Ctx, row: ConfigRow): Promise<void> {
  const taken = await sql`select 1 from ${sql.table(entity.table)} where is_deleted = 0 and id <> ${row.id}
    and ${sql.ref(snake(rules.codeField))} = ${row[rules.codeField]}`.execute(ctx.db)
  if (taken.rows.length > 0) throw existsError(entity, [rules.codeField])
}

async function write(entity: AnyEntity, ctx: Ctx, row: ConfigRow, isNew: boolean): Promise<void> {
  if (isNew) {
    const names = columnsOf(entity).map(([name]) => name)
    await sql`insert into ${sql.table(entity.table)}
      (id, tenant_id, create_user, create_dept, update_user, ${sql.join(names.map((name) => sql.ref(snake(name))))})
      values (${row.id}, ${ctx.user.tenantId}, ${ctx.user.id}, ${ctx.user.deptId || null}, ${ctx.user.id},
        ${sql.join(names.map((name) => row[name] ?? null))})`.execute(ctx.db)
    return
  }
  const sets = columnsOf(entity).map(([name]) => sql`${sql.ref(snake(name))} = ${row[name] ?? null}`)
  await sql`update ${sql.table(entity.table)} set ${sql.join(sets)}, update_user = ${ctx.user.id},
    update_time = greatest(localtimestamp(0), update_time + interval '1 second') where id = ${row.id}`.execute(ctx.db)
}

async function remove(entity: AnyEntity, rules: ConfigRules, ctx: Ctx, ids: string[]): Promise<void> {
  if (ids.length === 0) throw new AppError('request.noSelection')
  for (const id of new Set(ids)) {
    const row = await findOrRefuse(entity, ctx, id)
    await rules.beforeRemove?.(ctx, row)
    await sql`update ${sql.table(entity.table)} set is_deleted = 1, status = 1, secret_key = null, update_user = ${ctx.user.id},
      update_time = localtimestamp(0) where id = ${row.id}`.execute(ctx.db)
    await logOperation(ctx, `${entity.name}.remove`, `${entity.title}删除`, {
      entity: entity.name,
      rowId: row.id,
      before: shown(row) ?? undefined,
    })
  }
}

/** One at a time: the others of the tenant are switched off first. */
async function enable(entity: AnyEntity, ctx: Ctx, id: string, isOn: boolean): Promise<void> {
  await lockKey(ctx.db, `${entity.table}-${ctx.user.tenantId}`)
  const row = await findOrRefuse(entity, ctx, id)
  const off = isOn ? sql`status = 2` : sql`id = ${row.id}`
  await sql`update ${sql.table(entity.table)} set status = 1 where ${off} and is_deleted = 0`.execute(ctx.db)
  if (isOn) await sql`update ${sql.table(entity.table)} set status = 2 where id = ${row.id}`.execute(ctx.db)
  const verb = isOn ? '启用' : '停用'
  await logOperation(ctx, `${entity.name}.${isOn ? 'enable' : 'disable'}`, `${entity.title}${verb}`, {
    entity: entity.name,
    rowId: row.id,
  })
}

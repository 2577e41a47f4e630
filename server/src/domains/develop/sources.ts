import { datasource, type datasourceDetail } from '@xueheng/contract/domains/develop/datasource.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { parseFields } from '@xueheng/contract/kit/schema.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { checkId } from '../../platform/rows/read.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { AppError, refuse } from '../../platform/error.ts'
import type { Reach } from '../../platform/net/address.ts'
import { decryptSecret, encryptSecret } from '../../platform/secret.ts'
import { assertHolds, assertManaging } from '../tenancy/index.ts'
import { readAddress } from './source-address.ts'
import { withSource } from './source-client.ts'
import { own } from '../../platform/db/table.ts'
import { dataSource, codePlan } from './tables.ts'
import { every } from '../../platform/access/doors.ts'
import { tenant } from '@xueheng/contract/domains/tenancy/tenant.ts'

const TENANTS = every(tenant, 'a source that any tenant uses is not removed')

export interface DevelopDeps {
  config: { tenantId: string; masterKey: Buffer } & Reach
}

/** A data source as it is shown: without its password. */
export type SourceView = NonNullable<Output<typeof datasourceDetail>>

export const SELECT_SOURCE = sql`select id, name, driver_class, url, username, remark,
  create_time, update_time from ${own(dataSource)}`
const DRIVER = 'org.postgresql.Driver'

export async function findSource(ctx: Ctx, id: string): Promise<SourceView | undefined> {
  const found = await sql<SourceView>`${SELECT_SOURCE} where id = ${checkId(id)} and is_deleted = 0`.execute(ctx.db)
  return found.rows[0]
}

/** Opens a stored data source for reading. */
export async function onSource<T>(
  deps: DevelopDeps,
  ctx: Ctx,
  id: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  assertManaging(deps, ctx)
  const source = await findSource(ctx, id)
  if (!source) throw new AppError('row.notFound')
  const kept = await sql<{
    password: string | null
  }>`select password from ${own(dataSource)} where id = ${source.id}`.execute(ctx.db)
  const sealed = kept.rows[0]?.password
  if (!sealed) throw refuse('请先填写数据源的密码')
  const password = decryptSecret(deps.config.masterKey, placeOf(source.id), sealed)
  return withSource({ ...source, password }, deps.config, work)
}

function placeOf(id: string): string {
  return `data_source:${id}:password`
}

export async function saveSource(deps: DevelopDeps, ctx: Ctx, input: Record<string, unknown>): Promise<SourceView> {
  assertHolds(ctx, input['id'] ? 'datasource_edit' : 'datasource_add')
  assertManaging(deps, ctx)
  const before = input['id'] ? await findSource(ctx, String(input['id'])) : undefined
  if (input['id'] && !before) throw new AppError('row.notFound')
  if (before && input['updateTime'] && input['updateTime'] !== before.updateTime) throw new AppError('row.stale')
  const row = checked({ ...before, ...named(input) })
  const id = before?.id ?? nextId()
  await assertFreeName(ctx, row.name, id)
  if (!before) await insert(ctx, id, row)
  await update(ctx, id, row)
  await keepPassword(deps, ctx, id, input['password'], { before, row })
  const after = (await findSource(ctx, id)) as SourceView
  const values = { before: before && { ...before }, after: { ...after } }
  await logOperation(ctx, 'datasource.submit', '保存数据源', { entity: 'datasource', rowId: id, ...values })
  return after
}

function named(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined))
}

type SourceFacts = Pick<SourceView, 'name' | 'driverClass' | 'url' | 'username' | 'remark'>

function checked(values: Record<string, unknown>): SourceFacts {
  const parsed = parseFields(datasource.fields, values)
  if (!parsed.ok) throw new AppError('request.invalid', { message: parsed.problems[0]?.message ?? '' }, parsed.problems)
  const { name = '', driverClass = DRIVER, url = '', username = '', remark = null } = parsed.value
  readAddress(url)
  if (driverClass !== DRIVER) throw refuse('目前只支持 PostgreSQL 数据源')
  return { name, driverClass, url, username, remark }
}

async function assertFreeName(ctx: Ctx, name: string, id: string): Promise<void> {
  const taken =
    await sql`select 1 from ${own(dataSource)} where name = ${name} and id <> ${id} and is_deleted = 0`.execute(ctx.db)
  if (taken.rows.length > 0) throw refuse('该名称已存在')
}

async function insert(ctx: Ctx, id: string, row: SourceFacts): Promise<void> {
  await sql`insert into ${own(dataSource)} (id, name, driver_class, url, username, create_user)
    values (${id}, ${row.name}, ${row.driverClass}, ${row.url}, ${row.username}, ${ctx.user.id})`.execute(ctx.db)
}

async function update(ctx: Ctx, id: string, row: SourceFacts): Promise<void> {
  await sql`update ${own(dataSource)} set name = ${row.name}, driver_class = ${row.driverClass}, url = ${row.url},
    username = ${row.username}, remark = ${row.remark}, update_user = ${ctx.user.id},
    update_time = greatest(localtimestamp(0), update_time + interval '1 second') where id = ${id}`.execute(ctx.db)
}

/** A password was given for one address and account: changed ones must not be sent the old password. */
async function keepPassword(
  deps: DevelopDeps,
  ctx: Ctx,
  id: string,
  password: unknown,
  { before, row }: { before: SourceView | undefined; row: SourceFacts },
): Promise<void> {
  const isMoved = before && (before.url !== row.url || before.username !== row.username)
  if (!password && !isMoved) return
  const sealed = password ? encryptSecret(deps.config.masterKey, placeOf(id), String(password)) : null
  await sql`update ${own(dataSource)} set password = ${sealed} where id = ${id}`.execute(ctx.db)
}

/** A source somebody still works with stays; the secret of a removed one is gone. */
export async function removeSources(deps: DevelopDeps, ctx: Ctx, ids: string[]): Promise<void> {
  assertManaging(deps, ctx)
  if (ids.length === 0) throw new AppError('request.noSelection')
  for (const id of ids) {
    const row = await findSource(ctx, id)
    if (!row) throw new AppError('row.notFound')
    const used = await sql`select 1 from ${TENANTS} where datasource_id = ${row.id} and is_deleted = 0
      union all select 1 from ${own(codePlan)} where datasource_id = ${row.id} and is_deleted = 0 limit 1`.execute(
      ctx.db,
    )
    if (used.rows.length > 0) throw refuse('数据源正在使用，不能删除')
    await sql`update ${own(dataSource)} set is_deleted = 1, password = null, update_user = ${ctx.user.id}
      where id = ${row.id}`.execute(ctx.db)
    await logOperation(ctx, 'datasource.remove', '删除数据源', { entity: 'datasource', rowId: id, before: { ...row } })
  }
}

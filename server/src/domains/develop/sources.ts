import { datasource } from '@xueheng/contract/domains/develop/datasource.ts'
import type { StoredValues } from '@xueheng/contract/kit/field.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { checkId } from '../../platform/rows/read.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError, refuse } from '../../platform/error.ts'
import type { Reach } from '../../platform/net/address.ts'
import { type EntityHooks, hook } from '../../platform/module.ts'
import { decryptField } from '../../platform/secret.ts'
import { assertManaging } from '../tenancy/index.ts'
import { readAddress } from './source-address.ts'
import { withSource } from './source-client.ts'
import { own } from '../../platform/db/table.ts'
import { codePlan } from './tables.ts'
import { every } from '../../platform/access/doors.ts'
import { tenant } from '@xueheng/contract/domains/tenancy/tenant.ts'

const TENANTS = every(tenant, 'a source that any tenant uses is not removed')

export interface DevelopDeps {
  config: { tenantId: string; masterKey: Buffer } & Reach
}

const SOURCES = every(datasource, 'administrators of the managing tenant see them all')
const DRIVER = 'org.postgresql.Driver'

/** Databases elsewhere: administrators of the managing tenant only. */
export function datasourceHooks(deps: DevelopDeps): EntityHooks<typeof datasource> {
  return hook(datasource, {
    async around(ctx, _input, work) {
      assertManaging(deps, ctx)
      return work(ctx)
    },
    async beforeSave(_ctx, changes, before) {
      if (changes.url) readAddress(changes.url)
      if (changes.driverClass && changes.driverClass !== DRIVER) throw refuse('目前只支持 PostgreSQL 数据源')
      if (before && isElsewhere(before, changes)) changes.password ??= null
    },
    beforeRemove: assertUnused,
  })
}

/** A password was given for one address and account: changed ones must not be sent the old password. */
function isElsewhere(before: Account, changes: Partial<Account>): boolean {
  const { url, username } = { ...before, ...changes }
  return url !== before.url || username !== before.username
}

interface Account {
  url: string
  username: string
}

async function assertUnused(ctx: Ctx, rows: { id: string }[]): Promise<void> {
  const ids = rows.map((row) => row.id)
  const used = await sql`select 1 from ${TENANTS} t where datasource_id = any(${ids}::bigint[]) and is_deleted = 0
    union all select 1 from ${own(codePlan)} where datasource_id = any(${ids}::bigint[]) and is_deleted = 0
    limit 1`.execute(ctx.db)
  if (used.rows.length > 0) throw refuse('数据源正在使用，不能删除')
}

type Source = { id: string } & StoredValues<typeof datasource.fields>

/** Opens a stored data source for reading. */
export async function onSource<T>(
  deps: DevelopDeps,
  ctx: Ctx,
  id: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  assertManaging(deps, ctx)
  const found = await sql<Source>`select id, url, username, password from ${SOURCES} s
    where id = ${checkId(id)} and is_deleted = 0`.execute(ctx.db)
  const [source] = found.rows
  if (!source) throw new AppError('row.notFound')
  const password = decryptField(deps.config.masterKey, datasource, source, 'password')
  if (!password) throw refuse('请先填写数据源的密码')
  return withSource({ ...source, password }, deps.config, work)
}

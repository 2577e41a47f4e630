import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import type { Ctx, Db } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { refuse } from '../../platform/error.ts'

export const INIT_PASSWORD_KEY = 'account.initPassword'

/** What a new or reset account's password is: a parameter of the tenant. */
export async function initPassword(ctx: Pick<Ctx, 'db'>): Promise<string> {
  const found = await sql<{
    value: string
  }>`select param_value as value from param where param_key = ${INIT_PASSWORD_KEY} and is_deleted = 0`.execute(ctx.db)
  const value = found.rows[0]?.value.trim()
  if (!value) throw refuse(`请先设置系统参数 ${INIT_PASSWORD_KEY}（初始密码）`)
  return value
}

/** A tenant starts with one nobody can guess, or the given one; administrators read and change it among the parameters. */
export async function seedInitPassword(
  db: Db,
  tenantId: string,
  password = randomBytes(16).toString('base64url'),
): Promise<void> {
  await sql`insert into param (id, tenant_id, param_name, param_key, param_value, remark)
    select ${nextId()}, ${tenantId}, '初始密码', ${INIT_PASSWORD_KEY}, ${password}, '新建与重置时使用'
    where not exists (select 1 from param where param_key = ${INIT_PASSWORD_KEY})`.execute(db)
}

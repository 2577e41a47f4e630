import { sql } from 'kysely'
import type { Ctx, Db } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { own } from '../../platform/db/table.ts'
import { sysUser } from './tables.ts'

/** An account somebody asks for; `hash` is that of the password. */
export interface GuestAccount {
  account: string
  name: string
  hash: string
}

/** Adds an account without a role: nobody signs in with it before it is given one. Answers its id. */
export async function addGuest(db: Db, tenantId: string, { account, name, hash }: GuestAccount): Promise<string> {
  const id = nextId()
  await sql`insert into ${own(sysUser)} (id, tenant_id, account, name, real_name, password_hash)
    values (${id}, ${tenantId}, ${account}, ${name}, ${name}, ${hash})`.execute(db)
  return id
}

/** Gives the account its roles and departments. */
export async function admitGuest(ctx: Ctx, id: string, roles: string[], depts: string[]): Promise<void> {
  await sql`update ${own(sysUser)} set role_ids = ${roles}::bigint[], dept_ids = ${depts}::bigint[],
      dept_id = ${depts[0] ?? null}, update_user = ${ctx.user.id}, update_time = localtimestamp(0)
    where id = ${id}`.execute(ctx.db)
}

/** The account that was asked for goes. */
export async function removeGuest(ctx: Ctx, id: string): Promise<void> {
  await sql`update ${own(sysUser)} set is_deleted = 1, update_user = ${ctx.user.id} where id = ${id}`.execute(ctx.db)
}

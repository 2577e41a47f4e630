import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { hashPassword, md5 } from './auth/password.ts'
import { initPassword, seedInitPassword } from './init-password.ts'
import { seedRoles } from './seed-roles.ts'
import { type TenantDeps, inTenant } from './tenants.ts'

/**
 * A new tenant with all it needs to start: a code, the built-in roles but that of administrators, a department, a post,
 * a copy of the dictionaries, and the user `admin` with the managing tenant's password for new tenants. Answers the id of its row.
 */
export async function openTenant(deps: TenantDeps, ctx: Ctx, name: string): Promise<string> {
  const code = await freeCode(ctx)
  const id = nextId()
  await sql`insert into tenant (id, tenant_id, tenant_name, create_user) values (${id}, ${code}, ${name}, ${ctx.user.id})`.execute(
    ctx.db,
  )
  const dictionaries = await readDictionaries(ctx)
  const password = await tenantPassword(ctx)
  await inTenant(deps, ctx, code, async (inside) => {
    await seedRoles(inside.db, code, new Set(), ['administrator'])
    await seedInitPassword(inside.db, code, password)
    await writeDictionaries(inside, dictionaries)
    await addAdmin(inside, await addUnits(inside, name))
  })
  return id
}

/** Parameter `tenant.default.password` of the managing tenant, else its initial password: both known to who opens the tenant. */
async function tenantPassword(ctx: Ctx): Promise<string> {
  const found = await sql<{ value: string }>`select param_value as value from param
    where param_key = 'tenant.default.password' and is_deleted = 0`.execute(ctx.db)
  return found.rows[0]?.value.trim() || initPassword(ctx)
}

async function freeCode(ctx: Ctx): Promise<string> {
  for (;;) {
    const code = String(randomInt(100_000, 1_000_000))
    const known = await sql`select 1 from tenant where tenant_id = ${code}`.execute(ctx.db)
    if (known.rows.length === 0) return code
  }
}

interface Entry {
  id: string
  parent_id: string | null
}

async function readDictionaries(ctx: Ctx): Promise<Entry[]> {
  const found =
    await sql<Entry>`select id::text as id, parent_id::text as parent_id, code, dict_value, dict_key, sort, is_sealed, remark
    from dict_biz where is_deleted = 0`.execute(ctx.db)
  return found.rows
}

async function writeDictionaries(ctx: Ctx, entries: Entry[]): Promise<void> {
  const ids = new Map(entries.map((entry) => [entry.id, nextId()]))
  const rows = entries.map((entry) => ({
    ...entry,
    id: ids.get(entry.id),
    parent_id: ids.get(entry.parent_id ?? '') ?? '0',
  }))
  await sql`insert into dict_biz (id, tenant_id, parent_id, code, dict_value, dict_key, sort, is_sealed, remark)
    select id, ${ctx.user.tenantId}, parent_id, code, dict_value, dict_key, sort, is_sealed, remark
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, parent_id bigint, code text, dict_value text,
      dict_key text, sort int, is_sealed int, remark text)`.execute(ctx.db)
}

interface Units {
  deptId: string
  postId: string
}

async function addUnits(ctx: Ctx, name: string): Promise<Units> {
  const [deptId, postId] = [nextId(), nextId()]
  const { tenantId, id } = ctx.user
  await sql`insert into dept (id, tenant_id, parent_id, dept_name, full_name, dept_category, sort, ancestors, create_user)
    values (${deptId}, ${tenantId}, 0, ${name}, ${name}, 1, 1, '0', ${id})`.execute(ctx.db)
  await sql`insert into post (id, tenant_id, category, post_code, post_name, sort, create_user)
    values (${postId}, ${tenantId}, 1, 'head', '负责人', 1, ${id})`.execute(ctx.db)
  return { deptId, postId }
}

async function addAdmin(ctx: Ctx, { deptId, postId }: Units): Promise<void> {
  const hash = await hashPassword(md5(await initPassword(ctx)))
  await sql`insert into sys_user (id, tenant_id, account, password_hash, name, real_name, role_ids, dept_id, dept_ids, post_ids, create_user)
    select ${nextId()}, ${ctx.user.tenantId}, 'admin', ${hash}, '管理员', '管理员', array[r.id], ${deptId},
      array[${deptId}::bigint], array[${postId}::bigint], ${ctx.user.id}
    from sys_role r where r.role_alias = 'admin' and r.is_deleted = 0`.execute(ctx.db)
}

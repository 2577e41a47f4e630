import type { IssuedPassword } from '@xueheng/contract/platform/issued-password.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { refuse } from '../../../platform/error.ts'
import { nextId } from '../../../platform/db/id.ts'
import { partsOf } from '../../../platform/comma-list.ts'
import { setting } from '../../../platform/settings.ts'
import {
  type FirstPassword,
  given,
  giveFirstPasswords,
  initialColumns,
  isFixed,
  oncePassword,
  seedInitMode,
} from '../../credentials/index.ts'
import { narrowRole, seedRoles } from '../../rights/index.ts'
import { readDictionaries, writeDictionaries } from '../../settings/index.ts'
import { type TenantDeps, addTenant, inTenant } from '../../tenancy/index.ts'
import { own } from '../../../platform/db/table.ts'
import { sysUser } from '../tables.ts'
import { every, into } from '../../../platform/access/doors.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'
import { dept } from '@xueheng/contract/domains/people/dept.ts'
import { post } from '@xueheng/contract/domains/people/post.ts'

const everyRole = every(role, 'the first account gets the built-in role')

/**
 * A new tenant with all it needs to start: a code, the built-in roles but that of administrators, a department, a post,
 * a copy of the dictionaries, and its administrator with a password that nobody knows until one is issued, or the managing
 * tenant's fixed one for new tenants. Parameters `tenant.default.*` of the managing tenant say what it begins with.
 * Answers the id of its row.
 */
export async function openTenant(deps: TenantDeps, ctx: Ctx, values: Record<string, unknown>): Promise<string> {
  const name = String(values['tenantName'])
  const account = String(values['adminAccount'] || 'admin')
  const { id, code } = await addTenant(ctx, name, values['packageId'])
  const dictionaries = await readDictionaries(ctx)
  const password = await tenantPassword(ctx)
  const menus = partsOf(await setting(ctx.db, 'tenant.default.menuCode'))
  await inTenant(deps, ctx, code, async (inside) => {
    await seedRoles(inside.db, code, new Set(), ['administrator'])
    await narrowRole(inside.db, 'admin', menus)
    await seedInitMode(inside.db, code)
    await writeDictionaries(inside, dictionaries)
    await addAdmin(inside, account, password, await addUnits(inside, name))
  })
  return id
}

/** Parameter `tenant.default.password` of the managing tenant where it works with fixed ones, else one of its own. */
async function tenantPassword(ctx: Ctx): Promise<FirstPassword> {
  const fixed = (await isFixed(ctx.db)) ? await setting(ctx.db, 'tenant.default.password') : ''
  return fixed ? given(fixed) : oncePassword()
}

interface Units {
  deptId: string
  postId: string
}

async function addUnits(ctx: Ctx, name: string): Promise<Units> {
  const [deptId, postId] = [nextId(), nextId()]
  const { tenantId, id } = ctx.user
  await sql`insert into ${into(dept)} (id, tenant_id, parent_id, dept_name, full_name, dept_category, sort, ancestors, create_user)
    values (${deptId}, ${tenantId}, 0, ${name}, ${name}, 1, 1, '0', ${id})`.execute(ctx.db)
  await sql`insert into ${into(post)} (id, tenant_id, category, post_code, post_name, sort, create_user)
    values (${postId}, ${tenantId}, 1, 'head', '负责人', 1, ${id})`.execute(ctx.db)
  return { deptId, postId }
}

async function addAdmin(ctx: Ctx, account: string, password: FirstPassword, { deptId, postId }: Units): Promise<void> {
  const { isInitial, hours } = initialColumns(password)
  await sql`insert into ${own(sysUser)} (id, tenant_id, account, password_hash, is_initial, initial_expire, name, real_name, role_ids, dept_id, dept_ids, post_ids, create_user)
    select ${nextId()}, ${ctx.user.tenantId}, ${account}, ${password.hash}, ${isInitial}::int, now() + ${hours}::int * interval '1 hour', '管理员', '管理员', array[r.id], ${deptId},
      array[${deptId}::bigint], array[${postId}::bigint], ${ctx.user.id}
    from ${everyRole} r where r.role_alias = 'admin' and r.is_deleted = 0`.execute(ctx.db)
}

/** A new first password for the administrator of a tenant. Throws a refusal when the account is gone. */
export async function issueAdminPassword(
  deps: TenantDeps,
  ctx: Ctx,
  tenantId: string,
  account: string,
): Promise<IssuedPassword & { userId: string }> {
  return inTenant(deps, ctx, tenantId, async (inside) => {
    const found = await sql<{ id: string }>`select id from ${own(sysUser)}
      where account = ${account} and is_deleted = 0`.execute(inside.db)
    const userId = found.rows[0]?.id
    const [issued] = userId ? await giveFirstPasswords(inside, [userId], [await oncePassword()]) : []
    if (!userId || !issued) throw refuse(`租户里没有账号 ${account}，请在用户管理中处理`)
    return { userId, ...issued }
  })
}

import { user } from '@xueheng/contract/domains/people/user.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { parseFields } from '@xueheng/contract/derive/schema.ts'
import { sql } from 'kysely'
import { checkId } from '../../platform/rows/read.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { lockKey } from '../../platform/db/pool.ts'
import { AppError, fault, faults, refuse } from '../../platform/error.ts'
import { requireFresh } from '../../platform/access/step-up.ts'
import { passwordFault, type FirstPassword, firstPasswords, given, initialColumns } from '../credentials/index.ts'
import { assertWithinRights, existingIds, withinRights } from '../rights/index.ts'
import { settleExpiry } from './user-expiry.ts'
import { type UserView, findUser } from './user-rows.ts'
import { own } from '../../platform/db/table.ts'
import { sysUser } from './tables.ts'
import { every } from '../../platform/access/doors.ts'
import { tenant } from '@xueheng/contract/domains/tenancy/tenant.ts'
import { dept } from '@xueheng/contract/domains/people/dept.ts'
import { post } from '@xueheng/contract/domains/people/post.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'

const everyTenant = every(tenant, 'the rules and room of the own tenant')

export type UserInput = Record<string, unknown>

const LISTS = { roleId: ['role_ids', role], deptId: ['dept_ids', dept], postId: ['post_ids', post] } as const
type ListName = keyof typeof LISTS

interface AddedUser {
  user: UserView
  /** Made for it and seen this once; empty when somebody typed one or the tenant has a fixed one. */
  firstPassword: string
}

/** Adds a user with the given password, or a first one as the tenant wants it. */
export async function addUser(ctx: Ctx, input: UserInput): Promise<AddedUser> {
  const parsed = parseFields(user.fields as Fields, input)
  if (!parsed.ok) throw faults(parsed.problems)
  await lockKey(ctx.db, `users-${ctx.user.tenantId}`)
  await assertAccountFree(ctx, String(input['account']), '0')
  await assertRoom(ctx)
  const first = await firstPassword(ctx, input)
  const { isInitial, hours } = initialColumns(first)
  const id = nextId()
  await sql`insert into ${own(sysUser)} (id, tenant_id, account, name, password_hash, is_initial, initial_expire, create_user, create_dept, update_user)
    values (${id}, ${ctx.user.tenantId}, ${input['account']}, ${input['name']}, ${first.hash}, ${isInitial},
      now() + ${hours}::int * interval '1 hour', ${ctx.user.id}, ${ctx.user.deptId || null}, ${ctx.user.id})`.execute(
    ctx.db,
  )
  await write(ctx, id, { userType: 1, ...input })
  await assertWithinRights(ctx, { users: [id] })
  return { user: await log(ctx, id, null), firstPassword: first.isOnce ? first.text : '' }
}

/** What is typed for somebody else keeps the tenant's rules; either way its owner chooses another at once. */
async function firstPassword(ctx: Ctx, input: UserInput): Promise<FirstPassword> {
  if (!input['password']) return (await firstPasswords(ctx, 1))[0] as FirstPassword
  const typed = String(input['password'])
  const found = await sql<{
    profile: string | null
    unit: string
  }>`select password_profile as profile, tenant_name as unit from ${everyTenant}
    where tenant_id = ${ctx.user.tenantId}`.execute(ctx.db)
  const { profile, unit } = found.rows[0] ?? {}
  const message = await passwordFault(profile, typed, String(input['account']), unit)
  if (message) throw fault('password', message)
  return given(typed)
}

/** Changes what the body names, within the caller's rights; the password has calls of its own. */
export async function changeUser(ctx: Ctx, id: string, input: UserInput): Promise<UserView> {
  // Who is out of sight is not there, whatever he holds.
  await lockUser(ctx, id)
  return withinRights(ctx, { users: [id] }, () => change(ctx, id, input))
}

/** The same for many whose rights are judged together. */
export async function change(ctx: Ctx, id: string, input: UserInput): Promise<UserView> {
  const before = await lockUser(ctx, id)
  if (input['updateTime'] && input['updateTime'] !== before.updateTime) throw new AppError('row.stale')
  if (input['account']) await assertAccountFree(ctx, String(input['account']), id)
  await write(ctx, id, input)
  return log(ctx, id, before)
}

async function lockUser(ctx: Ctx, id: string): Promise<UserView> {
  await sql`select 1 from ${own(sysUser)} where id = ${checkId(id)} for update`.execute(ctx.db)
  const row = await findUser(ctx, id)
  if (!row) throw new AppError('row.notFound')
  return row
}

async function write(ctx: Ctx, id: string, input: UserInput): Promise<void> {
  const sets = [
    sql`update_user = ${ctx.user.id}`,
    sql`update_time = greatest(localtimestamp(0), update_time + interval '1 second')`,
  ]
  for (const name of Object.keys(user.fields)) {
    const value = input[name]
    if (value === undefined || value === null || (user.fields as Fields)[name]?.editable === 'never') continue
    if (name in LISTS) {
      const [column, entity] = LISTS[name as ListName]
      const ids = await existingIds(ctx, entity, value)
      if (name === 'roleId') await assertProvenGrant(ctx, id, ids)
      sets.push(sql`${sql.ref(column)} = ${ids}::bigint[]`)
      if (name === 'deptId') sets.push(sql`dept_id = ${ids[0] ?? null}`)
    } else {
      const isEmpty = value === '' && ['birthday', 'sex', 'userType', 'expireTime'].includes(name)
      sets.push(sql`${sql.ref(snake(name))} = ${isEmpty ? null : value}`)
    }
  }
  await sql`update ${own(sysUser)} set ${sql.join(sets)} where id = ${id}`.execute(ctx.db)
  await settleExpiry(ctx.db)
}

async function log(ctx: Ctx, id: string, before: UserView | null): Promise<UserView> {
  const after = await findUser(ctx, id)
  // Nobody makes an account, or moves one, beyond the own sight.
  if (!after) throw new AppError('access.refused')
  const action = before ? (['update', '修改'] as const) : (['add', '新增'] as const)
  await logOperation(ctx, `user.${action[0]}`, `用户${action[1]}`, {
    entity: 'user',
    rowId: id,
    before: before ?? undefined,
    after,
  })
  return after
}

async function assertAccountFree(ctx: Ctx, account: string, id: string): Promise<void> {
  const found =
    await sql`select 1 from ${own(sysUser)} where account = ${account} and id <> ${id} and is_deleted = 0`.execute(
      ctx.db,
    )
  if (found.rows.length === 0) return
  const message = `当前用户 [${account}] 已存在!`
  throw fault('account', message)
}

/** How many accounts the tenant may still add; without a quota any number. */
export async function roomOf(ctx: Ctx): Promise<number> {
  const found = await sql<{ most: number; n: number }>`select account_number as most,
      (select count(*)::int from ${own(sysUser)} where is_deleted = 0) as n
    from ${everyTenant} where tenant_id = ${ctx.user.tenantId}`.execute(ctx.db)
  const { most = -1, n = 0 } = found.rows[0] ?? {}
  return most > 0 ? most - n : Number.POSITIVE_INFINITY
}

export async function assertRoom(ctx: Ctx, more = 1): Promise<void> {
  if (more > (await roomOf(ctx))) throw refuse('当前租户已到最大账号额度!')
}

/** Other roles than before are a grant like any other, whichever form they come in. */
async function assertProvenGrant(ctx: Ctx, userId: string, roleIds: string[]): Promise<void> {
  const held = await sql<{
    ids: string[]
  }>`select role_ids::text[] as ids from ${own(sysUser)} where id = ${userId}`.execute(ctx.db)
  const before = new Set(held.rows[0]?.ids)
  const added = roleIds.filter((role) => !before.has(role))
  await assertWithinRights(ctx, { gifts: added })
  if (added.length > 0 || before.size !== roleIds.length) requireFresh(ctx.user, ctx.now.getTime())
}

import { partsOf } from '../../platform/comma-list.ts'
import type { IssuedPassword } from '@xueheng/contract/platform/issued-password.ts'
import * as call from '@xueheng/contract/domains/people/user.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { idsOf } from '../../platform/rows/handlers.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { reveal } from '../../platform/access/reveal.ts'
import { AppError, refuse } from '../../platform/error.ts'
import type { Sessions } from '../../platform/http/session.ts'
import { type Implementation, type RequestInfo, implement } from '../../platform/module.ts'
import { clearAccounts, giveFirstPasswords } from '../credentials/index.ts'
import { assertWithinRights, existingIds, withinRights } from '../rights/index.ts'
import { type TenantDeps, assertHolds, whereRowsAre } from '../tenancy/index.ts'
import { type UserView, findUser, masked, pageOfUsers } from './user-rows.ts'
import { settleExpiry } from './user-expiry.ts'
import { usersInSight } from './user-sight.ts'
import { userImportHandlers } from './user-import/handlers.ts'
import { type UserInput, addUser, changeUser } from './user-write.ts'
import { own } from '../../platform/db/table.ts'
import { sysUser } from './tables.ts'
import { visible } from '../../platform/access/doors.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'

export interface UserDeps extends TenantDeps {
  sessions: Sessions
  /** Takes away what hangs on accounts that go, in domains that know accounts. */
  releaseUsers(ctx: Ctx, userIds: string[]): Promise<void>
}

export function userHandlers(deps: UserDeps): Implementation[] {
  const at = <T>(ctx: Ctx, input: Record<string, unknown>, work: (ctx: Ctx) => Promise<T>) =>
    whereRowsAre(deps, ctx, call.user, input, work)
  const many = (given: string | null) => ({ ids: given ?? '' })
  return [
    implement(call.userPage, (ctx, { tenantId, query }) =>
      at(ctx, { tenantId }, (inside) => pageOfUsers(inside, query)),
    ),
    implement(call.userList, (ctx, { tenantId, query }) =>
      at(ctx, { tenantId }, (inside) => pageOfUsers(inside, query)),
    ),
    implement(call.userDetail, (ctx, { id }) => at(ctx, { id }, (inside) => showUser(inside, id))),
    implement(call.userReveal, (ctx, input) => at(ctx, input, (inside) => reveal(call.user, inside, input, findUser))),
    implement(call.userPlatformDetail, (ctx, { id }) => at(ctx, { id }, (inside) => withExt(inside, id))),
    implement(call.userSelect, listForPickers),
    implement(call.userSubmit, (ctx, input, info) => save(deps, ctx, given(input, info))),
    implement(call.userUpdate, (ctx, input, info) => update(deps, ctx, given(input, info))),
    implement(call.userRemove, (ctx, { ids }) => at(ctx, many(ids), (inside) => remove(deps, inside, partsOf(ids)))),
    implement(call.userGrant, (ctx, input) =>
      at(ctx, many(input.userIds), (inside) => grant(deps, inside, partsOf(input.userIds), input.roleIds)),
    ),
    implement(call.userResetPassword, (ctx, { userIds }) =>
      at(ctx, many(userIds), (inside) => reset(deps, inside, partsOf(userIds))),
    ),
    implement(call.userUnlock, (ctx, { userIds }) =>
      at(ctx, many(userIds), (inside) => unlock(inside, partsOf(userIds))),
    ),
    implement(call.userLock, (ctx, { userIds }) =>
      at(ctx, many(userIds), (inside) => lock(deps, inside, partsOf(userIds))),
    ),
    ...userImportHandlers(deps),
    implement(call.userUpdatePlatform, (ctx, input) =>
      at(ctx, { id: input.userId }, (inside) => updatePlatform(inside, input)),
    ),
  ]
}

/** Keys come as a comma list or a list; a null in a body leaves the value as it is, an empty text clears it. */
function given(input: object, { request }: RequestInfo): UserInput {
  const body = (request.body ?? {}) as Record<string, unknown>
  const sent = Object.entries(input).flatMap(([name, value]) =>
    body[name] === null ? [] : [[name, body[name] === '' ? '' : value]],
  )
  const lists = ['roleId', 'deptId', 'postId'].filter(
    (name) => typeof body[name] === 'string' || Array.isArray(body[name]),
  )
  return { ...Object.fromEntries(sent), ...Object.fromEntries(lists.map((name) => [name, idsOf({ ids: body[name] })])) }
}

async function save(deps: UserDeps, ctx: Ctx, input: UserInput): Promise<Output<typeof call.userSubmit>> {
  if (input['id']) return saved(await update(deps, ctx, input))
  assertHolds(ctx, 'user_add')
  return whereRowsAre(deps, ctx, call.user, { tenantId: input['tenantId'] }, async (inside) => {
    const { user, firstPassword } = await addUser(inside, input)
    return saved(masked(user), firstPassword)
  })
}

/** Whoever has no role is turned away at the sign-in: said to those who can still give one. */
function saved(row: UserView, firstPassword = ''): NonNullable<Output<typeof call.userSubmit>> {
  return { ...row, firstPassword, notice: row.roleId ? '' : '该账号没有角色，分配角色后才能登录' }
}

async function update(deps: UserDeps, ctx: Ctx, input: UserInput): Promise<UserView> {
  const id = String(input['id'] ?? '')
  assertHolds(ctx, 'user_edit')
  const changed = await whereRowsAre(deps, ctx, call.user, { id }, (inside) => changeUser(inside, id, input))
  ctx.afterwards(() => (changed.status === 1 ? deps.sessions.changed() : deps.sessions.endAll(id)))
  return masked(changed)
}

async function showUser(ctx: Ctx, id: string): Promise<UserView | null> {
  const row = await findUser(ctx, id)
  return row && masked(row)
}

async function withExt(ctx: Ctx, id: string): Promise<Output<typeof call.userPlatformDetail>> {
  const row = await showUser(ctx, id)
  const ext = await sql<{ ext: string | null }>`select user_ext as ext from ${own(sysUser)} where id = ${id}`.execute(
    ctx.db,
  )
  return row && { ...row, userExt: ext.rows[0]?.ext ?? '' }
}

type Choices = Output<typeof call.userSelect>

async function listForPickers(ctx: Ctx): Promise<Choices> {
  const found = await sql<Choices[number]>`select id, account, name, coalesce(real_name, '') as real_name
    from ${visible(ctx, call.user)} u where status = 1 order by id limit 5000`.execute(ctx.db)
  return found.rows
}

/** Accounts within the caller's sight and rights. */
async function chosen(ctx: Ctx, ids: string[]): Promise<string[]> {
  if (ids.length === 0) throw new AppError('request.noSelection')
  const living = await usersInSight(ctx, ids)
  await assertWithinRights(ctx, { users: living })
  return living
}

async function remove(deps: UserDeps, ctx: Ctx, given: string[]): Promise<void> {
  if (given.includes(ctx.user.id)) throw refuse('不能删除本账号!')
  const ids = await chosen(ctx, given)
  await sql`update ${own(sysUser)} set is_deleted = 1, update_user = ${ctx.user.id}, update_time = localtimestamp(0) where id = any(${ids}::bigint[])`.execute(
    ctx.db,
  )
  await deps.releaseUsers(ctx, ids)
  for (const id of ids) await logOperation(ctx, 'user.remove', '用户删除', { entity: 'user', rowId: id })
  endSessions(deps, ctx, ids)
}

function endSessions({ sessions }: UserDeps, ctx: Ctx, ids: string[]): void {
  for (const id of ids) ctx.afterwards(() => sessions.endAll(id))
}

async function grant(deps: UserDeps, ctx: Ctx, given: string[], roleIds: string | null): Promise<void> {
  const ids = await chosen(ctx, given)
  const roles = await existingIds(ctx, role, partsOf(roleIds))
  await withinRights(ctx, { users: ids, gifts: roles }, () =>
    sql`update ${own(sysUser)} set role_ids = ${roles}::bigint[], update_user = ${ctx.user.id}, update_time = localtimestamp(0) where id = any(${ids}::bigint[])`.execute(
      ctx.db,
    ),
  )
  for (const id of ids)
    await logOperation(ctx, 'user.grant', '用户角色配置', { entity: 'user', rowId: id, after: { roleIds: roles } })
  ctx.afterwards(() => deps.sessions.changed())
}

/** The only time these passwords are seen; the old ones end with their sessions. */
async function reset(deps: UserDeps, ctx: Ctx, given: string[]): Promise<{ passwords: IssuedPassword[] }> {
  const ids = await chosen(ctx, given)
  const passwords = await giveFirstPasswords(ctx, ids)
  for (const id of ids) await logOperation(ctx, 'user.resetPassword', '重置密码', { entity: 'user', rowId: id })
  endSessions(deps, ctx, ids)
  return { passwords }
}

/** Nobody signs in to these accounts until they are unlocked. */
async function lock(deps: UserDeps, ctx: Ctx, given: string[]): Promise<void> {
  if (given.includes(ctx.user.id)) throw refuse('不能冻结本账号!')
  const ids = await chosen(ctx, given)
  await sql`update ${own(sysUser)} set status = 0, update_user = ${ctx.user.id}, update_time = localtimestamp(0) where id = any(${ids}::bigint[])`.execute(
    ctx.db,
  )
  for (const id of ids) await logOperation(ctx, 'user.lock', '冻结账号', { entity: 'user', rowId: id })
  endSessions(deps, ctx, ids)
}

/** Whether an administrator locked it or wrong passwords did: the account is open again, unless its time is over. */
async function unlock(ctx: Ctx, given: string[]): Promise<void> {
  const ids = await chosen(ctx, given)
  await sql`update ${own(sysUser)} set status = 1 where id = any(${ids}::bigint[]) and status = 0`.execute(ctx.db)
  await settleExpiry(ctx.db)
  for (const id of ids) await logOperation(ctx, 'user.unlock', '解除登录锁定', { entity: 'user', rowId: id })
  const found = await sql<{
    id: string
    account: string
    phone: string | null
  }>`select id, account, phone from ${own(sysUser)}
    where id = any(${ids}::bigint[])`.execute(ctx.db)
  const names = found.rows.flatMap((row) => [row.id, row.account, `phone:${row.phone ?? ''}`, `factor:${row.id}`])
  await clearAccounts(ctx.db, ctx.user.tenantId, names)
}

async function updatePlatform(
  ctx: Ctx,
  input: { userId: string; userType: number; userExt: string | null },
): Promise<void> {
  const ids = await chosen(ctx, [input.userId])
  const { userId: rowId, userType, userExt } = input
  await sql`update ${own(sysUser)} set user_type = ${userType}, user_ext = ${userExt} where id = any(${ids}::bigint[])`.execute(
    ctx.db,
  )
  const { name, title } = call.userUpdatePlatform
  await logOperation(ctx, name, title, { entity: 'user', rowId, after: { userType, userExt } })
}

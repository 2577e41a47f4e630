import { user } from '@xueheng/contract/domains/people/user.ts'
import { sql } from 'kysely'
import { visible } from '../../../platform/access/doors.ts'
import { assertWholeTenant } from '../../../platform/access/rights.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { AppError } from '../../../platform/error.ts'
import { type LoadedUser, loadAccounts } from '../load-user.ts'
import { type RoleRights, type Words, excessOfRole, excessOfUser, unitExcess } from './excess.ts'
import { type Giver, bareGiverOf, giverOf, narrowedEntities } from './giver.ts'
import { holdersOf, livingRoles, readMenuNames, readRoleRights, readSchools } from './read-rights.ts'

/*
 * Nobody gives, takes, resets or edits what exceeds the own rights. Every call that touches accounts, roles or what roles
 * grant passes here; docs/decisions/0031.
 */

/** What a call is about: ids of living accounts and roles. */
export interface Touched {
  /** Accounts that are changed, or were just made. */
  users?: string[]
  /** Roles that are changed, with all who hold them. */
  roles?: string[]
  /** Roles that are handed on as they are. */
  gifts?: string[]
  /** Menus and buttons that are handed on, or taken away. */
  menus?: string[]
}

/** Refuses (403) when something of it exceeds the giver's rights, and says what. */
export async function assertWithinRights(ctx: Ctx, touched: Touched, giver?: Giver): Promise<void> {
  if (ctx.user.isAdministrator) return
  const bound = giver ?? (await giverFor(ctx, touched))
  const { users = [], roles = [], gifts = [], menus = [] } = touched
  refuse('配置菜单', await menusBeyond(ctx, menus, bound))
  refuse('授予角色', await rolesBeyond(ctx, gifts, bound), 'roleId')
  refuse('操作角色', await rolesBeyond(ctx, roles, bound))
  await assertHolders(ctx, roles, bound)
  refuse('操作用户', await usersBeyond(ctx, users, bound))
}

/** Does what changes them: they are within the giver's rights before, and still after. */
export async function withinRights<T>(ctx: Ctx, touched: Touched, work: () => Promise<T>): Promise<T> {
  if (ctx.user.isAdministrator) return work()
  const giver = await giverFor(ctx, touched)
  await assertWithinRights(ctx, touched, giver)
  const answer = await work()
  await assertWithinRights(ctx, touched, giver)
  return answer
}

function giverFor(ctx: Ctx, { roles = [], gifts = [], menus = [] }: Touched): Promise<Giver> {
  return roles.length + gifts.length + menus.length > 0 ? giverOf(ctx) : bareGiverOf(ctx)
}

/** For what works on everybody of the tenant, as an administrator's first password does: above every role there is. */
export async function assertAboveAll(ctx: Ctx, what: string): Promise<void> {
  assertWholeTenant(ctx, what)
  if (ctx.user.isAdministrator) return
  const [first] = await rolesBeyond(ctx, await livingRoles(ctx), await giverOf(ctx))
  if (first) throw refusal(`${what}关系到所有用户，而角色「${first.name}」超出您的权限：${first.excess.join('；')}`)
}

/** Something beyond the giver's rights, and what of it. */
export interface Beyond {
  id: string
  name: string
  excess: string[]
}

async function menusBeyond(ctx: Ctx, ids: string[], giver: Giver): Promise<Beyond[]> {
  const lacking = ids.filter((id) => !giver.menus.has(id))
  if (lacking.length === 0) return []
  const names = await readMenuNames(ctx)
  return lacking.map((id) => ({ id, name: names.get(id) ?? id, excess: ['您没有该菜单或按钮'] }))
}

/** Those of the roles that exceed the giver's rights. */
export async function rolesBeyond(ctx: Ctx, ids: string[], giver?: Giver): Promise<Beyond[]> {
  if (ctx.user.isAdministrator || ids.length === 0) return []
  const bound = giver ?? (await giverOf(ctx))
  return rolesInWords(ctx, await readRoleRights(ctx, ids), bound)
}

/** The same of roles that were read. */
export function rolesInWords(ctx: Ctx, roles: RoleRights[], giver: Giver): Promise<Beyond[]> {
  const judge = (words: Words): Beyond[] =>
    beyond(roles.map((role) => ({ id: role.id, name: role.roleName, excess: excessOfRole(role, giver, words) })))
  return inWords(ctx, judge, new Map())
}

/** Those of the accounts that exceed the giver's rights, locked ones as what they would be again. */
export async function usersBeyond(ctx: Ctx, ids: string[], giver?: Giver): Promise<Beyond[]> {
  if (ctx.user.isAdministrator || ids.length === 0) return []
  const bound = giver ?? (await bareGiverOf(ctx))
  const users = await loadAccounts(ctx.db, ids)
  const judge = (words: Words): Beyond[] =>
    beyond(users.map((one) => ({ id: one.user.id, name: one.user.account, excess: excessOfUser(one, bound, words) })))
  return inWords(ctx, judge, await schoolsOf(ctx, bound, users))
}

/** Names are read for a refusal alone. */
async function inWords(ctx: Ctx, judge: (words: Words) => Beyond[], schools: Words['schools']): Promise<Beyond[]> {
  return judge({ menus: new Map(), schools }).length > 0 ? judge({ menus: await readMenuNames(ctx), schools }) : []
}

/** Where the schools of users lie: asked for only where units count. */
async function schoolsOf(ctx: Ctx, { scope }: Giver, users: LoadedUser[]): Promise<Words['schools']> {
  return scope.level === 'all' ? new Map() : readSchools(ctx, users)
}

function beyond(all: Beyond[]): Beyond[] {
  return all.filter((one) => one.excess.length > 0)
}

const AT_ONCE = 500

/** A role is changed for all who hold it: the giver sees them, and they work where he does. */
async function assertHolders(ctx: Ctx, roleIds: string[], giver: Giver): Promise<void> {
  if (roleIds.length === 0 || (giver.scope.level === 'all' && !narrowedEntities(giver).includes(user.name))) return
  const ids = await holdersOf(ctx, roleIds)
  const seen = await sql`select 1 from ${visible(ctx, user)} u where id = any(${ids}::bigint[])`.execute(ctx.db)
  if (seen.rows.length < ids.length) throw refusal('角色还有您看不到的用户，不能修改')
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const users = await loadAccounts(ctx.db, ids.slice(from, from + AT_ONCE))
    const words = { menus: new Map(), schools: await schoolsOf(ctx, giver, users) }
    const units = users.map((one) => ({ ...one.user, excess: unitExcess(one.scope, giver, words) }))
    refuse('修改角色，因为其用户', beyond(units))
  }
}

function refuse(deed: string, [first]: Beyond[], field?: string): void {
  if (first) throw refusal(`无权${deed}「${first.name}」，超出您的权限：${first.excess.join('；')}`, field)
}

function refusal(text: string, field?: string): AppError {
  return new AppError({ status: 403, text }, {}, field ? [{ field, message: text }] : [])
}

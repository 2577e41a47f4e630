import { apiScope } from '@xueheng/contract/domains/rights/api-scope.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'
import { sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import type { Ctx, CtxUser, Scope } from '../../../platform/ctx.ts'
import { grantable, readMenu } from '../menu/menu-forest.ts'
import { callsOf } from '../scopes/api-scopes.ts'
import { readDataScopes } from '../scopes/data-scopes.ts'
import type { ScopeRow } from '../scopes/scope-row.ts'

const WHY = 'what the giver holds does not depend on what he sees'
const everyUser = every(user, WHY)
const everyRole = every(role, WHY)
const everyApiScope = every(apiScope, WHY)

/** Who gives and takes, with all he holds: read before anything is changed, as he may change what he holds himself. */
export interface Giver {
  user: CtxUser
  scope: Scope
  /** Ids of the menus and buttons his roles have, with the menus above. */
  menus: ReadonlySet<string>
  /** The data scopes of his roles. */
  dataScopes: ScopeRow[]
}

export async function giverOf(ctx: Ctx): Promise<Giver> {
  const bare = await bareGiverOf(ctx)
  const { user: who } = ctx
  const held = await sql<{ id: string }>`select r.id from ${everyRole} r join ${everyUser} u on r.id = any(u.role_ids)
    where u.id = ${who.id} and r.is_deleted = 0`.execute(ctx.db)
  const roleIds = held.rows.map((row) => row.id)
  const menus = await grantable(ctx, await readMenu(ctx))
  return {
    ...bare,
    menus: new Set(menus.map((row) => row.id)),
    dataScopes: await readDataScopes(ctx.db, roleIds),
  }
}

/** The same without what only roles and menus are compared with. */
export async function bareGiverOf(ctx: Ctx): Promise<Giver> {
  const { user: who, scope } = ctx
  const kept = who.refusedPaths.size > 0 ? await keptByOneself(ctx) : new Set()
  const refusedPaths = new Set([...who.refusedPaths].filter((path) => !kept.has(path)))
  return { user: { ...who, refusedPaths }, scope, menus: new Set(), dataScopes: [] }
}

/** Calls that nobody but the giver has kept for some roles: who may open them again had them before. */
async function keptByOneself(ctx: Ctx): Promise<Set<string>> {
  const found = await sql<{ path: string; isOwn: boolean }>`select scope_path as path,
      coalesce(create_user = ${ctx.user.id} and update_user = ${ctx.user.id}, false) as is_own
    from ${everyApiScope} s where is_deleted = 0`.execute(ctx.db)
  const paths = (isOwn: boolean): string[] =>
    found.rows.filter((row) => row.isOwn === isOwn).flatMap((row) => callsOf(row.path).map((call) => call.path))
  const others = new Set(paths(false))
  return new Set(paths(true).filter((path) => !others.has(path)))
}

/** Names of the entities whose rows the giver sees only some of. */
export function narrowedEntities({ user: { rowGrants } }: Pick<Giver, 'user'>): string[] {
  return [...rowGrants].filter(([, grants]) => grants.every((grant) => grant.length > 0)).map(([entity]) => entity)
}

import { role, roleGrant, roleSelect, roleTree, roleTreeById } from '@xueheng/contract/domains/rights/role.ts'
import { changesRows } from '@xueheng/contract/derive/crud-calls.ts'
import type { TreeNode } from '@xueheng/contract/kit/tree-node.ts'
import { sql } from 'kysely'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import { partsOf } from '../../../platform/comma-list.ts'
import { idsOf } from '../../../platform/rows/handlers.ts'
import { checkId, listAll } from '../../../platform/rows/read.ts'
import { forest } from '../../../platform/rows/tree.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { AppError, fault, refuse } from '../../../platform/error.ts'
import type { Sessions } from '../../../platform/http/session.ts'
import { type EntityHooks, type Implementation, hook, implement } from '../../../platform/module.ts'
import { ROLE_API_SCOPES, ROLE_MENUS, cutChildren, livingIds, replaceGrants } from './grants.ts'
import { grantScopes } from '../scopes/grant-scopes.ts'
import { type Touched, assertWithinRights, withinRights } from '../within/assert-within.ts'
import { SUPER } from '../within/excess.ts'
import { rolesBelow } from '../within/read-rights.ts'
import { seededRights } from './seed-roles.ts'
import { type TenantDeps, assertHolds, whereRowsAre } from '../../tenancy/index.ts'
import { every, visible } from '../../../platform/access/doors.ts'
import { menuRow } from '@xueheng/contract/domains/rights/menu-row.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'

const everyUser = every(user, 'a role is in use whoever sees its users')
const everyRole = every(role, 'what a role is and stands below does not depend on who sees it')

type Deps = TenantDeps & { sessions: Sessions }

export function roleHandlers(deps: Deps): Implementation[] {
  return [
    implement(roleTree, (ctx, input) => whereRowsAre(deps, ctx, role, input, tree)),
    implement(roleTreeById, (ctx, { roleId }) => whereRowsAre(deps, ctx, role, { id: roleId }, tree)),
    implement(roleSelect, select),
    implement(roleGrant, (ctx, input) =>
      whereRowsAre(deps, ctx, role, { ids: input.roleIds }, (inside) => grant(deps, inside, input)),
    ),
  ]
}

/** Who is no administrator neither sees nor hands out the role of one. */
async function tree(ctx: Ctx): Promise<TreeNode[]> {
  const rows = await listAll(role, ctx, {})
  const shown = rows.filter((row) => ctx.user.isAdministrator || row['roleAlias'] !== SUPER)
  const nodes = shown.map((row) => ({
    id: row.id,
    parentId: String(row['parentId'] ?? '0'),
    title: String(row['roleName']),
    key: row.id,
    value: row.id,
  }))
  return forest(nodes, (node) => node.parentId)
}

/** What somebody else holds is for those who look after accounts. */
async function select(ctx: Ctx, { userId, roleId }: { userId: string | null; roleId: string | null }) {
  if (userId && userId !== ctx.user.id) assertHolds(ctx, 'user_view')
  const rows = await listAll(role, ctx, {})
  if (!userId && !roleId) return rows
  const held = userId
    ? await sql<{
        ids: string[]
      }>`select role_ids::text[] as ids from ${visible(ctx, user)} u where id::text = ${userId}`.execute(ctx.db)
    : undefined
  const ids = held ? (held.rows[0]?.ids ?? []) : partsOf(roleId)
  return rows.filter((row) => ids.includes(row.id))
}

interface GrantInput {
  roleIds: string[]
  menuIds: string[]
  /** Left as they are when a client does not send them. */
  dataScopeIds?: string[] | null
  apiScopeIds?: string[] | null
}

/** Replaces the rights of roles; a child never has more than its parent. */
async function grant(deps: Deps, ctx: Ctx, input: GrantInput): Promise<void> {
  const roleIds = await livingIds(ctx, role, input.roleIds)
  const menuIds = await livingIds(ctx, menuRow, input.menuIds ?? [])
  await assertMayGrant(ctx, roleIds)
  const scopes = await withinRights(ctx, { ...(await withBelow(ctx, roleIds)), menus: menuIds }, async () => {
    await replaceGrants(ctx, ROLE_MENUS, roleIds, menuIds)
    await cutChildren(ctx, roleIds, ROLE_MENUS)
    return grantScopes(ctx, roleIds, input)
  })
  await logOperation(ctx, 'role.grant', '角色授权', { entity: role.name, after: { roleIds, menuIds, ...scopes } })
  ctx.afterwards(() => deps.sessions.changed())
}

/** Roles below lose what those above do. */
async function withBelow(ctx: Ctx, roleIds: string[]): Promise<Touched> {
  return { roles: [...roleIds, ...(await rolesBelow(ctx, roleIds))] }
}

async function assertMayGrant(ctx: Ctx, roleIds: string[]): Promise<void> {
  if (ctx.user.isAdministrator) return
  const found = await sql<{
    alias: string
  }>`select role_alias as alias from ${everyRole} where id = any(${roleIds}::bigint[])`.execute(ctx.db)
  const aliases = found.rows.map((row) => row.alias)
  if (aliases.includes(SUPER)) throw refuse('无权配置超管角色!')
  if (aliases.includes('admin')) throw refuse('无权配置管理员角色!')
}

/** A role that is new, or back, is known when it is there. */
async function write(ctx: Ctx, input: Record<string, unknown>, work: () => Promise<unknown>): Promise<unknown> {
  const named = [...idsOf(input), ...[input['id']].filter(Boolean)].map(checkId)
  const answer = await withinRights(ctx, await withBelow(ctx, named), work)
  const made = named.length === 0 ? (answer as { id: string }).id : undefined
  if (made) await assertWithinRights(ctx, { roles: [made] })
  return answer
}

/** A role of a built-in name gets rights from the program itself, with each version that brings new ones. */
async function assertMayName(ctx: Ctx, alias: string | undefined): Promise<void> {
  const codes = alias === undefined ? [] : seededRights(alias)
  if (ctx.user.isAdministrator || codes.every((code) => ctx.user.permissions.has(code))) return
  throw new AppError({ status: 403, text: `角色别名「${alias}」为内置角色所用，其权限超出您的权限` })
}

export function roleHooks(deps: Deps): EntityHooks {
  return hook(role, {
    around: (ctx, input, work, action) =>
      whereRowsAre(deps, ctx, role, input, (inside) =>
        changesRows(action) ? write(inside, input, () => work(inside)) : work(inside),
      ),
    async beforeSave(ctx, row, before) {
      if ([row.roleAlias, before?.roleAlias].includes(SUPER) && !ctx.user.isAdministrator)
        throw fault('roleAlias', '无权限创建超管角色！')
      if (before?.roleAlias === SUPER && row.roleAlias !== undefined && row.roleAlias !== SUPER) {
        throw fault('roleAlias', '超管角色的别名不可修改')
      }
      row.parentId = (row.parentId ?? before?.parentId) || '0'
      if (!before) row.scopeLevel = row.scopeLevel || 'class'
      if (row.scopeLevel && !LEVELS.includes(row.scopeLevel)) throw fault('scopeLevel', '数据范围不是有效的选项')
      if (row.roleAlias !== before?.roleAlias) await assertMayName(ctx, row.roleAlias)
    },
    async afterSave(ctx, row, before) {
      if (before && before.parentId !== row.parentId && row.parentId !== '0') await cutBelow(ctx, String(row.parentId))
      ctx.afterwards(() => deps.sessions.changed())
    },
    async beforeRemove(ctx, rows) {
      if (rows.some((row) => row.roleAlias === SUPER)) throw refuse('超管角色不可删除')
      const ids = rows.map((row) => row.id)
      const used =
        await sql`select 1 from ${everyUser} where is_deleted = 0 and role_ids && ${ids}::bigint[] limit 1`.execute(
          ctx.db,
        )
      if (used.rows.length > 0) throw refuse('角色下还有用户，不能删除')
    },
  })
}

/** What came under another role has no more than that one. */
async function cutBelow(ctx: Ctx, parentId: string): Promise<void> {
  await cutChildren(ctx, [parentId], ROLE_MENUS)
  await cutChildren(ctx, [parentId], ROLE_API_SCOPES)
}

const LEVELS = ['all', 'area', 'school', 'class']

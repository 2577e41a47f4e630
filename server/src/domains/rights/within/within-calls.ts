import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { AppError } from '../../../platform/error.ts'
import { assertWholeTenant } from '../../../platform/access/rights.ts'
import { callsOf } from '../scopes/api-scopes.ts'
import { rolesInWords } from './assert-within.ts'
import { type RoleRights, SUPER } from './excess.ts'
import { giverOf } from './giver.ts'
import { livingRoles, readRoleRights } from './read-rights.ts'

/**
 * Does what changes API scopes: they open and close calls for every role of the tenant. Each role whose calls change is
 * within the giver's rights, before and after; nobody opens for himself what was kept from him.
 */
export async function withinCalls<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  if (ctx.user.isAdministrator) return work()
  assertWholeTenant(ctx, '接口权限')
  const giver = await giverOf(ctx)
  const ids = await livingRoles(ctx)
  const before = await readRoleRights(ctx, ids)
  const answer = await work()
  const after = new Map((await readRoleRights(ctx, ids)).map((role) => [role.id, role]))
  const changed = before.flatMap((role) => {
    const now = after.get(role.id)
    return !now || role.roleAlias === SUPER || isSame(role, now) ? [] : [role, now]
  })
  const [first] = await rolesInWords(ctx, changed, giver)
  if (first) throw refusal(first.name, first.excess)
  return answer
}

/** Whether the role may call the same as before, as far as its permissions let it. */
function isSame(one: RoleRights, other: RoleRights): boolean {
  return callsKeptFrom(one).join() === callsKeptFrom(other).join()
}

function callsKeptFrom({ refusedPaths, permissions }: RoleRights): string[] {
  const held = new Set(permissions)
  return [...refusedPaths]
    .filter((path) => callsOf(path).some(({ access }) => access === 'signedIn' || isHeld(access, held)))
    .toSorted()
}

function isHeld(access: AnyCall['access'], permissions: ReadonlySet<string>): boolean {
  return typeof access === 'object' && permissions.has(access.permission)
}

function refusal(name: string, excess: string[]): AppError {
  return new AppError({
    status: 403,
    text: `角色「${name}」可调用的接口会因此改变，而它超出您的权限：${excess.join('；')}`,
  })
}

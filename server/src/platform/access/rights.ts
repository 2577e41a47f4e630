import type { Ctx } from '../ctx.ts'
import { AppError } from '../error.ts'

/** Whether the user holds one of the permissions; administrators hold all. */
export function hasRight({ user }: Pick<Ctx, 'user'>, ...permissions: string[]): boolean {
  return user.isAdministrator || permissions.some((code) => user.permissions.has(code))
}

/** The right a call needs that depends on what was sent; one of several suffices. */
export function assertMay(ctx: Pick<Ctx, 'user'>, ...permissions: string[]): void {
  if (!hasRight(ctx, ...permissions)) throw new AppError('access.refused')
}

/** For what works on the whole tenant: not for those who see only some units of it. */
export function assertWholeTenant(
  { user: { isAdministrator }, scope }: Pick<Ctx, 'user' | 'scope'>,
  what: string,
): void {
  if (isAdministrator || scope.level === 'all') return
  throw new AppError({ status: 403, text: `${what}对整个租户生效，只有数据范围为「全部」的用户可以修改` })
}

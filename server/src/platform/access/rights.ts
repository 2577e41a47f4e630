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

import type { Ctx } from '../ctx.ts'
import { AppError } from '../error.ts'

/** The right a call needs that depends on what was sent; one of several suffices. */
export function assertMay({ user }: Pick<Ctx, 'user'>, ...permissions: string[]): void {
  if (!user.isAdministrator && !permissions.some((code) => user.permissions.has(code)))
    throw new AppError('access.refused')
}

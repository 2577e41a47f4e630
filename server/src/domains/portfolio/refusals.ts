import type { Ctx } from '../../platform/ctx.ts'
import { AppError } from '../../platform/error.ts'

/** A fault of one field of the form. */
export function fault(field: string, message: string): AppError {
  return new AppError('request.invalid', { message }, [{ field, message }])
}

/** One of the rights is needed beside that of the call. */
export function assertMay(ctx: Ctx, ...permissions: string[]): void {
  const { isAdministrator, permissions: held } = ctx.user
  if (!isAdministrator && !permissions.some((code) => held.has(code))) throw new AppError('access.refused')
}

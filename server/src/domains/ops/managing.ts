import type { Ctx } from '../../platform/ctx.ts'
import { AppError } from '../../platform/error.ts'

interface Deps {
  config: { tenantId: string }
}

/** The installation is looked after by the administrators of the managing tenant. */
export function isManaging({ config }: Deps, ctx: Ctx): boolean {
  return ctx.user.isAdministrator && ctx.user.tenantId === config.tenantId
}

export function assertManaging(deps: Deps, ctx: Ctx): void {
  if (!isManaging(deps, ctx)) throw new AppError('access.refused')
}

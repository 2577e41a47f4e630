import type { Session } from '../../platform/http/session.ts'

type Known = Pick<Session, 'user' | 'scope'>

export const VIEW_AS = 'rights_viewas'

/**
 * Whether one user may look at the product as another: never as oneself, never as somebody with a right or a row
 * one lacks. Asked at the start and each time the session is read, so that who loses the right loses the view.
 */
export function mayView(viewer: Known, target: Known): boolean {
  const [from, to] = [viewer.user, target.user]
  if (from.id === to.id || from.tenantId !== to.tenantId) return false
  if (from.isAdministrator) return true
  const seesAll = viewer.scope.level === 'all' && from.rowGrants.size === 0
  const hasMore =
    to.isAdministrator ||
    [...to.permissions].some((code) => !from.permissions.has(code)) ||
    [...from.refusedPaths].some((path) => !to.refusedPaths.has(path))
  return from.permissions.has(VIEW_AS) && seesAll && !hasMore
}

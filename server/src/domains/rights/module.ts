import type { Sessions } from '../../platform/http/session.ts'
import { type Module, defineModule } from '../../platform/module.ts'
import type { TenantDeps } from '../tenancy/index.ts'
import { menuHandlers, menuHooks, topMenuHooks } from './menu/menu-handlers.ts'
import { menuPackageAccess, menuPackageHandlers, menuPackageHooks } from './menu/menu-package.ts'
import { rightsHandlers } from './rights-handlers.ts'
import { roleHandlers, roleHooks } from './roles/role-handlers.ts'
import { scopeHooks } from './scopes/scope-hooks.ts'

/** The menu, roles and what they grant: screens, buttons, rows and calls. */
export function rightsModule(deps: TenantDeps & { sessions: Sessions }): Module {
  return defineModule({
    name: 'rights',
    handlers: [...menuHandlers(deps), ...menuPackageHandlers(deps), ...roleHandlers(deps), ...rightsHandlers(deps)],
    access: [menuPackageAccess(deps)],
    hooks: [menuHooks(deps), topMenuHooks, menuPackageHooks(deps), roleHooks(deps), ...scopeHooks(deps)],
  })
}

import { type Module, defineModule } from '../../platform/module.ts'
import { deptHandlers, deptHooks } from './dept-handlers.ts'
import { type OwnAccountDeps, ownAccountHandlers } from './own-account.ts'
import { paramHooks } from './param-hooks.ts'
import { tenantHandlers } from './tenants/tenant-handlers.ts'
import { type UserDeps, userHandlers } from './user-handlers.ts'
import { userAccess } from './user-sight.ts'

/** Departments, posts, accounts, and the administration of tenants with their first roles and accounts. */
export function peopleModule(deps: UserDeps & OwnAccountDeps): Module {
  return defineModule({
    name: 'people',
    handlers: [...deptHandlers(deps), ...userHandlers(deps), ...ownAccountHandlers(deps), ...tenantHandlers(deps)],
    hooks: [...deptHooks(deps), paramHooks()],
    access: [userAccess],
  })
}

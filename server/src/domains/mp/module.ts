import { type Module, defineModule } from '../../platform/module.ts'
import { wxAccountHooks } from './wx-account-hooks.ts'

/** Public accounts a tenant speaks through. */
export function mpModule(): Module {
  return defineModule({ name: 'mp', hooks: [wxAccountHooks] })
}

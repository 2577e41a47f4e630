import type { Config } from '../../platform/config.ts'
import { type Module, defineModule } from '../../platform/module.ts'
import { wxAccountHandlers } from './wx-accounts.ts'

/** Public accounts a tenant speaks through. */
export function mpModule({ config }: { config: Pick<Config, 'masterKey'> }): Module {
  return defineModule({ name: 'mp', handlers: wxAccountHandlers(config) })
}

import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/db/pool.ts'
import { type Module, defineModule } from '../../platform/module.ts'
import { attachHandlers } from './attach-handlers.ts'
import type { SettingGuard } from './enabling.ts'
import { ossHandlers, ossHooks } from './oss-handlers.ts'
import { smsHandlers, smsHooks } from './sms-handlers.ts'

/** Text messages, stores of files, and the files themselves. */
export function resourceModule(deps: { config: Config; database: Database } & SettingGuard): Module {
  return defineModule({
    name: 'resource',
    handlers: [...smsHandlers(deps), ...ossHandlers(deps), ...attachHandlers(deps)],
    hooks: [smsHooks(deps), ossHooks(deps)],
  })
}

import { param } from '@xueheng/contract/domains/settings/param.ts'
import { installation } from '@xueheng/contract/platform/installation.ts'
import { sql } from 'kysely'
import { DEMO_MARK } from '../../platform/settings.ts'
import type { EventHub } from '../../platform/http/events.ts'
import { type Module, defineModule, implement } from '../../platform/module.ts'
import type { TenantDeps } from '../tenancy/index.ts'
import { dictHandlers, dictHooks } from './dict/dict-handlers.ts'
import { dictImportHandlers } from './dict/import-handlers.ts'
import { holidayHooks } from './holidays.ts'
import { readInstallation } from './installation.ts'
import { announceChanges, liveAudiences } from './live.ts'
import { pictureHandlers } from './pictures.ts'
import { regionHandlers } from './region/region-handlers.ts'

/** Dictionaries, parameters, regions and pictures. */
export function settingsModule(deps: TenantDeps & { events: EventHub }): Module {
  const dictionaries = dictHooks(deps)
  announceChanges(deps.events)
  return defineModule({
    name: 'settings',
    handlers: [
      ...dictHandlers,
      ...dictImportHandlers(deps, dictionaries),
      ...regionHandlers(deps),
      ...pictureHandlers(deps),
      implement(installation, () => readInstallation(deps)),
    ],
    hooks: [...dictionaries, holidayHooks],
    access: [{ entity: param, limit: () => sql`param_key <> ${DEMO_MARK}` }],
    audiences: liveAudiences,
  })
}

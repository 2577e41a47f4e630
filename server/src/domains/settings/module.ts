import type { EventHub } from '../../platform/http/events.ts'
import { type Module, defineModule } from '../../platform/module.ts'
import type { TenantDeps } from '../tenancy/index.ts'
import { dictHandlers, dictHooks } from './dict/dict-handlers.ts'
import { dictImportHandlers } from './dict/import-handlers.ts'
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
    ],
    hooks: dictionaries,
    audiences: liveAudiences,
  })
}

import { registry } from '@xueheng/contract'
import { LIVE_ENTITIES, type LiveChange, type LiveEntity } from '@xueheng/contract/domains/settings/live.ts'
import { tellChangesOf } from '../../platform/rows/live.ts'
import type { EventHub } from '../../platform/http/events.ts'

/** What open browsers remember is told them when it changes, in whichever process. */
export function announceChanges(events: EventHub): void {
  for (const entity of Object.keys(LIVE_ENTITIES) as LiveEntity[]) {
    const isShared = entity === 'tenant' || registry.entities.some((one) => one.name === entity && one.tenantless)
    tellChangesOf(entity, entity === 'user' ? 'user' : isShared ? 'everybody' : 'tenant')
  }
  events.source('change', async (ctx, text) => {
    const [entity = '', userId = ''] = text.split(':')
    const isMeant = userId === '' || userId === ctx.user.id
    return isMeant ? ({ entity: entity as LiveEntity } satisfies LiveChange) : undefined
  })
}

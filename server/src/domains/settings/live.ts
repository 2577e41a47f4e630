import { registry } from '@xueheng/contract'
import { LIVE_ENTITIES, type LiveChange, type LiveEntity } from '@xueheng/contract/domains/settings/live.ts'
import type { Audience } from '../../platform/access/rules.ts'
import type { EventHub } from '../../platform/http/events.ts'

/** What open browsers remember is told them when it changes, in whichever process. */
export const liveAudiences: Record<string, Audience> = Object.fromEntries(
  (Object.keys(LIVE_ENTITIES) as LiveEntity[]).map((entity) => [entity, audienceOf(entity)]),
)

function audienceOf(entity: LiveEntity): Audience {
  if (entity === 'user') return 'user'
  if (entity === 'examInfo') return 'row'
  // Parameters of the managing tenant hold for everybody.
  const isShared =
    entity === 'tenant' || entity === 'param' || registry.entities.some((one) => one.name === entity && one.tenantless)
  return isShared ? 'everybody' : 'tenant'
}

export function announceChanges(events: EventHub): void {
  events.source('change', async (ctx, text) => {
    const [entity = '', rowId = ''] = text.split(':')
    const audience = ctx.rules.audiences.get(entity)
    if (audience === 'user' && rowId !== ctx.user.id) return undefined
    return { entity: entity as LiveEntity, ...(audience === 'row' && { rowId }) } satisfies LiveChange
  })
}

import { socialRender } from '@xueheng/contract/domains/sign-in/sign-in.ts'
import { queryText } from '../../platform/api/send.ts'
import { forget, keep, kept } from '../../platform/api/storage.ts'

/** What is remembered while the browser is at a provider. */
export interface SocialTrip {
  tenantId: string
  source: string
  /** Where the user was: a path of this site. */
  back: string
}

const KEY = 'social'

/** Goes to a provider's page, which sends the browser back to /oauth/redirect/<source>. */
export function leaveForProvider(tenantId: string, source: string): void {
  const back = new URLSearchParams(window.location.search).get('back') ?? ''
  const here = window.location.pathname === '/login' ? back : window.location.pathname
  keep(KEY, { tenantId, source, back: here } satisfies SocialTrip, true)
  window.location.assign(socialRender.path.replace(':source', encodeURIComponent(source)) + queryText({ tenantId }))
}

/** The trip the browser is back from, once. */
export function endTrip(): SocialTrip | undefined {
  const trip = kept<SocialTrip>(KEY, true)
  forget(KEY, true)
  return trip
}

import { adoptSession, clearSession, updateSession, useSession } from '../session/store.ts'
import { bodyOf, exchange } from './send.ts'
import { keep, kept } from './storage.ts'

/** A token is renewed at this age. */
export const TOKEN_SECONDS = 3000
const CHECK_MS = 10_000
const LEASE_MS = 15_000
const LOCK = 'refresh'

let running: Promise<void> | undefined

export function isTokenOld(now = Date.now()): boolean {
  const { token, tokenTime } = useSession.getState()
  return token !== '' && now - tokenTime >= TOKEN_SECONDS * 1000
}

/** Every call waits here: until a running refresh is over, or for one that is due. */
export async function freshToken(): Promise<void> {
  if (!running && isTokenOld()) running = oneAtATime(refreshIfOld).finally(() => (running = undefined))
  await running
}

/** Looks every 10 seconds whether the token is due; calls need not wait then. Answers how to stop. */
export function keepTokenFresh(): () => void {
  const timer = setInterval(() => void freshToken(), CHECK_MS)
  return () => clearInterval(timer)
}

async function refreshIfOld(): Promise<void> {
  adoptSession()
  if (!isTokenOld()) return
  const { refreshToken, tenantId } = useSession.getState()
  try {
    const response = await exchange('POST', '/api/blade-auth/oauth/token', {
      query: { grant_type: 'refresh_token', scope: 'all', refresh_token: refreshToken, tenantId },
      headers: { 'Tenant-Id': tenantId },
    })
    await store(response)
  } catch {
    // No answer: the old token may still be good, and the next check tries again.
  }
}

async function store(response: Response): Promise<void> {
  const body = (await bodyOf(response)) as { access_token?: string; refresh_token?: string }
  if (body.access_token) {
    const refreshToken = body.refresh_token || useSession.getState().refreshToken
    updateSession({ token: body.access_token, refreshToken, tokenTime: Date.now() })
  } else if (response.status < 500) clearSession()
}

/** Among all windows of the site. Without the lock manager (plain http) a lease in the storage stands in. */
async function oneAtATime(work: () => Promise<void>): Promise<void> {
  if (navigator.locks) return navigator.locks.request(`xueheng-${LOCK}`, work)
  while ((kept<number>(LOCK) ?? 0) > Date.now()) await new Promise((resolve) => setTimeout(resolve, 200))
  keep(LOCK, Date.now() + LEASE_MS)
  try {
    await work()
  } finally {
    keep(LOCK, 0)
  }
}

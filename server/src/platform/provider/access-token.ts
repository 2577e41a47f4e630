import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../ctx.ts'
import { own } from '../db/table.ts'
import { decryptSecret, encryptSecret } from '../secret.ts'
import { askProvider } from './ask-provider.ts'
import {
  type AskProvider,
  type Provider,
  type ProviderAccount,
  type ProviderDeps,
  awayOf,
  holderOf,
} from './provider.ts'
import { providerToken } from './tables.ts'

/** A token is replaced so long before it ends. */
const EARLY_SECONDS = 300
/** Who asks has so long; a process that died meanwhile holds nobody up any longer. */
const ASKING_SECONDS = 10
const ASK_TIMEOUT_MS = 4000
const LOOK_MS = 100
const PATIENCE_MS = 15_000

/** Where a token belongs. */
export function tokenPlace(holder: string): string {
  return `provider_token:${holder}`
}

/**
 * The access token of an account: the one that is kept, or a new one, which one process asks for while all others wait. A
 * token given for another secret does not count, nor does `stale`. Nobody holds a connection while the provider is asked.
 * Throws a `ProviderError`.
 */
export async function accessToken(
  deps: ProviderDeps,
  provider: Provider,
  account: ProviderAccount,
  stale?: string,
): Promise<string> {
  const db = deps.database.beside(account.tenantId)
  const holder = holderOf(provider, account)
  const mark = markOf(deps, account)
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
    const known = await keptToken(db, deps, holder, mark)
    if (known !== undefined && known !== stale) return known
    if (await takeTurn(db, account.tenantId, holder)) {
      const meanwhile = await keptToken(db, deps, holder, mark)
      if (meanwhile === undefined || meanwhile === stale) return renew(db, deps, provider, account, stale)
      await endTurn(db, holder)
      return meanwhile
    }
    await new Promise((wait) => setTimeout(wait, LOOK_MS))
  }
  throw awayOf(provider, '获取访问凭证超时，请稍后再试')
}

/** Of the master key and the secret, so that it tells neither. */
function markOf({ config }: ProviderDeps, { key, secret }: ProviderAccount): string {
  return createHmac('sha256', config.masterKey).update(`${key}\n${secret}`).digest('hex')
}

async function keptToken(db: Db, { config }: ProviderDeps, holder: string, mark: string): Promise<string | undefined> {
  const found = await sql<{ sealed: string }>`select t.sealed from ${own(providerToken)} t
    where t.holder = ${holder} and t.secret_mark = ${mark} and t.expire_time > now() and t.sealed is not null`.execute(
    db,
  )
  const row = found.rows[0]
  return row && decryptSecret(config.masterKey, tokenPlace(holder), row.sealed)
}

/** Of all processes that find no token one asks for it. */
async function takeTurn(db: Db, tenantId: string, holder: string): Promise<boolean> {
  const until = sql`now() + make_interval(secs => ${ASKING_SECONDS})`
  const taken = await sql`insert into ${own(providerToken)} as t (tenant_id, holder, asked_until)
    values (${tenantId}, ${holder}, ${until})
    on conflict (tenant_id, holder) do update set asked_until = excluded.asked_until
    where t.asked_until is null or t.asked_until < now() returning 1`.execute(db)
  return taken.rows.length > 0
}

async function endTurn(db: Db, holder: string): Promise<void> {
  await sql`update ${own(providerToken)} set asked_until = null where holder = ${holder}`.execute(db)
}

async function renew(
  db: Db,
  deps: ProviderDeps,
  provider: Provider,
  account: ProviderAccount,
  stale: string | undefined,
): Promise<string> {
  const holder = holderOf(provider, account)
  try {
    // No second try within the turn, which is short.
    const ask: AskProvider = (request) =>
      askProvider(deps, { ...provider, busyErrors: [] }, { ...request, isRepeatable: false, timeoutMs: ASK_TIMEOUT_MS })
    const { token, expiresIn } = await provider.askToken(ask, account, stale)
    const seconds = Math.max(expiresIn - EARLY_SECONDS, Math.floor(expiresIn / 2))
    await sql`update ${own(providerToken)} set sealed = ${encryptSecret(deps.config.masterKey, tokenPlace(holder), token)},
      secret_mark = ${markOf(deps, account)}, expire_time = now() + make_interval(secs => ${seconds}), asked_until = null
      where holder = ${holder}`.execute(db)
    return token
  } catch (error) {
    await endTurn(db, holder)
    throw error
  }
}

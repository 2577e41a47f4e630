import { sql } from 'kysely'
import type { Db } from '../../platform/ctx.ts'
import { own } from '../../platform/db/table.ts'
import { authFailure } from './tables.ts'

const FREE_TRIES = { account: 5, address: 30 }
const FIRST_DELAY_SECONDS = 30
const LONGEST_DELAY_SECONDS = 3600
const FORGET_MINUTES = 30

/** Sign-ins fail per account (known or not) and per address; past a few, each further one doubles the wait. */
export function failureKeys(tenantId: string, account: string, address: string): { account: string; address: string } {
  return { account: `a:${tenantId}:${account.toLowerCase()}`.slice(0, 200), address: `i:${address}`.slice(0, 200) }
}

/**
 * Seconds until the next try is allowed, 0 when it is now; and whether the account has failures to clear. By the clock:
 * `now()` is when a transaction began, which may have waited since.
 */
export async function failuresOf(
  db: Db,
  keys: ReturnType<typeof failureKeys>,
): Promise<{ wait: number; hasFailed: boolean }> {
  const found = await sql<{
    wait: number
    hasFailed: boolean
  }>`select coalesce(greatest(ceil(max(extract(epoch from locked_until - clock_timestamp()))), 0), 0)::int as wait,
    coalesce(bool_or(key = ${keys.account}), false) as has_failed
    from ${own(authFailure)} where key in (${keys.account}, ${keys.address})`.execute(db)
  return found.rows[0] ?? { wait: 0, hasFailed: false }
}

/** `lockSeconds`: how long an account is closed at least, where the tenant's rules say so. */
export async function countFailure(db: Db, keys: ReturnType<typeof failureKeys>, lockSeconds = 0): Promise<void> {
  for (const kind of ['account', 'address'] as const) {
    await sql`insert into ${own(authFailure)} as f (key, fails, last_time, locked_until) values (${keys[kind]}, 1, now(), now())
      on conflict (key) do update set
        fails = case when f.last_time < now() - ${FORGET_MINUTES} * interval '1 minute' then 1 else f.fails + 1 end,
        last_time = now(),
        locked_until = now() + interval '1 second' * case
          when f.last_time < now() - ${FORGET_MINUTES} * interval '1 minute' or f.fails + 1 < ${FREE_TRIES[kind]} then 0
          else greatest(${kind === 'account' ? lockSeconds : 0}, least(${LONGEST_DELAY_SECONDS}, ${FIRST_DELAY_SECONDS} * power(2, least(f.fails + 1 - ${FREE_TRIES[kind]}, 12)))) end`.execute(
      db,
    )
  }
}

export async function clearFailures(db: Db, keys: ReturnType<typeof failureKeys>): Promise<void> {
  await sql`delete from ${own(authFailure)} where key = ${keys.account}`.execute(db)
}

/** Opens accounts to sign-ins again: all of them by any of the names failures were counted under. */
export async function clearAccounts(db: Db, tenantId: string, names: string[]): Promise<void> {
  const keys = names.map((name) => failureKeys(tenantId, name, '').account)
  await sql`delete from ${own(authFailure)} where key = any(${keys})`.execute(db)
}

import { sql } from 'kysely'
import type { Db } from '../../platform/ctx.ts'
import { own } from '../../platform/db/table.ts'
import { authFailure } from './tables.ts'

/*
 * Guesses at passwords, codes and numbers. A try is taken before it is judged, so that of fifty at once no more are judged
 * than are free; past those each further one has to wait, twice as long each time.
 */

/** What tries are counted by: how many are free, and the longest wait after them in seconds. */
const KINDS = {
  /** One account from one address. */
  pair: { free: 5, longest: 3600 },
  /** Any account from one address. */
  address: { free: 30, longest: 3600 },
  /** One account from anywhere: slowed, not shut, as it is strangers who fill it. */
  account: { free: 50, longest: 300 },
  /** A number of six digits, from anywhere: few are enough to guess it in the end. */
  number: { free: 5, longest: 3600 },
  /** A browser that was signed in with this account before. */
  device: { free: 5, longest: 3600 },
  /** Somebody who is signed in, about himself. */
  owner: { free: 5, longest: 3600 },
} as const

const FIRST_DELAY_SECONDS = 30
const FORGET_MINUTES = 30
/** A try whose judge died counts as not taken after so long. */
const JUDGE_SECONDS = 60
/** Who finds the free tries being judged waits for them this long. */
const QUEUE_MS = 10_000
const QUEUE_STEP_MS = 100

export interface TryKey {
  key: string
  kind: keyof typeof KINDS
  /** Free tries where they are not those of the kind. */
  free?: number | undefined
}

export interface Guess {
  tenantId: string
  /** What is typed, known or not. */
  account: string
  address: string
  /** A browser known to belong to the account. */
  deviceId?: string | undefined
  /** Six digits instead of a password. */
  isNumber?: boolean
  /** Free tries of the account at one address or device, as the tenant sets them. */
  free?: number | undefined
}

/** A known device counts by itself: what strangers do elsewhere does not shut it out. */
export function guessKeys({ tenantId, account, address, deviceId, isNumber = false, free }: Guess): TryKey[] {
  const name = nameOf(tenantId, account)
  if (deviceId) return [{ key: `d:${name}@${deviceId}`, kind: 'device', free }]
  return [
    { key: `a:${name}`, kind: isNumber ? 'number' : 'account' },
    { key: `i:${address}`.slice(0, 200), kind: 'address' },
    { key: `p:${name}@${address}`.slice(0, 200), kind: 'pair', free },
  ]
}

/** Of somebody signed in, who proves once more who he is. */
export function ownerKeys({ tenantId, id }: { tenantId: string; id: string }): TryKey[] {
  return [{ key: `o:${nameOf(tenantId, id)}`, kind: 'owner' }]
}

function nameOf(tenantId: string, account: string): string {
  return `${tenantId}:${account.toLowerCase()}`.slice(0, 120)
}

/** What came of a try: to be waited for in seconds, wrong, or whatever the judge answered. */
export type Tried<T> = { wait: number } | { outcome: T | 'wrong' }

/**
 * Takes a try, has it judged and keeps what came of it. `db` is no transaction of the request, which a refusal would undo.
 * `lockSeconds`: how long is waited at least, where the tenant's rules say so.
 */
export async function tryOnce<T>(
  db: Db,
  keys: TryKey[],
  judge: () => Promise<T | 'wrong'>,
  lockSeconds = 0,
): Promise<Tried<T>> {
  const wait = await takeTry(db, keys)
  if (wait > 0) return { wait }
  let outcome: T | 'wrong'
  try {
    outcome = await judge()
  } catch (error) {
    await giveBack(db, keys)
    throw error
  }
  if (outcome === 'wrong') await countFailure(db, keys, lockSeconds)
  else await clearFailures(db, keys)
  return { outcome }
}

/** Seconds to wait, 0 when the try is taken. */
async function takeTry(db: Db, keys: TryKey[]): Promise<number> {
  const end = Date.now() + QUEUE_MS
  for (let step = QUEUE_STEP_MS; ; step = Math.min(step * 2, 1000)) {
    const taken = await take(db, keys)
    if (taken.length === keys.length) return 0
    await giveBack(db, taken)
    const wait = await secondsLocked(db, keys)
    if (wait > 0 || Date.now() > end) return Math.max(wait, 1)
    await new Promise((done) => setTimeout(done, step * (0.5 + Math.random() / 2)))
  }
}

function freeOf({ kind, free }: TryKey): number {
  return free ?? KINDS[kind].free
}

/** Keys in one order for everybody, or two could wait for each other. */
async function take(db: Db, keys: TryKey[]): Promise<TryKey[]> {
  const asked = keys.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  const fails = sql`case when f.last_time < now() - ${FORGET_MINUTES} * interval '1 minute' then 0 else f.fails end`
  const pending = sql`case when f.pending_time < now() - ${JUDGE_SECONDS} * interval '1 second' then 0 else f.pending end`
  const free = sql`case ${sql.join(
    asked.map((one) => sql`when f.key = ${one.key} then ${freeOf(one)}::int`),
    sql` `,
  )} end`
  const found = await sql<{
    key: string
  }>`insert into ${own(authFailure)} as f (key, fails, last_time, locked_until, pending)
    select k, 0, now(), now(), 1 from unnest(${asked.map(({ key }) => key)}::text[]) k
    on conflict (key) do update set pending = (${pending}) + 1, pending_time = now()
      where f.locked_until <= clock_timestamp() and (${fails}) + (${pending}) < greatest(${free}, (${fails}) + 1)
    returning key`.execute(db)
  const taken = new Set(found.rows.map((row) => row.key))
  return keys.filter(({ key }) => taken.has(key))
}

/** By the clock: `now()` is when a transaction began, which may have waited since. */
async function secondsLocked(db: Db, keys: TryKey[]): Promise<number> {
  const found = await sql<{
    wait: number
  }>`select coalesce(greatest(ceil(max(extract(epoch from locked_until - clock_timestamp()))), 0), 0)::int as wait
    from ${own(authFailure)} where key = any(${keys.map(({ key }) => key)})`.execute(db)
  return found.rows[0]?.wait ?? 0
}

/** One key after the other: a statement over several might wait for one that takes them. */
async function giveBack(db: Db, keys: TryKey[]): Promise<void> {
  for (const { key } of keys)
    await sql`update ${own(authFailure)} set pending = greatest(pending - 1, 0) where key = ${key}`.execute(db)
}

async function countFailure(db: Db, keys: TryKey[], lockSeconds: number): Promise<void> {
  for (const one of keys) {
    const { key, kind } = one
    const { longest } = KINDS[kind]
    const free = freeOf(one)
    const least = kind === 'address' || kind === 'account' ? 0 : lockSeconds
    const isForgotten = sql`f.last_time < now() - ${FORGET_MINUTES} * interval '1 minute'`
    await sql`insert into ${own(authFailure)} as f (key, fails, last_time, locked_until) values (${key}, 1, now(), now())
      on conflict (key) do update set
        fails = case when ${isForgotten} then 1 else f.fails + 1 end,
        pending = greatest(f.pending - 1, 0),
        last_time = now(),
        locked_until = now() + interval '1 second' * case
          when ${isForgotten} or f.fails + 1 < ${free} then 0
          else greatest(${least}, least(${longest}, ${FIRST_DELAY_SECONDS} * power(2, least(f.fails + 1 - ${free}, 12)))) end`.execute(
      db,
    )
  }
}

/**
 * Addresses and accounts are shared with strangers, whose tries stay counted. One statement, as every sign-in waits for it;
 * it locks its keys in the order of `take`.
 */
async function clearFailures(db: Db, keys: TryKey[]): Promise<void> {
  const isShared = ({ kind }: TryKey): boolean => kind === 'address' || kind === 'account'
  const shared = keys.filter(isShared).map(({ key }) => key)
  await sql`with held as materialized (
      select key from ${own(authFailure)} where key = any(${keys.map(({ key }) => key)}) order by key collate "C" for update
    ), given_back as (
      update ${own(authFailure)} set pending = greatest(pending - 1, 0)
      where key in (select key from held) and key = any(${shared})
    )
    delete from ${own(authFailure)} where key in (select key from held) and not key = any(${shared})`.execute(db)
}

/** Opens accounts to sign-ins again: all of them by any of the names failures were counted under. */
export async function clearAccounts(db: Db, tenantId: string, names: string[]): Promise<void> {
  for (const name of names.map((one) => nameOf(tenantId, one))) {
    await sql`delete from ${own(authFailure)} where key in (${`a:${name}`}, ${`o:${name}`})
      or starts_with(key, ${`p:${name}@`}) or starts_with(key, ${`d:${name}@`})`.execute(db)
  }
}

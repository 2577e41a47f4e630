import { createHmac, randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Config } from '../../platform/config.ts'
import type { Db, Logger } from '../../platform/ctx.ts'
import { type Database, inTransaction, lockKey } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/error.ts'
import type { SendSms } from '../../platform/sms.ts'
import { isSameHash } from '../credentials/index.ts'
import { own } from '../../platform/db/table.ts'
import { authSms } from './tables.ts'
import { every } from '../../platform/access/doors.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'

const everyUser = every(user, 'nobody sees anything before the sign-in')

export interface SmsDeps {
  config: Pick<Config, 'masterKey' | 'isDemo'>
  database: Database
  sendSms: SendSms
}

const GAP_SECONDS = 60
const MINUTES = 5
const MOST_TRIES = 5
/** Messages cost money and reach strangers: how many are asked for per day and phone, per hour and address, per hour and tenant. */
const LIMITS = { phone: 10, address: 30, tenant: 1000 }

/** What a code is good for: one to sign in with sets no password. */
export type CodeUse = 'signIn' | 'reset'

/** Which message brings it. */
const MESSAGES = { signIn: 'signIn', reset: 'stepUp' } as const

interface Asked {
  tenantId: string
  phone: string
  ip: string
  log: Logger
  use: CodeUse
}

/**
 * Sends a code when exactly one account of the tenant has the number. The answer is the same, and comes as soon,
 * whether or not there is one; so are the limits.
 */
export async function askForCode(deps: SmsDeps, asked: Asked): Promise<{ id: string }> {
  const { tenantId, phone, ip, log, use } = asked
  const id = randomUUID()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await inTransaction(deps.database.open, async (db) => {
    await lockKey(db, `sms-${phone}`)
    await assertRoom(db, tenantId, phone, ip)
    await sql`insert into ${own(authSms)} (id, tenant_id, phone, code_hash, remote_ip, expire_time)
      values (${id}, ${tenantId}, ${phone}, ${hashOf(deps, use, id, code)}, ${ip}, now() + ${MINUTES} * interval '1 minute')`.execute(
      db,
    )
  })
  void deliver(deps, asked, code).catch((error: unknown) => log.error({ err: error }, 'code not sent'))
  return { id }
}

async function assertRoom(db: Db, tenantId: string, phone: string, ip: string): Promise<void> {
  const found = await sql<{ age: number | null; phone: number; address: number; tenant: number }>`select
      (select extract(epoch from now() - max(create_time))::int from ${own(authSms)} where phone = ${phone}) as age,
      (select count(*)::int from ${own(authSms)} where phone = ${phone} and create_time > now() - interval '1 day') as phone,
      (select count(*)::int from ${own(authSms)} where remote_ip = ${ip} and create_time > now() - interval '1 hour') as address,
      (select count(*)::int from ${own(authSms)} where tenant_id = ${tenantId} and create_time > now() - interval '1 hour') as tenant`.execute(
    db,
  )
  const row = found.rows[0] ?? { age: null, phone: 0, address: 0, tenant: 0 }
  if (row.age !== null && row.age < GAP_SECONDS) throw new AppError('rate.limited', { seconds: GAP_SECONDS - row.age })
  const isFull = row.phone >= LIMITS.phone || row.address >= LIMITS.address || row.tenant >= LIMITS.tenant
  if (isFull) throw new AppError('rate.limited', { seconds: 3600 })
}

async function deliver(deps: SmsDeps, { tenantId, phone, log, use }: Asked, code: string): Promise<void> {
  if (!(await userOfPhone(deps.database, tenantId, phone))) return
  const outcome = await deps.sendSms(tenantId, phone, MESSAGES[use], { code, minutes: String(MINUTES) })
  if (outcome === 'skipped' && deps.config.isDemo) log.info({ phone, code }, 'sign-in code')
}

/** The account a phone stands for; a number that several share stands for nobody. */
export async function userOfPhone(database: Database, tenantId: string, phone: string): Promise<string | undefined> {
  const found = await sql<{ id: string }>`select id from ${everyUser}
    where phone = ${phone} and is_deleted = 0 and status = 1 limit 2`.execute(database.tenant(tenantId))
  return found.rows.length === 1 ? found.rows[0]?.id : undefined
}

interface Proof {
  tenantId: string
  id: string
  phone: string
  value: string
  use: CodeUse
}

/** Right once, within five minutes and five tries. */
export async function useCode(deps: SmsDeps, proof: Proof): Promise<boolean> {
  return (await isRightCode(deps, proof)) && spendCode(deps.database.open, proof.id)
}

/** The same without spending it: whoever has to try again with something else needs no second message. */
export async function isRightCode(deps: SmsDeps, { tenantId, id, phone, value, use }: Proof): Promise<boolean> {
  if (!/^[0-9a-f-]{36}$/.test(id)) return false
  const tried = await sql<{ hash: string }>`update ${own(authSms)} set tries = tries + 1
    where id = ${id} and tenant_id = ${tenantId} and phone = ${phone} and is_used = 0
      and tries < ${MOST_TRIES} and expire_time > now() returning code_hash as hash`.execute(deps.database.open)
  const hash = tried.rows[0]?.hash
  return hash !== undefined && isSameHash(hash, hashOf(deps, use, id, value))
}

/** Of two at once only one has it. */
export async function spendCode(db: Db, id: string): Promise<boolean> {
  const used = await sql`update ${own(authSms)} set is_used = 1 where id = ${id} and is_used = 0 returning id`.execute(
    db,
  )
  return used.rows.length > 0
}

function hashOf({ config }: SmsDeps, use: CodeUse, id: string, code: string): string {
  const text = use === 'signIn' ? `${id}:${code}` : `${use}:${id}:${code}`
  return createHmac('sha256', config.masterKey).update(text).digest('hex')
}

import { createHash, randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/ctx.ts'
import { decryptSecret, encryptSecret } from '../../platform/secret.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { base32, matchingStep } from './totp.ts'
import { own } from '../../platform/db/table.ts'
import { userFactor, recoveryCode } from './tables.ts'

const KEY_BYTES = 20
const CODES = 10

/** Writes down a new key that serves once it is confirmed; answers it in base32. */
export async function newFactor(db: Db, masterKey: Buffer, tenantId: string, userId: string): Promise<string> {
  const key = randomBytes(KEY_BYTES)
  const sealed = encryptSecret(masterKey, placeOf(userId), key.toString('base64'))
  await sql`insert into ${own(userFactor)} (user_id, tenant_id, secret) values (${userId}, ${tenantId}, ${sealed})
    on conflict (user_id) do update set secret = excluded.secret, last_step = 0, create_time = now()
    where user_factor.is_confirmed = 0`.execute(db)
  return base32(key)
}

interface FactorRow {
  secret: string
  lastStep: string
}

/** Whether the number of the authenticator is right; each serves once. */
export async function checkNumber(
  db: Db,
  masterKey: Buffer,
  userId: string,
  typed: string,
  isConfirmed: 0 | 1 = 1,
): Promise<boolean> {
  const found = await sql<FactorRow>`select secret, last_step from ${own(userFactor)}
    where user_id = ${userId} and is_confirmed = ${isConfirmed}`.execute(db)
  const row = found.rows[0]
  if (!row) return false
  const key = Buffer.from(decryptSecret(masterKey, placeOf(userId), row.secret), 'base64')
  const step = matchingStep(key, typed.replaceAll(' ', ''), Date.now(), Number(row.lastStep))
  if (step === undefined) return false
  const used = await sql`update ${own(userFactor)} set last_step = ${step}
    where user_id = ${userId} and last_step < ${step} returning user_id`.execute(db)
  return used.rows.length > 0
}

/** The authenticator's number, or one of the recovery codes, which is gone then. */
export async function checkFactor(db: Db, masterKey: Buffer, userId: string, typed: string): Promise<boolean> {
  if (await checkNumber(db, masterKey, userId, typed)) return true
  const kept = await sql<{
    codeHash: string
  }>`select code_hash from ${own(recoveryCode)} where user_id = ${userId}`.execute(db)
  for (const { codeHash: stored } of kept.rows) {
    if (stored === digestOf(typed) || (await verifyPassword(stored, digestOf(typed)))) return useUp(db, userId, stored)
  }
  return false
}

/** Of two who bring the same code at once, one is let in. */
async function useUp(db: Db, userId: string, stored: string): Promise<boolean> {
  const used = await sql`delete from ${own(recoveryCode)} where user_id = ${userId} and code_hash = ${stored}
    returning user_id`.execute(db)
  return used.rows.length > 0
}

export async function hasFactor(db: Db, userId: string): Promise<boolean> {
  const found = await sql`select 1 from ${own(userFactor)} where user_id = ${userId} and is_confirmed = 1`.execute(db)
  return found.rows.length > 0
}

/** Whether the user of a statement has a second factor, as a condition: `factorIsOn(sql.ref('u.id'))`. */
export function factorIsOn(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists(select 1 from ${own(userFactor)} f where f.user_id = ${userId} and f.is_confirmed = 1)`
}

/** The key written down last serves from now on. */
export async function confirmFactor(db: Db, userId: string): Promise<void> {
  await sql`update ${own(userFactor)} set is_confirmed = 1 where user_id = ${userId}`.execute(db)
}

/** How many recovery codes a user has left. */
export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const found = await sql<{ n: number }>`select count(*)::int as n from ${own(recoveryCode)}
    where user_id = ${userId}`.execute(db)
  return found.rows[0]?.n ?? 0
}

/** A fresh set in place of the old one; they are kept like passwords and shown this once. */
export async function newRecoveryCodes(db: Db, tenantId: string, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  const hashes = await Promise.all(codes.map((code) => hashPassword(digestOf(code))))
  await sql`delete from ${own(recoveryCode)} where user_id = ${userId}`.execute(db)
  await sql`insert into ${own(recoveryCode)} (tenant_id, user_id, code_hash)
    select ${tenantId}, ${userId}, hash from unnest(${hashes}::text[]) hash`.execute(db)
  return codes
}

export async function removeFactors(db: Db, userIds: string[]): Promise<void> {
  await sql`delete from ${own(userFactor)} where user_id = any(${userIds}::bigint[])`.execute(db)
  await sql`delete from ${own(recoveryCode)} where user_id = any(${userIds}::bigint[])`.execute(db)
}

/** 50 bits each: too many to guess, few enough to write down. */
function newCode(): string {
  const text = base32(randomBytes(7)).slice(0, 10).toLowerCase()
  return `${text.slice(0, 5)}-${text.slice(5)}`
}

/** However it is typed: without case, gaps and hyphens. */
function digestOf(typed: string): string {
  return createHash('sha256')
    .update(typed.toLowerCase().replaceAll(/[^a-z2-7]/g, ''))
    .digest('hex')
}

function placeOf(userId: string): string {
  return `user_factor.secret:${userId}`
}

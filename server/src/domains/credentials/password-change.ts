import { sql } from 'kysely'
import type { Ctx, Db } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError, fault, refuse } from '../../platform/error.ts'
import { ownerKeys, tryOnce } from './lockout.ts'
import { type WireSecret, hashPassword, verifyPassword } from './password.ts'
import { isKnownFingerprint } from './leaked-passwords.ts'
import { KNOWN, passwordFault, rulesOf } from './password-rules.ts'
import { own } from '../../platform/db/table.ts'
import { passwordHistory } from './tables.ts'
import { every, into } from '../../platform/access/doors.ts'
import { user as userEntity } from '@xueheng/contract/domains/people/user.ts'
import { tenant } from '@xueheng/contract/domains/tenancy/tenant.ts'

const everyUser = every(userEntity, 'whose own password it is')
const everyTenant = every(tenant, 'the rules of the own tenant')

interface Known {
  hash: string
  account: string
  profile: string | null
  unit: string
}

/** Whose password it is. */
interface Owner {
  id: string
  tenantId: string
}

/**
 * The user's own new password: checked against the tenant's rules, and the old one remembered. Throws in the user's
 * words. A tenant with rules needs the text itself: a fingerprint can hardly be judged. Wrong old ones are counted, so
 * that whoever holds a session cannot guess it.
 */
export async function changeOwnPassword(
  database: Pick<Database, 'beside'>,
  ctx: Ctx,
  old: string | undefined,
  next: WireSecret,
): Promise<void> {
  const user = await holdUser(ctx.db, ctx.user)
  const tried = await tryOnce(database.beside(ctx.user.tenantId), ownerKeys(ctx.user), async () =>
    user && (await verifyPassword(user.hash, old)) ? 'right' : 'wrong',
  )
  if ('wait' in tried) throw new AppError('rate.limited', { seconds: tried.wait })
  if (!user || tried.outcome === 'wrong') throw refuse('原密码不正确!')
  await keepPassword(ctx.db, ctx.user, user, next)
}

/**
 * A new password of somebody who has proved otherwise whose account it is; the same rules hold. `db` is a transaction.
 * Throws in the user's words, as a fault of the field `password`.
 */
export async function resetOwnPassword(db: Db, owner: Owner, next: WireSecret): Promise<void> {
  const user = await holdUser(db, owner)
  if (!user) throw new AppError('row.notFound')
  try {
    await keepPassword(db, owner, user, next)
  } catch (error) {
    throw error instanceof AppError ? fault('password', error.message) : error
  }
}

async function holdUser(db: Db, { id }: Owner): Promise<Known | undefined> {
  const found =
    await sql<Known>`select u.password_hash as hash, u.account, t.password_profile as profile, t.tenant_name as unit
    from ${everyUser} u join ${everyTenant} t on t.tenant_id = u.tenant_id where u.id = ${id} for update of u`.execute(
      db,
    )
  return found.rows[0]
}

async function keepPassword(db: Db, { id, tenantId }: Owner, user: Known, next: WireSecret): Promise<void> {
  const rules = rulesOf(user.profile)
  if (rules && next.text === undefined) throw refuse('本单位启用了密码策略，请在系统网页的个人信息中修改密码')
  const broken = await faultOf(user, next)
  if (broken) throw refuse(broken)
  if (await verifyPassword(user.hash, next.md5)) throw refuse('新密码不能与原密码相同')
  if (rules) await assertNotRemembered(db, id, next.md5, rules.remembered - 1)
  await sql`insert into ${own(passwordHistory)} (id, tenant_id, user_id, password_hash)
    values (${nextId()}, ${tenantId}, ${id}, ${user.hash})`.execute(db)
  await sql`update ${into(userEntity)} set password_hash = ${await hashPassword(next.md5)}, password_time = now(), is_initial = 0,
      initial_expire = null
    where id = ${id}`.execute(db)
}

/** Of a fingerprint nothing can be told but that it is one everybody knows. */
async function faultOf({ profile, account, unit }: Known, { text, md5 }: WireSecret): Promise<string | undefined> {
  if (text !== undefined) return passwordFault(profile, text, account, unit)
  return (await isKnownFingerprint(md5)) ? KNOWN : undefined
}

/** The present one counts among those remembered. */
async function assertNotRemembered(db: Db, userId: string, md5Hex: string, count: number): Promise<void> {
  if (count <= 0) return
  const earlier = await sql<{ hash: string }>`select password_hash as hash from ${own(passwordHistory)}
    where user_id = ${userId} order by create_time desc, id desc limit ${count}`.execute(db)
  for (const { hash } of earlier.rows) {
    if (await verifyPassword(hash, md5Hex)) throw refuse(`不能使用最近${count + 1}次用过的密码`)
  }
}

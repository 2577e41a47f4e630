import { randomInt } from 'node:crypto'
import type { IssuedPassword } from '@xueheng/contract/platform/issued-password.ts'
import { sql } from 'kysely'
import type { Ctx, Db } from '../../platform/ctx.ts'
import { refuse } from '../../platform/error.ts'
import { setting } from '../../platform/settings.ts'
import { hashPassword, md5 } from './password.ts'
import { addMissingParam } from '../settings/index.ts'
import { into } from '../../platform/access/doors.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'

/** Parameter of a tenant: the one password its new and reset accounts begin with, where it chose so. */
export const INIT_PASSWORD_KEY = 'account.initPassword'
/** Parameter of a tenant: `random` (each account its own, for one sign-in) or `fixed` (`account.initPassword`). */
export const INIT_MODE_KEY = 'account.initPasswordMode'

/** What `sys_user.is_initial` says of a password. */
export const CHOSEN = { byOwner: 0, byOther: 1, forOnce: 2 } as const

const HOURS = 72
/** Without letters and digits that look alike. */
const SIGNS = '23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 24
const GROUP = 6
/** Hashing is slow on purpose: a workbook of accounts leaves threads to those who sign in meanwhile. */
const AT_ONCE = 2

/** A password somebody else hands to the owner of an account. */
export interface FirstPassword {
  text: string
  hash: string
  /** Made for one sign-in: shown once, ends after three days, changed by its owner before anything else. */
  isOnce: boolean
}

/** One password for each of `count` accounts, as the tenant wants them. */
export async function firstPasswords(ctx: Pick<Ctx, 'db'>, count: number): Promise<FirstPassword[]> {
  if (await isFixed(ctx.db)) {
    const fixed = await given(await initPassword(ctx.db))
    return Array.from({ length: count }, () => fixed)
  }
  const made: FirstPassword[] = []
  while (made.length < count) {
    const length = Math.min(AT_ONCE, count - made.length)
    made.push(...(await Promise.all(Array.from({ length }, oncePassword))))
  }
  return made
}

/** One that nobody knows yet, of about 138 random bits. */
export async function oncePassword(): Promise<FirstPassword> {
  const signs = Array.from({ length: LENGTH }, () => SIGNS.charAt(randomInt(SIGNS.length))).join('')
  const text = signs.replaceAll(new RegExp(`.{${GROUP}}(?!$)`, 'g'), '$&-')
  return { text, hash: await hashPassword(md5(text)), isOnce: true }
}

/** One that somebody typed for another. */
export async function given(text: string): Promise<FirstPassword> {
  return { text, hash: await hashPassword(md5(text)), isOnce: false }
}

/** Values of the columns that say whose choice a password is, and until when it opens the account. */
export function initialColumns({ isOnce }: Pick<FirstPassword, 'isOnce'>): { isInitial: number; hours: number | null } {
  return isOnce ? { isInitial: CHOSEN.forOnce, hours: HOURS } : { isInitial: CHOSEN.byOther, hours: null }
}

/** Puts first passwords in place of those that are there; answers what may be shown, which is never the fixed one. */
export async function giveFirstPasswords(
  ctx: Pick<Ctx, 'db'>,
  ids: string[],
  first?: FirstPassword[],
): Promise<IssuedPassword[]> {
  const passwords = first ?? (await firstPasswords(ctx, ids.length))
  const issued: IssuedPassword[] = []
  for (const [at, id] of ids.entries()) {
    const one = passwords[at] as FirstPassword
    const { isInitial, hours } = initialColumns(one)
    const changed = await sql<{ account: string; name: string }>`update ${into(user)}
      set password_hash = ${one.hash}, password_time = now(), is_initial = ${isInitial},
        initial_expire = now() + ${hours}::int * interval '1 hour'
      where id = ${id} returning account, name`.execute(ctx.db)
    const row = changed.rows[0]
    if (row && one.isOnce) issued.push({ ...row, password: one.text })
  }
  return issued
}

export async function isFixed(db: Db): Promise<boolean> {
  return (await setting(db, INIT_MODE_KEY)) === 'fixed'
}

async function initPassword(db: Db): Promise<string> {
  const value = await setting(db, INIT_PASSWORD_KEY)
  if (!value) throw refuse(`请先设置系统参数 ${INIT_PASSWORD_KEY}（初始密码）`)
  return value
}

/** Every tenant begins with passwords of its own for each account, and can see where that is chosen. */
export function seedInitMode(db: Db, tenantId: string): Promise<void> {
  return addMissingParam(db, tenantId, {
    paramName: '首次密码的发放方式',
    paramKey: INIT_MODE_KEY,
    paramValue: 'random',
    remark: 'random：每个账号随机生成，只显示一次，72小时内有效；fixed：统一使用系统参数 account.initPassword',
  })
}

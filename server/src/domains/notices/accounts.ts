import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/error.ts'
import { visible } from '../../platform/access/doors.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'

/** Accounts as people type them, in one spelling: each once, commas between. Throws on one that does not exist. */
export async function knownAccounts(ctx: Ctx, typed: string): Promise<string> {
  const accounts = [...new Set(typed.split(/[,，;；\s]+/).filter(Boolean))]
  if (accounts.length === 0) return ''
  const found = await sql<{ account: string }>`select u.account from ${visible(ctx, user)} u
    where u.account = any(${accounts})`.execute(ctx.db)
  const known = new Set(found.rows.map((row) => row.account))
  const unknown = accounts.find((account) => !known.has(account))
  if (unknown !== undefined) throw refuse(`账号${unknown}不存在`)
  return accounts.join()
}

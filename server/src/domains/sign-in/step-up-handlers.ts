import { confirmIdentity } from '@xueheng/contract/domains/sign-in/sign-in.ts'
import { sql } from 'kysely'
import type { Config } from '../../platform/config.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError, refuse } from '../../platform/error.ts'
import type { Sessions } from '../../platform/http/session.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { checkNumber, ownerKeys, tryOnce, verifyPassword, wirePassword } from '../credentials/index.ts'
import { every } from '../../platform/access/doors.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'

const everyUser = every(user, 'whose own password it is')

interface Deps {
  config: Pick<Config, 'signInKey' | 'masterKey'>
  database: Database
  sessions: Sessions
}

/** Proves once more who sits there, by password or by the authenticator; wrong ones count for himself alone. */
export function stepUpHandlers(deps: Deps): Implementation[] {
  return [
    implement(confirmIdentity, async (ctx, input) => {
      const tried = await tryOnce(deps.database.open, ownerKeys(ctx.user), async () =>
        (await isProven(deps, ctx, input)) ? 'right' : 'wrong',
      )
      if ('wait' in tried) throw new AppError('rate.limited', { seconds: tried.wait })
      if (tried.outcome === 'wrong') throw refuse(input.code ? '动态验证码不正确' : '密码不正确')
      if (input.isRenewed === 1) return (await deps.sessions.confirmAnew(ctx.user.sessionId)) ?? null
      await deps.sessions.confirm(ctx.user.sessionId)
      return null
    }),
  ]
}

async function isProven(
  { config }: Deps,
  ctx: Ctx,
  { password, code }: { password: string | null; code: string | null },
): Promise<boolean> {
  if (code) return checkNumber(ctx.db, config.masterKey, ctx.user.id, code)
  const found = await sql<{
    hash: string
  }>`select password_hash as hash from ${everyUser} where id = ${ctx.user.id}`.execute(ctx.db)
  return verifyPassword(found.rows[0]?.hash, wirePassword(password ?? '', config.signInKey))
}

import { userInfo, userUpdateInfo, userUpdatePassword } from '@xueheng/contract/domains/people/user.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import { logOperation } from '../../platform/audit/operation-log.ts'
import type { Config } from '../../platform/config.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError, refuse } from '../../platform/error.ts'
import type { Sessions } from '../../platform/http/session.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { requireFresh } from '../../platform/access/step-up.ts'
import { type WireSecret, changeOwnPassword, md5, wireSecret } from '../credentials/index.ts'
import { findUser } from './user-rows.ts'
import { own } from '../../platform/db/table.ts'
import { sysUser } from './tables.ts'

export interface OwnAccountDeps {
  config: Pick<Config, 'signInKey'>
  database: Pick<Database, 'beside'>
  sessions: Sessions
}

/** What everybody may read and change: the own account. */
export function ownAccountHandlers(deps: OwnAccountDeps): Implementation[] {
  return [
    implement(userInfo, async (ctx) => (ctx.user.id ? findUser(ctx, ctx.user.id) : null)),
    implement(userUpdateInfo, (ctx, input) => updateInfo(deps, ctx, input)),
    implement(userUpdatePassword, (ctx, input) => updatePassword(deps, ctx, input)),
  ]
}

const OWN = ['avatar', 'name', 'realName', 'phone', 'email']

async function updateInfo({ sessions }: OwnAccountDeps, ctx: Ctx, input: Record<string, unknown>): Promise<void> {
  if (input['id'] && input['id'] !== ctx.user.id) throw new AppError('access.refused')
  if (input['name'] === '') throw refuse('请输入用户昵称')
  await assertProvenContact(ctx, input)
  const names = OWN.filter((name) => typeof input[name] === 'string')
  if (names.length === 0) return
  const sets = names.map((name) => sql`${sql.ref(snake(name))} = ${input[name]}`)
  await sql`update ${own(sysUser)} set ${sql.join(sets)}, update_user = ${ctx.user.id}, update_time = localtimestamp(0) where id = ${ctx.user.id}`.execute(
    ctx.db,
  )
  await logOperation(ctx, 'user.updateInfo', '修改我的信息', { entity: 'user', rowId: ctx.user.id })
  ctx.afterwards(() => sessions.changed())
}

/** Codes and messages go to phone and mail: who changes them proves once more who they are. */
async function assertProvenContact(ctx: Ctx, input: Record<string, unknown>): Promise<void> {
  const found = await sql<Record<string, string | null>>`select phone, email from ${own(sysUser)}
    where id = ${ctx.user.id}`.execute(ctx.db)
  const now = found.rows[0] ?? {}
  const isChanged = ['phone', 'email'].some(
    (name) => typeof input[name] === 'string' && input[name] !== (now[name] ?? ''),
  )
  if (isChanged) requireFresh(ctx.user, ctx.now.getTime())
}

interface Passwords {
  oldPassword: string
  newPassword: string
  newPassword1: string
}

/** All other sessions of the user end: whoever knew the old password is out. */
async function updatePassword(
  { config, database, sessions }: OwnAccountDeps,
  ctx: Ctx,
  input: Passwords,
): Promise<void> {
  const [old, next, again] = [input.oldPassword, input.newPassword, input.newPassword1].map((sent) =>
    typedSecret(sent, config.signInKey),
  )
  if (!next || next.md5 !== again?.md5) throw refuse('请输入正确的确认密码!')
  await changeOwnPassword(database, ctx, old?.md5, next)
  await logOperation(ctx, 'user.updatePassword', '修改我的密码', { entity: 'user', rowId: ctx.user.id })
  ctx.afterwards(() => sessions.endAll(ctx.user.id, ctx.user.sessionId))
}

/** Some clients send the passwords as they are typed. */
function typedSecret(sent: string, key: string): WireSecret {
  return wireSecret(sent, key) ?? { md5: md5(sent), text: sent }
}

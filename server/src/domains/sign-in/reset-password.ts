import * as call from '@xueheng/contract/domains/sign-in/sign-in.ts'
import type { Input } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import { tenant } from '@xueheng/contract/domains/tenancy/tenant.ts'
import { every } from '../../platform/access/doors.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { inTransaction } from '../../platform/db/pool.ts'
import { AppError, fault, refuse } from '../../platform/error.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import {
  type WireSecret,
  guessKeys,
  md5,
  passwordFault,
  resetOwnPassword,
  tryOnce,
  wireSecret,
} from '../credentials/index.ts'
import { hasSms } from '../resource/index.ts'
import type { SignInDeps } from './grants.ts'
import { findUserById } from './signed-in-user.ts'
import { isRightCode, spendCode, userOfPhone } from './sms-code.ts'

const TENANTS = every(tenant, 'the rules for passwords, before anybody is signed in')

/** A forgotten password: a new one by a code to the phone of the account. */
export function resetHandlers(deps: SignInDeps): Implementation[] {
  return [
    implement(call.resetWays, async (_ctx, input, { request }) => {
      const tenantId = askedTenant(input, request)
      return { hasSms: (await hasSms(deps.database.tenant(tenantId))) ? 1 : 0 }
    }),
    implement(call.resetPassword, (ctx, input, { request }) =>
      reset(deps, ctx, { ...input, tenantId: askedTenant(input, request) }, request.ip),
    ),
  ]
}

/** The tenant a stranger means. Throws a refusal without one. */
export function askedTenant(input: { tenantId: string | null }, { headers }: FastifyRequest): string {
  const tenantId = String(headers['tenant-id'] || input.tenantId || '').replaceAll('\u0000', '')
  if (!tenantId) throw refuse('租户ID未找到')
  return tenantId.slice(0, 12)
}

type Asked = Input<typeof call.resetPassword> & { tenantId: string }

/** What needs no account is said of the password before the code is tried, and the same to everybody. */
async function reset(deps: SignInDeps, ctx: Ctx, asked: Asked, ip: string): Promise<void> {
  const { tenantId, phone } = asked
  const next = wireSecret(asked.password, deps.config.signInKey) ?? { md5: md5(asked.password), text: asked.password }
  await assertAllowed(deps, tenantId, next)
  const db = deps.database.tenant(tenantId)
  const keys = guessKeys({ tenantId, account: `phone:${phone}`, address: ip })
  const tried = await tryOnce(db, keys, () => provedUser(deps, asked))
  if ('wait' in tried) throw new AppError('rate.limited', { seconds: tried.wait })
  if (tried.outcome === 'wrong') throw fault('value', '短信验证码不正确或已过期')
  await keep(deps, ctx, asked, tried.outcome, next)
}

async function assertAllowed(deps: SignInDeps, tenantId: string, { text }: WireSecret): Promise<void> {
  if (text === undefined) return
  const found = await sql<{
    profile: string | null
    unit: string
  }>`select password_profile as profile, tenant_name as unit
    from ${TENANTS} t where tenant_id = ${tenantId} and is_deleted = 0`.execute(deps.database.tenant(tenantId))
  const { profile = null, unit = '' } = found.rows[0] ?? {}
  const message = await passwordFault(profile, text, '', unit)
  if (message) throw fault('password', message)
}

/** The id of the account whose phone got the code; a number nobody has, or several have, is as wrong as the code. */
async function provedUser(deps: SignInDeps, { tenantId, phone, id, value }: Asked): Promise<string> {
  const isRight = await isRightCode(deps, { tenantId, phone, id, value: value.trim(), use: 'reset' })
  const userId = isRight ? await userOfPhone(deps.database, tenantId, phone) : undefined
  return userId ?? 'wrong'
}

/** The code is spent with the password that is kept; all sessions of the account end. */
async function keep(
  deps: SignInDeps,
  ctx: Ctx,
  { tenantId, id }: Asked,
  userId: string,
  next: WireSecret,
): Promise<void> {
  const account = (await findUserById(deps.database, tenantId, userId))?.account ?? ''
  await inTransaction(deps.database.tenant(tenantId), async (db) => {
    const user = { ...ctx.user, id: userId, tenantId, account }
    await resetOwnPassword(db, user, next)
    if (!(await spendCode(db, id))) throw fault('value', '短信验证码不正确或已过期')
    await logOperation({ ...ctx, db, user }, 'user.resetByPhone', '凭手机重置我的密码', {
      entity: 'user',
      rowId: userId,
    })
  })
  await deps.sessions.endAll(userId)
}

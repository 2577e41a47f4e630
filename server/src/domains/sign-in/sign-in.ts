import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { Lifetimes } from '../../platform/http/session.ts'
import { numberOf, settingIn } from '../../platform/settings.ts'
import type { RequestInfo } from '../../platform/module.ts'
import { useCaptcha } from './captcha/captcha.ts'
import {
  type Admission,
  type SignInDeps,
  type TokenInput,
  type Try,
  Refusal,
  byFactor,
  byPassword,
  byRefreshToken,
  bySmsCode,
  bySocial,
} from './grants.ts'
import { rememberDevice } from './known-device.ts'
import { logArrival } from './login-log.ts'
import { isSameHash } from '../credentials/index.ts'
import { every } from '../../platform/access/doors.ts'
import { client } from '@xueheng/contract/domains/credentials/client.ts'
import { tenant } from '@xueheng/contract/domains/tenancy/tenant.ts'

const everyClient = every(client, 'nobody sees anything before the sign-in')
const everyTenant = every(tenant, 'nobody sees anything before the sign-in')

export type { SignInDeps } from './grants.ts'

/** `POST oauth/token`: every way to a session. Tries are logged, renewals are not. */
export async function signIn(deps: SignInDeps, input: TokenInput, { request, reply }: RequestInfo): Promise<unknown> {
  const { headers } = request
  const type = input.grant_type ?? 'password'
  const tenantId = String(headers['tenant-id'] || input.tenantId || '').replaceAll('\u0000', '')
  // All of a sign-in goes over connections of its tenant: to bind one to another is a way of its own to the database.
  const client = await knownClient(deps.database.prepared(tenantId), headers['authorization'], tenantId)
  const one: Try = {
    input,
    tenantId,
    request,
    ip: request.ip,
    agent: String(headers['user-agent'] ?? ''),
    life: client?.life ?? { access: 0, refresh: 0 },
    tenant: client?.tenant,
    freeTries: client?.freeTries ?? 0,
  }
  const outcome = client ? await grant(deps, type, client.grants, one) : UNKNOWN_CLIENT
  await log(deps, type, one, outcome)
  if (!(outcome instanceof Refusal)) {
    const { account, userId } = outcome
    if (userId) rememberDevice(deps, request, reply, { tenantId: one.tenantId, account })
    return outcome.answer
  }
  reply.code(outcome.status)
  const { error, description, status, more } = outcome
  return { error, error_description: description, error_code: status, ...more }
}

const UNKNOWN_CLIENT = new Refusal('客户端认证失败, 请检查请求头 [Authorization] 信息', 'invalid_client', 401)
const UNSUPPORTED = new Refusal('不支持的授权类型', 'unsupported_grant_type')

async function grant(deps: SignInDeps, type: string, allowed: string[], one: Try): Promise<Refusal | Admission> {
  if (!allowed.includes(type)) return UNSUPPORTED
  const { headers } = one.request
  switch (type) {
    case 'refresh_token':
      return byRefreshToken(deps, one)
    case 'captcha':
      if (!(await useCaptcha(deps.database.open, headers['captcha-key'], headers['captcha-code'])))
        return new Refusal('验证码不正确')
      return byPassword(deps, one)
    case 'password':
      return deps.config.isCaptchaOn ? new Refusal('验证码不正确') : byPassword(deps, one)
    case 'sms_code':
      return bySmsCode(deps, one)
    case 'social':
      return bySocial(deps, one)
    case 'mfa':
      return byFactor(deps, one)
    default:
      return UNSUPPORTED
  }
}

/** How a grant is called in the log; those not named leave no line. */
const WAYS: Record<string, string> = {
  captcha: 'password',
  password: 'password',
  sms_code: 'sms',
  social: 'social',
  mfa: 'mfa',
}

async function log(deps: SignInDeps, type: string, one: Try, outcome: Refusal | Admission): Promise<void> {
  const way = WAYS[type]
  const isHalfway = outcome instanceof Refusal && outcome.error === 'mfa_required'
  if (!way || isHalfway || !one.tenantId) return
  const { input, tenantId, ip, agent } = one
  const typed = input.username ?? input.phone ?? input.source ?? ''
  const who =
    outcome instanceof Refusal ? { account: typed } : { account: outcome.account, userId: outcome.userId || undefined }
  const refusal = outcome instanceof Refusal ? outcome.description : ''
  await logArrival(deps.database, deps.config.tenantId, { ...who, tenantId, way, refusal, ip, agent })
}

interface KnownClient {
  grants: string[]
  life: Lifetimes
  /** The tenant that is signed in to; nothing when nobody knows it. */
  tenant: Try['tenant']
  freeTries: number
}

/** `Basic base64(id:secret)` of a client we know, and what the tenant lays down: one statement, as every sign-in waits for it. */
async function knownClient(db: Db, header: string | undefined, tenantId: string): Promise<KnownClient | undefined> {
  const [scheme, encoded] = (header ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'basic' || !encoded) return undefined
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString().split(':')
  const found = await sql<{
    secretHash: string
    grantTypes: string
    access: number
    refresh: number
    proof: number
    isTenant: boolean
    profile: string | null
    freeTries: string | null
  }>`select c.secret_hash, c.grant_types, c.access_token_validity as access, c.refresh_token_validity as refresh,
      c.proof_minutes * 60 as proof, t.id is not null as is_tenant, t.password_profile as profile,
      ${settingIn('account.failCount')} as free_tries
    from ${everyClient} c left join ${everyTenant} t on t.tenant_id = ${tenantId.slice(0, 12)} and t.is_deleted = 0
    where c.client_id = ${id.replaceAll('\u0000', '').slice(0, 64)}`.execute(db)
  const row = found.rows[0]
  const given = createHash('sha256').update(rest.join(':')).digest('hex')
  if (!row || !isSameHash(row.secretHash, given)) return undefined
  const { access, refresh, proof, profile } = row
  const tenant = row.isTenant ? { profile } : undefined
  return {
    grants: row.grantTypes.split(','),
    life: { access, refresh, proof },
    tenant,
    freeTries: numberOf('account.failCount', row.freeTries),
  }
}

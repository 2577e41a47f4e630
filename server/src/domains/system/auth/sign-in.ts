import { createHash } from 'node:crypto'
import type { Input } from '@xueheng/contract/kit/call.ts'
import type { token } from '@xueheng/contract/domains/system/auth.ts'
import { sql } from 'kysely'
import type { Database } from '../../../platform/db/pool.ts'
import type { Lifetimes, Sessions, Tokens } from '../../../platform/http/session.ts'
import type { RequestInfo } from '../../../platform/module.ts'
import { useCaptcha } from './captcha.ts'
import { clearFailures, countFailure, failureKeys, waitSeconds } from './lockout.ts'
import { isSameHash, verifyPassword, wirePassword } from './password.ts'

export interface SignInDeps {
  database: Database
  sessions: Sessions
  signInKey: string
  isCaptchaOn: boolean
}

type TokenInput = Input<typeof token>

/** A refused sign-in in the words and the shape of this API family: HTTP 400, no envelope. */
class Refusal {
  constructor(
    readonly description: string,
    readonly error = 'invalid_grant',
    readonly status = 400,
  ) {}
}

/** `POST oauth/token`: password, captcha and refresh_token grants. */
export async function signIn(deps: SignInDeps, input: TokenInput, { request, reply }: RequestInfo): Promise<unknown> {
  const answer = await grant(deps, input, request.headers, request.ip)
  if (!(answer instanceof Refusal)) return answer
  reply.code(answer.status)
  return { error: answer.error, error_description: answer.description, error_code: answer.status }
}

type Headers = Record<string, string | string[] | undefined>

async function grant(deps: SignInDeps, input: TokenInput, headers: Headers, ip: string): Promise<object> {
  const client = await knownClient(deps.database, headers['authorization'])
  if (!client) return new Refusal('客户端认证失败, 请检查请求头 [Authorization] 信息', 'invalid_client', 401)
  const type = input.grant_type ?? 'password'
  if (!client.grants.includes(type)) return new Refusal('不支持的授权类型', 'unsupported_grant_type')
  const agent = String(headers['user-agent'] ?? '')
  switch (type) {
    case 'refresh_token':
      return refresh(deps, input.refresh_token ?? '', client.life)
    case 'captcha':
      if (!(await useCaptcha(deps.database.open, headers['captcha-key'], headers['captcha-code'])))
        return new Refusal('验证码不正确')
      return withPassword(deps, input, headers, { ip, agent, life: client.life })
    case 'password':
      if (deps.isCaptchaOn) return new Refusal('验证码不正确')
      return withPassword(deps, input, headers, { ip, agent, life: client.life })
    default:
      return new Refusal('不支持的授权类型', 'unsupported_grant_type')
  }
}

/** `Basic base64(id:secret)` of a client we know. */
async function knownClient(
  database: Database,
  header: string | string[] | undefined,
): Promise<{ grants: string[]; life: Lifetimes } | undefined> {
  const [scheme, encoded] = String(header ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'basic' || !encoded) return undefined
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString().split(':')
  const found = await sql<{
    secret_hash: string
    grant_types: string
    access: number
    refresh: number
  }>`select secret_hash, grant_types, access_token_validity as access, refresh_token_validity as refresh from oauth_client
    where client_id = ${id.replaceAll('\u0000', '').slice(0, 64)}`.execute(database.open)
  const row = found.rows[0]
  const given = createHash('sha256').update(rest.join(':')).digest('hex')
  return row && isSameHash(row.secret_hash, given)
    ? { grants: row.grant_types.split(','), life: { access: row.access, refresh: row.refresh } }
    : undefined
}

interface From {
  ip: string
  agent: string
  life: Lifetimes
}

async function withPassword(deps: SignInDeps, input: TokenInput, headers: Headers, from: From): Promise<object> {
  const tenantId = String(headers['tenant-id'] || input.tenantId || '')
  const account = input.username ?? ''
  if (!tenantId) return new Refusal('租户ID未找到')
  const keys = failureKeys(tenantId, account, from.ip)
  const open = deps.database.open
  const wait = await waitSeconds(open, keys)
  if (wait > 0) return new Refusal(`登录错误次数过多,请稍后再试（${wait}秒）`, 'access_denied')
  const tenant = await findTenant(deps.database, tenantId)
  if (!tenant) return new Refusal('未获得用户的租户信息')
  const user = await findUser(deps.database, tenantId, account)
  const isRight = await verifyPassword(user?.password_hash, wirePassword(input.password ?? '', deps.signInKey))
  if (!isRight || !user || user.status !== 1) {
    await countFailure(open, keys)
    return new Refusal('用户名或密码错误')
  }
  if (user.role_aliases.length === 0) return new Refusal('未获得用户的角色信息')
  await clearFailures(open, keys)
  return tokenAnswer(tenantId, user, await deps.sessions.open(tenantId, user.id, from, from.life))
}

async function refresh(deps: SignInDeps, refreshToken: string, life: Lifetimes): Promise<object> {
  const renewed = await deps.sessions.refresh(refreshToken, life)
  const user = renewed && (await findUserById(deps.database, renewed.tenantId, renewed.userId))
  if (!renewed || !user || user.status !== 1) return new Refusal('令牌授权已过期')
  return tokenAnswer(renewed.tenantId, user, renewed.tokens)
}

async function findTenant(database: Database, tenantId: string): Promise<object | undefined> {
  const found =
    await sql<object>`select 1 from tenant where tenant_id = ${tenantId.replaceAll('\u0000', '').slice(0, 12)} and is_deleted = 0`.execute(
      database.open,
    )
  return found.rows[0]
}

interface UserRow {
  id: string
  account: string
  password_hash: string
  name: string
  real_name: string | null
  avatar: string | null
  dept_ids: string[]
  post_ids: string[]
  role_ids: string[]
  role_aliases: string[]
  status: number
}

const USER_COLUMNS = sql`u.id, u.account, u.password_hash, u.name, u.real_name, u.avatar, u.dept_ids::text[] as dept_ids, u.post_ids::text[] as post_ids, u.status, u.role_ids::text[] as role_ids,
  array(select r.role_alias from sys_role r where r.id = any(u.role_ids) and r.is_deleted = 0 order by r.sort)::text[] as role_aliases`

async function findUser(database: Database, tenantId: string, account: string): Promise<UserRow | undefined> {
  const found =
    await sql<UserRow>`select ${USER_COLUMNS} from sys_user u where u.account = ${account.replaceAll('\u0000', '')} and u.is_deleted = 0`.execute(
      database.tenant(tenantId),
    )
  return found.rows[0]
}

export async function findUserById(database: Database, tenantId: string, userId: string): Promise<UserRow | undefined> {
  const found =
    await sql<UserRow>`select ${USER_COLUMNS} from sys_user u where u.id = ${userId} and u.is_deleted = 0`.execute(
      database.tenant(tenantId),
    )
  return found.rows[0]
}

function tokenAnswer(tenantId: string, user: UserRow, tokens: Tokens): object {
  return {
    access_token: tokens.accessToken,
    token_type: 'bearer',
    refresh_token: tokens.refreshToken,
    expires_in: tokens.expiresIn,
    scope: 'all',
    tenant_id: tenantId,
    ...userFields(user),
    detail: { type: 'web' },
    license: 'powered by xueheng',
  }
}

/** The user as clients of this family read it; `role_name` is a comma list of aliases and never null. */
export function userFields(user: UserRow): Record<string, string> {
  return {
    user_id: user.id,
    account: user.account,
    user_name: user.account,
    userName: user.account,
    nick_name: user.name,
    real_name: user.real_name ?? '',
    role_id: user.role_ids.join(','),
    role_name: user.role_aliases.join(','),
    dept_id: user.dept_ids.join(','),
    post_id: user.post_ids.join(','),
    avatar: user.avatar ?? '',
    oauth_id: '',
  }
}

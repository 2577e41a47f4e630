import type { Input } from '@xueheng/contract/kit/call.ts'
import type { token } from '@xueheng/contract/domains/sign-in/auth.ts'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/error.ts'
import type { Lifetimes, Sessions } from '../../platform/http/session.ts'
import type { SendSms } from '../../platform/sms.ts'
import type { TellRoles } from '../../platform/tell.ts'
import {
  checkFactor,
  guessKeys,
  type TryKey,
  tryOnce,
  verifyPassword,
  wirePassword,
  rulesOf,
  issueTicket,
  takeTicket,
  tryTicket,
} from '../credentials/index.ts'
import { knownDevice } from './known-device.ts'
import { GUEST_ID } from './load-session.ts'
import { isWaiting } from './registration.ts'
import { type UserRow, findUser, findUserById, guestFields, tokenAnswer, userFields } from './signed-in-user.ts'
import { useCode, userOfPhone } from './sms-code.ts'
import { personOf, rememberPerson } from './social/social.ts'

export interface SignInDeps {
  config: Pick<
    Config,
    'signInKey' | 'masterKey' | 'isCaptchaOn' | 'isDemo' | 'isPrivateAllowed' | 'outboundHosts' | 'tenantId'
  >
  database: Database
  sessions: Sessions
  sendSms: SendSms
  tell: TellRoles
}

export type TokenInput = Input<typeof token>

/** One try to sign in: what was sent, for which tenant, from where, by which client. */
export interface Try {
  input: TokenInput
  tenantId: string
  request: FastifyRequest
  ip: string
  agent: string
  life: Lifetimes
  /** The tenant and its rules for passwords; nothing when nobody knows it. */
  tenant: { profile: string | null } | undefined
  /** Tries of an account at one address or device before the next has to wait, as the tenant sets them. */
  freeTries: number
}

/** A refused sign-in in the words and the shape of this API family: HTTP 400, no envelope. */
export class Refusal {
  constructor(
    readonly description: string,
    readonly error = 'invalid_grant',
    readonly status = 400,
    /** What the next step of the sign-in needs. */
    readonly more: Record<string, unknown> = {},
  ) {}
}

export interface Admission {
  userId: string
  account: string
  answer: object
}

type Outcome = Refusal | Admission

/** Failed tries are counted; past a few the next has to wait. */
async function guarded(
  db: Db,
  keys: TryKey[],
  lockSeconds: number,
  work: () => Promise<Outcome | 'wrong'>,
  wrong: Refusal,
): Promise<Outcome> {
  const tried = await tryOnce(db, keys, work, lockSeconds)
  if ('wait' in tried) return new Refusal(`登录错误次数过多,请稍后再试（${tried.wait}秒）`, 'access_denied')
  return tried.outcome === 'wrong' ? wrong : tried.outcome
}

/** Said to nobody but who knows the password. */
const PAST_PASSWORD = new Refusal('首次密码已过期，请联系管理员重新发放')

/** Account and password. */
export async function byPassword(deps: SignInDeps, one: Try): Promise<Outcome> {
  const { tenantId, tenant, input } = one
  const account = input.username ?? ''
  if (!tenantId) return new Refusal('租户ID未找到')
  const deviceId = knownDevice(deps, one.request, { tenantId, account })
  const db = deps.database.prepared(tenantId)
  const keys = guessKeys({ tenantId, account, address: one.ip, deviceId, free: one.freeTries })
  const check = async (): Promise<Outcome | 'wrong'> => {
    if (!tenant) return new Refusal('未获得用户的租户信息')
    const user = await findUser(deps.database, tenantId, account)
    const sent = wirePassword(input.password ?? '', deps.config.signInKey)
    const isRight = await verifyPassword(user?.passwordHash, sent)
    if (!isRight || user?.status !== 1) return 'wrong'
    return user.isPast ? PAST_PASSWORD : admit(deps, one, user, 'password')
  }
  const lockSeconds = rulesOf(tenant?.profile)?.lockSeconds ?? 0
  return guarded(db, keys, lockSeconds, check, new Refusal('用户名或密码错误'))
}

/** Phone and the code sent to it. */
export async function bySmsCode(deps: SignInDeps, one: Try): Promise<Outcome> {
  const { tenantId, input } = one
  const phone = input.phone ?? ''
  if (!tenantId) return new Refusal('租户ID未找到')
  const keys = guessKeys({ tenantId, account: `phone:${phone}`, address: one.ip })
  const check = async (): Promise<Outcome | 'wrong'> => {
    const asked = { tenantId, phone, id: input.id ?? '', value: input.value?.trim() ?? '', use: 'signIn' } as const
    if (!(await useCode(deps, asked))) return 'wrong'
    const userId = await userOfPhone(deps.database, tenantId, phone)
    const user = userId && (await findUserById(deps.database, tenantId, userId))
    return user ? admit(deps, one, user, 'sms') : 'wrong'
  }
  return guarded(deps.database.prepared(tenantId), keys, 0, check, new Refusal('短信验证码不正确或已过期'))
}

/** Code and state brought back from a provider. Who is nobody here yet gets a session to register with. */
export async function bySocial(deps: SignInDeps, one: Try): Promise<Outcome> {
  const { tenantId, input } = one
  if (!tenantId) return new Refusal('租户ID未找到')
  const source = input.source ?? ''
  try {
    const back = { tenantId, source, code: input.code ?? '', state: input.state ?? '' }
    const person = await personOf(deps, back, one.request)
    const known = await rememberPerson(deps.database.tenant(tenantId), tenantId, source, person)
    const user = known.userId ? await findUserById(deps.database, tenantId, known.userId) : undefined
    if (user && user.status !== 1) return new Refusal('用户名或密码错误')
    return user ? await admit(deps, one, user, 'social') : await welcome(deps, one, known.id, person.username)
  } catch (error) {
    if (error instanceof AppError) return new Refusal(error.message)
    throw error
  }
}

const REGISTER_MINUTES = 30

async function welcome(deps: SignInDeps, one: Try, socialId: string, username: string): Promise<Admission> {
  const { tenantId } = one
  const ticket = { tenantId, userId: '', data: { socialId } }
  const oauthId = await issueTicket(deps.database.open, 'register', ticket, REGISTER_MINUTES)
  const tokens = await deps.sessions.open(tenantId, GUEST_ID, { ...one, way: 'social' }, one.life)
  return { userId: '', account: username, answer: tokenAnswer(tenantId, guestFields(username, oauthId), tokens) }
}

/** The number of the authenticator, or a recovery code, after the first step of a sign-in. */
export async function byFactor(deps: SignInDeps, one: Try): Promise<Outcome> {
  const open = deps.database.open
  const ticket = await tryTicket(open, 'factor', one.input.mfa_token)
  if (!ticket) return new Refusal('二次验证已超时，请重新登录', 'mfa_expired')
  const { tenantId, userId } = ticket
  const account = (await findUserById(deps.database, tenantId, userId))?.account ?? ''
  const deviceId = knownDevice(deps, one.request, { tenantId, account })
  const keys = guessKeys({ tenantId, account: `factor:${userId}`, address: one.ip, deviceId, isNumber: true })
  const check = async (): Promise<Outcome | 'wrong'> => {
    const db = deps.database.tenant(tenantId)
    if (!(await checkFactor(db, deps.config.masterKey, userId, one.input.code ?? ''))) return 'wrong'
    const user =
      (await takeTicket(open, 'factor', one.input.mfa_token)) && (await findUserById(deps.database, tenantId, userId))
    if (!user || user.status !== 1) return new Refusal('二次验证已超时，请重新登录', 'mfa_expired')
    return signedIn(deps, { ...one, tenantId }, user, ticket.data['way'] ?? 'mfa')
  }
  return guarded(deps.database.prepared(tenantId), keys, 0, check, new Refusal('动态验证码不正确', 'mfa_invalid'))
}

const FACTOR_MINUTES = 5

/** The first proof holds: a second one where the account has it, else a session. */
async function admit(deps: SignInDeps, one: Try, user: UserRow, way: string): Promise<Outcome> {
  const { tenantId } = one
  if (user.roleAliases.length === 0) {
    const waits = await isWaiting(deps.database.tenant(tenantId), user.id)
    return new Refusal(waits ? '注册申请已提交,请耐心等待管理员通过!' : '未获得用户的角色信息')
  }
  if (!user.hasFactor) return signedIn(deps, one, user, way)
  const ticket = { tenantId, userId: user.id, data: { way } }
  const mfaToken = await issueTicket(deps.database.open, 'factor', ticket, FACTOR_MINUTES)
  return new Refusal('请输入动态验证码', 'mfa_required', 400, { mfa_token: mfaToken, expires_in: FACTOR_MINUTES * 60 })
}

async function signedIn(deps: SignInDeps, one: Try, user: UserRow, way: string): Promise<Admission> {
  // Only who typed the password has proved more than that the door was open.
  const life = way === 'password' ? one.life : { ...one.life, proof: 0 }
  const from = { ip: one.ip, agent: one.agent, way }
  const tokens = await deps.sessions.open(one.tenantId, user.id, from, life, deps.database.prepared(one.tenantId))
  return { userId: user.id, account: user.account, answer: tokenAnswer(one.tenantId, userFields(user), tokens) }
}

/** New tokens for a refresh token. A guest's session is short and not renewed. */
export async function byRefreshToken(deps: SignInDeps, one: Try): Promise<Outcome> {
  const renewed = await deps.sessions.refresh(one.input.refresh_token ?? '', one.life)
  const user = renewed && (await findUserById(deps.database, renewed.tenantId, renewed.userId))
  if (!renewed || !user || user.status !== 1) return new Refusal('令牌授权已过期')
  const answer = tokenAnswer(renewed.tenantId, userFields(user), renewed.tokens)
  return { userId: user.id, account: user.account, answer }
}

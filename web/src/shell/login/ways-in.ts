import type { SignInSettings } from '@xueheng/contract/domains/sign-in/auth.ts'
import { resetPassword, smsCode } from '@xueheng/contract/domains/sign-in/sign-in.ts'
import { judge } from '../../platform/api/judge.ts'
import { bodyOf, exchange } from '../../platform/api/send.ts'
import { type UserInfo, updateSession } from '../../platform/session/store.ts'

export interface Captcha {
  key: string
  code: string
}

export interface Credentials {
  tenantId: string
  account: string
  password: string
  captcha?: Captcha | undefined
}

interface TokenAnswer {
  access_token: string
  refresh_token: string
  tenant_id: string
  user_id: string
  account: string
  nick_name: string
  real_name: string
  role_name: string
  dept_name?: string
  avatar: string
  oauth_id: string
  error?: string
  mfa_token?: string
}

/** The first step held; the number of the authenticator is missing. */
export class FactorNeeded extends Error {
  override readonly name = 'FactorNeeded'
  readonly token: string
  readonly tenantId: string

  constructor(token: string, tenantId: string) {
    super('请输入动态验证码')
    this.token = token
    this.tenantId = tenantId
  }
}

/** Signs in and keeps the session. Throws `ApiError` with the server's words, or `FactorNeeded`; nothing is stored then. */
export async function signIn(credentials: Credentials, settings: SignInSettings): Promise<void> {
  const { tenantId, account, password, captcha } = credentials
  const { wirePassword } = await import('../../platform/session/cipher.ts')
  const sealed = wirePassword(password, settings.cipherKey)
  const grant = { username: account, password: sealed, grant_type: captcha ? 'captcha' : 'password', type: 'account' }
  await askToken(settings, tenantId, grant, captcha)
}

/** With the code sent to a phone. */
export function signInBySms(
  settings: SignInSettings,
  { tenantId, ...sent }: { tenantId: string; phone: string; id: string; value: string },
): Promise<void> {
  return askToken(settings, tenantId, { ...sent, grant_type: 'sms_code' })
}

/** With what a provider sent the browser back with. */
export function signInBySocial(
  settings: SignInSettings,
  { tenantId, ...sent }: { tenantId: string; source: string; code: string; state: string },
): Promise<void> {
  return askToken(settings, tenantId, { ...sent, grant_type: 'social' })
}

/** The second step, with the authenticator's number or a recovery code. */
export function signInByFactor(settings: SignInSettings, needed: FactorNeeded, code: string): Promise<void> {
  return askToken(settings, needed.tenantId, { grant_type: 'mfa', mfa_token: needed.token, code })
}

/** Asks for a code by message; answers what it has to be sent back with. */
export async function askSmsCode(
  settings: SignInSettings,
  { captcha, ...asked }: { tenantId: string; phone: string; isReset: boolean; captcha: Captcha | undefined },
): Promise<string> {
  const { tenantId, phone, isReset } = asked
  const response = await exchange('POST', smsCode.path, {
    query: { tenantId, phone, ...(isReset && { isReset: 1 }) },
    headers: signInHeaders(settings, tenantId, captcha),
  })
  return (judge(response.status, await bodyOf(response)) as { id: string }).id
}

/** A new password with the code sent to a phone. Throws `ApiError` with the fields the server names. */
export async function resetBySms(
  settings: SignInSettings,
  { password, ...sent }: { tenantId: string; phone: string; id: string; value: string; password: string },
): Promise<void> {
  const { wireText } = await import('../../platform/session/cipher.ts')
  const response = await exchange('POST', resetPassword.path, {
    body: { ...sent, password: wireText(password, settings.cipherKey) },
    headers: signInHeaders(settings, sent.tenantId),
  })
  judge(response.status, await bodyOf(response))
}

async function askToken(
  settings: SignInSettings,
  tenantId: string,
  grant: Record<string, string>,
  captcha?: Captcha,
): Promise<void> {
  const response = await exchange('POST', '/api/blade-auth/oauth/token', {
    query: { tenantId, scope: 'all', ...grant },
    headers: signInHeaders(settings, tenantId, captcha),
  })
  const body = (await bodyOf(response)) as Partial<TokenAnswer>
  if (body.error === 'mfa_required') throw new FactorNeeded(body.mfa_token ?? '', tenantId)
  const answer = judge(body.access_token ? 200 : refusedStatus(response), body) as TokenAnswer
  updateSession({
    token: answer.access_token,
    refreshToken: answer.refresh_token,
    tokenTime: Date.now(),
    tenantId: answer.tenant_id || tenantId,
    client: { id: settings.clientId, secret: settings.clientSecret },
    user: userOf(answer),
    hasLeft: false,
  })
}

function signInHeaders(settings: SignInSettings, tenantId: string, captcha?: Captcha): Record<string, string> {
  return {
    Authorization: `Basic ${btoa(`${settings.clientId}:${settings.clientSecret}`)}`,
    'Tenant-Id': tenantId,
    ...(captcha && { 'Captcha-Key': captcha.key, 'Captcha-Code': captcha.code }),
  }
}

function refusedStatus(response: Response): number {
  return response.status === 200 ? 400 : response.status
}

function userOf(answer: TokenAnswer): UserInfo {
  return {
    userId: answer.user_id,
    account: answer.account,
    name: answer.nick_name || answer.real_name || answer.account,
    avatar: answer.avatar,
    roleName: answer.role_name,
    deptName: answer.dept_name ?? '',
    oauthId: answer.oauth_id,
  }
}

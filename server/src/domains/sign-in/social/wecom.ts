import { refuse } from '../../../platform/error.ts'
import { fetchJson } from './http.ts'
import type { Journey, Person, Provider } from './provider-types.ts'
import { WECOM_FAULTS, assertTaken, baseOf, errcodeOf, textOf, wecomToken } from './tencent.ts'

const LOGIN = 'https://login.work.weixin.qq.com'
const API = 'https://qyapi.weixin.qq.com'

/** The token was taken back before its time. */
const STALE_TOKEN = new Set([40014, 42001])

/** WeCom's page with the picture to scan, for an app of the company's own. */
export async function authorizeUrl(
  { issuer, clientId, agentId }: Provider,
  { state, redirectUri }: Journey,
): Promise<string> {
  const query = new URLSearchParams({
    login_type: 'CorpApp',
    appid: clientId,
    agentid: agentId,
    redirect_uri: redirectUri,
    state,
  })
  return `${baseOf(issuer, LOGIN)}/wwlogin/sso/login?${query.toString()}`
}

/** Members of the company only: strangers have an openid and no userid. */
export async function person(provider: Provider, _journey: Journey, code: string): Promise<Person> {
  const found = await ask(provider, 'auth/getuserinfo', { code })
  assertTaken(found, WECOM_FAULTS)
  // Installations of a company's own still spell the key as it was before 2022.
  const id = textOf(found['userid']) || textOf(found['UserId'])
  if (id === '') throw refuse('只有本企业的成员可以登录')
  const member = await ask(provider, 'user/get', { userid: id })
  return { uuid: id, username: textOf(member['name']) || id, avatar: textOf(member['avatar']) }
}

/** A call with the app's token; with a new one when the old is no longer taken. */
async function ask(provider: Provider, path: string, values: Record<string, string>): Promise<Record<string, unknown>> {
  const { clientId, secret, reach, issuer } = provider
  const app = { base: baseOf(issuer, API), clientId, secret, reach }
  const send = (token: string) => {
    const query = new URLSearchParams({ access_token: token, ...values })
    return fetchJson(`${app.base}/cgi-bin/${path}?${query.toString()}`, reach)
  }
  const answer = await send(await wecomToken(app))
  return STALE_TOKEN.has(errcodeOf(answer)) ? send(await wecomToken(app, true)) : answer
}

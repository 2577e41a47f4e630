import { refuse } from '../../../../platform/error.ts'
import { fetchJson } from './http.ts'
import type { Journey, Person, Provider } from './provider.ts'

const LOGIN = 'https://login.work.weixin.qq.com'
const API = 'https://qyapi.weixin.qq.com'

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
  return `${issuer || LOGIN}/wwlogin/sso/login?${query.toString()}`
}

/** Members of the company only: strangers have an openid and no userid. */
export async function person(
  { issuer, clientId, secret, isDemo }: Provider,
  _journey: Journey,
  code: string,
): Promise<Person> {
  const base = issuer || API
  const app = new URLSearchParams({ corpid: clientId, corpsecret: secret })
  const token = await fetchJson(`${base}/cgi-bin/gettoken?${app.toString()}`, isDemo)
  if (token['errcode'] !== 0) throw refuse('企业微信应用设置有误，请联系管理员')
  const query = new URLSearchParams({ access_token: String(token['access_token']), code })
  const found = await fetchJson(`${base}/cgi-bin/auth/getuserinfo?${query.toString()}`, isDemo)
  const id = found['userid']
  if (found['errcode'] !== 0) throw refuse('第三方登录失败，请重新登录')
  if (typeof id !== 'string' || id === '') throw refuse('只有本企业的成员可以登录')
  return { uuid: id, username: id, avatar: '' }
}

import { refuse } from '../../../../platform/error.ts'
import { fetchJson } from './http.ts'
import type { Journey, Person, Provider } from './provider.ts'

const LOGIN = 'https://open.weixin.qq.com'
const API = 'https://api.weixin.qq.com'

/** WeChat's page with the picture to scan, for a registered web site. */
export async function authorizeUrl({ issuer, clientId }: Provider, { state, redirectUri }: Journey): Promise<string> {
  const query = new URLSearchParams({
    appid: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'snsapi_login',
    state,
  })
  return `${issuer || LOGIN}/connect/qrconnect?${query.toString()}#wechat_redirect`
}

/** A unionid is the same for all apps of one owner; without one the openid names the person. */
export async function person(
  { issuer, clientId, secret, isDemo }: Provider,
  _journey: Journey,
  code: string,
): Promise<Person> {
  const base = issuer || API
  const asked = new URLSearchParams({ appid: clientId, secret, code, grant_type: 'authorization_code' })
  const token = await fetchJson(`${base}/sns/oauth2/access_token?${asked.toString()}`, isDemo)
  const openid = token['openid']
  if (typeof openid !== 'string' || openid === '') throw refuse('第三方登录失败，请重新登录')
  const query = new URLSearchParams({ access_token: String(token['access_token']), openid, lang: 'zh_CN' })
  const info = await fetchJson(`${base}/sns/userinfo?${query.toString()}`, isDemo)
  const unionid = info['unionid'] ?? token['unionid']
  return {
    uuid: typeof unionid === 'string' && unionid ? unionid : openid,
    username: textOf(info['nickname']) || openid,
    avatar: textOf(info['headimgurl']),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

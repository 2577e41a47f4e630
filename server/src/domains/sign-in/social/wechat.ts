import { refuse } from '../../../platform/error.ts'
import { fetchJson } from './http.ts'
import type { Journey, Person, Provider } from './provider-types.ts'
import { WECHAT_FAULTS, assertTaken, baseOf, textOf } from './tencent.ts'

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
  return `${baseOf(issuer, LOGIN)}/connect/qrconnect?${query.toString()}#wechat_redirect`
}

/**
 * A unionid is the same for all apps of one owner; without one the openid names the person. Who cannot be looked up
 * is refused: taken by the openid today and by the unionid tomorrow they would be two.
 */
export async function person(
  { issuer, clientId, secret, reach }: Provider,
  _journey: Journey,
  code: string,
): Promise<Person> {
  const base = baseOf(issuer, API)
  const asked = new URLSearchParams({ appid: clientId, secret, code, grant_type: 'authorization_code' })
  const token = await fetchJson(`${base}/sns/oauth2/access_token?${asked.toString()}`, reach)
  assertTaken(token, WECHAT_FAULTS)
  const openid = textOf(token['openid'])
  if (openid === '') throw refuse('第三方登录失败，请重新登录')
  const query = new URLSearchParams({ access_token: textOf(token['access_token']), openid, lang: 'zh_CN' })
  const info = await fetchJson(`${base}/sns/userinfo?${query.toString()}`, reach)
  assertTaken(info, WECHAT_FAULTS)
  const uuid = textOf(info['unionid']) || textOf(token['unionid']) || openid
  return { uuid, username: textOf(info['nickname']) || openid, avatar: textOf(info['headimgurl']) }
}

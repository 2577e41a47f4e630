import { createHash } from 'node:crypto'
import * as z from 'zod'
import { refuse } from '../../../platform/error.ts'
import { assertReachable, fetchJson } from './http.ts'
import { verifyIdToken } from './id-token.ts'
import type { Journey, Person, Provider } from './provider-types.ts'

const DISCOVERY = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
})
type Discovery = z.infer<typeof DISCOVERY>

/** OpenID Connect Discovery 1.0: the document must speak for the issuer it was asked of. */
async function discover({ issuer, reach }: Provider): Promise<Discovery> {
  const base = issuer.replace(/\/$/, '')
  const { data } = DISCOVERY.safeParse(await fetchJson(`${base}/.well-known/openid-configuration`, reach))
  if (data?.issuer.replace(/\/$/, '') !== base) throw refuse('第三方登录服务的地址与其声明不一致')
  return data
}

export async function authorizeUrl(provider: Provider, journey: Journey): Promise<string> {
  const { authorization_endpoint: endpoint } = await discover(provider)
  assertReachable(endpoint, provider.reach)
  const url = new URL(endpoint)
  const scopes = new Set(['openid', ...(provider.scopes || 'profile').split(/[\s,]+/).filter(Boolean)])
  const values = {
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: journey.redirectUri,
    scope: [...scopes].join(' '),
    state: journey.state,
    nonce: journey.nonce,
    code_challenge: createHash('sha256').update(journey.verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return url.href
}

export async function person(provider: Provider, journey: Journey, code: string): Promise<Person> {
  const discovery = await discover(provider)
  const answer = await fetchJson(
    discovery.token_endpoint,
    provider.reach,
    tokenRequest(provider, discovery, journey, code),
  )
  // Asked for at every sign-in, so that a key which the provider changed is known at once.
  const keySet = await fetchJson(discovery.jwks_uri, provider.reach)
  const claims = await verifyIdToken(String(answer['id_token'] ?? ''), keySet, {
    issuer: discovery.issuer,
    audience: provider.clientId,
    nonce: journey.nonce,
  })
  if (!claims) throw refuse('第三方登录失败，请重新登录')
  return {
    uuid: claims.sub,
    username: claims.name || claims.preferred_username || claims.email || claims.sub,
    avatar: claims.picture,
  }
}

/** The secret in the header, as the standard prefers, unless the provider only takes it in the body. */
function tokenRequest(provider: Provider, discovery: Discovery, journey: Journey, code: string) {
  const isBasic = discovery.token_endpoint_auth_methods_supported.includes('client_secret_basic')
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: journey.redirectUri,
    code_verifier: journey.verifier,
    ...(isBasic ? {} : { client_id: provider.clientId, client_secret: provider.secret }),
  })
  const pair = `${encodeURIComponent(provider.clientId)}:${encodeURIComponent(provider.secret)}`
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    ...(isBasic ? { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } : {}),
  }
  return { method: 'POST', body: form.toString(), headers }
}

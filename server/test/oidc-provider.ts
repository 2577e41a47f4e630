import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export const OIDC_CLIENT = 'xueheng'
export const OIDC_SECRET = 'a secret with: signs & spaces'

export interface OidcProvider {
  issuer: string
  /** Signs somebody in who followed the address and answers where the browser is sent back to. */
  signIn(address: string, sub: string, change?: Partial<Change>): URL
  /** Whoever this is sits in front of the browser: its page sends them straight back. */
  visitor: string
  /** What it says of itself in place of the truth. */
  discovery: Record<string, unknown>
  /** Signs with a new key from now on and shows no other. */
  changeKey(kid: string): void
  close(): Promise<void>
}

/** What a provider, or somebody between, may get wrong. */
interface Change {
  claims: Record<string, unknown>
  header: Record<string, unknown>
  isForeignKey: boolean
  isUnsigned: boolean
}

interface Grant {
  query: URLSearchParams
  sub: string
  change: Partial<Change>
}

/** A provider on this machine that signs real tokens and refuses a wrong secret, verifier, redirect or used code. */
export async function startOidcProvider(): Promise<OidcProvider> {
  let keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  let kid = 'one'
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const codes = new Map<string, Grant>()
  let issuer = ''

  function idToken({ query, sub, change }: Grant): string {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: issuer,
      sub,
      aud: OIDC_CLIENT,
      iat: now,
      exp: now + 300,
      nonce: query.get('nonce'),
      name: `人${sub}`,
      ...change.claims,
    }
    const text = [{ alg: 'RS256', kid, ...change.header }, claims].map(part).join('.')
    if (change.isUnsigned) return `${text}.`
    const { privateKey } = change.isForeignKey ? foreign : keys
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
  }

  async function token(request: IncomingMessage): Promise<object | undefined> {
    const form = new URLSearchParams(await bodyOf(request))
    const grant = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const pair = `${encodeURIComponent(OIDC_CLIENT)}:${encodeURIComponent(OIDC_SECRET)}`
    const isClient = request.headers.authorization === `Basic ${Buffer.from(pair).toString('base64')}`
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isSame =
      grant?.query.get('code_challenge') === challenge && grant.query.get('redirect_uri') === form.get('redirect_uri')
    return isClient && isSame ? { access_token: 'x', token_type: 'Bearer', id_token: idToken(grant) } : undefined
  }

  const server = createServer((request, response) => {
    const path = request.url ?? ''
    if (path.startsWith('/authorize?')) {
      return response.writeHead(302, { location: provider.signIn(`${issuer}${path}`, provider.visitor).href }).end()
    }
    const answers: Record<string, () => Promise<object | undefined>> = {
      '/.well-known/openid-configuration': async () => ({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        ...provider.discovery,
      }),
      '/jwks': async () => ({ keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid, use: 'sig' }] }),
      '/token': () => token(request),
    }
    return void (answers[path]?.() ?? Promise.resolve()).then((answer) => {
      response.writeHead(answer ? 200 : 400, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer ?? { error: 'invalid_grant' }))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: OidcProvider = {
    issuer,
    visitor: '',
    discovery: {},
    changeKey(name) {
      keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
      kid = name
    },
    signIn(address, sub, change = {}) {
      const { searchParams: query } = new URL(address)
      const code = randomUUID()
      codes.set(code, { query, sub, change })
      const back = new URL(query.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', query.get('state') ?? '')
      return back
    },
    close: () => new Promise((done) => server.close(() => done())),
  }
  return provider
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const one of request) parts.push(one as Buffer)
  return Buffer.concat(parts).toString()
}

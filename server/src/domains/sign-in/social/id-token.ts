import { type JsonWebKey, type KeyObject, constants, createPublicKey, verify } from 'node:crypto'

export interface Claims {
  iss: string
  sub: string
  aud: string | string[]
  azp?: string
  exp: number
  iat: number
  nonce?: string
  name?: string
  preferred_username?: string
  email?: string
  picture?: string
}

export interface Expected {
  issuer: string
  audience: string
  nonce: string
  now: number
}

interface Algorithm {
  type: 'rsa' | 'ec'
  hash: string
  padding?: number
}

/** Signatures with a public key only: `none` and shared secrets are not to be believed. */
const ALGORITHMS: Record<string, Algorithm> = {
  RS256: { type: 'rsa', hash: 'sha256' },
  RS384: { type: 'rsa', hash: 'sha384' },
  RS512: { type: 'rsa', hash: 'sha512' },
  PS256: { type: 'rsa', hash: 'sha256', padding: constants.RSA_PKCS1_PSS_PADDING },
  ES256: { type: 'ec', hash: 'sha256' },
}

const CLOCK_SECONDS = 60

/** The claims of an id_token (OpenID Connect Core 3.1.3.7), or nothing when anything about it is wrong. */
export function verifyIdToken(token: string, keys: unknown[], expected: Expected): Claims | undefined {
  const [head = '', body = '', signature = '', ...rest] = token.split('.')
  const header = jsonOf<{ alg?: string; kid?: string }>(head)
  const algorithm = Object.hasOwn(ALGORITHMS, header?.alg ?? '') ? ALGORITHMS[header?.alg ?? ''] : undefined
  if (rest.length > 0 || !header || !algorithm) return undefined
  const fitting = keys.filter((key) => isFitting(key as JsonWebKey, header.kid, algorithm))
  const isSigned = fitting.some((key) => isSignedBy(key as JsonWebKey, algorithm, `${head}.${body}`, signature))
  const claims = isSigned ? jsonOf<Claims>(body) : undefined
  return claims && isMeantForUs(claims, expected) ? claims : undefined
}

function isFitting(key: JsonWebKey, kid: string | undefined, { type }: Algorithm): boolean {
  const isKind = type === 'rsa' ? key.kty === 'RSA' : key.kty === 'EC' && key.crv === 'P-256'
  return isKind && (key['use'] ?? 'sig') === 'sig' && (kid === undefined || key['kid'] === kid)
}

function isSignedBy(jwk: JsonWebKey, { hash, padding, type }: Algorithm, text: string, signature: string): boolean {
  try {
    const key: KeyObject = createPublicKey({ key: jwk, format: 'jwk' })
    const options =
      type === 'ec' ? { key, dsaEncoding: 'ieee-p1363' as const } : { key, ...(padding && { padding, saltLength: 32 }) }
    return verify(hash, Buffer.from(text), options, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

function isMeantForUs(claims: Claims, { issuer, audience, nonce, now }: Expected): boolean {
  const seconds = now / 1000
  const audiences = [claims.aud].flat()
  return (
    claims.iss === issuer &&
    typeof claims.sub === 'string' &&
    claims.sub.length > 0 &&
    claims.sub.length <= 200 &&
    audiences.includes(audience) &&
    (audiences.length === 1 ? (claims.azp ?? audience) === audience : claims.azp === audience) &&
    claims.exp > seconds - CLOCK_SECONDS &&
    claims.iat < seconds + CLOCK_SECONDS &&
    claims.nonce === nonce
  )
}

function jsonOf<T>(part: string): T | undefined {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as T
  } catch {
    return undefined
  }
}

import { type JWTVerifyOptions, createLocalJWKSet, errors, jwtVerify } from 'jose'
import * as z from 'zod'

export interface Expected {
  issuer: string
  audience: string
  nonce: string
}

const KEY_SET = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })

const optional = z.string().catch('')
const CLAIMS = z.object({
  sub: z.string().min(1).max(200),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.string().optional(),
  nonce: z.string(),
  name: optional,
  preferred_username: optional,
  email: optional,
  picture: optional,
})
export type Claims = z.infer<typeof CLAIMS>

/** Signatures with a public key only: `none` and shared secrets are refused. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256']

/** The claims of an id_token (OpenID Connect Core 3.1.3.7), or nothing when anything about it is wrong. */
export async function verifyIdToken(
  token: string,
  keySet: unknown,
  { issuer, audience, nonce }: Expected,
): Promise<Claims | undefined> {
  // An age is demanded so that a token of the future is refused as well.
  const limits = { requiredClaims: ['exp'], maxTokenAge: '1d', clockTolerance: 60 }
  try {
    const payload = await verify(token, keySet, { issuer, audience, algorithms: ALGORITHMS, ...limits })
    const claims = CLAIMS.parse(payload)
    return claims.nonce === nonce && isAuthorized(claims, audience) ? claims : undefined
  } catch {
    return undefined
  }
}

async function verify(token: string, keySet: unknown, options: JWTVerifyOptions): Promise<unknown> {
  const keys = createLocalJWKSet(KEY_SET.parse(keySet))
  try {
    return (await jwtVerify(token, keys, options)).payload
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    for await (const key of error) {
      const found = await jwtVerify(token, key, options).catch(() => undefined)
      if (found) return found.payload
    }
    throw error
  }
}

/** A token for several audiences names the one it was made out to. */
function isAuthorized({ aud, azp }: Claims, audience: string): boolean {
  return [aud].flat().length === 1 ? (azp ?? audience) === audience : azp === audience
}

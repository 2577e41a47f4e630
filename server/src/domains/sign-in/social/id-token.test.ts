import { type KeyObject, constants, createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { verifyIdToken } from './id-token.ts'

const EXPECTED = { issuer: 'https://id.example/realm', audience: 'xueheng', nonce: 'nonce-1' }
const NOW = Math.floor(Date.now() / 1000)

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
const short = generateKeyPairSync('rsa', { modulusLength: 1024 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })

type Sign = (text: Buffer) => Buffer | string
type Part = Record<string, unknown>

const rs256 =
  (key: KeyObject = rsa.privateKey): Sign =>
  (text) =>
    sign('sha256', text, key)
const ps256: Sign = (text) =>
  sign('sha256', text, { key: rsa.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 })
const es256: Sign = (text) => sign('sha256', text, { key: ec.privateKey, dsaEncoding: 'ieee-p1363' })
const hs256 =
  (secret: string): Sign =>
  (text) =>
    createHmac('sha256', secret).update(text).digest()

function jwk(key: KeyObject, kid: string | undefined, more: Part = {}): Part {
  return { ...key.export({ format: 'jwk' }), use: 'sig', ...(kid && { kid }), ...more }
}

const KEYS = { keys: [jwk(rsa.publicKey, 'one'), jwk(ec.publicKey, 'curve')] }

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function token(change: { claims?: Part; header?: Part; sign?: Sign } = {}): string {
  const { iss, aud, nonce } = { iss: EXPECTED.issuer, aud: EXPECTED.audience, nonce: EXPECTED.nonce }
  const claims = { iss, aud, nonce, sub: 'li', iat: NOW, exp: NOW + 300, ...change.claims }
  const text = `${encode({ alg: 'RS256', kid: 'one', ...change.header })}.${encode(claims)}`
  const signature = Buffer.from((change.sign ?? rs256())(Buffer.from(text))).toString('base64url')
  return `${text}.${signature}`
}

describe('an id_token is believed', () => {
  test.each([
    ['with RS256', token()],
    ['with PS256', token({ header: { alg: 'PS256' }, sign: ps256 })],
    ['with ES256', token({ header: { alg: 'ES256', kid: 'curve' }, sign: es256 })],
    ['without the name of a key', token({ header: { kid: undefined } })],
    ['for several audiences, made out to this one', token({ claims: { aud: ['xueheng', 'b'], azp: 'xueheng' } })],
    ['that ended less than a minute ago', token({ claims: { exp: NOW - 30 } })],
    ['of a clock half a minute ahead', token({ claims: { iat: NOW + 30 } })],
  ])('%s', async (_title, text) => {
    expect(await verifyIdToken(text, KEYS, EXPECTED)).toMatchObject({ sub: 'li', name: '', picture: '' })
  })

  test.each([
    ['a key that cannot be read, of the same name', [jwk(rsa.publicKey, 'one', { n: '!!' })]],
    ['a key that cannot be read, of another name', [{ kty: 'RSA', kid: 'x' }]],
    ['a key of an unknown kind', [{ kty: 'XYZ', kid: 'one' }]],
    ['a foreign key of the same name', [jwk(foreign.publicKey, 'one')]],
  ])('where the key set also holds %s', async (_title, others) => {
    const keys = { keys: [...others, ...KEYS.keys] }
    expect(await verifyIdToken(token(), keys, EXPECTED)).toBeDefined()
  })

  test('after the provider changed its key and keeps the old one beside it', async () => {
    const keys = { keys: [jwk(foreign.publicKey, 'two'), ...KEYS.keys] }
    const next = token({ header: { kid: 'two' }, sign: rs256(foreign.privateKey) })
    expect(await verifyIdToken(next, KEYS, EXPECTED)).toBeUndefined()
    expect(await verifyIdToken(next, keys, EXPECTED)).toBeDefined()
    expect(await verifyIdToken(token(), keys, EXPECTED)).toBeDefined()
  })

  test('with a name and a picture, where they are texts', async () => {
    const claims = { name: '李', picture: 7, email: null }
    expect(await verifyIdToken(token({ claims }), KEYS, EXPECTED)).toMatchObject({ name: '李', picture: '', email: '' })
  })
})

const PEM = String(rsa.publicKey.export({ type: 'spki', format: 'pem' }))

describe('an id_token is refused', () => {
  test.each<[string, string]>([
    ['empty', ''],
    ['of two parts', token().split('.').slice(0, 2).join('.')],
    ['of four parts', `${token()}.x`],
    ['of no JSON', 'a.b.c'],
    ['unsigned', token({ header: { alg: 'none' }, sign: () => '' })],
    ['signed with nothing', token({ sign: () => '' })],
    ['signed with the public key as a shared secret', token({ header: { alg: 'HS256' }, sign: hs256(PEM) })],
    ['that claims another algorithm than its signature', token({ header: { alg: 'PS256' } })],
    ['that claims an algorithm of another kind of key', token({ header: { alg: 'ES256' } })],
    ['that claims what every object has', token({ header: { alg: 'constructor' } })],
    ['without an algorithm', token({ header: { alg: undefined } })],
    ['with a critical extension', token({ header: { crit: ['b64'], b64: false } })],
    ['signed by a foreign key', token({ sign: rs256(foreign.privateKey) })],
    ['of an unknown key', token({ header: { kid: 'two' } })],
    ['that is over', token({ claims: { exp: NOW - 90 } })],
    ['without an end', token({ claims: { exp: undefined } })],
    ['with an end that is no number', token({ claims: { exp: String(NOW + 300) } })],
    ['without a beginning', token({ claims: { iat: undefined } })],
    ['of tomorrow', token({ claims: { iat: NOW + 86_400, exp: NOW + 90_000 } })],
    ['not valid yet', token({ claims: { nbf: NOW + 120 } })],
    ['of another issuer', token({ claims: { iss: 'https://id.example/other' } })],
    ['without an issuer', token({ claims: { iss: undefined } })],
    ['for another audience', token({ claims: { aud: 'other' } })],
    ['without an audience', token({ claims: { aud: undefined } })],
    ['for several audiences without a party', token({ claims: { aud: ['xueheng', 'b'] } })],
    ['made out to another party', token({ claims: { azp: 'b' } })],
    ['of another nonce', token({ claims: { nonce: 'nonce-2' } })],
    ['without a nonce', token({ claims: { nonce: undefined } })],
    ['without a subject', token({ claims: { sub: undefined } })],
    ['with an empty subject', token({ claims: { sub: '' } })],
    ['with a subject of 201 characters', token({ claims: { sub: 'x'.repeat(201) } })],
    ['with a subject that is no text', token({ claims: { sub: 7 } })],
  ])('%s', async (_title, text) => {
    expect(await verifyIdToken(text, KEYS, EXPECTED)).toBeUndefined()
  })

  test.each<[string, unknown]>([
    ['no key set', undefined],
    ['a key set without keys', {}],
    ['keys that are no list', { keys: 'one' }],
    ['an empty list', { keys: [] }],
    ['a list of nothing', { keys: [null] }],
    ['a key that cannot be read', { keys: [jwk(rsa.publicKey, 'one', { n: '!!' })] }],
    ['a key without its numbers', { keys: [{ kty: 'RSA', kid: 'one' }] }],
    ['a key for encryption', { keys: [jwk(rsa.publicKey, 'one', { use: 'enc' })] }],
    ['a key for another algorithm', { keys: [jwk(rsa.publicKey, 'one', { alg: 'RS512' })] }],
    ['foreign keys alone', { keys: [jwk(foreign.publicKey, 'one'), jwk(foreign.publicKey, 'one')] }],
    ['the private key itself', { keys: [jwk(rsa.privateKey, 'one')] }],
  ])('where the provider shows %s', async (_title, keys) => {
    expect(await verifyIdToken(token(), keys, EXPECTED)).toBeUndefined()
  })

  test('signed by a key of 1024 bits', async () => {
    const keys = { keys: [jwk(short.publicKey, 'one')] }
    expect(await verifyIdToken(token({ sign: rs256(short.privateKey) }), keys, EXPECTED)).toBeUndefined()
  })
})

describe('the clock of a provider', () => {
  test.each<[string, Part, Part]>([
    ['end', { exp: NOW - 59 }, { exp: NOW - 60 }],
    ['first moment', { nbf: NOW + 60 }, { nbf: NOW + 61 }],
    ['beginning', { iat: NOW + 60 }, { iat: NOW + 61 }],
    ['age', { iat: NOW - 86_460 }, { iat: NOW - 86_461 }],
  ])('may be a minute off in the %s of an id_token, not more', async (_title, near, far) => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW * 1000 })
    try {
      expect(await verifyIdToken(token({ claims: near }), KEYS, EXPECTED)).toBeDefined()
      expect(await verifyIdToken(token({ claims: far }), KEYS, EXPECTED)).toBeUndefined()
    } finally {
      vi.useRealTimers()
    }
  })
})

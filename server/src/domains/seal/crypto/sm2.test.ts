import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sm2 } from 'sm-crypto-v2'
import { afterAll, expect, test } from 'vitest'
import { sm2Spki } from './algorithms.ts'
import { der } from './der.ts'
import { toPem } from './pem.ts'
import { isSm2Point, makeSm2Pair, signSm2, sm2PointOf, sm3, verifySm2 } from './sm2.ts'

// GB/T 32918.5: key, digest and signature of the standard.
const KEY = Buffer.from('3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8', 'hex')
const X = '09f9df311e5421a150dd7d161e4bc5c672179fad1833fc076bb08ff356f35020'
const Y = 'ccea490ce26775a52dc6ea718cc1aa600aed05fbf35e084a6632f6072da9ad13'
const POINT = Buffer.from(`04${X}${Y}`, 'hex')
const R = 0xf5a03b0648d2c4630eeac513e1bb81a15944da3827d5b74143ac7eaceee720b3n
const S = 0xb1b6aa29df212fd8763182bc0d421ca1bb9038fd1f7f42d4840b69c485bbc1aan
const ORDER = 0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123n
const MESSAGE = Buffer.from('message digest')
const signatureOf = (r: bigint, s: bigint) => der.sequence(der.integer(r), der.integer(s))
const folder = mkdtempSync(join(tmpdir(), 'sm2-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('SM3 gives the digests of GB/T 32905', () => {
  expect(sm3('abc').toString('hex')).toBe('66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0')
  expect(sm3('abcd'.repeat(16)).toString('hex')).toBe(
    'debe9ff92275b8a138604889c18e5a4d6fdb70e5387e5765293dcba39c0c5732',
  )
})

test('the key, Z, digest and signature are those of GB/T 32918.5', () => {
  expect(sm2PointOf(KEY)).toEqual(POINT)
  expect(Buffer.from(sm2.getZ(POINT.toString('hex'))).toString('hex')).toBe(
    'b2e14c5c79c6df5b85f4fe7ed8db7a262b9da7e07ccb0ea9f4747b8ccda8a4f3',
  )
  expect(sm2.getHash(MESSAGE, POINT.toString('hex'))).toBe(
    'f0b43e94ba45accaace692ed534382eb17e6ab5a19ce7b31f4486fdfc0d28640',
  )
  expect(verifySm2(MESSAGE, signatureOf(R, S), POINT)).toBe(true)
})

test('a signature is refused with another id, message, key, number out of range, or form', () => {
  const good = signatureOf(R, S)
  expect(verifySm2(MESSAGE, good, POINT, 'ALICE123@YAHOO.COM')).toBe(false)
  expect(verifySm2(Buffer.from('message digesu'), good, POINT)).toBe(false)
  expect(verifySm2(MESSAGE, good, makeSm2Pair().point)).toBe(false)
  for (const [r, s] of [
    [R ^ 1n, S],
    [R, S ^ 1n],
    [0n, S],
    [R, 0n],
    [ORDER, S],
    [R, ORDER],
    [R + ORDER, S],
  ] as const) {
    expect(verifySm2(MESSAGE, signatureOf(r, s), POINT)).toBe(false)
  }
  const long = Buffer.concat([Buffer.from([0x30, 0x81]), good.subarray(1)])
  const tail = Buffer.concat([good, Buffer.from([0])])
  for (const bytes of [long, tail, good.subarray(0, -1), Buffer.alloc(0)]) {
    expect(verifySm2(MESSAGE, bytes, POINT)).toBe(false)
  }
})

test('a point off the curve is no key', () => {
  const off = Buffer.from(POINT)
  off.writeUInt8(off.readUInt8(64) ^ 1, 64)
  expect(isSm2Point(off)).toBe(false)
  expect(isSm2Point(POINT.subarray(0, 64))).toBe(false)
  expect(verifySm2(MESSAGE, signatureOf(R, S), off)).toBe(false)
})

test('openssl accepts our signature under the default id and under no other', () => {
  const { privateKey, point } = makeSm2Pair()
  const [key, data, signature] = ['k.pem', 'm', 's'].map((name) => join(folder, name)) as [string, string, string]
  writeFileSync(key, toPem(sm2Spki(point), 'PUBLIC KEY'))
  writeFileSync(data, MESSAGE)
  writeFileSync(signature, signSm2(MESSAGE, privateKey))
  const ask = (id: string) =>
    execFileSync(
      'openssl',
      ['dgst', '-sm3', '-verify', key, '-sigopt', `distid:${id}`, '-signature', signature, data],
      { stdio: 'pipe' },
    )
  expect(String(ask('1234567812345678'))).toContain('Verified OK')
  expect(() => ask('8765432187654321')).toThrow()
})

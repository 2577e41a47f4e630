import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SealPlace } from '@xueheng/contract/domains/seal/sign-rule.ts'
import { afterAll, expect, test } from 'vitest'
import { type Issued, issue } from '../../../../test/fixtures/certificates.ts'
import { hasTool, pdfOf, say } from '../../../../test/fixtures/pdf.ts'
import type { Algorithm } from '../crypto/algorithms.ts'
import { makeCertificate, makeName, readCertificate } from '../crypto/certificate.ts'
import { digest, hashOfAlgorithm, makeSignedData, readSignedData } from '../crypto/cms.ts'
import { childrenOf, readDer } from '../crypto/der.ts'
import { makeSeal, makeSesSignature } from '../crypto/ses.ts'
import { makeKey } from '../crypto/software-key.ts'
import { sm3 } from '../crypto/sm2.ts'
import { makeTimeStamp, readTimeStamp } from '../crypto/time-stamp.ts'
import { mouldSvg } from '../mould/draw-mould.ts'
import { checkIntegrity } from '../verify-document.ts'
import { PdfFile } from './document.ts'
import { fill, prepare } from './prepare.ts'
import { signaturesOf } from './signatures.ts'

const folder = mkdtempSync(join(tmpdir(), 'signed-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0

function kept(body: Buffer | string, ending: string): string {
  files += 1
  const path = join(folder, `${files}.${ending}`)
  writeFileSync(path, body)
  return path
}

const FACE = {
  type: 'SVG',
  data: Buffer.from(
    mouldSvg({
      shape: 'round',
      width: 42,
      height: 42,
      border: 1.2,
      hasStar: true,
      text: '示例市第一中学',
      line: '',
      code: '',
    }),
  ),
  width: 42,
  height: 42,
}
const PLACE: SealPlace = { page: 1, x: 120, y: 100, width: 42, height: 42, from: 0, to: 1, along: 'x' }

const FACTS = {
  filter: 'Adobe.PPKLite',
  subFilter: 'ETSI.CAdES.detached',
  name: '示例市第一中学',
  reason: '本单位确认',
  location: '',
  esId: 'XH1',
  code: 'ABCDEFGHJKLM',
  time: new Date('2026-03-01T00:00:00Z'),
  isLocked: false,
  room: 16_384,
}

interface Signer {
  root: Issued
  own: Issued
}

function signer(algorithm: Algorithm): Signer {
  const root = issue({ algorithm, name: `根${algorithm}` })
  return { root, own: issue({ algorithm, issuer: root, name: `单位${algorithm}` }) }
}

/** A certificate for time stamps and the key it is for, under that root. */
function timeStamper(root: Issued) {
  const key = makeKey('ECDSA')
  const bytes = makeCertificate(
    {
      serial: 0x77n,
      subjectName: makeName({ unit: '示例', name: '时间戳' }),
      notBefore: new Date('2026-01-01T00:00:00Z'),
      notAfter: new Date('2036-01-01T00:00:00Z'),
      spki: key.spki,
      isAuthority: false,
      usage: ['digitalSignature', 'nonRepudiation'],
      isForTimeStamps: true,
      issuer: root.certificate,
    },
    root.key,
  )
  return { key, certificate: readCertificate(bytes) }
}

function signed(
  bytes: Buffer,
  { own, root }: Signer,
  { isLocked = false, hasStamp = false, code = FACTS.code, places = [PLACE] as SealPlace[] } = {},
): Buffer {
  const stamp = { places: [...places], face: FACE, opacity: 1, line: `验真码 ${code}` }
  const prepared = prepare(new PdfFile(bytes), stamp, { ...FACTS, isLocked, code })
  const hash = digest(hashOfAlgorithm(own.key.algorithm), prepared.covered)
  const tsa = hasStamp ? timeStamper(root) : undefined
  const wanted = {
    digest: hash,
    certificate: own.certificate,
    ...(tsa && { stamp: (value: Buffer) => makeTimeStamp(value, FACTS.time, tsa.certificate, tsa.key) }),
  }
  return fill(prepared, makeSignedData(wanted, own.key))
}

const plain = pdfOf([{ text: 'Report' }, { text: 'second' }])

function isGood(bytes: Buffer): boolean {
  return checkIntegrity(bytes).every(({ steps }) => steps.every(({ result }) => result === 1))
}

function withTrust(root: Issued): string {
  const nss = mkdtempSync(join(folder, 'nss-'))
  say('certutil', ['-N', '-d', `sql:${nss}`, '--empty-password'])
  say('certutil', ['-A', '-d', `sql:${nss}`, '-n', 'root', '-t', 'CT,C,C', '-i', kept(root.pem, 'pem')])
  return nss
}

test.each(['RSA', 'ECDSA'] as const)(
  'openssl verifies a PAdES signature of %s over the bytes it covers',
  (algorithm) => {
    const who = signer(algorithm)
    const bytes = signed(plain, who)
    const [found] = signaturesOf(new PdfFile(bytes))
    expect(isGood(bytes)).toBe(true)
    const check = (content: Buffer, root: Issued) =>
      say('openssl', [
        'cms',
        '-verify',
        '-binary',
        '-inform',
        'DER',
        '-in',
        kept(found?.contents ?? '', 'p7'),
        '-content',
        kept(content, 'bin'),
        '-CAfile',
        kept(root.pem, 'pem'),
        '-purpose',
        'any',
        '-out',
        kept('', 'out'),
      ])
    const covered = found?.covered ?? Buffer.alloc(0)
    expect(check(covered, who.root)).toMatch(/^(CMS )?Verification successful|^$/)
    const touched = Buffer.from(covered)
    touched[40] = (touched[40] ?? 0) ^ 1
    expect(check(touched, who.root)).toContain('failure')
    expect(check(covered, signer(algorithm).root)).toContain('failure')
  },
)

test.skipIf(!hasTool('pdfsig') || !hasTool('certutil'))(
  'pdfsig finds both of two signatures valid and trusted, and a changed byte, and what was added behind',
  () => {
    const who = signer('RSA')
    const once = signed(plain, who)
    const twice = signed(once, who, { code: 'ZYXWVUTSRQPN' })
    const nss = withTrust(who.root)
    const ask = (bytes: Buffer) => say('pdfsig', ['-nssdir', `sql:${nss}`, kept(bytes, 'pdf')])
    const good = ask(once)
    for (const words of ['Signature is Valid', 'Certificate is Trusted', 'Total document signed']) {
      expect(good).toContain(words)
    }
    expect(ask(twice).match(/Signature is Valid/g)).toHaveLength(2)
    expect(isGood(twice)).toBe(true)
    const touched = Buffer.from(once)
    touched[30] = (touched[30] ?? 0) ^ 1
    expect(ask(touched)).not.toContain('Signature is Valid')
    expect(ask(Buffer.concat([once, Buffer.from('\n%more\n')]))).toContain('Not total document signed')
  },
)

test.skipIf(!hasTool('mutool'))('mutool finds the document unchanged since its signing', () => {
  expect(say('mutool', ['sign', '-v', kept(signed(plain, signer('ECDSA')), 'pdf')])).toContain(
    'unchanged since signing',
  )
})

test.skipIf(!hasTool('qpdf'))('qpdf finds nothing wrong, of a table of objects and of a stream of them', () => {
  const packed = kept('', 'pdf')
  say('qpdf', ['--object-streams=generate', kept(plain, 'pdf'), packed])
  for (const before of [plain, readFileSync(packed)]) {
    const bytes = signed(before, signer('ECDSA'))
    expect(say('qpdf', ['--check', kept(bytes, 'pdf')])).toContain('No syntax or stream encoding errors found')
    expect(isGood(bytes)).toBe(true)
    expect(bytes.subarray(0, before.length).equals(before)).toBe(true)
  }
})

test('openssl verifies the time stamp of a signature', () => {
  const who = signer('ECDSA')
  const bytes = signed(plain, who, { hasStamp: true })
  const data = readSignedData(signaturesOf(new PdfFile(bytes))[0]?.contents ?? Buffer.alloc(0))
  const token = data.timeStamp ?? Buffer.alloc(0)
  const ask = (message: Buffer) =>
    say('openssl', [
      'ts',
      '-verify',
      '-data',
      kept(message, 'bin'),
      '-in',
      kept(token, 'tst'),
      '-token_in',
      '-CAfile',
      kept(who.root.pem, 'pem'),
    ])
  expect(ask(data.signature)).toContain('Verification: OK')
  expect(ask(Buffer.from('another'))).not.toContain('Verification: OK')
  expect(readTimeStamp(token).time).toEqual(FACTS.time)
  expect(isGood(bytes)).toBe(true)
})

function sealed(bytes: Buffer, { own }: Signer, certificates = [own.certificate.bytes]): Buffer {
  const maker = signer('SM2').own
  const seal = makeSeal(
    {
      esId: FACTS.esId,
      type: 1,
      name: '示例章',
      certificates,
      createDate: FACTS.time,
      validStart: new Date('2026-01-01T00:00:00Z'),
      validEnd: new Date('2030-01-01T00:00:00Z'),
      pictureType: 'SVG',
      picture: FACE.data,
      width: 42,
      height: 42,
    },
    maker.certificate.bytes,
    maker.key,
  )
  const facts = { ...FACTS, filter: 'GM.PKILite', subFilter: 'GM.sm2seal', room: seal.length + 4096 }
  const prepared = prepare(new PdfFile(bytes), { places: [PLACE], face: FACE, opacity: 1, line: '' }, facts)
  const content = { seal, time: FACTS.time, dataHash: sm3(prepared.covered), property: '/ByteRange' }
  return fill(prepared, makeSesSignature(content, own.certificate.bytes, own.key))
}

test('openssl verifies both signatures of a seal of GB/T 38540, with the right user id alone', () => {
  const who = signer('SM2')
  const bytes = sealed(plain, who)
  expect(isGood(bytes)).toBe(true)
  const [signature] = childrenOf(readDer(signaturesOf(new PdfFile(bytes))[0]?.contents ?? Buffer.alloc(0))).slice(3)
  const [toSign] = childrenOf(readDer(signaturesOf(new PdfFile(bytes))[0]?.contents ?? Buffer.alloc(0)))
  const pub = kept(say('openssl', ['x509', '-in', kept(who.own.pem, 'pem'), '-noout', '-pubkey']), 'pem')
  const ask = (id: string) =>
    say('openssl', [
      'dgst',
      '-sm3',
      '-verify',
      pub,
      '-sigopt',
      `distid:${id}`,
      '-signature',
      kept(signature?.value.subarray(1) ?? '', 'sig'),
      kept(toSign?.bytes ?? '', 'tbs'),
    ])
  expect(ask('1234567812345678')).toContain('Verified OK')
  expect(ask('8765432187654321')).not.toContain('Verified OK')
  expect(isGood(sealed(plain, who, [signer('SM2').own.certificate.bytes]))).toBe(false)
})

test.each(['SM2', 'ECDSA', 'SES'] as const)('no document of %s with one byte changed is taken for whole', (kind) => {
  const who = signer(kind === 'SES' ? 'SM2' : kind)
  const bytes = kind === 'SES' ? sealed(plain, who) : signed(plain, who, { hasStamp: kind === 'ECDSA' })
  expect(isGood(bytes)).toBe(true)
  const number = Number(process.env['SEAL_MUTANTS'] ?? 100)
  let seed = Number(process.env['SEED'] ?? 7)
  const next = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % most
  }
  const taken: string[] = []
  for (let i = 0; i < number; i += 1) {
    const [at, bit] = [next(bytes.length), next(8)]
    const touched = Buffer.from(bytes)
    touched[at] = (touched[at] ?? 0) ^ (1 << bit)
    if (accepted(touched, who)) taken.push(`${at}^${bit}`)
  }
  expect(taken).toEqual([])
})

/** As a verifier judges it: whole, signed, and by the certificate it was signed by. */
function accepted(bytes: Buffer, who: Signer): boolean {
  try {
    const found = checkIntegrity(bytes)
    const isHeld = found.length > 0 && found.every(({ steps }) => steps.every(({ result }) => result === 1))
    return isHeld && found.every(({ signer: by }) => by?.bytes.equals(who.own.certificate.bytes))
  } catch {
    return false
  }
}

test.each([0, 90, 180, 270])('a page turned by %i shows the seal where it was put, upright', (rotate) => {
  if (!hasTool('pdftoppm')) return
  const bytes = signed(pdfOf([{ rotate, size: [595, 842] }]), signer('ECDSA'))
  const path = kept(bytes, 'pdf')
  say('pdftoppm', ['-r', '25.4', '-f', '1', '-l', '1', path, path])
  const name = readdirSync(folder).find((one) => one.startsWith(`${files}.pdf-`)) ?? ''
  const { width, pixels } = ppm(readFileSync(join(folder, name)))
  const red: [number, number][] = []
  for (let i = 0; i < pixels.length / 3; i += 1) {
    const [r = 0, g = 0] = [pixels[3 * i], pixels[3 * i + 1]]
    if (r > 150 && g < 120) red.push([i % width, Math.floor(i / width)])
  }
  const xs = red.map(([x]) => x)
  const ys = red.map(([, y]) => y)
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  expect(box.map((one, i) => Math.abs(one - ([120, 100, 161, 141][i] ?? 0)) <= 1)).toEqual([true, true, true, true])
})

function ppm(bytes: Buffer): { width: number; pixels: Buffer } {
  const [, width = '0', height = '0'] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', 0, 40)) ?? []
  return { width: Number(width), pixels: bytes.subarray(bytes.length - Number(width) * Number(height) * 3) }
}

const unavailable = ['pdfsig', 'certutil', 'mutool', 'qpdf', 'pdftoppm'].filter((tool) => !hasTool(tool))
test.skipIf(unavailable.length === 0)(`not run here, because it is missing: ${unavailable.join(', ')}`, () => {
  expect(unavailable).not.toEqual([])
})

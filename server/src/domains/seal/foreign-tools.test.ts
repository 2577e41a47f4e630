import { execFileSync } from 'node:child_process'
import { createCipheriv } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sm2 } from 'sm-crypto-v2'
import { afterAll, expect, test } from 'vitest'
import { issue } from '../../../test/fixtures/certificates.ts'
import { hasTool, pdfOf, say } from '../../../test/fixtures/pdf.ts'
import { makeCrl } from './crypto/crl.ts'
import { digest, makeSignedData, readSignedData } from './crypto/cms.ts'
import { bitsOf, childrenOf, der, encode, readDer } from './crypto/der.ts'
import { toPem } from './crypto/pem.ts'
import { makeSm2Pair, sm2PointOf, sm3 } from './crypto/sm2.ts'
import { mouldSvg } from './mould/draw-mould.ts'
import { PdfFile } from './pdf/document.ts'
import { fill, prepare } from './pdf/prepare.ts'

/*
 * What programs nobody here wrote say of what is made here. Each claim, and the test that holds it:
 *
 * | Claim | Program | Test |
 * |---|---|---|
 * | SM3 of a file | openssl, python3-cryptography | SM3 (here) |
 * | SM4 | openssl, python3-cryptography | SM4 (here) |
 * | SM2 signature under the user id, and under no other | openssl | crypto/sm2.test.ts |
 * | SM2 encryption both ways | openssl | SM2 encryption (here) |
 * | Key file, PKCS#12 | openssl | key file (here) |
 * | Chain of certificates | openssl | crypto/certificate.test.ts |
 * | Certificate request | | none is made: certificates are issued here or imported |
 * | CRL of RSA and ECDSA; a revoked certificate | openssl | crypto/certificate.test.ts |
 * | CRL of SM2, CMS of SM2 | openssl dgst | CRL, CMS (here) |
 * | SES_Signature | openssl dgst | pdf/sign-pdf.test.ts; the seal itself: seals.test.ts |
 * | The same through BouncyCastle | java | CMS, path of certificates with its CRL (here) |
 * | PDF of RSA and ECDSA, changed byte, bytes behind it | pdfsig, certutil | pdf/sign-pdf.test.ts |
 * | The same | mutool, openssl cms | pdf/sign-pdf.test.ts |
 * | Health of the PDF | qpdf | pdf/sign-pdf.test.ts |
 * | Faces, Chinese text, pictures of it | pdffonts, pdftotext, pdfimages | faces (here) |
 * | Time stamp | openssl ts | pdf/sign-pdf.test.ts |
 * | Size of the face | rsvg-convert | face (here) |
 * | Its name, unrolled and read | ImageMagick, tesseract | name (here) |
 */

const folder = mkdtempSync(join(tmpdir(), 'foreign-'))
afterAll(() => rmSync(folder, { recursive: true }))
const ID = '1234567812345678'
const MESSAGE = Buffer.from('一份需要盖章的文件')
let files = 0

function kept(body: Buffer | string): string {
  files += 1
  const path = join(folder, String(files))
  writeFileSync(path, body)
  return path
}

function openssl(...args: string[]): Buffer {
  return execFileSync('openssl', args, { stdio: 'pipe' })
}

const hasPython = say('python3', ['-c', 'import cryptography; print("ok")']).startsWith('ok')
const python = (...lines: string[]) => say('python3', ['-c', lines.join('\n')]).trim()

test('SM3 of a file is that of openssl', () => {
  expect(String(openssl('dgst', '-sm3', '-r', kept(MESSAGE)))).toContain(sm3(MESSAGE).toString('hex'))
})

test.skipIf(!hasPython)('SM3 and SM4 are those of python3-cryptography', () => {
  const said = python(
    'from cryptography.hazmat.primitives import hashes',
    'h = hashes.Hash(hashes.SM3())',
    `h.update(bytes.fromhex("${MESSAGE.toString('hex')}"))`,
    'print(h.finalize().hex())',
  )
  expect(said).toBe(sm3(MESSAGE).toString('hex'))
  const [key, iv, text] = sm4Of(MESSAGE)
  const plain = python(
    'from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes',
    `d = Cipher(algorithms.SM4(bytes.fromhex("${key}")), modes.CBC(bytes.fromhex("${iv}"))).decryptor()`,
    `print((d.update(bytes.fromhex("${text.toString('hex')}")) + d.finalize()).hex())`,
  )
  expect(plain.startsWith(MESSAGE.toString('hex'))).toBe(true)
})

function sm4Of(plain: Buffer): [key: string, iv: string, text: Buffer] {
  const [key, iv] = ['0123456789abcdeffedcba9876543210', '00112233445566778899aabbccddeeff']
  const cipher = createCipheriv('sm4-cbc', Buffer.from(key, 'hex'), Buffer.from(iv, 'hex'))
  return [key, iv, Buffer.concat([cipher.update(plain), cipher.final()])]
}

test('SM4 is opened by openssl', () => {
  const [key, iv, text] = sm4Of(MESSAGE)
  expect(openssl('enc', '-sm4-cbc', '-d', '-K', key, '-iv', iv, '-in', kept(text))).toEqual(MESSAGE)
})

/** PKCS#8 of a private scalar of SM2: nothing in the product writes one. */
function pkcs8(secret: Buffer, point: Buffer): Buffer {
  const curve = der.sequence(der.oid('1.2.840.10045.2.1'), der.oid('1.2.156.10197.1.301'))
  const key = der.sequence(der.integer(1), der.octets(secret), encode(0xa1, der.bits(point)))
  return der.sequence(der.integer(0), curve, der.octets(key))
}

test('SM2 encryption is opened both ways', () => {
  const { privateKey, point } = makeSm2Pair()
  const key = kept(toPem(pkcs8(privateKey, point), 'PRIVATE KEY'))
  const theirs = openssl('pkeyutl', '-encrypt', '-inkey', key, '-in', kept(MESSAGE)).toString('hex')
  const opened = sm2.doDecrypt(theirs, privateKey.toString('hex'), 1, { asn1: true, output: 'array' })
  expect(Buffer.from(opened)).toEqual(MESSAGE)
  const ours = sm2.doEncrypt(new Uint8Array(MESSAGE), point.toString('hex'), 1, { asn1: true })
  expect(openssl('pkeyutl', '-decrypt', '-inkey', key, '-in', kept(Buffer.from(ours, 'hex')))).toEqual(MESSAGE)
})

test('openssl reads a key of SM2 and packs it with its certificate', () => {
  const { key, pem } = issue({ algorithm: 'SM2', issuer: issue() })
  const file = kept(toPem(pkcs8(key.secret, sm2PointOf(key.secret)), 'PRIVATE KEY'))
  const text = String(openssl('pkey', '-in', file, '-text', '-noout'))
  expect(text).toContain('SM2')
  const packed = openssl('pkcs12', '-export', '-inkey', file, '-in', kept(pem), '-passout', 'pass:示例')
  const back = openssl('pkcs12', '-in', kept(packed), '-passin', 'pass:示例', '-nokeys')
  expect(String(back)).toContain(pem.split('\n')[1])
})

/** What openssl says of a signature of SM2 by the key of a certificate, under the user id everybody assumes and another. */
function verdictsOf(certificate: string, signed: Buffer, signature: Buffer): string[] {
  const key = kept(openssl('x509', '-in', kept(certificate), '-noout', '-pubkey'))
  const [message, value] = [kept(signed), kept(signature)]
  return [ID, '8765432187654321'].map((id) =>
    say('openssl', ['dgst', '-sm3', '-verify', key, '-sigopt', `distid:${id}`, '-signature', value, message]).trim(),
  )
}

test('openssl verifies the parts of a CRL of SM2', () => {
  const root = issue({ algorithm: 'SM2' })
  const [thisUpdate, nextUpdate] = [new Date('2026-03-02T00:00:00Z'), new Date('2036-03-02T00:00:00Z')]
  const entries = [{ serial: '1234', revokedAt: thisUpdate, reason: 1 }]
  const bytes = makeCrl({ number: 1n, thisUpdate, nextUpdate, entries }, root.certificate, root.key)
  const [tbs, , signature] = childrenOf(readDer(bytes))
  const [good, bad] = verdictsOf(root.pem, tbs?.bytes ?? Buffer.alloc(0), bitsOf(signature))
  expect(good).toBe('Verified OK')
  expect(bad).not.toContain('Verified OK')
  expect(String(openssl('crl', '-inform', 'DER', '-in', kept(bytes), '-noout', '-text'))).toContain('1234')
})

test('openssl verifies the parts of a CMS of SM2, and finds the digest of the content in it', () => {
  const one = issue({ algorithm: 'SM2', issuer: issue() })
  const bytes = makeSignedData({ digest: digest('sm3', MESSAGE), certificate: one.certificate }, one.key)
  const data = readSignedData(bytes)
  const [good, bad] = verdictsOf(one.pem, data.signedBytes, data.signature)
  expect(good).toBe('Verified OK')
  expect(bad).not.toContain('Verified OK')
  // The signed attributes as they stand in the message begin with A0; what is signed is the set of them.
  expect(data.signedBytes[0]).toBe(0x31)
  const said = String(openssl('dgst', '-sm3', '-r', kept(MESSAGE)))
  expect(said).toContain(data.messageDigest.toString('hex'))
  expect(bytes.includes(Buffer.concat([Buffer.from([0xa0]), data.signedBytes.subarray(1)]))).toBe(true)
})

const FACE = { shape: 'round', width: 42, height: 42, border: 1.2, hasStar: true, line: '', code: '' } as const

function sealedPdf(): Buffer {
  const { key, certificate } = issue({ algorithm: 'ECDSA', issuer: issue({ algorithm: 'ECDSA' }) })
  const svg = mouldSvg({ ...FACE, text: '示例市第一中学' })
  const face = { type: 'SVG', data: Buffer.from(svg), width: 42, height: 42 }
  const place = { page: 1, x: 120, y: 100, width: 42, height: 42, from: 0, to: 1, along: 'x' } as const
  const facts = {
    filter: 'Adobe.PPKLite',
    subFilter: 'ETSI.CAdES.detached',
    name: '示例市第一中学',
    reason: '',
    location: '',
  }
  const prepared = prepare(
    new PdfFile(pdfOf([{ text: 'Report' }])),
    { places: [place], face, opacity: 1, line: '验真码 ABCD-EFGH-JKLM' },
    {
      ...facts,
      esId: 'XH1',
      code: 'ABCDEFGHJKLM',
      time: new Date('2026-03-01T00:00:00Z'),
      isLocked: false,
      room: 8192,
    },
  )
  return fill(prepared, makeSignedData({ digest: digest('sha256', prepared.covered), certificate }, key))
}

const hasPoppler = ['pdffonts', 'pdftotext', 'pdfimages'].every(hasTool)
test.skipIf(!hasPoppler)('what a seal adds to a document needs no face of the reader, and no picture of points', () => {
  const path = kept(sealedPdf())
  const fonts = say('pdffonts', [path]).split('\n').slice(2).filter(Boolean)
  // The page's own Helvetica is one every reader has; what was added is drawn or carried along.
  expect(fonts.filter((line) => !line.startsWith('Helvetica') && !/\syes\s/.test(line))).toEqual([])
  expect(say('pdftotext', [path, '-'])).toContain('Report')
  expect(say('pdfimages', ['-list', path]).trim().split('\n').slice(2)).toEqual([])
})

test.skipIf(!hasTool('rsvg-convert'))('the face of a seal has its size in points of 600 to the inch', () => {
  const path = kept(mouldSvg({ ...FACE, text: '示例市第一中学' }))
  const png = execFileSync('rsvg-convert', ['-d', '600', '-p', '600', '-f', 'png', path])
  const width = png.readUInt32BE(16)
  expect(Math.abs(width - (42 / 25.4) * 600)).toBeLessThanOrEqual(2)
})

const JAVA = '/usr/share/java'
const jars = ['bcprov', 'bcpkix', 'bcutil'].map((name) => join(JAVA, `${name}.jar`))
const hasJava = hasTool('java') && jars.every((jar) => say('ls', [jar]).trim() === jar)
/** What a program in Java says; it gets the paths of the files. */
function java(name: string, source: string, ...bodies: (Buffer | string)[]): string {
  const path = join(folder, `${name}.java`)
  writeFileSync(path, `${IMPORTS}class ${name} {\n${source}\n}\n`)
  return say('java', ['-cp', jars.join(':'), path, ...bodies.map(kept)]).trim()
}

const IMPORTS = `
import java.io.*;
import java.nio.file.*;
import java.security.*;
import java.security.cert.*;
import java.util.*;
import org.bouncycastle.cert.*;
import org.bouncycastle.cms.*;
import org.bouncycastle.cms.jcajce.*;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
`

test.skipIf(!hasJava)('BouncyCastle verifies a CMS of SM2', () => {
  const one = issue({ algorithm: 'SM2', issuer: issue() })
  const cms = makeSignedData({ digest: digest('sm3', MESSAGE), certificate: one.certificate }, one.key)
  expect(java('CheckCms', CHECK_CMS, cms, MESSAGE)).toContain('verified true')
  expect(java('CheckCms', CHECK_CMS, cms, Buffer.from('another'))).not.toContain('verified true')
})

const CHECK_CMS = `
  public static void main(String[] a) throws Exception {
    Security.addProvider(new BouncyCastleProvider());
    CMSSignedData data = new CMSSignedData(new CMSProcessableByteArray(Files.readAllBytes(Path.of(a[1]))), Files.readAllBytes(Path.of(a[0])));
    SignerInformation one = data.getSignerInfos().iterator().next();
    X509CertificateHolder holder = (X509CertificateHolder) data.getCertificates().getMatches(one.getSID()).iterator().next();
    System.out.println("verified " + one.verify(new JcaSimpleSignerInfoVerifierBuilder().setProvider("BC").build(holder)));
  }`

test.skipIf(!hasJava)('BouncyCastle follows a path of SM2 with its CRL, and not that of a revoked certificate', () => {
  const root = issue({ algorithm: 'SM2' })
  const stranger = issue({ algorithm: 'SM2' })
  const one = issue({ algorithm: 'SM2', issuer: root })
  const now = new Date(Math.floor(Date.now() / 1000) * 1000)
  const nextUpdate = new Date(now.getTime() + 86_400_000)
  const listOf = (serials: string[]) => {
    const entries = serials.map((serial) => ({ serial, revokedAt: now, reason: 1 }))
    return makeCrl({ number: 1n, thisUpdate: now, nextUpdate, entries }, root.certificate, root.key)
  }
  const ask = (list: Buffer, top = root) => java('CheckPath', CHECK_PATH, top.pem, one.pem, list)
  expect(ask(listOf([]))).toBe('list true path true')
  expect(ask(listOf([one.certificate.serial]))).toMatch(/^list true path false .*revocation/)
  expect(ask(listOf([]), stranger)).toMatch(/^list false path false/)
})

const CHECK_PATH = `
  static X509Certificate read(CertificateFactory factory, String path) throws Exception {
    return (X509Certificate) factory.generateCertificate(new FileInputStream(path));
  }
  public static void main(String[] a) throws Exception {
    Security.addProvider(new BouncyCastleProvider());
    CertificateFactory factory = CertificateFactory.getInstance("X.509", "BC");
    X509Certificate root = read(factory, a[0]), leaf = read(factory, a[1]);
    X509CRL list = (X509CRL) factory.generateCRL(new FileInputStream(a[2]));
    try {
      list.verify(root.getPublicKey(), "BC");
      System.out.print("list true ");
    } catch (Exception wrong) {
      System.out.print("list false ");
    }
    try {
      PKIXParameters asked = new PKIXParameters(Set.of(new TrustAnchor(root, null)));
      asked.addCertStore(CertStore.getInstance("Collection", new CollectionCertStoreParameters(List.of(list)), "BC"));
      CertPathValidator.getInstance("PKIX", "BC").validate(factory.generateCertPath(List.of(leaf)), asked);
      System.out.print("path true");
    } catch (CertPathValidatorException wrong) {
      System.out.print("path false " + wrong.getMessage());
    }
  }`

const hasEyes = hasTool('rsvg-convert') && hasTool('tesseract') && say('convert', ['-version']).includes('ImageMagick')
const readsChinese = hasEyes && say('tesseract', ['--list-langs']).includes('chi_sim')
test.skipIf(!readsChinese)('the name on the face is read by others once its ring is unrolled', () => {
  const name = '示例市第一中学'
  const svg = mouldSvg({ ...FACE, hasStar: false, text: name })
  const png = kept('')
  execFileSync('rsvg-convert', ['-d', '600', '-p', '600', '-b', 'white', '-f', 'png', '-o', png, kept(svg)])
  const [strip, line] = [`${kept('')}.png`, `${kept('')}.png`]
  // The ring as a strip, from its outer edge downwards; half of it is rolled on, so that the name is in one piece.
  const unroll = ['-virtual-pixel', 'white', '-colorspace', 'gray', '-distort', 'DePolar', '0', '-rotate', '180']
  execFileSync('convert', [`png:${png}`, ...unroll, strip], { stdio: 'pipe' })
  const band = ['-roll', '+496+0', '-gravity', 'north', '-crop', '100%x30%+0+80', '+repage']
  // Letters of a seal are narrow: they are brought back to the width of print.
  band.push('-resize', '200%x60%', '-threshold', '60%')
  execFileSync('convert', [strip, ...band, '-bordercolor', 'white', '-border', '40', line], { stdio: 'pipe' })
  expect(say('tesseract', [line, '-', '-l', 'chi_sim', '--psm', '7']).replaceAll(/\s/g, '')).toContain(name)
})

const unavailable = [
  ...['pdffonts', 'pdftotext', 'pdfimages', 'rsvg-convert'].filter((tool) => !hasTool(tool)),
  ...(hasPython ? [] : ['python3-cryptography']),
  ...(hasJava ? [] : ['BouncyCastle']),
  ...(readsChinese ? [] : ['ImageMagick with tesseract of chi_sim']),
]
test.skipIf(unavailable.length === 0)(`not run here, because it is missing: ${unavailable.join(', ')}`, () => {
  expect(unavailable).not.toEqual([])
})

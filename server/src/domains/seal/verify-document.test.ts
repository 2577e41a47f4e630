import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { issue } from '../../../test/fixtures/certificates.ts'
import { changed } from '../../../test/fixtures/changed-der.ts'
import { pdfOf } from '../../../test/fixtures/pdf.ts'
import { makeCertificate, makeName, readCertificate } from './crypto/certificate.ts'
import { digest, makeSignedData } from './crypto/cms.ts'
import { makeTimeStamp } from './crypto/time-stamp.ts'
import { makeKey } from './crypto/software-key.ts'
import { PdfFile } from './pdf/document.ts'
import { fill, prepare } from './pdf/prepare.ts'
import { withPdf } from './pdf-words.ts'
import { checkIntegrity } from './verify-document.ts'
import { FACE, PLACE, SIGN_FACTS } from '../../../test/fixtures/sign-facts.ts'

const root = issue({ name: '示例根' })
const own = issue({ issuer: root, name: '示例中学' })
const DAY = new Date('2026-03-01T00:00:00Z')
const DATA = '1.2.840.113549.1.7.1'

type Wanted = Parameters<typeof makeSignedData>[0]

/** What is found of a document whose signature is made of what `more` adds, and changed afterwards. */
function stepsOf(more: (covered: Buffer) => Partial<Wanted> = () => ({}), change = (bytes: Buffer) => bytes) {
  const prepared = prepare(new PdfFile(pdfOf([{}])), { places: [PLACE], face: FACE, opacity: 1, line: '' }, SIGN_FACTS)
  const { covered } = prepared
  const wanted = { digest: digest('sm3', covered), certificate: own.certificate, ...more(covered) }
  const [found] = checkIntegrity(fill(prepared, change(makeSignedData(wanted, own.key))))
  return found?.steps.map(({ step, result }) => [step, result])
}

/** A certificate for time stamps, or for everything else. */
function stamper(isForTimeStamps: boolean) {
  const key = makeKey('SM2')
  const bytes = makeCertificate(
    {
      serial: 7n,
      subjectName: makeName({ unit: '示例', name: '时间戳' }),
      notBefore: new Date('2026-01-01T00:00:00Z'),
      notAfter: new Date('2036-01-01T00:00:00Z'),
      spki: key.spki,
      isAuthority: false,
      usage: ['digitalSignature'],
      isForTimeStamps,
      issuer: root.certificate,
    },
    root.key,
  )
  return { key, certificate: readCertificate(bytes) }
}

const stampBy = ({ key, certificate }: ReturnType<typeof stamper>, of?: Buffer) => ({
  stamp: (signature: Buffer) => makeTimeStamp(of ?? signature, DAY, certificate, key),
})

const WHOLE = [
  ['coverage', 1],
  ['part0', 1],
  ['part1', 1],
]
const UNREADABLE = [
  ['coverage', 1],
  ['form', 0],
]

test('a signature in its one form holds, with a time stamp or without', () => {
  expect(stepsOf()).toEqual(WHOLE)
  expect(stepsOf(() => stampBy(stamper(true)))).toEqual(WHOLE)
})

describe('a signature that is good but for one thing cannot be read', () => {
  test('with the content within it', () => {
    expect(stepsOf((covered) => ({ content: { type: DATA, bytes: covered } }))).toEqual(UNREADABLE)
  })

  test('without the certificate of its signer', () => {
    const other = issue({ issuer: root, name: '别人' }).certificate.bytes
    expect(stepsOf(undefined, (bytes) => changed(bytes, [1, 0, 3], () => [other]))).toEqual(UNREADABLE)
  })

  test('with a time stamp by a key for other things', () => {
    expect(stepsOf(() => stampBy(stamper(false)))).toEqual(UNREADABLE)
  })

  test('with a time stamp of another signature', () => {
    expect(stepsOf(() => stampBy(stamper(true), randomBytes(64)))).toEqual(UNREADABLE)
  })
})

test('pages within pages without end are a broken document', async () => {
  const depth = 20_000
  const objects = Array.from({ length: depth }, (_none, i) => `<</Kids[${i + 3} 0 R]>>`)
  let out = '%PDF-1.7\n'
  const offsets = ['<</Pages 2 0 R>>', ...objects].map((body, i) => {
    const at = out.length
    out += `${i + 1} 0 obj\n${body}\nendobj\n`
    return at
  })
  const lines = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const file = `${out}xref\n1 ${offsets.length}\n${lines}trailer\n<</Root 1 0 R>>\nstartxref\n${out.length}\n%%EOF\n`
  const read = withPdf(async () => new PdfFile(Buffer.from(file, 'latin1')).pages())
  await expect(read).rejects.toMatchObject({ status: 400, message: 'PDF文件已损坏或结构不完整' })
})

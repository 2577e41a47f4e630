import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { issue } from '../../../../test/fixtures/certificates.ts'
import { type Change, changed } from '../../../../test/fixtures/changed-der.ts'
import { type KeyUsage, isIssuedBy, makeName, readCertificate } from './certificate.ts'
import { digest, hashIdentifier, makeSignedData, readSignedData } from './cms.ts'
import { makeCrl, readCrl } from './crl.ts'
import { DerError, TAG, childrenOf, der, readDer } from './der.ts'
import { makeSeal, makeSesSignature, readSeal, readSesSignature } from './ses.ts'
import { makeTimeStamp, readTimeStamp } from './time-stamp.ts'

const at =
  (place: number, bytes: Buffer): Change =>
  (parts) =>
    parts.map((part, i) => (i === place ? bytes : part))
const without =
  (place: number): Change =>
  (parts) =>
    parts.filter((_part, i) => i !== place)
const more =
  (bytes: Buffer): Change =>
  (parts) => [...parts, bytes]
const NULL = Buffer.from([TAG.null, 0])
const ONE = der.integer(1)

type Row = [what: string, path: number[], change: Change, told: string]

const authority = issue({ name: '示例根' })
const signer = issue({ issuer: authority, name: '示例中学' })
const DAY = new Date('2026-03-01T00:00:00Z')

describe('a certificate', () => {
  const whole = signer.certificate.bytes
  const rows: Row[] = [
    ['with more behind it', [], more(NULL), 'no certificate of version 3'],
    ['of two versions', [0, 0], more(ONE), 'no certificate of version 3'],
    ['that ends before its key', [0], (parts) => parts.slice(0, 6), 'no certificate of version 3'],
    ['signed in two ways', [1], () => [der.oid('1.2.3')], 'two signature algorithms'],
    ['with a key of another kind', [0, 6, 0], () => [der.oid('1.2.3')], 'key of an unknown kind'],
    ['with a longer number', [0], at(1, der.integer(1n << 160n)), 'serial number is too long'],
    ['with a longer name', [0], at(5, makeName({ unit: 'x'.repeat(500), name: 'y' })), 'name is too long'],
    ['with an extension twice', [0, 7, 0], (parts) => [...parts, parts[0] ?? NULL], 'an extension twice'],
  ]
  test.each(rows)('%s', (_what, path, change, told) => {
    expect(() => readCertificate(changed(whole, path, change))).toThrow(new DerError(told))
  })

  test('whose number and name are as long as they may be is read', () => {
    const bytes = changed(whole, [0], at(1, der.integer((1n << 160n) - 1n)))
    expect(readCertificate(bytes).serial).toHaveLength(40)
    const named = (count: number) => changed(whole, [0], at(5, makeName({ unit: 'x'.repeat(count), name: 'y' })))
    expect(readCertificate(named(486)).subject).toHaveLength(500)
    expect(() => readCertificate(named(487))).toThrow(new DerError('name is too long'))
  })

  /** The same with other bytes inside one of its extensions. */
  const extended = (of: Buffer, place: number, value: Buffer) =>
    readCertificate(changed(of, [0, 7, 0, place], (parts) => [...parts.slice(0, -1), der.octets(value)]))

  test.each([
    ['says nothing of it', der.sequence(), false],
    ['says that it is none', der.sequence(Buffer.from([TAG.boolean, 1, 0])), false],
    ['says how long a way may be, and nothing more', der.sequence(ONE), false],
    ['says so', der.sequence(der.true()), true],
    ['says so, and how long a way may be', der.sequence(der.true(), ONE), true],
  ])('is that of an authority where it %s', (_what, value, isAuthority) => {
    expect(extended(whole, 0, value).isAuthority).toBe(isAuthority)
    expect(extended(authority.certificate.bytes, 0, value).isAuthority).toBe(isAuthority)
  })

  test.each<[bits: number[], usage: KeyUsage[]]>([
    [[0xaa], ['digitalSignature', 'keyEncipherment', 'keyAgreement', 'cRLSign']],
    [[0x54], ['nonRepudiation', 'dataEncipherment', 'keyCertSign']],
    [[0x01, 0x80], []],
    [[], []],
  ])('is for what its bits %j say', (bits, usage) => {
    expect(extended(whole, 1, der.bits(Buffer.from(bits))).usage).toEqual(usage)
  })

  test('issues others where it says nothing of its use, or says so', () => {
    const { bytes } = authority.certificate
    const silent = readCertificate(changed(bytes, [0, 7, 0], without(1)))
    expect([silent.usage, isIssuedBy(signer.certificate, silent)]).toEqual([[], true])
    const other = extended(bytes, 1, der.bits(Buffer.from([0x02]), 1))
    expect([other.usage, isIssuedBy(signer.certificate, other)]).toEqual([['cRLSign'], false])
    const bare = readCertificate(changed(bytes, [0], (parts) => parts.slice(0, 7)))
    expect(bare).toMatchObject({
      isAuthority: false,
      usage: [],
      isForTimeStamps: false,
      subjectKeyId: '',
      authorityKeyId: '',
    })
    expect(isIssuedBy(signer.certificate, bare)).toBe(false)
  })

  test('is for time stamps where it is for nothing else', () => {
    const purposes = (...oids: string[]) =>
      changed(
        whole,
        [0, 7, 0],
        more(der.sequence(der.oid('2.5.29.37'), der.octets(der.sequence(...oids.map(der.oid))))),
      )
    const isForThem = (...oids: string[]) => readCertificate(purposes(...oids)).isForTimeStamps
    const [stamps, mail] = ['1.3.6.1.5.5.7.3.8', '1.3.6.1.5.5.7.3.4']
    expect([isForThem(stamps), isForThem(mail), isForThem(stamps, mail), isForThem()]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  test('is told by the parts of its name, the most particular one first', () => {
    const part = (oid: string, text: Buffer) => der.set(der.sequence(der.oid(oid), text))
    const name = der.sequence(
      part('2.5.4.6', der.printable('CN')),
      part('2.5.4.8', der.utf8('广东')),
      part('2.5.4.7', der.utf8('广州')),
      part('2.5.4.11', der.utf8('教务')),
      part('1.2.3', der.ia5('x')),
    )
    expect(readCertificate(changed(whole, [0], at(5, name))).subject).toBe('1.2.3=x, OU=教务, L=广州, ST=广东, C=CN')
    expect(readCertificate(changed(whole, [0], at(5, makeName({ unit: '局', code: '123', name: '人' })))).subject).toBe(
      'CN=人, OU=123, O=局, C=CN',
    )
  })
})

describe('a list of what is revoked', () => {
  const list = { number: 7n, thisUpdate: DAY, nextUpdate: new Date('2036-03-02T00:00:00Z'), entries: [] }
  const whole = makeCrl(list, authority.certificate, authority.key)
  const rows: Row[] = [
    ['of a version to come', [0], at(0, der.integer(2)), 'list of an unknown version'],
    ['signed in two ways', [1], () => [der.oid('1.2.3')], 'no list'],
    ['without whose it is', [0], (parts) => parts.slice(0, 2), 'no list'],
    [
      'with a longer number',
      [0, 5, 0, 1],
      at(1, der.octets(der.integer(1n << 160n))),
      'number of the list is too long',
    ],
  ]
  test.each(rows)('%s', (_what, path, change, told) => {
    expect(() => readCrl(changed(whole, path, change))).toThrow(new DerError(told))
  })
})

const CONTENT = {
  esId: 'XH1',
  type: 1,
  name: '示例印章',
  certificates: [signer.certificate.bytes],
  createDate: DAY,
  validStart: DAY,
  validEnd: new Date('2030-03-01T00:00:00Z'),
  pictureType: 'SVG',
  picture: Buffer.from('<svg/>'),
  width: 42,
  height: 42,
}
const seal = makeSeal(CONTENT, authority.certificate.bytes, authority.key)

describe('a seal', () => {
  const rows: Row[] = [
    ['with more behind it', [], more(NULL), 'no seal'],
    ['with more within it', [0], more(NULL), 'no seal'],
    ['of another mark', [0, 0], at(0, der.ia5('XS')), 'no seal'],
    ['of an older version', [0, 0], at(1, der.integer(3)), 'seal of another version'],
    ['of no vendor', [0, 0], without(2), 'seal of another version'],
    ['that names its certificates by their digests', [0, 2], at(2, der.integer(2)), 'seal without its certificates'],
    ['with more properties', [0, 2], more(NULL), 'seal without its certificates'],
    ['with more to its picture', [0, 3], more(NULL), 'no picture'],
  ]
  test.each(rows)('%s', (_what, path, change, told) => {
    expect(() => readSeal(changed(seal, path, change))).toThrow(new DerError(told))
  })

  test('that is whole is read', () => {
    expect(readSeal(changed(seal, [], (parts) => parts))).toMatchObject(CONTENT)
  })
})

describe('a signature of a seal', () => {
  const content = { seal, time: DAY, dataHash: randomBytes(32), property: '[0 1 2 3]' }
  const stamp = (signature: Buffer) => makeTimeStamp(signature, DAY, signer.certificate, signer.key)
  const whole = makeSesSignature(content, signer.certificate.bytes, signer.key, stamp)
  const rows: Row[] = [
    ['with more behind it', [], more(NULL), 'no seal signature'],
    ['with more within it', [0], more(NULL), 'no seal signature'],
    ['of an older version', [0], at(0, der.integer(3)), 'seal signature of another version'],
    ['with two time stamps', [4], (parts) => [...parts, ...parts], 'not one node'],
    ['with none where one is announced', [4], () => [], 'not one node'],
  ]
  test.each(rows)('%s', (_what, path, change, told) => {
    expect(() => readSesSignature(changed(whole, path, change))).toThrow(new DerError(told))
  })
})

describe('signed data', () => {
  const stamp = (signature: Buffer) => makeTimeStamp(signature, DAY, signer.certificate, signer.key)
  const whole = makeSignedData({ digest: randomBytes(32), certificate: signer.certificate, stamp }, signer.key)
  const DATA = [1, 0]
  const INFO = [...DATA, 4, 0]
  const sorted: Change = (parts) => parts.toSorted((a, b) => Buffer.compare(a, b))
  const other = der.sequence(der.oid('1.2.3'), der.set(ONE))
  const place = (oid: string, path: number[]) => {
    const set = path.reduce((node, step) => childrenOf(node, node.tag)[step] ?? node, readDer(whole))
    return childrenOf(set, set.tag).findIndex((one) => childrenOf(one)[0]?.bytes.equals(der.oid(oid)))
  }
  const typeAt = place('1.2.840.113549.1.9.3', [...INFO, 3])
  const certificateAt = place('1.2.840.113549.1.9.16.2.47', [...INFO, 3])
  const rows: Row[] = [
    ['of another type', [], at(0, der.oid('1.2.3')), 'no signed data'],
    ['with more behind it', [], more(NULL), 'no signed data'],
    ['with more parts', DATA, more(NULL), 'signed data with more parts'],
    ['with more to its content', [...DATA, 2], (parts) => [...parts, NULL, NULL], 'signed data with more parts'],
    ['of another version', DATA, at(0, der.integer(3)), 'signed data of another version'],
    ['in two digests', [...DATA, 1], () => [hashIdentifier('sha256')], 'two digests'],
    ['in a digest of another kind', [...DATA, 1], () => [der.sequence(der.oid('1.2.3'))], 'digest of another kind'],
    ['of two contents', [...DATA, 2], at(0, der.oid('1.2.3')), 'two types of content'],
    ['by a signer of another version', INFO, at(0, der.integer(3)), 'no signer'],
    ['by a signer nobody names', [...INFO, 1], () => [], 'no signer'],
    ['by a signer with two numbers', [...INFO, 1], more(ONE), 'no signer'],
    ['by a signer with more parts', INFO, more(NULL), 'no signer'],
    ['with one attribute more', [...INFO, 3], (parts) => sorted([...parts, other]), 'attributes of another kind'],
    ['with one attribute less', [...INFO, 3], without(certificateAt), 'attributes of another kind'],
    ['with an attribute twice', [...INFO, 3], (parts) => sorted([...parts, parts[typeAt] ?? NULL]), 'attribute twice'],
    ['with an attribute of three parts', [...INFO, 3, 0], more(NULL), 'attribute twice'],
    ['with its attributes in another order', [...INFO, 3], (parts) => parts.toReversed(), 'order'],
    ['with more that nobody signed', [...INFO, 6], (parts) => sorted([...parts, other]), 'attributes nobody signed'],
    ['with another thing nobody signed', [...INFO, 6], () => [other], 'attributes nobody signed'],
    ['by an algorithm with parameters', [...INFO, 4], more(NULL), 'signature of another kind'],
    ['by an algorithm of another kind', [...INFO, 4], () => [der.oid('1.2.3')], 'signature of another kind'],
    [
      'that names its certificate in another digest',
      [...INFO, 3, certificateAt, 1, 0, 0, 0],
      (parts) => [hashIdentifier('sha256'), ...parts.slice(1)],
      'certificate named by another digest',
    ],
    [
      'that says more of its certificate',
      [...INFO, 3, certificateAt, 1, 0, 0, 0],
      (parts) => [...parts, NULL],
      'certificate named by another digest',
    ],
  ]
  test.each(rows)('%s', (_what, path, change, told) => {
    expect(() => readSignedData(changed(whole, path, change))).toThrow(new DerError(told))
  })

  test('that is whole is read', () => {
    expect(readSignedData(changed(whole, [], (parts) => parts)).certificates).toEqual([signer.certificate.bytes])
  })
})

describe('a time stamp', () => {
  const key = signer.key
  const token = (type: string, info: Buffer, of = info) =>
    makeSignedData({ digest: digest('sm3', of), content: { type, bytes: info }, certificate: signer.certificate }, key)
  const TST = '1.2.840.113549.1.9.16.1.4'
  const imprint = der.sequence(hashIdentifier('sm3'), der.octets(randomBytes(32)))
  const parts = [ONE, der.oid('1.2.3'), imprint, ONE, der.generalTime(DAY)]
  const info = (change: Change) => der.sequence(...change(parts))
  const detached = makeSignedData({ digest: randomBytes(32), certificate: signer.certificate }, key)

  test.each([
    ['without its content', detached, 'no time stamp'],
    [
      'of another type',
      token(
        '1.2.3',
        info((all) => all),
      ),
      'no time stamp',
    ],
    [
      'of other content',
      token(
        TST,
        info((all) => all),
        randomBytes(9),
      ),
      'time stamp of other content',
    ],
    ['of another version', token(TST, info(at(0, der.integer(2)))), 'time stamp with more parts'],
    ['with more parts', token(TST, info(more(NULL))), 'time stamp with more parts'],
    [
      'with more to its imprint',
      token(TST, info(at(2, changed(imprint, [], more(NULL))))),
      'time stamp with more parts',
    ],
  ])('%s', (_what, bytes, told) => {
    expect(() => readTimeStamp(bytes)).toThrow(new DerError(told))
  })

  test('that is whole is read', () => {
    expect(
      readTimeStamp(
        token(
          TST,
          info((all) => all),
        ),
      ).time,
    ).toEqual(DAY)
  })
})

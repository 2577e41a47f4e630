import { createHash } from 'node:crypto'
import { type Algorithm, algorithmOf, isSignedBy, signatureAlgorithm } from './algorithms.ts'
import {
  type Der,
  DerError,
  TAG,
  bitsOf,
  childrenOf,
  der,
  encode,
  expectTag,
  integerOf,
  octetsOf,
  oidOf,
  readDer,
  textOfDer,
  timeOf,
} from './der.ts'

/** What is read from an X.509 certificate; `issuerName` and `subjectName` are the DER of the names. */
export interface Certificate {
  bytes: Buffer
  signedBytes: Buffer
  signatureOid: string
  signature: Buffer
  serial: string
  issuer: string
  subject: string
  issuerName: Buffer
  subjectName: Buffer
  notBefore: Date
  notAfter: Date
  spki: Buffer
  algorithm: Algorithm
  isAuthority: boolean
  usage: KeyUsage[]
  /** Whether it is meant for time stamps, and for them alone. */
  isForTimeStamps: boolean
  subjectKeyId: string
  authorityKeyId: string
}

/** Longest serial number (RFC 5280 4.1.2.2) in octets, and longest name we keep. */
const LONGEST_SERIAL = 20
const LONGEST_NAME = 500

/** In the order of their bits (RFC 5280 4.2.1.3). */
const USAGES = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
] as const
export type KeyUsage = (typeof USAGES)[number]

const NAME_PARTS: Record<string, string> = {
  '2.5.4.6': 'C',
  '2.5.4.8': 'ST',
  '2.5.4.7': 'L',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.3': 'CN',
}
const EXTENSIONS = {
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  authorityKeyId: '2.5.29.35',
  extendedUsage: '2.5.29.37',
}
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'

/** Throws `DerError` for what is no certificate of a key we can check. */
export function readCertificate(bytes: Buffer): Certificate {
  const [tbs, outer, signature, ...more] = childrenOf(readDer(bytes))
  const fields = childrenOf(tbs)
  const [version, serial, inner, issuer, validity, subject, spki, ...rest] = fields
  if (more.length > 0 || childrenOf(version, 0xa0).length !== 1 || !tbs || !spki || !issuer || !subject) {
    throw new DerError('no certificate of version 3')
  }
  if (!inner?.bytes.equals(outer?.bytes ?? Buffer.alloc(0))) throw new DerError('two signature algorithms')
  const [notBefore, notAfter] = childrenOf(validity)
  const algorithm = algorithmOf(spki.bytes)
  if (!algorithm) throw new DerError('key of an unknown kind')
  return {
    bytes,
    signedBytes: tbs.bytes,
    signatureOid: oidOf(childrenOf(outer)[0]),
    signature: bitsOf(signature),
    serial: hexOf(integerOf(serial)),
    issuer: nameText(issuer),
    subject: nameText(subject),
    issuerName: issuer.bytes,
    subjectName: subject.bytes,
    notBefore: timeOf(notBefore),
    notAfter: timeOf(notAfter),
    spki: spki.bytes,
    algorithm,
    ...readExtensions(rest.find(({ tag }) => tag === 0xa3)),
  }
}

/** A serial number as it is shown: an even number of hexadecimal digits. */
export function hexOf(serial: bigint): string {
  const hex = serial.toString(16).toUpperCase()
  if (hex.length > 2 * LONGEST_SERIAL) throw new DerError('serial number is too long')
  return hex.length % 2 ? `0${hex}` : hex
}

/** `CN=…, O=…, C=CN`, the most particular part first. */
export function nameText(name: Der): string {
  const parts = childrenOf(name).flatMap((set) =>
    childrenOf(set, TAG.set).map((pair) => {
      const [kind, text] = childrenOf(pair)
      return `${NAME_PARTS[oidOf(kind)] ?? oidOf(kind)}=${textOfDer(text)}`
    }),
  )
  const text = parts.toReversed().join(', ')
  if (text.length > LONGEST_NAME) throw new DerError('name is too long')
  return text
}

/** Extension id → what is inside its octet string. */
export function extensionValues(list: Der | undefined): Map<string, Buffer> {
  const found = new Map<string, Buffer>()
  for (const one of childrenOf(list)) {
    const parts = childrenOf(one)
    const id = oidOf(parts[0])
    if (found.has(id)) throw new DerError('an extension twice')
    found.set(id, octetsOf(parts.at(-1)))
  }
  return found
}

function readExtensions(
  node: Der | undefined,
): Pick<Certificate, 'isAuthority' | 'usage' | 'isForTimeStamps' | 'subjectKeyId' | 'authorityKeyId'> {
  const values = node ? extensionValues(childrenOf(node, 0xa3)[0]) : new Map<string, Buffer>()
  const inside = (id: string) => {
    const value = values.get(id)
    return value && readDer(value)
  }
  const constraints = inside(EXTENSIONS.basicConstraints)
  const own = inside(EXTENSIONS.subjectKeyId)
  const authority = inside(EXTENSIONS.authorityKeyId)
  const authorityKey = authority && childrenOf(authority).find(({ tag }) => tag === 0x80)
  const [first] = constraints ? childrenOf(constraints) : []
  return {
    isAuthority: first?.bytes.equals(der.true()) ?? false,
    usage: usageOf(inside(EXTENSIONS.keyUsage)),
    isForTimeStamps: isTimeStamping(inside(EXTENSIONS.extendedUsage)),
    subjectKeyId: own ? octetsOf(own).toString('hex') : '',
    authorityKeyId: authorityKey?.value.toString('hex') ?? '',
  }
}

function isTimeStamping(node: Der | undefined): boolean {
  const purposes = node ? childrenOf(node).map(oidOf) : []
  return purposes.length === 1 && purposes[0] === TIME_STAMPING
}

function usageOf(node: Der | undefined): KeyUsage[] {
  if (!node) return []
  const bits = expectTag(node, TAG.bits).value
  return USAGES.filter((_usage, i) => ((bits[1 + Math.floor(i / 8)] ?? 0) >> (7 - (i % 8))) & 1)
}

export interface NewCertificate {
  serial: bigint
  subjectName: Buffer
  notBefore: Date
  notAfter: Date
  spki: Buffer
  isAuthority: boolean
  usage: KeyUsage[]
  /** Its key signs time stamps and nothing else (RFC 3161 2.3). */
  isForTimeStamps?: boolean
  /** Absent for a root, which signs itself. */
  issuer?: Certificate
}

/** Signs bytes with one key; what holds the key does not matter here. */
export interface Signer {
  algorithm: Algorithm
  sign(message: Buffer): Buffer
}

/** The DER of a certificate of version 3. */
export function makeCertificate(wanted: NewCertificate, signer: Signer): Buffer {
  const { issuer, subjectName, spki } = wanted
  const algorithm = signatureAlgorithm(signer.algorithm)
  const tbs = der.sequence(
    encode(0xa0, der.integer(2)),
    der.integer(wanted.serial),
    algorithm,
    issuer?.subjectName ?? subjectName,
    der.sequence(der.time(wanted.notBefore), der.time(wanted.notAfter)),
    subjectName,
    spki,
    encode(0xa3, der.sequence(...extensions(wanted))),
  )
  return der.sequence(tbs, algorithm, der.bits(signer.sign(tbs)))
}

function extensions({ isAuthority, usage, isForTimeStamps, spki, issuer }: NewCertificate): Buffer[] {
  const own = keyId(spki)
  return [
    extension(EXTENSIONS.basicConstraints, der.sequence(...(isAuthority ? [der.true()] : [])), true),
    extension(EXTENSIONS.keyUsage, usageBits(usage), true),
    ...(isForTimeStamps ? [extension(EXTENSIONS.extendedUsage, der.sequence(der.oid(TIME_STAMPING)), true)] : []),
    extension(EXTENSIONS.subjectKeyId, der.octets(own)),
    extension(EXTENSIONS.authorityKeyId, authorityKey(issuer ? Buffer.from(issuer.subjectKeyId, 'hex') : own)),
  ]
}

export function extension(id: string, value: Buffer, isCritical = false): Buffer {
  return der.sequence(der.oid(id), ...(isCritical ? [der.true()] : []), der.octets(value))
}

/** The value of the extension that names the key of the issuer. */
export function authorityKey(id: Buffer): Buffer {
  return der.sequence(encode(0x80, id))
}

function usageBits(usage: KeyUsage[]): Buffer {
  const last = Math.max(...usage.map((one) => USAGES.indexOf(one)))
  const byte = usage.reduce((bits, one) => bits | (0x80 >> USAGES.indexOf(one)), 0)
  return der.bits(Buffer.from([byte]), 7 - last)
}

function keyId(spki: Buffer): Buffer {
  return createHash('sha1')
    .update(bitsOf(childrenOf(readDer(spki))[1]))
    .digest()
}

/** C=CN, then unit, credit code and name as far as they are given. */
export function makeName({ unit, code, name }: { unit: string; code?: string; name: string }): Buffer {
  const part = (oid: string, text: Buffer) => der.set(der.sequence(der.oid(oid), text))
  return der.sequence(
    part('2.5.4.6', der.printable('CN')),
    part('2.5.4.10', der.utf8(unit)),
    ...(code ? [part('2.5.4.11', der.utf8(code))] : []),
    part('2.5.4.3', der.utf8(name)),
  )
}

/** Whether the name and the signature say that `issuer` made the certificate, and it is one that may. */
export function isIssuedBy(certificate: Certificate, issuer: Certificate): boolean {
  return (
    issuer.isAuthority &&
    (issuer.usage.length === 0 || issuer.usage.includes('keyCertSign')) &&
    certificate.issuerName.equals(issuer.subjectName) &&
    isSignedBy(issuer.spki, certificate.signatureOid, certificate.signedBytes, certificate.signature)
  )
}

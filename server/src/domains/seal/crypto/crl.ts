import { isSignedBy, signatureAlgorithm } from './algorithms.ts'
import {
  type Certificate,
  type Signer,
  authorityKey,
  extension,
  extensionValues,
  hexOf,
  nameText,
} from './certificate.ts'
import { type Der, DerError, TAG, bitsOf, childrenOf, der, encode, integerOf, oidOf, readDer, timeOf } from './der.ts'

export interface CrlEntry {
  serial: string
  revokedAt: Date
  /** As RFC 5280 numbers them; 0 where none is given. */
  reason: number
}

export interface Crl {
  signedBytes: Buffer
  signatureOid: string
  signature: Buffer
  issuer: string
  issuerName: Buffer
  /** Absent in lists of version 1. */
  number: bigint | undefined
  thisUpdate: Date
  nextUpdate: Date | undefined
  entries: CrlEntry[]
}

const CRL_NUMBER = '2.5.29.20'
const REASON = '2.5.29.21'
const AUTHORITY_KEY = '2.5.29.35'

/** Throws `DerError` for what is no certificate revocation list. */
export function readCrl(bytes: Buffer): Crl {
  const [tbs, outer, signature] = childrenOf(readDer(bytes))
  const fields = childrenOf(tbs)
  const version = fields[0]?.tag === TAG.integer ? fields.shift() : undefined
  if (version && integerOf(version) !== 1n) throw new DerError('list of an unknown version')
  const [inner, issuer, thisUpdate, ...rest] = fields
  if (!tbs || !issuer || !inner?.bytes.equals(outer?.bytes ?? Buffer.alloc(0))) throw new DerError('no list')
  const isTime = ({ tag }: Der) => tag === TAG.utcTime || tag === TAG.time
  const next = rest[0] && isTime(rest[0]) ? rest.shift() : undefined
  const revoked = rest[0]?.tag === TAG.sequence ? rest.shift() : undefined
  const extended = rest.find(({ tag }) => tag === 0xa0)
  const number = extended && extensionValues(childrenOf(extended, 0xa0)[0]).get(CRL_NUMBER)
  return {
    signedBytes: tbs.bytes,
    signatureOid: oidOf(childrenOf(outer)[0]),
    signature: bitsOf(signature),
    issuer: nameText(issuer),
    issuerName: issuer.bytes,
    number: number && numberOf(number),
    thisUpdate: timeOf(thisUpdate),
    nextUpdate: next && timeOf(next),
    entries: revoked ? childrenOf(revoked).map(readEntry) : [],
  }
}

function numberOf(bytes: Buffer): bigint {
  const number = integerOf(readDer(bytes))
  if (number >= 1n << 160n) throw new DerError('number of the list is too long')
  return number
}

function readEntry(node: Der): CrlEntry {
  const [serial, time, extended] = childrenOf(node)
  const reason = extended && extensionValues(extended).get(REASON)
  return {
    serial: hexOf(integerOf(serial)),
    revokedAt: timeOf(time),
    reason: reason ? Number(integerOf(readDer(reason), TAG.enumerated)) : 0,
  }
}

export interface NewCrl {
  number: bigint
  thisUpdate: Date
  nextUpdate: Date
  entries: CrlEntry[]
}

/** The DER of a list of version 2, signed by the key of `issuer`. */
export function makeCrl({ number, thisUpdate, nextUpdate, entries }: NewCrl, issuer: Certificate, key: Signer): Buffer {
  const algorithm = signatureAlgorithm(key.algorithm)
  const tbs = der.sequence(
    der.integer(1),
    algorithm,
    issuer.subjectName,
    der.time(thisUpdate),
    der.time(nextUpdate),
    ...(entries.length > 0 ? [der.sequence(...entries.map(entryBytes))] : []),
    encode(
      0xa0,
      der.sequence(
        extension(AUTHORITY_KEY, authorityKey(Buffer.from(issuer.subjectKeyId, 'hex'))),
        extension(CRL_NUMBER, der.integer(number)),
      ),
    ),
  )
  return der.sequence(tbs, algorithm, der.bits(key.sign(tbs)))
}

function entryBytes({ serial, revokedAt, reason }: CrlEntry): Buffer {
  const why = reason > 0 ? [der.sequence(extension(REASON, der.integer(reason, TAG.enumerated)))] : []
  return der.sequence(der.integer(BigInt(`0x${serial}`)), der.time(revokedAt), ...why)
}

/** Whether that authority signed the list. */
export function isCrlOf(crl: Crl, issuer: Certificate): boolean {
  return (
    issuer.isAuthority &&
    (issuer.usage.length === 0 || issuer.usage.includes('cRLSign')) &&
    crl.issuerName.equals(issuer.subjectName) &&
    isSignedBy(issuer.spki, crl.signatureOid, crl.signedBytes, crl.signature)
  )
}

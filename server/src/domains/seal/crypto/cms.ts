import { createHash } from 'node:crypto'
import { type Algorithm, isSignedBy, signatureAlgorithm, signatureOid } from './algorithms.ts'
import type { Certificate, Signer } from './certificate.ts'
import { type Der, DerError, TAG, childrenOf, der, encode, integerOf, octetsOf, oidOf, readDer } from './der.ts'
import { onlyChild } from './ses.ts'

/*
 * Signed data (RFC 5652) as PAdES (ETSI EN 319 142), time stamps (RFC 3161) and SM2 signatures need it: one signer, DER
 * throughout. What is read is held to that one form, so that no byte of it can be changed unseen.
 */

const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.47',
  timeStamp: '1.2.840.113549.1.9.16.2.14',
  sha256: '2.16.840.1.101.3.4.2.1',
  sm3: '1.2.156.10197.1.401',
} as const

type Hash = 'sha256' | 'sm3'

/** SM2 signs over SM3, the others over SHA-256. */
export function hashOfAlgorithm(algorithm: Algorithm): Hash {
  return algorithm === 'SM2' ? 'sm3' : 'sha256'
}

export function digest(hash: Hash, bytes: Buffer): Buffer {
  return createHash(hash).update(bytes).digest()
}

/** SM3 without parameters, SHA-256 with the null that is usual. */
export function hashIdentifier(hash: Hash): Buffer {
  return hash === 'sm3' ? der.sequence(der.oid(OID.sm3)) : der.sequence(der.oid(OID.sha256), Buffer.from([TAG.null, 0]))
}

export function hashOf(node: Der | undefined): Hash {
  const hash = (['sha256', 'sm3'] as const).find((one) => node && hashIdentifier(one).equals(node.bytes))
  if (!hash) throw new DerError('digest of another kind')
  return hash
}

export interface NewSignedData {
  /** Digest of the content, in the hash of the signer's algorithm. */
  digest: Buffer
  /** The content itself, where it goes along: type and bytes. */
  content?: { type: string; bytes: Buffer }
  certificate: Certificate
  /** Further certificates on the way to the root, without it. */
  chain?: Certificate[]
  /** Answers a time stamp over the signature, where there is to be one. */
  stamp?: (signature: Buffer) => Buffer
}

/** DER of a ContentInfo with SignedData. */
export function makeSignedData(wanted: NewSignedData, signer: Signer): Buffer {
  const { content, certificate } = wanted
  const hash = hashIdentifier(hashOfAlgorithm(signer.algorithm))
  const { sid, signingCertificate } = partsOf(certificate, hashOfAlgorithm(signer.algorithm))
  const attributes = sorted([
    content ? attribute(OID.contentType, der.oid(content.type)) : DATA,
    attribute(OID.messageDigest, der.octets(wanted.digest)),
    signingCertificate,
  ])
  const signature = signer.sign(encode(TAG.set, ...attributes))
  const stamp = wanted.stamp && attribute(OID.timeStamp, wanted.stamp(signature))
  const info = der.sequence(
    der.integer(1),
    sid,
    hash,
    encode(0xa0, ...attributes),
    signatureAlgorithm(signer.algorithm),
    der.octets(signature),
    ...(stamp ? [encode(0xa1, stamp)] : []),
  )
  const inside = content
    ? der.sequence(der.oid(content.type), encode(0xa0, der.octets(content.bytes)))
    : der.sequence(der.oid(OID.data))
  const certificates = [certificate, ...(wanted.chain ?? [])].map((one) => one.bytes)
  const data = der.sequence(
    der.integer(content ? 3 : 1),
    der.set(hash),
    inside,
    encode(0xa0, ...sorted(certificates)),
    der.set(info),
  )
  return der.sequence(der.oid(OID.signedData), encode(0xa0, data))
}

/** What stands in every signature by a certificate: its name, and the attribute with its digest. */
interface CertificateParts {
  sid: Buffer
  signingCertificate: Buffer
}

const DATA = attribute(OID.contentType, der.oid(OID.data))
const PARTS = new WeakMap<Certificate, CertificateParts>()

/** A certificate signs in one hash alone, that of its key. */
function partsOf(certificate: Certificate, hash: Hash): CertificateParts {
  const known = PARTS.get(certificate)
  if (known) return known
  const parts = {
    sid: der.sequence(certificate.issuerName, der.integer(BigInt(`0x${certificate.serial}`))),
    signingCertificate: attribute(OID.signingCertificate, signingCertificateOf(certificate, hash)),
  }
  PARTS.set(certificate, parts)
  return parts
}

/** SigningCertificateV2 (RFC 5035); SHA-256 is its default and therefore left out. */
function signingCertificateOf(certificate: Certificate, hash: Hash): Buffer {
  const id = der.octets(digest(hash, certificate.bytes))
  return der.sequence(der.sequence(der.sequence(...(hash === 'sha256' ? [id] : [hashIdentifier(hash), id]))))
}

function attribute(oid: string, value: Buffer): Buffer {
  return der.sequence(der.oid(oid), der.set(value))
}

/** A SET OF in DER: by the bytes of its members. */
function sorted(members: Buffer[]): Buffer[] {
  return members.toSorted((a, b) => Buffer.compare(a, b))
}

export interface SignedData {
  hash: Hash
  contentType: string
  /** The content, where it goes along. */
  content: Buffer | undefined
  /** Digest of the content as it was signed. */
  messageDigest: Buffer
  /** DER of the certificates that came along. */
  certificates: Buffer[]
  issuerName: Buffer
  serial: string
  /** Bytes the signature covers. */
  signedBytes: Buffer
  signatureOid: string
  signature: Buffer
  /** Of the certificate it was signed with, in `hash`. */
  certificateDigest: Buffer
  timeStamp: Buffer | undefined
}

/** Throws `DerError` for what is not signed data of one signer in the form above. */
export function readSignedData(bytes: Buffer): SignedData {
  const [type, wrapped, ...rest] = childrenOf(readDer(bytes))
  if (oidOf(type) !== OID.signedData || rest.length > 0) throw new DerError('no signed data')
  const [version, hashes, inside, certificates, infos, ...more] = childrenOf(onlyChild(wrapped, 0xa0))
  const [contentType, carried, ...others] = childrenOf(inside)
  if (more.length > 0 || others.length > 0) throw new DerError('signed data with more parts')
  if (integerOf(version) !== (carried ? 3n : 1n)) throw new DerError('signed data of another version')
  const info = readSignerInfo(onlyChild(infos, TAG.set))
  if (hashOf(onlyChild(hashes, TAG.set)) !== info.hash) throw new DerError('two digests')
  if (info.contentType !== oidOf(contentType)) throw new DerError('two types of content')
  const list = childrenOf(certificates, 0xa0).map((one) => one.bytes)
  assertSorted(list)
  return {
    ...info,
    content: carried && octetsOf(onlyChild(carried, 0xa0)),
    certificates: list,
  }
}

function readSignerInfo(node: Der): Omit<SignedData, 'content' | 'certificates'> {
  const [version, sid, hashNode, attributes, algorithm, signature, unsigned, ...more] = childrenOf(node)
  const [issuer, serial, ...rest] = childrenOf(sid)
  if (integerOf(version) !== 1n || !issuer || rest.length > 0 || more.length > 0) throw new DerError('no signer')
  const hash = hashOf(hashNode)
  const values = readAttributes(attributes, 0xa0)
  const [type, messageDigest, signing] = [OID.contentType, OID.messageDigest, OID.signingCertificate].map((oid) =>
    values.get(oid),
  )
  if (values.size !== 3) throw new DerError('attributes of another kind')
  const stamps = unsigned ? readAttributes(unsigned, 0xa1) : undefined
  if (stamps && (stamps.size !== 1 || !stamps.has(OID.timeStamp))) throw new DerError('attributes nobody signed')
  const signatureId = oidOf(childrenOf(algorithm)[0])
  assertIdentifier(algorithm, signatureId)
  return {
    hash,
    contentType: oidOf(type),
    messageDigest: octetsOf(messageDigest),
    issuerName: issuer.bytes,
    serial: hexSerial(integerOf(serial)),
    signedBytes: Buffer.concat([Buffer.from([TAG.set]), (attributes as Der).bytes.subarray(1)]),
    signatureOid: signatureId,
    signature: octetsOf(signature),
    certificateDigest: readSigningCertificate(signing, hash),
    timeStamp: stamps?.get(OID.timeStamp)?.bytes,
  }
}

function hexSerial(serial: bigint): string {
  const hex = serial.toString(16).toUpperCase()
  return hex.length % 2 ? `0${hex}` : hex
}

/** Parameters are those of the algorithm and no others: nothing else would notice them. */
function assertIdentifier(node: Der | undefined, oid: string): void {
  const known = (['SM2', 'RSA', 'ECDSA'] as const).find((one) => signatureOid(one) === oid)
  if (!known || !node || !signatureAlgorithm(known).equals(node.bytes)) throw new DerError('signature of another kind')
}

function readAttributes(node: Der | undefined, tag: number): Map<string, Der> {
  const found = new Map<string, Der>()
  const members = childrenOf(node, tag)
  assertSorted(members.map((one) => one.bytes))
  for (const member of members) {
    const [oid, values, ...more] = childrenOf(member)
    if (more.length > 0 || found.has(oidOf(oid))) throw new DerError('attribute twice')
    found.set(oidOf(oid), onlyChild(values, TAG.set))
  }
  return found
}

function assertSorted(members: Buffer[]): void {
  if (members.some((one, i) => i > 0 && Buffer.compare(members[i - 1] ?? one, one) > 0)) throw new DerError('order')
}

function readSigningCertificate(node: Der | undefined, hash: Hash): Buffer {
  const list = onlyChild(node, TAG.sequence)
  const parts = childrenOf(onlyChild(list, TAG.sequence))
  const given = parts.length === 2 ? hashOf(parts.shift()) : 'sha256'
  if (parts.length !== 1 || given !== hash) throw new DerError('certificate named by another digest')
  return octetsOf(parts[0])
}

/** Whether the certificate is the one that was named, and its key made the signature. */
export function isSignedDataBy(data: SignedData, certificate: Certificate): boolean {
  return (
    data.issuerName.equals(certificate.issuerName) &&
    data.serial === certificate.serial &&
    data.certificateDigest.equals(digest(data.hash, certificate.bytes)) &&
    hashOfAlgorithm(certificate.algorithm) === data.hash &&
    isSignedBy(certificate.spki, data.signatureOid, data.signedBytes, data.signature)
  )
}

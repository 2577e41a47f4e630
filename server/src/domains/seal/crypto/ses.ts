import { signatureOid } from './algorithms.ts'
import type { Signer } from './certificate.ts'
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

/*
 * The electronic seal and its signature in the structure of GB/T 38540-2020, version 4. What the maker signs is the DER of
 * eSealInfo, what the user of the seal signs is the DER of TBS_Sign; both are checked over the bytes that came in.
 */

const VERSION = 4
const VENDOR = 'XUEHENG'
/** The list holds the certificates themselves, not their digests. */
const CERTIFICATES = 1

export interface SealContent {
  /** Unique, ASCII. */
  esId: string
  /** 1 of a unit, 2 of a person. */
  type: number
  name: string
  /** DER of the certificates that may sign with the seal. */
  certificates: Buffer[]
  createDate: Date
  validStart: Date
  validEnd: Date
  /** PNG, JPG or SVG. */
  pictureType: string
  picture: Buffer
  /** Millimetres. */
  width: number
  height: number
}

export interface ReadSeal extends SealContent {
  bytes: Buffer
  signedBytes: Buffer
  makerCertificate: Buffer
  signatureOid: string
  signature: Buffer
}

/** DER of an SESeal, signed by its maker. */
export function makeSeal(content: SealContent, makerCertificate: Buffer, maker: Signer): Buffer {
  const info = der.sequence(
    der.sequence(der.ia5('ES'), der.integer(VERSION), der.ia5(VENDOR)),
    der.ia5(content.esId),
    propertyBytes(content),
    der.sequence(
      der.ia5(content.pictureType),
      der.octets(content.picture),
      der.integer(content.width),
      der.integer(content.height),
    ),
  )
  return der.sequence(
    info,
    der.octets(makerCertificate),
    der.oid(signatureOid(maker.algorithm)),
    der.bits(maker.sign(info)),
  )
}

function propertyBytes({ type, name, certificates, createDate, validStart, validEnd }: SealContent): Buffer {
  return der.sequence(
    der.integer(type),
    der.utf8(name),
    der.integer(CERTIFICATES),
    der.sequence(...certificates.map((one) => der.octets(one))),
    der.generalTime(createDate),
    der.generalTime(validStart),
    der.generalTime(validEnd),
  )
}

/** Throws `DerError` for what is no seal of version 4 with its certificates. */
export function readSeal(bytes: Buffer): ReadSeal {
  const [info, cert, algorithm, signature, ...more] = childrenOf(readDer(bytes))
  const [header, esId, property, picture, ...rest] = childrenOf(info)
  const [mark, version, vendor] = childrenOf(header)
  if (!info || more.length > 0 || rest.length > 0 || textOfDer(mark) !== 'ES') throw new DerError('no seal')
  if (integerOf(version) !== BigInt(VERSION) || !vendor) throw new DerError('seal of another version')
  return {
    bytes,
    signedBytes: info.bytes,
    esId: textOfDer(expectTag(esId, TAG.ia5)),
    ...readProperty(property),
    ...readPicture(picture),
    makerCertificate: octetsOf(cert),
    signatureOid: oidOf(algorithm),
    signature: bitsOf(signature),
  }
}

function readProperty(node: Der | undefined) {
  const [type, name, kind, list, createDate, validStart, validEnd, ...more] = childrenOf(node)
  if (more.length > 0 || integerOf(kind) !== BigInt(CERTIFICATES)) throw new DerError('seal without its certificates')
  return {
    type: Number(integerOf(type)),
    name: textOfDer(expectTag(name, TAG.utf8)),
    certificates: childrenOf(list).map(octetsOf),
    createDate: timeOf(expectTag(createDate, TAG.time)),
    validStart: timeOf(expectTag(validStart, TAG.time)),
    validEnd: timeOf(expectTag(validEnd, TAG.time)),
  }
}

function readPicture(node: Der | undefined) {
  const [type, data, width, height, ...more] = childrenOf(node)
  if (more.length > 0) throw new DerError('no picture')
  return {
    pictureType: textOfDer(expectTag(type, TAG.ia5)),
    picture: octetsOf(data),
    width: Number(integerOf(width)),
    height: Number(integerOf(height)),
  }
}

export interface SignatureContent {
  seal: Buffer
  time: Date
  /** SM3 of the protected bytes. */
  dataHash: Buffer
  /** Which bytes those are, ASCII. */
  property: string
}

export interface ReadSesSignature extends SignatureContent {
  signedBytes: Buffer
  certificate: Buffer
  signatureOid: string
  signature: Buffer
  /** DER of the time stamp over the signature. */
  timeStamp: Buffer | undefined
}

/** DER of an SES_Signature; `stamp` answers a time stamp over the signature, where there is to be one. */
export function makeSesSignature(
  content: SignatureContent,
  certificate: Buffer,
  signer: Signer,
  stamp?: (signature: Buffer) => Buffer,
): Buffer {
  const toSign = der.sequence(
    der.integer(VERSION),
    content.seal,
    der.generalTime(content.time),
    der.bits(content.dataHash),
    der.ia5(content.property),
  )
  const signature = signer.sign(toSign)
  return der.sequence(
    toSign,
    der.octets(certificate),
    der.oid(signatureOid(signer.algorithm)),
    der.bits(signature),
    ...(stamp ? [encode(0xa0, der.bits(stamp(signature)))] : []),
  )
}

/** Throws `DerError` for what is no signature of version 4. */
export function readSesSignature(bytes: Buffer): ReadSesSignature {
  const [toSign, cert, algorithm, signature, stamp, ...more] = childrenOf(readDer(bytes))
  const [version, seal, time, dataHash, property, ...rest] = childrenOf(toSign)
  if (!toSign || !seal || more.length > 0 || rest.length > 0) throw new DerError('no seal signature')
  if (integerOf(version) !== BigInt(VERSION)) throw new DerError('seal signature of another version')
  return {
    signedBytes: toSign.bytes,
    seal: seal.bytes,
    time: timeOf(expectTag(time, TAG.time)),
    dataHash: bitsOf(dataHash),
    property: textOfDer(expectTag(property, TAG.ia5)),
    certificate: octetsOf(cert),
    signatureOid: oidOf(algorithm),
    signature: bitsOf(signature),
    timeStamp: stamp ? bitsOf(onlyChild(stamp, 0xa0)) : undefined,
  }
}

/** The one node inside a tagged one. */
export function onlyChild(node: Der | undefined, tag: number): Der {
  const [child, ...more] = childrenOf(node, tag)
  if (!child || more.length > 0) throw new DerError('not one node')
  return child
}

import { randomBytes } from 'node:crypto'
import type { Certificate, Signer } from './certificate.ts'
import { digest, hashIdentifier, hashOf, hashOfAlgorithm, makeSignedData, readSignedData } from './cms.ts'
import type { SignedData } from './cms.ts'
import { DerError, TAG, childrenOf, der, expectTag, integerOf, octetsOf, oidOf, readDer, timeOf } from './der.ts'

const TST_INFO = '1.2.840.113549.1.9.16.1.4'
/** Of our own: the authority says no more than what RFC 3161 asks for. */
const POLICY = '1.3.6.1.4.1.59999.1.1'
const SERIAL_BYTES = 12

/** DER of a time stamp token (RFC 3161) over `message`. */
export function makeTimeStamp(message: Buffer, at: Date, certificate: Certificate, signer: Signer): Buffer {
  const hash = hashOfAlgorithm(signer.algorithm)
  const info = der.sequence(
    der.integer(1),
    der.oid(POLICY),
    der.sequence(hashIdentifier(hash), der.octets(digest(hash, message))),
    der.integer(BigInt(`0x7f${randomBytes(SERIAL_BYTES).toString('hex')}`)),
    der.generalTime(at),
  )
  const content = { type: TST_INFO, bytes: info }
  return makeSignedData({ digest: digest(hash, info), content, certificate }, signer)
}

export interface TimeStamp {
  signed: SignedData
  time: Date
  /** Whether it is of that message. */
  isOf(message: Buffer): boolean
}

/** Throws `DerError` for what is no time stamp in the form above. */
export function readTimeStamp(bytes: Buffer): TimeStamp {
  const signed = readSignedData(bytes)
  const { content, contentType } = signed
  if (!content || contentType !== TST_INFO) throw new DerError('no time stamp')
  if (!digest(signed.hash, content).equals(signed.messageDigest)) throw new DerError('time stamp of other content')
  const [version, policy, imprint, serial, time, ...more] = childrenOf(readDer(content))
  const [hashNode, value, ...rest] = childrenOf(imprint)
  if (integerOf(version) !== 1n || more.length > 0 || rest.length > 0) throw new DerError('time stamp with more parts')
  oidOf(policy)
  integerOf(serial)
  const hash = hashOf(hashNode)
  return {
    signed,
    time: timeOf(expectTag(time, TAG.time)),
    isOf: (message) => octetsOf(value).equals(digest(hash, message)),
  }
}

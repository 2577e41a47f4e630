import type { VerifyStep } from '@xueheng/contract/domains/seal/verify.ts'
import { isSignedBy } from './crypto/algorithms.ts'
import { type Certificate, readCertificate } from './crypto/certificate.ts'
import { digest, isSignedDataBy, readSignedData } from './crypto/cms.ts'
import { DerError } from './crypto/der.ts'
import { type ReadSeal, readSeal, readSesSignature } from './crypto/ses.ts'
import { sm3 } from './crypto/sm2.ts'
import { type TimeStamp, readTimeStamp } from './crypto/time-stamp.ts'
import { PdfFile } from './pdf/document.ts'
import { type FoundSignature, signaturesOf } from './pdf/signatures.ts'

/*
 * What can be said of a document by itself: whether its bytes are those that were signed, and by which certificate. Who
 * that is, and whether anybody trusts it, is asked elsewhere (`verify-trust.ts`).
 */

const HOLDS = 1
const FAILS = 0

/** One signature with what it rests on. */
export interface Integrity {
  found: FoundSignature
  format: string
  steps: VerifyStep[]
  /** Nothing where the signature cannot be read. */
  signer: Certificate | undefined
  /** Certificates that came along beside the signer's. */
  others: Certificate[]
  seal: ReadSeal | undefined
  maker: Certificate | undefined
  stamp: { time: Date; certificate: Certificate } | undefined
}

/** The format is told by what stands in the document. */
type Opened = Omit<Integrity, 'found' | 'steps' | 'format'> & { hold: [title: string, isHeld: boolean, text: string][] }

/** Every signature of a document. Throws `PdfError` for what is no good file. */
export function checkIntegrity(bytes: Buffer): Integrity[] {
  const found = signaturesOf(new PdfFile(bytes))
  return found.map((one, i) => check(one, bytes, found[i + 1]))
}

export function stepOf(step: string, title: string, result: number, text: string): VerifyStep {
  return { step, title, result, text }
}

function check(found: FoundSignature, bytes: Buffer, next: FoundSignature | undefined): Integrity {
  const format = formatOf(found)
  const nothing = { signer: undefined, others: [], seal: undefined, maker: undefined, stamp: undefined }
  const covers = coverage(found, bytes, next)
  if (!found.covered) return { found, format, ...nothing, steps: [covers] }
  try {
    const { hold, ...opened } = format === 'SES' ? openSes(found, found.covered) : openCms(found, found.covered)
    const steps = hold.map(([title, isHeld, text], i) => stepOf(`part${i}`, title, isHeld ? HOLDS : FAILS, text))
    return {
      found,
      format: opened.signer?.algorithm === 'SM2' && format !== 'SES' ? 'CMS-SM2' : format,
      ...opened,
      steps: [covers, ...steps],
    }
  } catch (error) {
    if (!(error instanceof DerError)) throw error
    return {
      found,
      format,
      ...nothing,
      steps: [covers, stepOf('form', '签名可以读取', FAILS, '签名的结构被改动或不受支持')],
    }
  }
}

function formatOf({ subFilter }: FoundSignature): string {
  return subFilter === 'GM.sm2seal' ? 'SES' : 'PAdES'
}

/** The last signature must cover all there is; what stands behind an earlier one is covered by a later one. */
function coverage(found: FoundSignature, bytes: Buffer, next: FoundSignature | undefined): VerifyStep {
  const title = '签名覆盖全文'
  if (!found.covered) return stepOf('coverage', title, FAILS, found.fault)
  if (found.end === bytes.length) return stepOf('coverage', title, HOLDS, '签署之后没有任何改动')
  if (next) return stepOf('coverage', title, HOLDS, '其后另有签名，由后一个签名覆盖')
  return stepOf('coverage', title, FAILS, `签署之后又增加了${bytes.length - found.end}字节`)
}

function openCms({ contents }: FoundSignature, covered: Buffer): Opened {
  const data = readSignedData(contents)
  if (data.content) throw new DerError('content within the signature')
  const certificates = data.certificates.map(readCertificate)
  const signer = certificates.find((one) => one.serial === data.serial && one.issuerName.equals(data.issuerName))
  if (!signer) throw new DerError('the certificate of the signer is missing')
  const stamp = data.timeStamp && openStamp(data.timeStamp, data.signature)
  const isSame = digest(data.hash, covered).equals(data.messageDigest)
  return {
    signer,
    others: certificates.filter((one) => one !== signer),
    seal: undefined,
    maker: undefined,
    stamp: stamp || undefined,
    hold: [
      ['内容未被改动', isSame, isSame ? '内容摘要与签名一致' : '内容与签署时不同'],
      ['签名由证书的密钥作出', isSignedDataBy(data, signer), signer.subject],
    ],
  }
}

function openSes({ contents }: FoundSignature, covered: Buffer): Opened {
  const data = readSesSignature(contents)
  const [signer, seal] = [readCertificate(data.certificate), readSeal(data.seal)]
  const maker = readCertificate(seal.makerCertificate)
  const stamp = data.timeStamp && openStamp(data.timeStamp, data.signature)
  const isSame = sm3(covered).equals(data.dataHash)
  const isMade = isSignedBy(maker.spki, seal.signatureOid, seal.signedBytes, seal.signature)
  const isInTime = seal.validStart <= data.time && data.time <= seal.validEnd
  return {
    signer,
    others: [],
    seal,
    maker,
    stamp: stamp || undefined,
    hold: [
      ['内容未被改动', isSame, isSame ? '内容摘要与签名一致' : '内容与签署时不同'],
      [
        '签名由证书的密钥作出',
        isSignedBy(signer.spki, data.signatureOid, data.signedBytes, data.signature),
        signer.subject,
      ],
      ['证书在印章的证书列表中', seal.certificates.some((one) => one.equals(data.certificate)), seal.name],
      ['印章由制章者签名', isMade, maker.subject],
      ['签署时印章在有效期内', isInTime, seal.name],
    ],
  }
}

/** A time stamp that came along must be one of this signature, by a key for time stamps. */
function openStamp(bytes: Buffer, signature: Buffer): { time: Date; certificate: Certificate } {
  const stamp: TimeStamp = readTimeStamp(bytes)
  const [certificate, ...more] = stamp.signed.certificates.map(readCertificate)
  if (!certificate || more.length > 0 || !certificate.isForTimeStamps) throw new DerError('time stamp by another key')
  if (!isSignedDataBy(stamp.signed, certificate) || !stamp.isOf(signature))
    throw new DerError('time stamp of another signature')
  return { time: stamp.time, certificate }
}

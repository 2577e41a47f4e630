import { fault } from '../../platform/error.ts'
import { type Certificate, readCertificate } from './crypto/certificate.ts'
import { type Crl, readCrl } from './crypto/crl.ts'
import { DerError } from './crypto/der.ts'
import { fromPem } from './crypto/pem.ts'

/** The certificate that was typed in; refuses anything else by its field. */
export function typedCertificate(pem: string): Certificate {
  const message = '证书无法读取：请粘贴一张 PEM 格式的证书，密钥为 SM2、ECDSA 或不短于2048位的 RSA'
  return typed('certPem', message, () => readCertificate(fromPem(pem, 'CERTIFICATE')))
}

/** The revocation list that was typed in; refuses anything else by its field. */
export function typedCrl(pem: string): Crl {
  return typed('crlPem', '吊销列表无法读取：请粘贴一份 PEM 格式的吊销列表', () => readCrl(fromPem(pem, 'X509 CRL')))
}

function typed<T>(field: string, message: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof DerError) throw fault(field, message)
    throw error
  }
}

/** A certificate as it was taken in; what stands in the table was read before. */
export function storedCertificate({ certPem }: { certPem: string }): Certificate {
  return readCertificate(fromPem(certPem, 'CERTIFICATE'))
}

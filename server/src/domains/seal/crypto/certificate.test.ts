import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { issue } from '../../../../test/fixtures/certificates.ts'
import type { Algorithm } from './algorithms.ts'
import { isIssuedBy, readCertificate } from './certificate.ts'
import { type CrlEntry, isCrlOf, makeCrl, readCrl } from './crl.ts'
import { DerError } from './der.ts'
import { toPem } from './pem.ts'

const folder = mkdtempSync(join(tmpdir(), 'certificates-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

function openssl(...args: string[]): string {
  return execFileSync('openssl', args, { stdio: 'pipe' }).toString()
}

const REVOKED: CrlEntry = { serial: '1234', revokedAt: new Date('2026-03-01T08:00:00Z'), reason: 1 }
const LIST = { number: 7n, thisUpdate: new Date('2026-03-02T00:00:00Z'), nextUpdate: new Date('2036-03-02T00:00:00Z') }

describe.each<Algorithm>(['SM2', 'RSA', 'ECDSA'])('%s', (algorithm) => {
  const root = issue({ algorithm, name: '示例根' })
  const middle = issue({ algorithm, issuer: root, isAuthority: true, name: '示例中级' })
  const leaf = issue({ algorithm, issuer: middle, name: '示例中学' })

  test('what was made is read again', () => {
    expect(leaf.certificate).toMatchObject({
      subject: 'CN=示例中学, O=示例教育局, C=CN',
      issuer: 'CN=示例中级, O=示例教育局, C=CN',
      algorithm,
      isAuthority: false,
      usage: ['digitalSignature', 'nonRepudiation'],
      authorityKeyId: middle.certificate.subjectKeyId,
    })
    expect(root.certificate).toMatchObject({ isAuthority: true, usage: ['keyCertSign', 'cRLSign'] })
  })

  test('openssl finds the same chain', () => {
    // It gives the id of SM2 to the certificate asked about alone, so each step of the chain is asked for itself.
    const id = algorithm === 'SM2' ? ['-vfyopt', 'distid:1234567812345678'] : []
    const ask = (one: string, by: string) => openssl('verify', ...id, '-partial_chain', '-trusted', by, one)
    const [top, next] = [file(`${algorithm}-root`, root.pem), file(`${algorithm}-middle`, middle.pem)]
    expect(ask(next, top)).toContain(': OK')
    expect(ask(file(`${algorithm}-leaf`, leaf.pem), next)).toContain(': OK')
    const other = issue({ algorithm, issuer: root, claims: middle, name: '冒名' })
    expect(() => ask(file(`${algorithm}-other`, other.pem), next)).toThrow()
  })

  test('a certificate is that of its issuer alone', () => {
    expect(isIssuedBy(root.certificate, root.certificate)).toBe(true)
    expect(isIssuedBy(leaf.certificate, middle.certificate)).toBe(true)
    expect(isIssuedBy(leaf.certificate, root.certificate)).toBe(false)
    const forged = issue({ algorithm, issuer: issue({ algorithm }), claims: middle, name: '冒名' })
    expect(isIssuedBy(forged.certificate, middle.certificate)).toBe(false)
    expect(isIssuedBy(issue({ algorithm, issuer: leaf }).certificate, leaf.certificate)).toBe(false)
  })

  test('no changed byte passes', () => {
    const { bytes } = leaf.certificate
    const passed = [...bytes.keys()].filter((at) => {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(at) ^ (1 << (at % 8)), at)
      try {
        return isIssuedBy(readCertificate(changed), middle.certificate)
      } catch (error) {
        if (error instanceof DerError) return false
        throw error
      }
    })
    expect(passed).toEqual([])
  })

  test('a revocation list is read again, and is that of its issuer alone', () => {
    const bytes = makeCrl({ ...LIST, entries: [REVOKED] }, root.certificate, root.key)
    const list = readCrl(bytes)
    expect(list).toMatchObject({ ...LIST, entries: [REVOKED], issuer: root.certificate.subject })
    expect(isCrlOf(list, root.certificate)).toBe(true)
    expect(isCrlOf(list, issue({ algorithm }).certificate)).toBe(false)
    expect(isCrlOf(readCrl(makeCrl({ ...LIST, entries: [] }, root.certificate, middle.key)), root.certificate)).toBe(
      false,
    )
  })
})

test.each(['RSA', 'ECDSA'] as const)(
  'openssl reads the list of an authority of %s and holds its certificate for revoked',
  (algorithm) => {
    const root = issue({ algorithm })
    const leaf = issue({ algorithm, issuer: root })
    const entries = [{ ...REVOKED, serial: leaf.certificate.serial }]
    const crl = file('crl', toPem(makeCrl({ ...LIST, entries }, root.certificate, root.key), 'X509 CRL'))
    const ca = file('ca', root.pem)
    expect(openssl('crl', '-in', crl, '-CAfile', ca, '-noout', '-crlnumber')).toContain('07')
    const ask = () => openssl('verify', '-crl_check', '-CRLfile', crl, '-CAfile', ca, file('revoked', leaf.pem))
    expect(ask).toThrow(/certificate revoked/)
  },
)

test('a short RSA key and a certificate of openssl', () => {
  const make = (bits: string) => {
    const options = [
      '-newkey',
      `rsa:${bits}`,
      '-nodes',
      '-keyout',
      join(folder, 'key'),
      '-subj',
      '/C=CN/O=示例/CN=外来',
    ]
    const pem = openssl('req', '-x509', ...options, '-utf8', '-days', '30')
    return Buffer.from(pem.replaceAll(/-----[^-]+-----/g, ''), 'base64')
  }
  const read = readCertificate(make('2048'))
  expect(read).toMatchObject({ subject: 'CN=外来, O=示例, C=CN', algorithm: 'RSA', isAuthority: true })
  expect(isIssuedBy(read, read)).toBe(true)
  expect(() => readCertificate(make('1024'))).toThrow(DerError)
})

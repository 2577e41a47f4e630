import { trustChain } from '@xueheng/contract/domains/seal/trust-chain.ts'
import { crl, crlStates } from '@xueheng/contract/domains/seal/crl.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { type Certificate, isIssuedBy } from './crypto/certificate.ts'
import { type Crl, type CrlEntry, isCrlOf, readCrl } from './crypto/crl.ts'
import { fromPem } from './crypto/pem.ts'
import { storedCertificate } from './read-pem.ts'

/** An authority of the tenant with what it is certified by. */
export interface Authority {
  id: string
  parentId: string | null
  isAnchor: number
  certificate: Certificate
}

const CHAINS = every(trustChain, 'an authority decides whoever asks about a certificate')
const LISTS = every(crl, 'a certificate is revoked for everybody')

/** The authority of that name whose key has signed. */
export async function findIssuer(ctx: Ctx, certificate: Certificate): Promise<Authority | undefined> {
  const named = await authorities(ctx, sql`t.subject_dn = ${certificate.issuer}`)
  return named.find((one) => isIssuedBy(certificate, one.certificate))
}

/** The authority that has signed the list. */
export async function findCrlIssuer(ctx: Ctx, list: Crl): Promise<Authority | undefined> {
  const named = await authorities(ctx, sql`t.subject_dn = ${list.issuer}`)
  return named.find((one) => isCrlOf(list, one.certificate))
}

/** The authority and all above it, up to the root. */
export async function wayUp(ctx: Ctx, authority: Authority): Promise<Authority[]> {
  const way = [authority]
  for (let next = authority.parentId; next !== null;) {
    const [found] = await authorities(ctx, sql`t.id = ${next}`)
    if (!found || way.length > LONGEST) return way
    way.push(found)
    next = found.parentId
  }
  return way
}

/** Certificates between the own one and the root, both counted. */
export const LONGEST = 5

async function authorities(ctx: Ctx, condition: ReturnType<typeof sql>): Promise<Authority[]> {
  const { rows } = await sql<{ id: string; parentId: string | null; isAnchor: number; certPem: string }>`
    select t.id, t.parent_id, t.is_anchor, t.cert_pem from ${CHAINS} t where t.is_deleted = 0 and ${condition}`.execute(
    ctx.db,
  )
  return rows.map((row) => ({ ...row, certificate: storedCertificate(row) }))
}

/** The newest list of an authority; nothing where none was taken in. */
export async function currentCrl(ctx: Ctx, issuerId: string): Promise<Crl | undefined> {
  const { rows } = await sql<{ crlPem: string }>`select c.crl_pem from ${LISTS} c
    where c.is_deleted = 0 and c.issuer_id = ${issuerId} and c.crl_status = ${crlStates.states.current.value}
    order by c.id desc limit 1`.execute(ctx.db)
  return rows[0] && readCrl(fromPem(rows[0].crlPem, 'X509 CRL'))
}

/** Where a list speaks of a certificate. */
export function entryOf(list: Crl | undefined, { serial }: Certificate): CrlEntry | undefined {
  return list?.entries.find((entry) => entry.serial === serial)
}

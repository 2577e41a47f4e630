import { certInfo, certStates } from '@xueheng/contract/domains/seal/cert-info.ts'
import { crl, crlStates } from '@xueheng/contract/domains/seal/crl.ts'
import { sql } from 'kysely'
import { every, into } from '../../platform/access/doors.ts'
import { wallTime } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fault } from '../../platform/error.ts'
import { hook } from '../../platform/module.ts'
import { stateRow, transition } from '../../platform/states.ts'
import { type Authority, entryOf, findCrlIssuer } from './authorities.ts'
import { isIssuedBy } from './crypto/certificate.ts'
import type { Crl, CrlEntry } from './crypto/crl.ts'
import { storedCertificate, typedCrl } from './read-pem.ts'
import { assertTrustKeeper } from './trust-chain.ts'

const LISTS = every(crl, 'the newest list of an authority is that of the whole tenant, and no removed one comes back')
const CERTIFICATES = every(certInfo, 'a certificate is revoked whoever sees it')

export const crlHooks = hook(crl, {
  async around(ctx, _input, work, action) {
    assertTrustKeeper(ctx, action)
    return work(ctx)
  },
  async beforeSave(ctx, row, before) {
    if (before) return
    const list = typedCrl(row.crlPem ?? '')
    const issuer = await findCrlIssuer(ctx, list)
    if (!issuer) throw fault('crlPem', '吊销列表的签发者不在信任链中，或签名不正确')
    assertInTime(ctx, list)
    await supersedeOlder(ctx, issuer, list)
    Object.assign(row, factsOf(list), { issuerId: issuer.id, crlStatus: crlStates.states.current.value })
    await revokeListed(ctx, issuer, list)
  },
})

function factsOf(list: Crl) {
  return {
    issuerDn: list.issuer,
    crlNumber: String(list.number),
    thisUpdate: wallTime(list.thisUpdate),
    nextUpdate: list.nextUpdate ? wallTime(list.nextUpdate) : null,
    entryCount: list.entries.length,
  }
}

function assertInTime({ now }: Ctx, { thisUpdate, nextUpdate, number }: Crl): void {
  if (number === undefined) throw fault('crlPem', '吊销列表没有编号，不能判断新旧')
  if (thisUpdate > now) throw fault('crlPem', `吊销列表自${wallTime(thisUpdate)}起有效，尚未生效`)
  if (nextUpdate && nextUpdate < now) throw fault('crlPem', `吊销列表已于${wallTime(nextUpdate)}到期，请取最新的`)
}

/** An older list would make revoked certificates good again. */
async function supersedeOlder(ctx: Ctx, issuer: Authority, { number = 0n }: Crl): Promise<void> {
  const { rows } = await sql<{
    id: string
    crlNumber: string
    crlStatus: number
  }>`select l.id, l.crl_number, l.crl_status
    from ${LISTS} l where l.issuer_id = ${issuer.id}`.execute(ctx.db)
  const newest = rows.map((row) => BigInt(row.crlNumber)).reduce((most, one) => (one > most ? one : most), -1n)
  if (newest >= number) throw fault('crlPem', `编号${number}不高于已收的编号${newest}，请取最新的吊销列表`)
  for (const { id } of rows.filter((row) => row.crlStatus === crlStates.states.current.value)) {
    await transition(ctx, crlStates, stateRow(crl, id, 'crlStatus'), 'supersede')
  }
}

async function revokeListed(ctx: Ctx, issuer: Authority, list: Crl): Promise<void> {
  const { rows } = await sql<{ id: string; certPem: string }>`select k.id, k.cert_pem from ${CERTIFICATES} k
    where k.issuer_dn = ${list.issuer} and k.cert_serial = any(${list.entries.map((entry) => entry.serial)})
      and k.cert_status <> ${certStates.states.revoked.value}`.execute(ctx.db)
  for (const row of rows) {
    const certificate = storedCertificate(row)
    const entry = entryOf(list, certificate)
    if (entry && isIssuedBy(certificate, issuer.certificate)) await revoke(ctx, row.id, entry)
  }
}

async function revoke(ctx: Ctx, id: string, entry: CrlEntry): Promise<void> {
  await transition(ctx, certStates, stateRow(certInfo, id, 'certStatus'), 'revoke')
  await sql`update ${into(certInfo)} set revoke_time = ${wallTime(entry.revokedAt)}, revoke_reason = ${entry.reason}
    where id = ${id}`.execute(ctx.db)
}

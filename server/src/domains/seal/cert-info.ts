import { certInfo, certStates } from '@xueheng/contract/domains/seal/cert-info.ts'
import { ukeyInfo } from '@xueheng/contract/domains/seal/ukey-info.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import { wallTime } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fault } from '../../platform/error.ts'
import { hook } from '../../platform/module.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { stateRow, transitionAll } from '../../platform/states.ts'
import { findSchool } from '../school/index.ts'
import { currentCrl, entryOf, findIssuer } from './authorities.ts'
import type { Certificate } from './crypto/certificate.ts'
import { typedCertificate } from './read-pem.ts'
import { factsOf } from './trust-chain.ts'

const ISSUED = 1

/** Whether what lies in a key may be used: not while it is in stock, suspended, lost, locked or cancelled. */
export function isUsable({ ukeyStatus }: { ukeyStatus: number | null }): boolean {
  return ukeyStatus === ISSUED
}

export const certInfoHooks = hook(certInfo, {
  async beforeSave(ctx, row, before) {
    row.areaCode = (await findSchool(ctx, row.deptUscc ?? before?.deptUscc ?? ''))?.areaCode ?? null
    if (before) return
    const certificate = typedCertificate(row.certPem ?? '')
    if (certificate.isAuthority) throw fault('certPem', '这是签发机构的证书，请在信任链中登记')
    if (row.ukeyId && !isUsable(await findOrRefuse(ukeyInfo, ctx, row.ukeyId))) {
      throw fault('ukeyId', '这把UKey不是已发放的，不能登记证书')
    }
    Object.assign(row, factsOf(certificate), { certSerial: certificate.serial, issuerDn: certificate.issuer })
    Object.assign(row, await stateAtFirst(ctx, certificate))
  },
})

/** What its authority has revoked is revoked from the first. */
async function stateAtFirst(ctx: Ctx, certificate: Certificate) {
  const issuer = await findIssuer(ctx, certificate)
  const entry = issuer && entryOf(await currentCrl(ctx, issuer.id), certificate)
  if (!entry) return { certStatus: certStates.states.valid.value }
  const { revokedAt, reason } = entry
  return { certStatus: certStates.states.revoked.value, revokeTime: wallTime(revokedAt), revokeReason: reason }
}

/** Certificates in a key that was lost rest with it, and come back with it; revoked ones do not. */
export async function followKey(ctx: Ctx, ukeyId: string, action: 'suspend' | 'resume'): Promise<void> {
  const from = certStates.actions[action].from.map((state) => certStates.states[state].value)
  const certificates = every(certInfo, 'a lost key stops its certificates, whoever sees them')
  const { rows } = await sql<{ id: string }>`select k.id from ${certificates} k
    where k.ukey_id = ${ukeyId} and k.cert_status = any(${from}::int[])`.execute(ctx.db)
  const states = rows.map(({ id }) => stateRow(certInfo, id, 'certStatus'))
  await transitionAll(ctx, certStates, states, action)
}

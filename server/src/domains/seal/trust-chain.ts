import { type CrudAction, changesRows } from '@xueheng/contract/derive/crud-calls.ts'
import { crl } from '@xueheng/contract/domains/seal/crl.ts'
import { trustChain } from '@xueheng/contract/domains/seal/trust-chain.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import { assertWholeTenant } from '../../platform/access/rights.ts'
import { wallTime } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fault, refuse } from '../../platform/error.ts'
import { hook } from '../../platform/module.ts'
import { findOrRefuse, findRow } from '../../platform/rows/read.ts'
import { LONGEST } from './authorities.ts'
import { type Certificate, isIssuedBy } from './crypto/certificate.ts'
import { sm3 } from './crypto/sm2.ts'
import { storedCertificate, typedCertificate } from './read-pem.ts'

/** Whom the tenant trusts is not for a unit to say. */
export function assertTrustKeeper(ctx: Ctx, action: CrudAction): void {
  if (changesRows(action)) assertWholeTenant(ctx, '证书信任')
}

/** What a row tells of its certificate. */
export function factsOf(certificate: Certificate) {
  return {
    subjectDn: certificate.subject,
    algorithm: certificate.algorithm,
    fingerprint: sm3(certificate.bytes).toString('hex'),
    notBefore: wallTime(certificate.notBefore),
    notAfter: wallTime(certificate.notAfter),
  }
}

export const trustChainHooks = hook(trustChain, {
  async around(ctx, _input, work, action) {
    assertTrustKeeper(ctx, action)
    return work(ctx)
  },
  async beforeSave(ctx, row, before) {
    if (row.isAnchor === 1 && (before ? before.parentId : row.parentId)) {
      throw fault('isAnchor', '只有根证书可以设为信任，下级证书随根证书')
    }
    if (before) return
    const certificate = typedCertificate(row.certPem ?? '')
    Object.assign(row, factsOf(certificate), { nodeLevel: await levelOf(ctx, certificate, row.parentId ?? null) })
  },
  async beforeRemove(ctx, rows) {
    await assertUnused(
      ctx,
      rows.map((row) => row.id),
    )
  },
  async afterRestore(ctx, rows) {
    for (const { parentId } of rows) {
      if (parentId && !(await findRow(trustChain, ctx, parentId))) throw refuse('上级证书已被删除，请先恢复上级证书')
    }
  },
})

/** A root has signed itself, every other one is signed by the one above it; so no chain can come back to its start. */
async function levelOf(ctx: Ctx, certificate: Certificate, parentId: string | null): Promise<number> {
  if (!certificate.isAuthority) throw fault('certPem', '这不是签发机构的证书，请在证书信息中登记')
  const isRoot = isIssuedBy(certificate, certificate)
  if (parentId === null) {
    if (!isRoot) throw fault('certPem', '根证书不是自签名的，或签名不正确；下级证书请选择上级证书')
    return 0
  }
  if (isRoot) throw fault('parentId', '自签名的根证书没有上级证书')
  const parent = await findOrRefuse(trustChain, ctx, parentId)
  if (!isIssuedBy(certificate, storedCertificate(parent))) throw fault('certPem', '证书不是由所选的上级证书签发的')
  const level = (parent.nodeLevel ?? 0) + 1
  if (level >= LONGEST - 1) throw fault('certPem', `信任链最长${LONGEST}级，连同所签发的证书`)
  return level
}

async function assertUnused(ctx: Ctx, ids: string[]): Promise<void> {
  const below = every(trustChain, 'a certificate below keeps the one above it, whoever sees it')
  const lists = every(crl, 'a list keeps the certificate it is checked by')
  const { rows } = await sql<{ children: number; lists: number }>`select
    (select count(*)::int from ${below} b where b.parent_id = any(${ids}::bigint[]) and b.is_deleted = 0
      and b.id <> all(${ids}::bigint[])) as children,
    (select count(*)::int from ${lists} l where l.issuer_id = any(${ids}::bigint[]) and l.is_deleted = 0) as lists`.execute(
    ctx.db,
  )
  if (rows[0]?.children) throw refuse('请先删除它签发的下级证书')
  if (rows[0]?.lists) throw refuse('请先删除它签发的吊销列表')
}

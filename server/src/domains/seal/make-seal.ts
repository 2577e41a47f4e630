import { certInfo, certStates } from '@xueheng/contract/domains/seal/cert-info.ts'
import { sealInfo, sealStates } from '@xueheng/contract/domains/seal/seal-info.ts'
import { sealMould } from '@xueheng/contract/domains/seal/seal-mould.ts'
import type { sealPermit } from '@xueheng/contract/domains/seal/seal-permit.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { sql } from 'kysely'
import { every, into } from '../../platform/access/doors.ts'
import { wallDay } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { own } from '../../platform/db/table.ts'
import { fault, refuse } from '../../platform/error.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { isSignedBy } from './crypto/algorithms.ts'
import { type SealContent, makeSeal, readSeal } from './crypto/ses.ts'
import { sm3 } from './crypto/sm2.ts'
import { CHECKS, whyNotSign } from './judge-certificate.ts'
import type { KeyProvider } from './key-provider.ts'
import { mouldPicture } from './mould.ts'
import { CERT_TYPES, type OwnCertificate, certificatesOfType, certificatesOfUnit } from './own-certificates.ts'
import { storedCertificate } from './read-pem.ts'
import { sealBody } from './tables.ts'

export type PermitRow = EntityRow<typeof sealPermit.fields>

const USUAL_YEARS = 3
const DAY_MS = 86_400_000
const STRUCTURE = 4

/** Builds the seal of an approved application, signs it with the key of the maker, checks it and keeps it; answers its id. */
export async function makeSealOf(ctx: Ctx, keys: KeyProvider, permit: PermitRow): Promise<string> {
  const mould = await mouldOf(ctx, permit)
  const maker = await makerOf(ctx)
  const signers = await certificatesOfUnit(ctx, permit.deptUscc)
  const foreign = permit.ukeyId ? await certificatesInKey(ctx, permit.ukeyId) : []
  const certificates = [...signers.map(({ certificate }) => certificate.bytes), ...foreign]
  if (certificates.length === 0) throw refuse('用章单位还没有可用的证书，请先在证书管理中为该单位签发')
  const content: SealContent = {
    esId: `XH${nextId()}`,
    type: permit.sealType,
    name: permit.sealName,
    certificates,
    createDate: ctx.now,
    ...validity(ctx, permit, maker),
    ...(await mouldPicture(ctx, mould)),
  }
  const purpose = { title: '制章', entity: sealInfo.name, name: permit.sealName }
  const bytes = await keys.use(ctx, maker.key, purpose, (signer) => makeSeal(content, maker.certificate.bytes, signer))
  assertWhole(bytes, maker)
  return keep(ctx, permit, { content, bytes, maker, signers })
}

/** That the application names one of its own unit was asked before. */
async function mouldOf(ctx: Ctx, { mouldId }: PermitRow) {
  const mould = await findOrRefuse(sealMould, ctx, mouldId ?? '')
  if (mould.isEnabled !== 1) throw fault('mouldId', '申请所选的印模已停用')
  return mould
}

/** The newest SM2 certificate of a maker that stands every check. */
async function makerOf(ctx: Ctx): Promise<OwnCertificate> {
  const makers = await certificatesOfType(ctx, CERT_TYPES.maker)
  const maker = makers.find(({ key }) => key.algorithm === 'SM2')
  if (!maker) throw refuse('没有可用的制章者证书（SM2），请先在证书管理中签发')
  const why = await whyNotSign(ctx, maker.certificate, CHECKS.revocation)
  if (why) throw refuse(`制章者证书不能使用：${why}`)
  return maker
}

/** Those that lie in the UKey of the application. */
async function certificatesInKey(ctx: Ctx, ukeyId: string): Promise<Buffer[]> {
  const { rows } = await sql<{ certPem: string }>`select k.cert_pem
    from ${every(certInfo, 'a seal lists what lies in its key')} k
    where k.ukey_id = ${ukeyId} and k.is_deleted = 0 and k.cert_status = ${certStates.states.valid.value}`.execute(
    ctx.db,
  )
  return rows.map((row) => storedCertificate(row).bytes)
}

/** As applied for, and not beyond the certificate of its maker. */
function validity(ctx: Ctx, permit: PermitRow, { certificate }: OwnCertificate) {
  const start = permit.validStart ? dayOf(permit.validStart) : dayOf(wallDay(ctx.now))
  const usual = new Date(start)
  usual.setUTCFullYear(usual.getUTCFullYear() + USUAL_YEARS)
  const end = permit.validEnd ? new Date(dayOf(permit.validEnd).getTime() + DAY_MS - 1000) : usual
  return { validStart: start, validEnd: end > certificate.notAfter ? certificate.notAfter : end }
}

/** The beginning of a day in the zone of the bureau. */
function dayOf(day: string): Date {
  return new Date(`${day}T00:00:00`)
}

/** What was just signed is read back as anybody would read it. */
function assertWhole(bytes: Buffer, maker: OwnCertificate): void {
  const seal = readSeal(bytes)
  if (!isSignedBy(maker.certificate.spki, seal.signatureOid, seal.signedBytes, seal.signature)) {
    throw new Error('a seal that was just made does not verify')
  }
}

interface Made {
  content: SealContent
  bytes: Buffer
  maker: OwnCertificate
  signers: OwnCertificate[]
}

async function keep(ctx: Ctx, permit: PermitRow, { content, bytes, maker, signers }: Made): Promise<string> {
  const id = nextId()
  const { user } = ctx
  await sql`insert into ${into(sealInfo)} (id, tenant_id, seal_name, seal_type, owner_name, area_code, dept_uscc, es_id,
      permit_id, mould_id, ukey_id, supersedes_id, cert_ids, maker_cert_id, picture_type, width_mm, height_mm,
      struct_version, seal_sm3, valid_start, valid_end, seal_state, use_count, create_user, create_dept, update_user)
    values (${id}, ${user.tenantId}, ${permit.sealName}, ${permit.sealType}, ${permit.unitName}, ${permit.areaCode},
      ${permit.deptUscc}, ${content.esId}, ${permit.id}, ${permit.mouldId}, ${permit.ukeyId}, ${permit.sealId},
      ${JSON.stringify(signers.map((one) => one.id))}::jsonb, ${maker.id}, ${content.pictureType}, ${content.width},
      ${content.height}, ${STRUCTURE}, ${sm3(bytes).toString('hex')}, ${wallDay(content.validStart)},
      ${wallDay(content.validEnd)}, ${sealStates.states.inUse.value}, 0, ${user.id}, ${user.deptId || null},
      ${user.id})`.execute(ctx.db)
  await sql`insert into ${own(sealBody)} (tenant_id, seal_id, der)
    values (${user.tenantId}, ${id}, ${bytes.toString('base64')})`.execute(ctx.db)
  return id
}

/** The DER of a seal as it was made. */
export async function bodyOf(ctx: Pick<Ctx, 'db'>, sealId: string): Promise<Buffer> {
  const { rows } = await sql<{ der: string }>`select b.der from ${own(sealBody)} b where b.seal_id = ${sealId}`.execute(
    ctx.db,
  )
  return Buffer.from(rows[0]?.der ?? '', 'base64')
}

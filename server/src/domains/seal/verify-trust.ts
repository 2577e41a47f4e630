import { sealReview, sealStates } from '@xueheng/contract/domains/seal/seal-info.ts'
import type { SignatureReport, VerifyStep } from '@xueheng/contract/domains/seal/verify.ts'
import { signLog } from '@xueheng/contract/domains/seal/sign-log.ts'
import { stateOf } from '@xueheng/contract/kit/states.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import { wallDay, wallTime } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { stateAt } from '../../platform/review/log.ts'
import { type Certificate, isIssuedBy } from './crypto/certificate.ts'
import { readSeal } from './crypto/ses.ts'
import { judgeCertificate } from './judge-certificate.ts'
import { bodyOf } from './make-seal.ts'
import { type SealRow, sealRow } from './seal-info.ts'
import { type Integrity, stepOf } from './verify-document.ts'

const HOLDS = 1
const FAILS = 0
const NOT_ASKED = 2

/** The line of the log a signature belongs to. */
export interface LogLine {
  id: string
  seq: number
  docName: string
  sealName: string
  sealId: string
  signTime: string
  docHashAfter: string | null
  deptUscc: string
}

/** By the code that stands in the document, of a signature that was made. */
export async function lineOfCode(ctx: Pick<Ctx, 'db'>, code: string): Promise<LogLine | undefined> {
  const { rows } = await sql<LogLine>`select l.id, l.seq, l.doc_name, l.seal_name, l.seal_id,
      to_char(l.sign_time, 'YYYY-MM-DD HH24:MI:SS') as sign_time, l.doc_hash_after, l.dept_uscc
    from ${every(signLog, 'whoever holds a document may ask what is known of it')} l
    where l.verify_code = ${code} and l.sign_result = 1`.execute(ctx.db)
  return rows[0]
}

/** Everything that can be said of one signature, by the trust chain, the lists and the seals of its tenant. */
export async function reportOf(ctx: Ctx, one: Integrity, line: LogLine | undefined): Promise<SignatureReport> {
  const { signer, maker, stamp, found, format } = one
  const seal = line && (await sealRow(ctx, line.sealId))
  const at = stamp?.time ?? (line ? new Date(line.signTime.replace(' ', 'T')) : ctx.now)
  const steps: VerifyStep[] = [...one.steps]
  if (signer) {
    steps.push(...(await certificateSteps(ctx, signer, at, '签名证书')))
    if (one.others.length > 0) steps.push(await othersStep(ctx, one))
    if (maker) steps.push(...(await certificateSteps(ctx, maker, at, '制章者证书')))
    steps.push(await stampStep(ctx, one))
    steps.push(...(await sealSteps(ctx, one, seal, at)))
  }
  return {
    format,
    sealName: seal?.sealName ?? '',
    ownerName: seal?.ownerName ?? found.name,
    signTime: wallTime(at),
    isValid: steps.every(({ result }) => result !== FAILS),
    steps,
  }
}

/** In time, issued by somebody trusted, not revoked, all as of the signing. */
async function certificateSteps(ctx: Ctx, certificate: Certificate, at: Date, what: string): Promise<VerifyStep[]> {
  const judged = await judgeCertificate(ctx, certificate, at)
  const dates = `${wallTime(certificate.notBefore)} 至 ${wallTime(certificate.notAfter)}`
  const root = judged.way.at(-1)?.subject ?? ''
  return [
    stepOf('period', `${what}签署时在有效期内`, judged.isInTime ? HOLDS : FAILS, dates),
    stepOf('chain', `${what}由受信任的机构签发`, judged.brokenBy ? FAILS : HOLDS, judged.brokenBy || root),
    revocationStep(judged, at, what),
  ]
}

function revocationStep(judged: Awaited<ReturnType<typeof judgeCertificate>>, at: Date, what: string): VerifyStep {
  const { revoked, unlisted, way } = judged
  const title = `${what}签署时未被吊销`
  if (way.length === 0) return stepOf('revocation', title, NOT_ASKED, '没有签发者，未检验')
  if (revoked && revoked.at <= at)
    return stepOf('revocation', title, FAILS, `已于${wallTime(revoked.at)}吊销，早于签署`)
  if (revoked) return stepOf('revocation', title, HOLDS, `签署之后才于${wallTime(revoked.at)}吊销`)
  if (unlisted.length > 0) return stepOf('revocation', title, NOT_ASKED, `没有未到期的吊销列表：${unlisted.join('；')}`)
  return stepOf('revocation', title, HOLDS, '不在签发者的吊销列表中')
}

/** What came along must be of use: each is one of those above the signer. */
async function othersStep(ctx: Ctx, { signer, others }: Integrity): Promise<VerifyStep> {
  const all = signer ? [signer, ...others] : others
  const way = signer ? (await judgeCertificate(ctx, signer, ctx.now)).way : []
  const isKnown = (one: Certificate) => way.some((above) => above.bytes.equals(one.bytes))
  const isOfUse = others.every((one) => isKnown(one) && all.some((below) => below !== one && isIssuedBy(below, one)))
  return stepOf('others', '随附的证书都属于信任链', isOfUse ? HOLDS : FAILS, String(others.length))
}

async function stampStep(ctx: Ctx, { stamp }: Integrity): Promise<VerifyStep> {
  const title = '时间戳可信'
  if (!stamp) return stepOf('stamp', title, NOT_ASKED, '没有时间戳，时间以签章日志为准')
  const judged = await judgeCertificate(ctx, stamp.certificate, stamp.time)
  const isBad = !judged.isInTime || judged.brokenBy !== '' || (judged.revoked && judged.revoked.at <= stamp.time)
  return stepOf('stamp', title, isBad ? FAILS : HOLDS, judged.brokenBy || wallTime(stamp.time))
}

/** The seal is one of ours, the same as was made, and was in use when it was used; what became of it since is told. */
async function sealSteps(ctx: Ctx, one: Integrity, seal: SealRow | undefined, at: Date): Promise<VerifyStep[]> {
  const title = '印章由本平台制作'
  if (!seal || seal.esId !== one.found.esId) return [stepOf('seal', title, FAILS, '本平台没有这枚印章的签署记录')]
  const body = await bodyOf(ctx, seal.id)
  const isSame = !one.seal || one.seal.bytes.equals(body)
  const isListed = readSeal(body).certificates.some((listed) => one.signer?.bytes.equals(listed))
  const { was, text } = await stateThen(ctx, seal, at)
  return [
    stepOf('seal', title, isSame ? HOLDS : FAILS, isSame ? `${seal.sealName}（${seal.esId}）` : '与制成的印章数据不同'),
    stepOf('listed', '签名证书属于这枚印章', isListed ? HOLDS : FAILS, one.signer?.subject ?? ''),
    stepOf('state', '签署时印章在使用', was === '使用中' ? HOLDS : FAILS, text),
  ]
}

/** The state of a seal when it was used, and what it is now. */
export async function stateThen(
  ctx: Pick<Ctx, 'db' | 'now'>,
  seal: SealRow,
  at: Date,
): Promise<{ was: string; now: string; text: string }> {
  const value = await stateAt(ctx, sealReview, seal.id, seal.sealState, at)
  const title = (state: number) => sealStates.states[stateOf(sealStates, state)].title
  const isOver = (time: Date) => wallDay(time) > seal.validEnd
  const was = isOver(at) ? '已过期' : title(value)
  const now = seal.sealState === sealStates.states.inUse.value && isOver(ctx.now) ? '已过期' : title(seal.sealState)
  const changed = seal.stateTime && now !== was ? `，${seal.stateTime}起` : ''
  const why = seal.stateReason && now !== was ? `（${seal.stateReason}）` : ''
  return { was, now, text: was === now ? was : `签署时${was}；目前${now}${changed}${why}` }
}

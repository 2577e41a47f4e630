import { wallTime } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { LONGEST, currentCrl, entryOf, findIssuer, wayUp } from './authorities.ts'
import type { Certificate } from './crypto/certificate.ts'

/** What is known of a certificate as of a moment. */
export interface Judgement {
  /** Within its dates. */
  isInTime: boolean
  /** From the one that issued it up to the root; empty where none is known. */
  way: Certificate[]
  /** Why the way does not lead to a trusted root; '' where it does. */
  brokenBy: string
  /** When it, or one above it, was revoked first, and which. */
  revoked: { at: Date; subject: string } | undefined
  /** Authorities without a list that is still good. */
  unlisted: string[]
}

/** Asks the trust chain and the revocation lists; lists are those of today, which name the past as well. */
export async function judgeCertificate(ctx: Ctx, certificate: Certificate, at: Date): Promise<Judgement> {
  const issuer = await findIssuer(ctx, certificate)
  const way = issuer ? await wayUp(ctx, issuer) : []
  const judged: Judgement = {
    isInTime: certificate.notBefore <= at && at <= certificate.notAfter,
    way: way.map((one) => one.certificate),
    brokenBy: brokenBy(way, at),
    revoked: undefined,
    unlisted: [],
  }
  const asked = [certificate, ...judged.way]
  for (const [i, { id, certificate: authority }] of way.entries()) {
    const below = asked[i] ?? certificate
    const list = await currentCrl(ctx, id)
    const entry = entryOf(list, below)
    if (entry && (!judged.revoked || entry.revokedAt < judged.revoked.at)) {
      judged.revoked = { at: entry.revokedAt, subject: below.subject }
    }
    if (!list || (list.nextUpdate && list.nextUpdate < ctx.now)) judged.unlisted.push(authority.subject)
  }
  return judged
}

function brokenBy(way: Awaited<ReturnType<typeof wayUp>>, at: Date): string {
  const root = way.at(-1)
  if (!root) return '信任链中没有签发它的机构'
  const late = way.find(({ certificate }) => certificate.notBefore > at || certificate.notAfter < at)
  if (late) return `当时不在有效期内：${late.certificate.subject}`
  if (root.parentId !== null || way.length >= LONGEST) return '信任链不完整'
  return root.isAnchor === 1 ? '' : `根证书不受信任：${root.certificate.subject}`
}

/** How much of a certificate is asked before something is signed with it: dictionary `seal_cert_check`. */
export const CHECKS = { none: 0, period: 1, chain: 2, revocation: 3 } as const

/** Why nothing should be signed with the certificate at this moment; '' where nothing speaks against it. */
export async function whyNotSign(ctx: Ctx, certificate: Certificate, level: number): Promise<string> {
  if (level < CHECKS.period) return ''
  const { isInTime, brokenBy: broken, revoked } = await judgeCertificate(ctx, certificate, ctx.now)
  if (certificate.notBefore > ctx.now) return `证书自${wallTime(certificate.notBefore)}起有效，服务器时钟可能不准`
  if (!isInTime) return `证书已于${wallTime(certificate.notAfter)}到期`
  if (level >= CHECKS.chain && broken) return `证书的信任链不成立：${broken}`
  if (level >= CHECKS.revocation && revoked) return `证书已于${wallTime(revoked.at)}吊销：${revoked.subject}`
  return ''
}

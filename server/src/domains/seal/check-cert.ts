import { certCheck, certInfo, certStates } from '@xueheng/contract/domains/seal/cert-info.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { stateOf } from '@xueheng/contract/kit/states.ts'
import { wallTime } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { implement } from '../../platform/module.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { type Authority, LONGEST, currentCrl, entryOf, findIssuer, wayUp } from './authorities.ts'
import type { Certificate } from './crypto/certificate.ts'
import { storedCertificate } from './read-pem.ts'

type Step = Output<typeof certCheck>[number]

const HOLDS = 1
const FAILS = 0
const NOT_ASKED = 2

export const checkHandler = implement(certCheck, async (ctx, { id }) => {
  const row = await findOrRefuse(certInfo, ctx, id)
  const certificate = storedCertificate(row)
  const issuer = await findIssuer(ctx, certificate)
  const way = issuer ? await wayUp(ctx, issuer) : []
  return [
    periodStep(ctx, certificate),
    issuerStep(issuer),
    rootStep(ctx, way),
    await revocationStep(ctx, certificate, way),
    stateStep(row.certStatus ?? certStates.states.valid.value),
  ]
})

function stepOf(step: Step['step'], title: string, result: number, text: string): Step {
  return { step, title, result, text }
}

function periodStep({ now }: Ctx, { notBefore, notAfter }: Certificate): Step {
  const text = `${wallTime(notBefore)} 至 ${wallTime(notAfter)}`
  return stepOf('period', '在有效期内', notBefore <= now && now <= notAfter ? HOLDS : FAILS, text)
}

function issuerStep(issuer: Authority | undefined): Step {
  const text = issuer ? issuer.certificate.subject : '信任链中没有签发它的证书'
  return stepOf('issuer', '由信任链中的机构签发', issuer ? HOLDS : FAILS, text)
}

function rootStep({ now }: Ctx, way: Authority[]): Step {
  const title = '信任链完整并止于信任的根证书'
  const root = way.at(-1)
  if (!root) return stepOf('root', title, NOT_ASKED, '没有签发者，未检验')
  const late = way.find(({ certificate }) => certificate.notBefore > now || certificate.notAfter < now)
  if (late) return stepOf('root', title, FAILS, `不在有效期内：${late.certificate.subject}`)
  if (root.parentId !== null || way.length >= LONGEST) return stepOf('root', title, FAILS, '信任链不完整')
  return stepOf('root', title, root.isAnchor === 1 ? HOLDS : FAILS, root.certificate.subject)
}

/** Asked of the certificate and of all above it but the root, each in the list of the one that issued it. */
async function revocationStep(ctx: Ctx, own: Certificate, way: Authority[]): Promise<Step> {
  const title = '未被吊销'
  const asked = [own, ...way.map(({ certificate }) => certificate)]
  const unknown: string[] = []
  for (const [i, issuer] of way.entries()) {
    const certificate = asked[i] ?? own
    const list = await currentCrl(ctx, issuer.id)
    const entry = entryOf(list, certificate)
    if (entry) {
      return stepOf('revocation', title, FAILS, `${certificate.subject} 已于${wallTime(entry.revokedAt)}吊销`)
    }
    if (!list || (list.nextUpdate && list.nextUpdate < ctx.now)) unknown.push(issuer.certificate.subject)
  }
  if (way.length === 0) return stepOf('revocation', title, NOT_ASKED, '没有签发者，未检验')
  if (unknown.length > 0) return stepOf('revocation', title, NOT_ASKED, `没有未到期的吊销列表：${unknown.join('；')}`)
  return stepOf('revocation', title, HOLDS, '不在签发者的吊销列表中')
}

function stateStep(value: number): Step {
  const { title } = certStates.states[stateOf(certStates, value)]
  return stepOf('state', '登记状态正常', value === certStates.states.valid.value ? HOLDS : FAILS, title)
}

import { randomBytes } from 'node:crypto'
import { sealInfo, sealStates } from '@xueheng/contract/domains/seal/seal-info.ts'
import { signLog } from '@xueheng/contract/domains/seal/sign-log.ts'
import { type SealPlace, signRule } from '@xueheng/contract/domains/seal/sign-rule.ts'
import { signStrategy } from '@xueheng/contract/domains/seal/sign-strategy.ts'
import { stateOf } from '@xueheng/contract/kit/states.ts'
import { sql } from 'kysely'
import { wallDay } from '../../platform/clock.ts'
import type { Ctx, SealChoice } from '../../platform/ctx.ts'
import { refuse } from '../../platform/error.ts'
import { findOrRefuse, findRow } from '../../platform/rows/read.ts'
import type { Algorithm } from './crypto/algorithms.ts'
import { type Certificate, type Signer, readCertificate } from './crypto/certificate.ts'
import { digest, hashOfAlgorithm, makeSignedData } from './crypto/cms.ts'
import { type ReadSeal, makeSesSignature, readSeal } from './crypto/ses.ts'
import { sm3 } from './crypto/sm2.ts'
import { CHECKS, judgeCertificate, whyNotSign } from './judge-certificate.ts'
import type { KeyProvider } from './key-provider.ts'
import { bodyOf } from './make-seal.ts'
import { type OwnCertificate, usableCertificates } from './own-certificates.ts'
import { PdfFile } from './pdf/document.ts'
import { type SignatureFacts, type Stamp, fill, prepare } from './pdf/prepare.ts'
import { signaturesOf } from './pdf/signatures.ts'
import { type RuleRow, placesOf } from './places.ts'
import type { SealRow } from './seal-info.ts'
import { type StrategyRow, assertFor, assertWithinLimit } from './strategy-limits.ts'
import { type TimeStamper, openTimeStamper } from './time-stamps.ts'
import { checkIntegrity } from './verify-document.ts'

/** Keys of the dictionary `seal_sign_format`, as the signatures they stand for. */
const FORMATS: Record<number, Format[]> = { 1: ['PAdES'], 2: ['CMS-SM2'], 3: ['SES'], 4: ['PAdES', 'SES'] }
type Format = 'PAdES' | 'CMS-SM2' | 'SES'

/** How the formats call themselves in a document; those of SES are the convention of GM readers. */
const FILTERS: Record<Format, { filter: string; subFilter: string; algorithms: Algorithm[] }> = {
  PAdES: { filter: 'Adobe.PPKLite', subFilter: 'ETSI.CAdES.detached', algorithms: ['RSA', 'ECDSA'] },
  'CMS-SM2': { filter: 'Adobe.PPKLite', subFilter: 'adbe.pkcs7.detached', algorithms: ['SM2'] },
  SES: { filter: 'GM.PKILite', subFilter: 'GM.sm2seal', algorithms: ['SM2'] },
}

const MOST_BYTES = 100 * 1024 * 1024
/** Beside certificates and seal: attributes, time stamp and signature itself. */
const SPARE_ROOM = 8192
const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 12

/** A seal that may be used at this moment, and everything to sign with. */
export interface SignDesk {
  keys: KeyProvider
  seal: SealRow
  read: ReadSeal
  strategy: StrategyRow
  rules: RuleRow[]
  formats: Format[]
  signers: Map<Format, Chosen>
  stamper: TimeStamper | undefined
}

interface Chosen {
  own: OwnCertificate
  /** On the way to the root, without the root. */
  chain: Certificate[]
}

/** A document as it came out. */
export interface Signed {
  bytes: Buffer
  code: string
  places: SealPlace[]
  certSerial: string
  tsaTime: Date | undefined
}

/** Opens a seal for a strategy; refuses, in words, whatever speaks against using it now. */
export async function openDesk(
  ctx: Ctx,
  keys: KeyProvider,
  { sealId, strategyId, kind }: SealChoice,
): Promise<SignDesk> {
  const strategy = await findOrRefuse(signStrategy, ctx, strategyId)
  if (strategy.isEnabled !== 1) throw refuse(`签章策略「${strategy.strategyName}」已停用`)
  await assertWithinLimit(ctx, strategy)
  const seal = await findOrRefuse(sealInfo, ctx, sealId)
  assertInUse(ctx, seal)
  await assertFor(ctx, strategy, seal, kind)
  const read = readSeal(await bodyOf(ctx, seal.id))
  await assertMaker(ctx, read)
  const formats = FORMATS[strategy.signFormat] ?? ['PAdES']
  const signers = new Map<Format, Chosen>()
  for (const format of formats) signers.set(format, await signerOf(ctx, seal, read, strategy, format))
  const stamper = strategy.timestampMode === 1 ? await openTimeStamper(ctx, keys) : undefined
  return { keys, seal, read, strategy, rules: await rulesOf(ctx, strategy.signRuleIds), formats, signers, stamper }
}

export async function rulesOf(ctx: Ctx, ids: string[]): Promise<RuleRow[]> {
  const rules: RuleRow[] = []
  for (const id of ids) {
    const rule = await findRow(signRule, ctx, id)
    if (!rule) throw refuse('策略所用的签章规则已被删除')
    if (rule.isEnabled === 1) rules.push(rule)
  }
  if (rules.length === 0) throw refuse('策略所用的签章规则都已停用')
  return rules.toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0))
}

function assertInUse(ctx: Ctx, { sealName, sealState, validStart, validEnd }: SealRow): void {
  const state = stateOf(sealStates, sealState)
  if (state !== 'inUse') throw refuse(`印章「${sealName}」${sealStates.states[state].title}，不能签章`)
  const today = wallDay(ctx.now)
  if (today < validStart) throw refuse(`印章「${sealName}」自${validStart}起有效`)
  if (today > validEnd) throw refuse(`印章「${sealName}」已于${validEnd}到期`)
}

async function assertMaker(ctx: Ctx, { makerCertificate }: ReadSeal): Promise<void> {
  const why = await whyNotSign(ctx, readCertificate(makerCertificate), CHECKS.revocation)
  if (why) throw refuse(`印章的制章者证书不能通过检验：${why}`)
}

/** A certificate of the right kind that stands in the seal itself and stands the checks of the strategy. */
async function signerOf(
  ctx: Ctx,
  seal: SealRow,
  { certificates }: ReadSeal,
  { certCheck }: StrategyRow,
  format: Format,
): Promise<Chosen> {
  const { algorithms } = FILTERS[format]
  const ids = seal.certIds ?? []
  const usable = await usableCertificates(ctx, sql`c.id = any(${ids}::bigint[])`)
  const fitting = usable.filter(({ key }) => algorithms.includes(key.algorithm))
  if (fitting.length === 0) throw refuse(`印章没有可用的${algorithms.join('或')}签名证书，不能按${format}签章`)
  const listed = fitting.filter(({ certificate }) => certificates.some((one) => one.equals(certificate.bytes)))
  if (listed.length === 0) throw refuse('签名证书不在印章的证书列表中')
  let why = ''
  for (const own of listed) {
    why = await whyNotSign(ctx, own.certificate, certCheck ?? CHECKS.revocation)
    if (!why) return { own, chain: (await judgeCertificate(ctx, own.certificate, ctx.now)).way.slice(0, -1) }
  }
  throw refuse(why)
}

/** Seals one document in memory; nothing is kept. Refuses by words, and throws `PdfError` for what is no good file. */
export async function signDocument(ctx: Ctx, desk: SignDesk, name: string, bytes: Buffer): Promise<Signed> {
  if (bytes.length > MOST_BYTES) throw refuse(`文件超过${MOST_BYTES / 1024 / 1024}MB，不能盖章`)
  const { strategy, formats, read } = desk
  const before = new PdfFile(bytes)
  const earlier = signaturesOf(before)
  if (earlier.length > 0 && strategy.allowMulti !== 1) throw refuse('文件已有签名，策略不允许再签')
  const places = await placesOf(before, desk.rules, { width: read.width, height: read.height })
  const code = newCode()
  let signed = bytes
  let file = before
  for (const [i, format] of formats.entries()) {
    signed = await signOnce(ctx, desk, { name, file, places, code, format, isFirst: i === 0 })
    file = new PdfFile(signed)
  }
  assertSigned(signed, earlier.length + formats.length)
  const serials = formats.map((format) => desk.signers.get(format)?.own.certificate.serial ?? '')
  return { bytes: signed, code, places, certSerial: serials.join(), tsaTime: desk.stamper && ctx.now }
}

interface Once {
  name: string
  file: PdfFile
  places: SealPlace[]
  code: string
  format: Format
  isFirst: boolean
}

async function signOnce(ctx: Ctx, desk: SignDesk, once: Once): Promise<Buffer> {
  const { format, name } = once
  const chosen = desk.signers.get(format)
  if (!chosen) throw new Error(`nobody signs ${format}`)
  const prepared = prepare(once.file, stampOf(desk, once), factsOf(ctx, desk, once, chosen))
  const purpose = { title: '签章', entity: signLog.name, name }
  const borrow = (work: (signer: Signer) => Buffer) => desk.keys.use(ctx, chosen.own.key, purpose, work)
  const assemble = (signer: Signer, stamp?: (signature: Buffer) => Buffer): Buffer => {
    const { certificate } = chosen.own
    if (format !== 'SES') {
      const hash = digest(hashOfAlgorithm(signer.algorithm), prepared.covered)
      return makeSignedData({ digest: hash, certificate, chain: chosen.chain, ...(stamp && { stamp }) }, signer)
    }
    const content = {
      seal: desk.read.bytes,
      time: wholeSecond(ctx.now),
      dataHash: sm3(prepared.covered),
      property: `/ByteRange [${prepared.range.join(' ')}]`,
    }
    return makeSesSignature(content, certificate.bytes, signer, stamp)
  }
  const { signed, signature } = await signedBy(borrow, assemble)
  if (!desk.stamper) return fill(prepared, signed)
  const token = await desk.stamper.stamp(ctx, name, signature)
  const again: Signer = { algorithm: chosen.own.key.algorithm, sign: () => signature }
  return fill(
    prepared,
    assemble(again, () => token),
  )
}

/** The signature itself beside what holds it: a time stamp is made of the former. */
async function signedBy(
  borrow: (work: (signer: Signer) => Buffer) => Promise<Buffer>,
  assemble: (signer: Signer) => Buffer,
): Promise<{ signed: Buffer; signature: Buffer }> {
  let signature: Buffer = Buffer.alloc(0)
  const signed = await borrow((signer) =>
    assemble({
      algorithm: signer.algorithm,
      sign: (message) => {
        signature = signer.sign(message)
        return signature
      },
    }),
  )
  return { signed, signature }
}

function stampOf({ read, rules, strategy }: SignDesk, { places, code, isFirst }: Once): Stamp {
  const line = strategy.printCode === 1 && isFirst ? `验真码 ${shownCode(code)}` : ''
  // A second signature of the same seal stands where the first does and is not drawn again.
  const opacity = isFirst ? Math.min(...rules.map((rule) => Number(rule.opacity ?? 1))) : 0
  const face = { type: read.pictureType, data: read.picture, width: read.width, height: read.height }
  return { places: isFirst ? places : places.slice(0, 1), face, opacity, line }
}

function factsOf(ctx: Ctx, desk: SignDesk, { code, format }: Once, { own, chain }: Chosen): SignatureFacts {
  const { seal, rules, strategy, stamper } = desk
  const certificates = [own.certificate, ...chain].reduce((sum, one) => sum + one.bytes.length, 0)
  const carried = certificates + (stamper?.certificate.length ?? 0) + (format === 'SES' ? desk.read.bytes.length : 0)
  return {
    ...FILTERS[format],
    name: seal.ownerName,
    reason: rules.find((rule) => rule.reason)?.reason ?? '',
    location: rules.find((rule) => rule.location)?.location ?? '',
    esId: seal.esId,
    code,
    time: wholeSecond(ctx.now),
    isLocked: strategy.lockAfterSign === 1,
    room: carried + SPARE_ROOM,
  }
}

function wholeSecond(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1000) * 1000)
}

/** What was just signed is read back as anybody would read it. */
function assertSigned(bytes: Buffer, count: number): void {
  const found = checkIntegrity(bytes)
  const isWhole = found.length === count && found.every(({ steps }) => steps.every(({ result }) => result === 1))
  if (!isWhole) throw refuse('签名后自检没有通过：文件中已有的签名可能已失效，未盖章')
}

/** A code nobody guesses: 60 bits. */
function newCode(): string {
  return [...randomBytes(CODE_LENGTH)].map((byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join('')
}

export function shownCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code
}

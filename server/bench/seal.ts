import { createPrivateKey, sign } from 'node:crypto'
import { sm2 } from 'sm-crypto-v2'
import type { Algorithm } from '../src/domains/seal/crypto/algorithms.ts'
import { digest, hashOfAlgorithm, makeSignedData } from '../src/domains/seal/crypto/cms.ts'
import { USER_ID, sm2PointOf } from '../src/domains/seal/crypto/sm2.ts'
import { mouldSvg } from '../src/domains/seal/mould/draw-mould.ts'
import { PdfFile } from '../src/domains/seal/pdf/document.ts'
import { fill, prepare } from '../src/domains/seal/pdf/prepare.ts'
import { type RuleRow, placesOf } from '../src/domains/seal/places.ts'
import { checkIntegrity } from '../src/domains/seal/verify-document.ts'
import { issue } from '../test/fixtures/certificates.ts'
import { pdfOf } from '../test/fixtures/pdf.ts'
import { SIGN_FACTS } from '../test/fixtures/sign-facts.ts'

export interface SealFigures {
  /** Signed messages per second of the processor, and signatures of the bare library over as many bytes; ratio at least 0.8. */
  signatures: { algorithm: Algorithm; ours: number; bare: number; ratio: number }[]
  /** Places, seals, signature and check of a document of 200 pages with a seal across them; at most 2000. */
  twoHundredPagesMs: number
}

/** Both in turn, each for so long: whatever else the machine does meets both alike. */
const SLICE_MS = 150
const SLICES = 31
const ROUNDS = 3
const PAGES = 200
const MESSAGE = Buffer.alloc(100_000, 7)

/** Signing against the one thing it cannot do without. */
export async function benchSeal(): Promise<SealFigures> {
  const signatures = (['SM2', 'RSA', 'ECDSA'] as const).map(compare)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) times.push(await longDocument())
  return { signatures, twoHundredPagesMs: Math.round(Math.min(...times)) }
}

function compare(algorithm: Algorithm) {
  const { key, certificate } = issue({ algorithm })
  const ours = () => {
    makeSignedData({ digest: digest(hashOfAlgorithm(algorithm), MESSAGE), certificate }, key)
  }
  const bare = algorithm === 'SM2' ? bareSm2(key.secret) : bareOf(key.secret)
  const slices = Array.from({ length: SLICES }, (_none, i) =>
    i % 2 === 0 ? [rate(ours), rate(bare)] : [rate(bare), rate(ours)].toReversed(),
  )
  const [own, library] = [0, 1].map((at) => median(slices.map((slice) => slice[at] ?? 0)))
  return {
    algorithm,
    ours: Math.round(own ?? 0),
    bare: Math.round(library ?? 0),
    ratio: median(slices.map(([one = 0, other = 1]) => one / other)),
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function bareSm2(secret: Buffer): () => void {
  const [key, publicKey] = [secret.toString('hex'), sm2PointOf(secret).toString('hex')]
  return () => void sm2.doSignature(MESSAGE, key, { hash: true, der: true, userId: USER_ID, publicKey })
}

function bareOf(secret: Buffer): () => void {
  const key = createPrivateKey({ key: secret, format: 'der', type: 'pkcs8' })
  return () => void sign('sha256', MESSAGE, key)
}

/** How often a second of the processor does it: other programs take time, but none of this. */
function rate(work: () => void): number {
  let done = 0
  const [began, used] = [performance.now(), process.cpuUsage()]
  for (; performance.now() - began < SLICE_MS; done += 1) work()
  const { user, system } = process.cpuUsage(used)
  return (done * 1_000_000) / (user + system)
}

async function longDocument(): Promise<number> {
  const { key, certificate } = issue({ algorithm: 'ECDSA' })
  const plan = { shape: 'round', width: 42, height: 42, border: 1.2, hasStar: true, line: '', code: '' } as const
  const face = { type: 'SVG', data: Buffer.from(mouldSvg({ ...plan, text: '示例市第一中学' })), width: 42, height: 42 }
  const bytes = pdfOf(Array.from({ length: PAGES }, () => ({ text: 'page' })))
  const rule = { ruleName: '骑缝', ruleType: 4, seamEdge: 1, seamPosition: 50, seamMinStrip: 3, seamGroupPages: 12 }
  const began = performance.now()
  const file = new PdfFile(bytes)
  const places = await placesOf(file, [rule as RuleRow], face)
  const prepared = prepare(file, { places, face, opacity: 1, line: '' }, SIGN_FACTS)
  const signed = fill(prepared, makeSignedData({ digest: digest('sha256', prepared.covered), certificate }, key))
  const isGood = checkIntegrity(signed).every(({ steps }) => steps.every(({ result }) => result === 1))
  if (!isGood || places.length !== PAGES) throw new Error('the document does not verify')
  return performance.now() - began
}

import { creditCheckCharacter } from '@xueheng/contract/derive/check.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Issued, crlPem, issue } from '../../../test/fixtures/certificates.ts'
import { pdfOf } from '../../../test/fixtures/pdf.ts'
import { FACE, PLACE, SIGN_FACTS } from '../../../test/fixtures/sign-facts.ts'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'
import { wallTime } from '../../platform/clock.ts'
import { makeCertificate, makeName, readCertificate } from './crypto/certificate.ts'
import { digest, makeSignedData } from './crypto/cms.ts'
import type { CrlEntry } from './crypto/crl.ts'
import { makeKey } from './crypto/software-key.ts'
import { makeTimeStamp } from './crypto/time-stamp.ts'
import { PdfFile } from './pdf/document.ts'
import { fill, prepare } from './pdf/prepare.ts'
import { checkIntegrity } from './verify-document.ts'
import { reportOf } from './verify-trust.ts'

const SERVER = '/api/yzl-seseal/signserver'
const FIRST_17 = '12370100495570019'
const SCHOOL = FIRST_17 + creditCheckCharacter(FIRST_17)
const SIGNED = new Date('2026-03-01T00:00:00Z')
const app = useTestApp({ ROLES: 'web' })
let admin: Client

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
})

const db = () => app().app.database.tenant(TENANT)

async function posted(path: string, body: object): Promise<string> {
  const { msg, data } = await admin.post(`${SERVER}/${path}`, body)
  expect([path, msg]).toEqual([path, '操作成功'])
  return String(data.id)
}

/** An authority under a root, both known; the root is trusted unless it is said otherwise. */
async function authority({ isAnchor = 1, notAfter }: { isAnchor?: number; notAfter?: Date } = {}) {
  const root = issue({ name: '根' })
  const middle = issue({ issuer: root, isAuthority: true, name: '中级', ...(notAfter && { notAfter }) })
  const rootId = await posted('trustchain/submit', { chainName: '根', certPem: root.pem, isAnchor })
  const middleId = await posted('trustchain/submit', { chainName: '中级', certPem: middle.pem, parentId: rootId })
  return { root, middle, rootId, middleId }
}

const listed = (issuer: Issued, entries: CrlEntry[] = [], number = 1n) =>
  posted('crl/submit', { crlPem: crlPem(issuer, number, entries) })

/** A certificate for time stamps under that authority. */
function stamper(issuer: Issued, notAfter = new Date('2036-01-01T00:00:00Z')) {
  const key = makeKey('SM2')
  const wanted = {
    serial: 0x77n,
    subjectName: makeName({ unit: '示例', name: '时间戳' }),
    notBefore: new Date('2026-01-01T00:00:00Z'),
    notAfter,
    spki: key.spki,
    isAuthority: false,
    usage: ['digitalSignature' as const],
    isForTimeStamps: true,
    issuer: issuer.certificate,
  }
  return { key, certificate: readCertificate(makeCertificate(wanted, issuer.key)) }
}

/** A document signed by that certificate on the first of March, as its time stamp says. */
function signed(
  { key, certificate }: Issued,
  by: ReturnType<typeof stamper> | undefined,
  chain: Issued[] = [],
): Buffer {
  const prepared = prepare(
    new PdfFile(pdfOf([{ text: 'First' }])),
    { places: [PLACE], face: FACE, opacity: 1, line: '' },
    SIGN_FACTS,
  )
  const stamp = by && ((signature: Buffer) => makeTimeStamp(signature, SIGNED, by.certificate, by.key))
  const wanted = {
    digest: digest('sm3', prepared.covered),
    certificate,
    chain: chain.map((one) => one.certificate),
    ...(stamp && { stamp }),
  }
  return fill(prepared, makeSignedData(wanted, key))
}

interface Verdict {
  verdict: string
  text: string
  signatures: {
    format: string
    ownerName: string
    sealName: string
    signTime: string
    isValid: boolean
    steps: Step[]
  }[]
}

interface Step {
  step: string
  title: string
  result: number
  text: string
}

async function verified(body: Buffer): Promise<Verdict> {
  const answer = await app().anonymous.upload<Verdict>('/api/yzl-seseal/verify', {}, [{ name: 'a.pdf', body }])
  expect(answer.msg).toBe('操作成功')
  return answer.data
}

/** What the tenant finds of each step of the only signature. */
async function steps(body: Buffer): Promise<Record<string, [result: number, text: string]>> {
  const ctx = await app().app.ctxOf(TENANT, admin.userId)
  const [only] = checkIntegrity(body)
  if (!ctx || !only) throw new Error('there is nothing to be judged')
  const report = await reportOf(ctx, only, undefined)
  return Object.fromEntries(report.steps.map(({ step, result, text }) => [step, [result, text]]))
}

describe('a document that others have signed', () => {
  test('is whole, and nobody here vouches for who signed it', async () => {
    const stranger = issue({ issuer: issue(), name: '外人' })
    const found = await verified(signed(stranger, undefined))
    expect([found.verdict, found.text]).toEqual(['unknown', '签名完整，但签署者不是本平台的印章，无法确认身份'])
    expect(found.signatures).toMatchObject([{ format: 'CMS-SM2', sealName: '', ownerName: '示例', isValid: false }])
    const { notBefore, notAfter, subject } = stranger.certificate
    expect(found.signatures[0]?.steps).toEqual([
      { step: 'coverage', title: '签名覆盖全文', result: 1, text: '签署之后没有任何改动' },
      { step: 'part0', title: '内容未被改动', result: 1, text: '内容摘要与签名一致' },
      { step: 'part1', title: '签名由证书的密钥作出', result: 1, text: subject },
      {
        step: 'period',
        title: '签名证书签署时在有效期内',
        result: 1,
        text: `${wallTime(notBefore)} 至 ${wallTime(notAfter)}`,
      },
      { step: 'chain', title: '签名证书由受信任的机构签发', result: 0, text: '信任链中没有签发它的机构' },
      { step: 'revocation', title: '签名证书签署时未被吊销', result: 2, text: '没有签发者，未检验' },
      { step: 'stamp', title: '时间戳可信', result: 2, text: '没有时间戳，时间以签章日志为准' },
      { step: 'seal', title: '印章由本平台制作', result: 0, text: '本平台没有这枚印章的签署记录' },
    ])
  })

  test('is not to be trusted where a byte of it has changed, or some were added', async () => {
    const bytes = signed(issue({ issuer: issue() }), undefined)
    const added = await verified(Buffer.concat([bytes, Buffer.from('%%')]))
    expect([added.verdict, added.text]).toEqual(['invalid', '文件不可信：至少一个签名没有通过检验'])
    expect(added.signatures[0]?.steps[0]).toEqual({
      step: 'coverage',
      title: '签名覆盖全文',
      result: 0,
      text: '签署之后又增加了2字节',
    })
    bytes.write('W', bytes.indexOf('(First)') + 1, 'latin1')
    const found = await steps(bytes)
    expect(found['part0']).toEqual([0, '内容与签署时不同'])
    expect((await verified(bytes)).verdict).toBe('invalid')
  })

  test('says so of a signature whose place is not what it says', async () => {
    const bytes = signed(issue({ issuer: issue() }), undefined)
    const text = bytes
      .toString('latin1')
      .replace(/\/ByteRange \[0 (\d+) /, (_all, first: string) => `/ByteRange [1 ${first} `)
    const found = await verified(Buffer.from(text, 'latin1'))
    expect(found.verdict).toBe('invalid')
    expect(found.signatures[0]?.steps).toEqual([
      { step: 'coverage', title: '签名覆盖全文', result: 0, text: '签名范围不完整' },
    ])
  })

  test('is by an authority that is trusted, and on no list', async () => {
    const { root, middle } = await authority()
    const bytes = signed(issue({ issuer: middle }), stamper(middle))
    expect(await steps(bytes)).toMatchObject({
      chain: [1, root.certificate.subject],
      revocation: [2, `没有未到期的吊销列表：${middle.certificate.subject}；${root.certificate.subject}`],
      stamp: [1, wallTime(SIGNED)],
    })
    expect((await verified(bytes)).signatures[0]?.signTime).toBe(wallTime(SIGNED))
    await listed(middle)
    await listed(root)
    expect((await steps(bytes))['revocation']).toEqual([1, '不在签发者的吊销列表中'])
    await sql`update seal_crl set crl_pem = ${crlPem(middle, 9n, [], ['2026-01-02', '2026-01-03'])}
      where issuer_dn = ${middle.certificate.subject} and crl_number = '1'`.execute(db())
    expect((await steps(bytes))['revocation']).toEqual([2, `没有未到期的吊销列表：${middle.certificate.subject}`])
  })

  test('tells whether it was signed before its certificate was revoked', async () => {
    const { root, middle } = await authority()
    const [early, late, atOnce] = [1, 2, 3].map(() => issue({ issuer: middle }))
    const day = (text: string) => new Date(`${text}T00:00:00Z`)
    const entry = (one: Issued | undefined, text: string) => ({
      serial: one?.certificate.serial ?? '',
      revokedAt: day(text),
      reason: 1,
    })
    await listed(middle, [entry(early, '2026-02-01'), entry(late, '2026-04-01'), entry(atOnce, '2026-03-01')])
    await listed(root)
    const of = async (one: Issued | undefined) => one && (await steps(signed(one, stamper(middle))))['revocation']
    expect(await of(early)).toEqual([0, `已于${wallTime(day('2026-02-01'))}吊销，早于签署`])
    expect(await of(late)).toEqual([1, `签署之后才于${wallTime(day('2026-04-01'))}吊销`])
    expect(await of(atOnce)).toEqual([0, `已于${wallTime(day('2026-03-01'))}吊销，早于签署`])
    await listed(root, [{ serial: middle.certificate.serial, revokedAt: day('2026-01-15'), reason: 1 }], 2n)
    expect(await of(late)).toEqual([0, `已于${wallTime(day('2026-01-15'))}吊销，早于签署`])
  })

  test('tells where the way to a trusted root is broken', async () => {
    const broken = async (made: Awaited<ReturnType<typeof authority>>) => {
      const found = await steps(signed(issue({ issuer: made.middle }), stamper(made.middle)))
      return [found['chain'], found['stamp']]
    }
    const untrusted = await authority({ isAnchor: 0 })
    const told = `根证书不受信任：${untrusted.root.certificate.subject}`
    expect(await broken(untrusted)).toEqual([
      [0, told],
      [0, told],
    ])
    const old = await authority({ notAfter: new Date('2026-02-01T00:00:00Z') })
    const over = `当时不在有效期内：${old.middle.certificate.subject}`
    expect(await broken(old)).toEqual([
      [0, over],
      [0, over],
    ])
    const cut = await authority()
    await sql`update seal_trust_chain set is_deleted = 1 where id = ${cut.rootId}`.execute(db())
    expect(await broken(cut)).toEqual([
      [0, '信任链不完整'],
      [0, '信任链不完整'],
    ])
  })

  test('is not timed by a key that was out of time, or revoked', async () => {
    const { root, middle } = await authority()
    const own = issue({ issuer: middle })
    const stampOf = async (by: ReturnType<typeof stamper>) => (await steps(signed(own, by)))['stamp']
    expect(await stampOf(stamper(middle, new Date('2026-02-01T00:00:00Z')))).toEqual([0, wallTime(SIGNED)])
    await listed(root)
    const entry = (revokedAt: string) => ({
      serial: stamper(middle).certificate.serial,
      revokedAt: new Date(`${revokedAt}T00:00:00Z`),
      reason: 1,
    })
    await listed(middle, [entry('2026-03-02')])
    expect(await stampOf(stamper(middle))).toEqual([1, wallTime(SIGNED)])
    await listed(middle, [entry('2026-03-01')], 2n)
    expect(await stampOf(stamper(middle))).toEqual([0, wallTime(SIGNED)])
  })

  test('brings along certificates of its own way alone', async () => {
    const { root, middle } = await authority()
    const own = issue({ issuer: middle })
    const others = async (chain: Issued[]) => (await steps(signed(own, stamper(middle), chain)))['others']
    expect(await others([])).toBeUndefined()
    expect(await others([middle])).toEqual([1, '1'])
    expect(await others([middle, root])).toEqual([1, '2'])
    expect(await others([root])).toEqual([0, '1'])
    expect(await others([middle, issue()])).toEqual([0, '2'])
  })
})

test('a registered certificate tells in words what is wrong above it', async () => {
  const told = async ({ middle }: Awaited<ReturnType<typeof authority>>) => {
    const body = { holderName: '示例中学', deptUscc: SCHOOL, certPem: issue({ issuer: middle }).pem }
    const { data, msg } = await admin.post('/api/yzl-seseal/certinfo/submit', body)
    expect(msg).toBe('操作成功')
    const found = (await admin.get<Step[]>('/api/yzl-seseal/certinfo/check', { id: data.id })).data
    return Object.fromEntries(found.map(({ step, result, text }) => [step, [result, text]]))
  }
  const good = await authority()
  const [top, next] = [good.root.certificate.subject, good.middle.certificate.subject]
  expect(await told(good)).toMatchObject({
    issuer: [1, next],
    root: [1, top],
    revocation: [2, `没有未到期的吊销列表：${next}；${top}`],
    state: [1, '正常'],
  })
  const old = await authority({ notAfter: new Date('2026-02-01T00:00:00Z') })
  expect(await told(old)).toMatchObject({ root: [0, `不在有效期内：${old.middle.certificate.subject}`] })
  await sql`update seal_trust_chain set is_deleted = 1 where id = ${good.rootId}`.execute(db())
  expect(await told(good)).toMatchObject({ issuer: [1, next], root: [0, '信任链不完整'] })
})

test('a list of what is revoked is issued by an authority of ours that is switched on', async () => {
  const made = async (certType: number, more: object = {}) => {
    const cipherId = await posted('cipher/save', { cipherName: '密钥', keyAlgorithm: 1 })
    return posted('cert/save', { certName: '示例', certType, cipherId, ...more })
  }
  const rootId = await made(1)
  const makerId = await made(3, { issuerId: rootId })
  const issueOf = async (certId: string) => {
    const { status, msg, data } = await admin.post(`${SERVER}/crl/issue`, { certId })
    return [status, msg, data.problems]
  }
  const refused = (message: string) => [400, message, [{ field: 'certId', message }]]
  expect(await issueOf(makerId)).toEqual(refused('签发证书不是机构证书'))
  await sql`update seal_cert set is_enabled = 0 where id = ${rootId}`.execute(db())
  expect(await issueOf(rootId)).toEqual(refused('签发证书已停用'))
  await sql`update seal_cert set is_enabled = 1 where id = ${rootId}`.execute(db())
  expect((await issueOf(rootId))[0]).toBe(200)
  const numbers = await sql<{ n: string }>`select crl_number as n from seal_crl order by id desc limit 1`.execute(db())
  expect((await issueOf(rootId))[0]).toBe(200)
  const next = await sql<{ n: string }>`select crl_number as n from seal_crl order by id desc limit 1`.execute(db())
  expect(Number(next.rows[0]?.n)).toBe(Number(numbers.rows[0]?.n) + 1)
  await sql`update seal_trust_chain set is_deleted = 1 where chain_name = '示例'`.execute(db())
  expect(await issueOf(rootId)).toEqual(refused('签发证书不在信任链中，请先登记'))
})

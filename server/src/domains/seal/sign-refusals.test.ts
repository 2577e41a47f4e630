import { registry } from '@xueheng/contract'
import { permitStates } from '@xueheng/contract/domains/seal/seal-permit.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { changed } from '../../../test/fixtures/changed-der.ts'
import { issue } from '../../../test/fixtures/certificates.ts'
import { pdfOf } from '../../../test/fixtures/pdf.ts'
import { PERMIT } from '../../../test/fixtures/seals.ts'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'
import { RowMaker, type Row } from '../../../test/rows.ts'
import { makeCrl } from './crypto/crl.ts'
import { childrenOf, der, readDer } from './crypto/der.ts'
import { toPem } from './crypto/pem.ts'
import { zipOf } from '../../../test/fixtures/zip-of.ts'

const SERVER = '/api/yzl-seseal/signserver'
const PLACE = { ruleType: 2, pageScope: 3, coordX: 150, coordY: 200 }
const app = useTestApp()
let admin: Client
let maker: RowMaker
let seal: Row
let strategyId: string

const db = () => app().app.database.tenant(TENANT)

async function posted(path: string, body: Row): Promise<string> {
  const { msg, data } = await admin.post<Row>(path, body)
  expect([path, msg]).toEqual([path, '操作成功'])
  return String(data['id'])
}

async function ruleAndStrategy(code: string): Promise<[ruleId: string, strategyId: string]> {
  const ruleId = await posted(`${SERVER}/signrule/save`, { ruleCode: code, ruleName: code, ...PLACE })
  const body = { strategyCode: code, strategyName: code, signFormat: 1, signRuleIds: [ruleId] }
  return [ruleId, await posted(`${SERVER}/signstrategy/save`, body)]
}

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  maker = new RowMaker(admin)
  seal = await maker.create(registry.entity('sesealinfo'))
  strategyId = (await ruleAndStrategy('PADES'))[1]
})

const ask = (name: string, body: Buffer) =>
  admin.upload<{ jobId: string }>(`${SERVER}/sign`, { sealId: String(seal['id']), strategyId }, [{ name, body }])

interface Job {
  state: string
  text: string
  fileId: string
}

/** The job of sealing a file, to its end. */
async function sealing(name: string, body: Buffer): Promise<Job> {
  const { msg, data } = await ask(name, body)
  expect(msg).toBe('操作成功')
  for (;;) {
    const job = (await admin.get<Job>('/api/blade-desk/job/detail', { id: data.jobId })).data
    if (['done', 'failed', 'cancelled'].includes(job.state)) return job
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** An application that waits to be made. */
async function toMake(): Promise<Row> {
  const row = await maker.create(registry.entity('sesealpermit'))
  await sql`update seal_permit set permit_status = ${permitStates.states.toMake.value} where id = ${row['id']}`.execute(
    db(),
  )
  return row
}

async function make({ id }: Row): Promise<[msg: string, madeSealId: unknown]> {
  const { msg } = await admin.post(`${PERMIT}/make`, { ids: id })
  return [msg, (await admin.get<Row>(`${PERMIT}/detail`, { id })).data['madeSealId']]
}

describe('a document is not sealed', () => {
  test('on top of a signature that does not hold', async () => {
    const job = await sealing('a.pdf', pdfOf([{ text: 'First' }]))
    const signed = (await admin.get(`/api/blade-resource/file/${job.fileId}`)).raw
    signed.write('W', signed.indexOf('(First)') + 1, 'latin1')
    const again = await sealing('b.pdf', signed)
    expect([again.state, again.text, again.fileId]).toEqual([
      'failed',
      '1份未盖：b.pdf：签名后自检没有通过：文件中已有的签名可能已失效，未盖章',
      '',
    ])
  })

  test('with more than five hundred others', async () => {
    const many = Array.from({ length: 501 }, (_none, i) => [`${i}.pdf`, `${i}`])
    const job = await sealing('many.zip', await zipOf(Object.fromEntries(many)))
    expect([job.state, job.text]).toEqual(['failed', '一次最多盖500份文件'])
  })

  test('by a strategy that is switched off', async () => {
    const lines = async () => (await sql`select 1 from seal_sign_log`.execute(db())).rows.length
    const before = await lines()
    const switchTo = (isEnabled: number) => admin.post(`${SERVER}/signstrategy/submit`, { id: strategyId, isEnabled })
    expect((await switchTo(0)).msg).toBe('操作成功')
    const { status, msg } = await ask('a.pdf', pdfOf([{}]))
    expect([status, msg]).toEqual([400, '签章策略「PADES」已停用'])
    expect(await lines()).toBe(before)
    expect((await switchTo(1)).msg).toBe('操作成功')
  })

  test('and no seal made, while the root of their certificates is not trusted', async () => {
    const trust = (isAnchor: number) => sql`update seal_trust_chain set is_anchor = ${isAnchor}`.execute(db())
    const row = await toMake()
    const anchors = await sql<{ id: string }>`select id from seal_trust_chain where is_anchor = 1`.execute(db())
    await trust(0)
    const sealed = await ask('a.pdf', pdfOf([{}]))
    expect([sealed.status, sealed.msg]).toEqual([400, expect.stringContaining('根证书不受信任')])
    expect(await make(row)).toEqual([expect.stringMatching(/^制章者证书不能使用：.*根证书不受信任/), null])
    for (const { id } of anchors.rows)
      await sql`update seal_trust_chain set is_anchor = 1 where id = ${id}`.execute(db())
    expect((await make(row))[0]).toBe('操作成功')
  })
})

test('a seal is not made of a picture from elsewhere', async () => {
  const row = await toMake()
  await sql`update seal_mould set pic_url = 'https://elsewhere.example/a.png' where id = ${row['mouldId']}`.execute(
    db(),
  )
  expect(await make(row)).toEqual(['印模图片不是在本系统上传的，请重新上传', null])
  await sql`update seal_mould set pic_url = null where id = ${row['mouldId']}`.execute(db())
})

test('a strategy is not changed while one of its rules is gone', async () => {
  const [ruleId, id] = await ruleAndStrategy('GONE')
  await sql`update seal_sign_rule set is_deleted = 1 where id = ${ruleId}`.execute(db())
  const { status, msg } = await admin.post(`${SERVER}/signstrategy/submit`, { id, strategyName: '改名' })
  expect([status, msg]).toEqual([400, '所选的签章规则已被删除'])
  expect((await admin.get<Row>(`${SERVER}/signstrategy/detail`, { id })).data['strategyName']).toBe('GONE')
})

test('a certificate is issued within the time of the one above it', async () => {
  const cipherId = await posted(`${SERVER}/cipher/save`, { cipherName: '旧', keyAlgorithm: 1 })
  const issuerId = await posted(`${SERVER}/cert/save`, { certName: '旧根', certType: 1, cipherId })
  const days = (from: string, to: string) => ({ notBefore: new Date(from), notAfter: new Date(to) })
  const own = await posted(`${SERVER}/cipher/save`, { cipherName: '新', keyAlgorithm: 1 })
  for (const span of [days('2020-01-01', '2021-01-01'), days('2090-01-01', '2099-01-01')]) {
    await sql`update seal_cert set cert_pem = ${issue(span).pem} where id = ${issuerId}`.execute(db())
    const wanted = { certName: '制章者', certType: 3, cipherId: own, issuerId }
    const { status, msg } = await admin.post(`${SERVER}/cert/save`, wanted)
    expect([status, msg]).toEqual([400, '签发证书不在有效期内'])
  }
})

test('a list of what is revoked bears a number', async () => {
  const root = issue({ algorithm: 'ECDSA', name: '无编号' })
  await posted(`${SERVER}/trustchain/submit`, { chainName: '机构', certPem: root.pem, isAnchor: 1 })
  const list = { number: 1n, thisUpdate: new Date('2026-01-02'), nextUpdate: new Date('2036-01-01'), entries: [] }
  const bytes = changed(makeCrl(list, root.certificate, root.key), [0], (parts) => parts.slice(0, 5))
  const [body, algorithm] = childrenOf(readDer(bytes)).map((one) => one.bytes)
  if (!body || !algorithm) throw new Error('the list has no body')
  const unnumbered = der.sequence(body, algorithm, der.bits(root.key.sign(body)))
  const answer = await admin.post(`${SERVER}/crl/submit`, { crlPem: toPem(unnumbered, 'X509 CRL') })
  expect([answer.status, answer.msg]).toEqual([400, '吊销列表没有编号，不能判断新旧'])
})

test('what is asked of a file wants one', async () => {
  for (const path of ['/api/yzl-seseal/verify', `${SERVER}/signrule/preview`]) {
    const { status, msg } = await admin.upload(path, { ruleIds: '1' }, [])
    expect([path, status, msg]).toEqual([path, 400, '缺少必要的请求参数: file'])
  }
})

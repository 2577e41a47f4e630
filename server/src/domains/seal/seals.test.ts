import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registry } from '@xueheng/contract'
import { permitStates } from '@xueheng/contract/domains/seal/seal-permit.ts'
import { sealStates } from '@xueheng/contract/domains/seal/seal-info.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PERMIT, SEAL, issueCert } from '../../../test/fixtures/seals.ts'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'
import { RowMaker, type Row } from '../../../test/rows.ts'
import { readSeal } from './crypto/ses.ts'
import { childrenOf, readDer } from './crypto/der.ts'

const app = useTestApp({ ROLES: 'web' })
const folder = mkdtempSync(join(tmpdir(), 'seals-'))
afterAll(() => rmSync(folder, { recursive: true }))
const { toMake, made, cancelled } = permitStates.states
const { inUse, suspended, revoked, superseded } = sealStates.states

let admin: Client
let other: Client
let maker: RowMaker

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  other = await app().user({ role: 'administrator' })
  maker = new RowMaker(admin)
})

const permit = (change: Row = {}) => maker.create(registry.entity('sesealpermit'), change)
const detail = async (id: unknown) => (await admin.get<Row>(`${PERMIT}/detail`, { id })).data
const sealDetail = async (id: unknown) => (await admin.get<Row>(`${SEAL}/detail`, { id })).data
const db = () => app().app.database.tenant(TENANT)

/** Handed in, approved by somebody else, made; answers the application. */
async function walked(change: Row = {}): Promise<Row> {
  const row = await permit(change)
  for (const [user, step] of [
    [admin, 'send'],
    [other, 'approval'],
    [admin, 'make'],
  ] as const) {
    const { msg } = await user.post(`${PERMIT}/${step}`, { ids: row['id'] })
    expect([step, msg]).toEqual([step, '操作成功'])
  }
  return detail(row['id'])
}

async function put(id: unknown, state: number): Promise<void> {
  await sql`update seal_permit set permit_status = ${state} where id = ${id}`.execute(db())
}

async function der(sealId: unknown): Promise<Buffer> {
  return (await admin.get(`${SEAL}/download`, { id: sealId })).raw
}

test('a seal is applied for, approved by another, made; openssl accepts the signature of its maker', async () => {
  const row = await walked()
  expect([row['permitStatus'], row['makerName']]).toEqual([made.value, `u${admin.userId}`])
  const bytes = await der(row['madeSealId'])
  const seal = readSeal(bytes)
  const shown = await sealDetail(row['madeSealId'])
  expect(shown).toMatchObject({ sealState: inUse.value, esId: seal.esId, sealName: seal.name, structVersion: 4 })
  expect(shown['picture']).toMatch(/^data:image\/svg\+xml;base64,/)
  const file = (name: string, body: Buffer) => {
    writeFileSync(join(folder, name), body)
    return join(folder, name)
  }
  expect(String(execFileSync('openssl', ['dgst', '-sm3', file('seal', bytes)]))).toContain(String(shown['sealSm3']))
  const cert = file('maker.der', seal.makerCertificate)
  const pem = execFileSync('openssl', ['x509', '-inform', 'DER', '-in', cert, '-noout', '-pubkey'])
  const [pub, signature, info] = [file('pub.pem', pem), file('sig', seal.signature), file('info', seal.signedBytes)]
  const check = (id: string) =>
    String(
      execFileSync(
        'openssl',
        ['dgst', '-sm3', '-verify', pub, '-sigopt', `distid:${id}`, '-signature', signature, info],
        { stdio: 'pipe' },
      ),
    )
  expect(check('1234567812345678')).toContain('Verified OK')
  expect(() => check('8765432187654321')).toThrow()
  expect(childrenOf(readDer(bytes))).toHaveLength(4)
  expect(seal.certificates).toHaveLength(2)
})

test('nobody approves an application of his own', async () => {
  const row = await permit()
  await admin.post(`${PERMIT}/send`, { ids: row['id'] })
  expect((await admin.post(`${PERMIT}/approval`, { ids: row['id'] })).msg).toBe('不能审核本人的印章申请')
})

test('an application is handed in whole, for a mould and a seal of its own unit', async () => {
  const dates = { validStart: '2026-09-02', validEnd: '2026-09-01' }
  const { id } = await permit()
  expect((await admin.post(`${PERMIT}/submit`, { id, ...dates })).msg).toBe('有效期止不能早于有效期起')
  const first = await walked()
  const [none, foreign] = [await permit({ applyType: 2 }), await permit({ applyType: 2, sealId: first['madeSealId'] })]
  const send = async (row: unknown) => {
    const { status, msg } = await admin.post(`${PERMIT}/send`, { ids: row })
    return [status, msg]
  }
  const move = (row: unknown) => sql`update seal_permit set dept_uscc = 'elsewhere' where id = ${row}`.execute(db())
  expect(await send(none['id'])).toEqual([400, '请选择原印章'])
  await move(foreign['id'])
  expect(await send(foreign['id'])).toEqual([400, '原印章是别的单位的'])
  await move(id)
  expect(await send(id)).toEqual([400, '所选的印模是别的单位的'])
  await put(id, toMake.value)
  expect((await admin.post(`${PERMIT}/make`, { ids: id })).msg).toBe('所选的印模是别的单位的')
  expect((await detail(id))['madeSealId']).toBeNull()
})

test('approving, making and revoking ask for a proof of who sits there', async () => {
  const { id } = await permit()
  await put(id, toMake.value)
  const stale = await app().user({ role: 'administrator' })
  await sql`update auth_session set fresh_time = now() - interval '1 day'
    where user_id = ${stale.userId}`.execute(app().app.database.open)
  const asked = [`${PERMIT}/approval`, `${PERMIT}/make`, `${PERMIT}/mutil_make`, `${SEAL}/revoke`, `${SEAL}/submit`]
  for (const path of asked) {
    const { status, msg } = await stale.post(path, { ids: id, id })
    expect([path, status, msg]).toEqual([path, 403, expect.stringContaining('请先确认身份')])
  }
  expect((await detail(id))['permitStatus']).toBe(toMake.value)
})

test('several are made row by row, with a result for each', async () => {
  const [good, bare, draft] = [await permit(), await permit({ mouldId: undefined }), await permit()]
  await put(good['id'], toMake.value)
  await put(bare['id'], toMake.value)
  const ids = [good, bare, draft].map((row) => row['id']).join()
  const { data } = await admin.post<Row[]>(`${PERMIT}/mutil_make`, { ids })
  expect(data).toEqual([
    { id: good['id'], isDone: 1, message: '' },
    { id: bare['id'], isDone: 0, message: '请选择印模' },
    { id: draft['id'], isDone: 0, message: '当前状态为「草稿」，不能制章' },
  ])
  const list = await admin.get<{ records: Row[] }>(`${PERMIT}/list_make`, { size: 1000 })
  const waiting = list.data.records.map((row) => row['id'])
  expect([waiting.includes(bare['id']), waiting.includes(good['id'])]).toEqual([true, false])
})

test.each([
  ['a change', 2, superseded.value],
  ['a renewal', 3, superseded.value],
  ['a replacement after loss', 4, revoked.value],
])('%s makes a new seal and ends the old one', async (_name, applyType, ending) => {
  const first = await walked()
  const second = await walked({ applyType, sealId: first['madeSealId'] })
  const [old, now] = [await sealDetail(first['madeSealId']), await sealDetail(second['madeSealId'])]
  expect([old['sealState'], now['sealState'], now['supersedesId']]).toEqual([ending, inUse.value, old['id']])
  expect(old['stateReason']).toBe(`申请${String(second['permitNo'])}`)
})

test('a cancellation ends the seal and makes none', async () => {
  const first = await walked()
  const gone = await walked({ applyType: 5, sealId: first['madeSealId'], mouldId: undefined })
  expect(gone['madeSealId']).toBe(first['madeSealId'])
  expect((await sealDetail(first['madeSealId']))['sealState']).toBe(revoked.value)
  const again = await permit({ applyType: 5, sealId: first['madeSealId'] })
  expect((await admin.post(`${PERMIT}/send`, { ids: again['id'] })).msg).toBe('原印章已不在使用')
})

test('a making that is taken back revokes the seal', async () => {
  const row = await walked()
  const answer = await admin.post(`${PERMIT}/cancel_make`, { ids: row['id'], approveOpinion: '刻错了' })
  expect(answer.msg).toBe('操作成功')
  expect((await detail(row['id']))['permitStatus']).toBe(cancelled.value)
  expect((await sealDetail(row['madeSealId']))['sealState']).toBe(revoked.value)
})

test('only state and remark of a seal change, and only one that is no longer used is removed', async () => {
  const { madeSealId: id } = await walked()
  const before = await der(id)
  const body = { id, sealName: '别的名称', validEnd: '2099-01-01', remark: '保险柜' }
  const saved = await admin.post<Row>(`${SEAL}/submit`, body)
  expect(saved.data).toMatchObject({ remark: '保险柜', sealState: inUse.value })
  expect(saved.data['sealName']).not.toBe('别的名称')
  expect(await der(id)).toEqual(before)
  expect((await admin.post(`${SEAL}/submit`, { sealName: '新章' })).msg).toBe('印章由印章申请制作，不能直接新增')
  expect((await admin.post(`${SEAL}/remove`, undefined, { ids: id })).msg).toBe('当前状态为「使用中」，不能删除')
  expect((await admin.post(`${SEAL}/submit`, { id, sealState: suspended.value })).msg).toBe('请填写停用原因')
  await admin.post(`${SEAL}/submit`, { id, sealState: suspended.value, stateReason: '外借' })
  expect(await sealDetail(id)).toMatchObject({ sealState: suspended.value, stateReason: '外借' })
  await admin.post(`${SEAL}/submit`, { id, sealState: revoked.value, stateReason: '遗失' })
  expect((await admin.post(`${SEAL}/submit`, { id, sealState: inUse.value })).status).toBe(409)
  expect((await admin.post(`${SEAL}/remove`, undefined, { ids: id })).msg).toBe('操作成功')
  expect((await admin.get(`${SEAL}/detail`, { id })).status).toBe(404)
})

test('a lost UKey suspends the seals that rest on it, and they come back with it', async () => {
  const key = await maker.create(registry.entity('ukeyinfo'), { ukeyStatus: 1 })
  const [resting, decoy] = [await walked({ ukeyId: key['id'] }), await walked()]
  const states = async () =>
    Promise.all([resting, decoy].map(async (row) => (await sealDetail(row['madeSealId']))['sealState']))
  await admin.post('/api/yzl-seseal/ukeyinfo/submit', { id: key['id'], ukeyStatus: 3 })
  expect(await states()).toEqual([suspended.value, inUse.value])
  await admin.post('/api/yzl-seseal/ukeyinfo/submit', { id: key['id'], ukeyStatus: 1 })
  expect(await states()).toEqual([inUse.value, inUse.value])
})

test('a seal is not made without a maker, a certificate of its unit, or a mould in use', async () => {
  const row = await permit()
  await put(row['id'], toMake.value)
  const make = async () => (await admin.post(`${PERMIT}/make`, { ids: row['id'] })).msg
  const enable = (type: number, isEnabled: number) =>
    sql`update seal_cert set is_enabled = ${isEnabled} where cert_type = ${type}`.execute(db())
  await enable(3, 0)
  expect(await make()).toBe('没有可用的制章者证书（SM2），请先在证书管理中签发')
  await enable(3, 1)
  await enable(4, 0)
  expect(await make()).toBe('用章单位还没有可用的证书，请先在证书管理中为该单位签发')
  await enable(4, 1)
  await sql`update seal_mould set is_enabled = 0 where id = ${row['mouldId']}`.execute(db())
  expect(await make()).toBe('申请所选的印模已停用')
  expect((await detail(row['id']))['madeSealId']).toBeNull()
})

test('a maker whose certificate was revoked makes no more seals', async () => {
  const row = await permit()
  await put(row['id'], toMake.value)
  const { rows } = await sql<{ id: string }>`select id from seal_cert where cert_type = 3 and is_deleted = 0`.execute(
    db(),
  )
  const issuer = await sql<{ id: string }>`select issuer_id as id from seal_cert where id = ${rows[0]?.id}`.execute(
    db(),
  )
  for (const { id } of rows) {
    expect((await admin.post('/api/yzl-seseal/signserver/cert/revoke', { id, revokeReason: 1 })).msg).toBe('操作成功')
  }
  expect((await admin.post(`${PERMIT}/make`, { ids: row['id'] })).msg).toContain('没有可用的制章者证书')
  const lists = await admin.get<{ records: Row[] }>('/api/yzl-seseal/signserver/crl/list', { size: 100 })
  expect(lists.data.records[0]).toMatchObject({ crlStatus: 1, entryCount: rows.length })
  await issueCert(admin, { certName: '制章者', certType: 3, issuerId: String(issuer.rows[0]?.id) })
  expect((await admin.post(`${PERMIT}/make`, { ids: row['id'] })).msg).toBe('操作成功')
})

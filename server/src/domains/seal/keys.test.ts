import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issue } from '../../../test/fixtures/certificates.ts'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'
import { decryptSecret } from '../../platform/secret.ts'
import { keyPlace } from './key-provider.ts'

const CIPHER = '/api/yzl-seseal/signserver/cipher'
const CERT = '/api/yzl-seseal/signserver/cert'
const [SM2, RSA, ECDSA] = [1, 2, 3]
const [ROOT, MIDDLE, UNIT] = [1, 2, 4]

const app = useTestApp({ ROLES: 'web' })
const folder = mkdtempSync(join(tmpdir(), 'keys-'))
afterAll(() => rmSync(folder, { recursive: true }))
let admin: Client

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
})

const db = () => app().app.database.tenant(TENANT)

async function key(keyAlgorithm = SM2): Promise<string> {
  const { data } = await admin.post(`${CIPHER}/save`, { cipherName: '密钥', keyAlgorithm })
  return String(data.id)
}

const save = (body: object) => admin.post(`${CERT}/save`, { certName: '示例中学', certType: UNIT, ...body })

async function root(cipherId: string): Promise<string> {
  const { data, msg } = await save({ certName: '示例根', certType: ROOT, cipherId })
  expect(msg).toBe('操作成功')
  return String(data.id)
}

async function fileOf(id: string): Promise<string> {
  const { data } = await admin.get<{ certPem: string }>(`${CERT}/detail`, { id })
  const path = join(folder, `${id}.pem`)
  writeFileSync(path, data.certPem)
  return path
}

test.each([
  ['SM2', SM2],
  ['RSA', RSA],
  ['ECDSA', ECDSA],
])('openssl accepts a certificate of a unit issued under a root of %s', async (_name, algorithm) => {
  const issuerId = await root(await key(algorithm))
  const { data, msg } = await save({ cipherId: await key(), issuerId })
  expect(msg).toBe('操作成功')
  const userId = algorithm === SM2 ? ['-vfyopt', 'distid:1234567812345678'] : []
  const options = ['verify', ...userId, '-x509_strict', '-CAfile']
  const [top, leaf] = [await fileOf(issuerId), await fileOf(String(data.id))]
  expect(String(execFileSync('openssl', [...options, top, leaf], { stdio: 'pipe' }))).toContain('OK')
  const stranger = await fileOf(await root(await key(algorithm)))
  expect(() => execFileSync('openssl', [...options, stranger, leaf], { stdio: 'pipe' })).toThrow()
})

test('a private key stands encrypted for its own public half, and in no answer, log or error', async () => {
  const cipherId = await key()
  const issuerId = await root(cipherId)
  const shown = await admin.get<{ fingerprint: string }>(`${CIPHER}/detail`, { id: cipherId })
  const { rows } = await sql<{ fingerprint: string; wrapped: string }>`select * from seal_key`.execute(db())
  const { fingerprint, wrapped } = rows.find((row) => row.fingerprint === shown.data.fingerprint) ?? {
    fingerprint: '',
    wrapped: '',
  }
  const { masterKey } = app().config
  const secret = Buffer.from(decryptSecret(masterKey, keyPlace(fingerprint), wrapped), 'base64')
  expect(secret).toHaveLength(32)
  expect(() => decryptSecret(masterKey, keyPlace('0'.repeat(64)), wrapped)).toThrow()
  const logs = await sql`select * from operation_log`.execute(db())
  const answers = await Promise.all([
    admin.get(`${CIPHER}/list`),
    admin.get(`${CERT}/list`),
    admin.get(`${CERT}/detail`, { id: issuerId }),
    admin.get(`${CIPHER}/export`, { reason: '核对' }),
    admin.post(`${CIPHER}/remove`, undefined, { ids: cipherId }),
  ])
  const texts = [shown, ...answers].map(({ raw }) => raw.toString('latin1')).concat(JSON.stringify(logs.rows))
  for (const form of ['hex', 'base64', 'base64url', 'latin1'] as const) {
    expect(texts.filter((text) => text.toLowerCase().includes(secret.toString(form).toLowerCase()))).toEqual([])
  }
  expect(texts.filter((text) => text.includes(wrapped))).toEqual([])
})

test('every use of a key stands in the log of operations with what it was for', async () => {
  const cipherId = await key()
  await root(cipherId)
  const { fingerprint } = (await admin.get<{ fingerprint: string }>(`${CIPHER}/detail`, { id: cipherId })).data
  const { rows } = await sql<{ title: string; newValues: string }>`select title, new_values as "newValues"
    from operation_log where call = 'cipher.use' and new_values::text like ${`%${fingerprint}%`}`.execute(db())
  expect(rows.map((row) => row.title)).toEqual(['签发证书'])
})

test('what may not issue or be issued is refused by its field', async () => {
  const [cipherId, other] = [await key(), await key()]
  const issuerId = await root(cipherId)
  const leaf = String((await save({ cipherId: other, issuerId })).data.id)
  const foreign = issue().pem
  const own = (await admin.get<{ certPem: string }>(`${CERT}/detail`, { id: issuerId })).data.certPem
  const wrong: [object, string, string][] = [
    [{ cipherId: other }, 'issuerId', '请选择签发证书，或粘贴外部机构签发的证书'],
    [{ cipherId, certType: ROOT, issuerId }, 'issuerId', '根证书自签名，不选签发证书'],
    [{ cipherId, issuerId: leaf }, 'issuerId', '签发证书不是机构证书'],
    [{ cipherId, certType: ROOT, certPem: foreign }, 'certPem', '证书的公钥不是所选密钥的公钥'],
    [{ cipherId, issuerId, certPem: own }, 'issuerId', '粘贴的证书由外部签发，不选签发证书'],
    [{ cipherId, certType: UNIT, certPem: own }, 'certType', '证书的类型与所选的不符'],
  ]
  for (const [body, field, message] of wrong) {
    const { status, msg, data } = await save(body)
    expect([status, msg, JSON.stringify(data)]).toEqual([400, message, expect.stringContaining(field)])
  }
  expect((await admin.post(`${CIPHER}/remove`, undefined, { ids: cipherId })).msg).toBe('请先删除使用它的证书')
  expect((await admin.post(`${CERT}/remove`, undefined, { ids: issuerId })).msg).toBe('请先删除它签发的下级证书')
  await admin.post(`${CIPHER}/submit`, { id: cipherId, isEnabled: 0 })
  expect((await save({ cipherId: other, issuerId })).msg).toBe('这把密钥已停用，不能签名')
  await admin.post(`${CERT}/submit`, { id: issuerId, isEnabled: 0 })
  expect((await save({ cipherId: other, issuerId })).msg).toBe('签发证书已停用')
})

test('an authority that was revoked issues nothing more; a root, and what others issued, is not revoked here', async () => {
  const issuerId = await root(await key())
  const revoke = (id: string) => admin.post(`${CERT}/revoke`, { id, revokeReason: 1 })
  expect((await revoke(issuerId)).msg).toBe('根证书不能吊销，请在信任链中取消信任')
  const { data: middle } = await save({ certName: '中级', certType: MIDDLE, cipherId: await key(), issuerId })
  const { data: foreign } = await save({ cipherId: await key(), issuerId })
  await sql`update seal_cert set issuer_id = null where id = ${foreign.id}`.execute(db())
  expect((await revoke(foreign.id)).msg).toBe('这张证书由外部机构签发，请收取它的吊销列表')
  expect((await revoke(middle.id)).msg).toBe('操作成功')
  expect((await revoke(middle.id)).msg).toMatch(/^证书已于.*吊销$/)
  const below = await save({ cipherId: await key(), issuerId: middle.id })
  expect([below.status, below.msg]).toEqual([400, '签发证书已吊销'])
  await sql`update seal_trust_chain set is_deleted = 1 where fingerprint =
    (select fingerprint from seal_trust_chain where is_deleted = 0 order by id desc limit 1)`.execute(db())
  const list = await admin.post('/api/yzl-seseal/signserver/crl/issue', { certId: middle.id })
  expect([list.status, list.msg]).toEqual([400, '签发证书不在信任链中，请先登记'])
})

test('a list of what is revoked is signed by an authority that is switched on', async () => {
  const issuerId = await root(await key())
  const { data: unit } = await save({ cipherId: await key(), issuerId })
  const lists = async () =>
    (await admin.get<{ total: number }>('/api/yzl-seseal/signserver/crl/list', { size: 1 })).data.total
  const before = await lists()
  const refused = async (certId: string) => {
    const { status, msg, data } = await admin.post('/api/yzl-seseal/signserver/crl/issue', { certId })
    expect([status, JSON.stringify(data)]).toEqual([400, expect.stringContaining('certId')])
    return msg
  }
  expect(await refused(String(unit.id))).toBe('签发证书不是机构证书')
  expect((await admin.post(`${CERT}/submit`, { id: issuerId, isEnabled: 0 })).msg).toBe('操作成功')
  expect(await refused(issuerId)).toBe('签发证书已停用')
  expect(await lists()).toBe(before)
})

test('a certificate comes back after its key and the one that issued it', async () => {
  const cipherId = await key()
  const issuerId = await root(await key())
  const id = String((await save({ cipherId, issuerId })).data.id)
  const put = (path: string, ids: string) => admin.post(path, undefined, { ids })
  const back = () => put(`${CERT}/restore`, id)
  expect((await put(`${CERT}/remove`, id)).msg).toBe('操作成功')
  expect((await put(`${CIPHER}/remove`, cipherId)).msg).toBe('操作成功')
  expect((await back()).msg).toBe('请先恢复它的密钥')
  expect((await put(`${CIPHER}/restore`, cipherId)).msg).toBe('操作成功')
  expect((await put(`${CERT}/remove`, issuerId)).msg).toBe('操作成功')
  expect((await back()).msg).toBe('请先恢复它的签发证书')
  expect((await put(`${CERT}/restore`, issuerId)).msg).toBe('操作成功')
  expect((await back()).msg).toBe('操作成功')
})

test('a certificate is not good for longer than the one it was issued by', async () => {
  const issuerId = String(
    (await save({ certName: '短根', certType: ROOT, cipherId: await key(), validYears: 1 })).data.id,
  )
  const { data } = await save({ cipherId: await key(), issuerId, validYears: 5 })
  const [above, own] = await Promise.all(
    [issuerId, data.id].map(
      async (id) => (await admin.get<{ notAfter: string }>(`${CERT}/detail`, { id })).data.notAfter,
    ),
  )
  expect(own).toBe(above)
})

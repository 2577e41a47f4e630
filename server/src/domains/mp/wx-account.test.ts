import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from '../../../test/harness.ts'
import { wxAccount } from '@xueheng/contract/domains/mp/wx-account.ts'
import { decryptField } from '../../platform/secret.ts'

const app = useTestApp()
const BASE = '/api/yzl-mpweixin/manage/wxAccount'
const SECRET = 's3cr3tOfTheAccount00000000000000'
const TOKEN = 'tokenOfTheAccount'
const KEY = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG'

let admin: Client
beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
})

let made = 0
async function make(change: object = {}) {
  made += 1
  const body = {
    appid: `wx${String(made).padStart(16, '0')}`,
    name: `账号${made}`,
    type: 2,
    secret: SECRET,
    token: TOKEN,
    aesKey: KEY,
    ...change,
  }
  const answer = await admin.post(`${BASE}/save`, body)
  expect(answer.msg).toBe('操作成功')
  return answer
}

interface Stored {
  secret: string | null
  token: string | null
  aesKey: string | null
}

async function stored(id: string): Promise<Stored> {
  const found = await sql<Stored>`select secret, token, aes_key from wx_account where id = ${id}`.execute(
    app().app.database.tenant(TENANT),
  )
  return found.rows[0] as Stored
}

test('secrets are sealed where they belong and leave by no call, list, log or workbook', async () => {
  const answer = await make()
  const { id, appid } = answer.data
  const row = await stored(id)
  const key = app().config.masterKey
  expect(decryptField(key, wxAccount, { id, ...row }, 'secret')).toBe(SECRET)
  expect(decryptField(key, wxAccount, { id, ...row }, 'token')).toBe(TOKEN)
  expect(decryptField(key, wxAccount, { id, ...row }, 'aesKey')).toBe(KEY)
  expect(() => decryptField(key, wxAccount, { id, token: row.secret }, 'token')).toThrow()
  const texts = [
    answer.raw.toString(),
    (await admin.get(`${BASE}/list`)).raw.toString(),
    (await admin.get(`${BASE}/list`, { secret: 'v1', token_like: 'v1', ascs: 'secret' })).raw.toString(),
    (await admin.get(`${BASE}/detail`, { id })).raw.toString(),
    (await admin.get(`${BASE}/detail`, { appid })).raw.toString(),
    (await admin.get(`${BASE}/info/${id}`)).raw.toString(),
    (await admin.post(`${BASE}/submit`, { id, name: '改名', secret: `${SECRET}2` })).raw.toString(),
    JSON.stringify((await sql`select * from operation_log`.execute(app().app.database.tenant(TENANT))).rows),
  ]
  for (const text of texts) {
    expect(text).not.toContain(SECRET)
    expect(text).not.toContain(TOKEN)
    expect(text).not.toContain(KEY)
    expect(text).not.toContain('v1.')
  }
  expect((await admin.get(`${BASE}/detail`, { appid })).data).toMatchObject({
    id,
    name: '改名',
    hasSecret: 1,
    hasToken: 1,
    hasAesKey: 1,
  })
})

test('what is left empty stays as it is; the appid stays for ever', async () => {
  const { data } = await make({ token: '', aesKey: '' })
  const before = await stored(data.id)
  expect(before).toMatchObject({ token: null, aesKey: null })
  const changed = await admin.post(`${BASE}/submit`, { id: data.id, appid: 'wxother', name: '新名', secret: '' })
  expect(changed.data).toMatchObject({ appid: data.appid, name: '新名', hasSecret: 1, hasToken: 0 })
  expect(await stored(data.id)).toEqual(before)
})

test('what a new account needs, in words', async () => {
  const body = { appid: 'wxneeds', name: '甲', type: 1, secret: SECRET }
  const ask = async (change: object) => (await admin.post(`${BASE}/save`, { ...body, ...change })).msg
  expect(await ask({ secret: '' })).toBe('请输入AppSecret')
  expect(await ask({ appid: '' })).toBe('请输入公众号 appid')
  expect(await ask({ name: '' })).toBe('请输入名称')
  expect(await ask({ aesKey: 'short' })).toBe('EncodingAESKey应为43位字母或数字')
  expect(await ask({ token: '中文' })).toBe('Token应为3到32位字母或数字')
  expect(await ask({})).toBe('操作成功')
  expect(await ask({})).toBe('该公众号 appid已存在')
})

test('deleted by a JSON list of ids or appids, and the secrets are gone', async () => {
  const [one, two, three] = [await make(), await make(), await make()]
  expect((await admin.post(`${BASE}/delete`, [one.data.id, two.data.appid])).msg).toBe('操作成功')
  expect(await stored(one.data.id)).toEqual({ secret: null, token: null, aesKey: null })
  const left = (await admin.get(`${BASE}/list`, { size: 100 })).data.records.map((row: any) => row.id)
  expect(left).not.toContain(two.data.id)
  expect(left).toContain(three.data.id)
  expect((await admin.post(`${BASE}/delete`, [])).msg).toBe('请选择至少一条数据')
  expect((await admin.post(`${BASE}/delete`, { ids: three.data.id })).status).toBe(400)
})

test('each with its own right, each tenant its own', async () => {
  const { data } = await make()
  const reader = await app().user({ role: 'exam', permissions: ['wxaccount_view'] })
  expect((await reader.get(`${BASE}/list`)).status).toBe(200)
  expect((await reader.post(`${BASE}/save`, { appid: 'x', name: 'x', type: 1, secret: SECRET })).status).toBe(403)
  expect((await reader.post(`${BASE}/delete`, [data.id])).status).toBe(403)
  const adder = await app().user({ role: 'exam', permissions: ['wxaccount_add'] })
  expect((await adder.post(`${BASE}/submit`, { id: data.id, name: 'x' })).status).toBe(403)
  const other = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
  expect((await other.get(`${BASE}/detail`, { id: data.id })).data).toEqual({})
  const none = await admin.get(`${BASE}/detail`)
  expect([none.status, none.msg]).toEqual([400, expect.stringContaining('id')])
  expect((await other.post(`${BASE}/delete`, [data.id])).status).toBe(404)
})

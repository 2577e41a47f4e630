import { createCipheriv } from 'node:crypto'
import { registry } from '@xueheng/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { md5 } from '../src/domains/credentials/password.ts'
import { base32, hotp, stepAt } from '../src/domains/credentials/totp.ts'
import { nextId } from '../src/platform/db/id.ts'
import { decryptSecret } from '../src/platform/secret.ts'
import { type Client, OTHER_TENANT, TENANT, basic, useTestApp } from './harness.ts'

const app = useTestApp()
const TOKEN = '/api/blade-auth/oauth/token'
const PASSWORD = 'Test@2026'
const open = () => app().app.database.open
const inside = (tenantId = TENANT) => app().app.database.tenant(tenantId)

let address = 1
beforeEach(() => {
  address += 1
})

async function send(url: string, query: Record<string, string>, tenantId = TENANT) {
  const response = await app().app.http.inject({
    method: 'POST',
    url,
    query,
    remoteAddress: `10.1.0.${address}`,
    headers: { authorization: basic(app().config), 'tenant-id': tenantId, 'user-agent': 'test browser' },
  })
  return { status: response.statusCode, body: response.json<Record<string, any>>() }
}

const token = (query: Record<string, string>, tenantId = TENANT) => send(TOKEN, query, tenantId)

function withPassword(account: string, password: string, tenantId = TENANT) {
  return token({ grant_type: 'password', username: account, password: md5(password) }, tenantId)
}

/** The text itself in the AES form of the wire. */
function sealedText(text: string): string {
  const key = Buffer.from(app().config.signInKey, 'latin1')
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16))
  return Buffer.concat([cipher.update(`=${text}`, 'utf8'), cipher.final()]).toString('base64')
}

async function profile(tenantId: string, name: string | null, secondFactor = 0): Promise<void> {
  await sql`update tenant set password_profile = ${name}, second_factor = ${secondFactor} where tenant_id = ${tenantId}`.execute(
    open(),
  )
}

async function accountOf(user: Client): Promise<string> {
  return `u${user.userId}`
}

describe('a code by message', () => {
  const PHONE = '13800138001'

  async function ask(phone: string) {
    await sql`update auth_sms set create_time = create_time - interval '61 seconds'`.execute(open())
    return send('/api/blade-auth/oauth/sms-code', { phone })
  }

  /** What was sent: its hash is the only trace, so the code is put in by the test. */
  async function codeOf(id: string): Promise<string> {
    const { createHmac } = await import('node:crypto')
    const hash = createHmac('sha256', app().config.masterKey).update(`${id}:246810`).digest('hex')
    await sql`update auth_sms set code_hash = ${hash} where id = ${id}`.execute(open())
    return '246810'
  }

  async function owner(phone: string): Promise<Client> {
    const user = await app().user({ role: 'school' })
    await sql`update sys_user set phone = ${phone} where id = ${user.userId}`.execute(inside())
    return user
  }

  test('opens the door once', async () => {
    const user = await owner(PHONE)
    const { body } = await ask(PHONE)
    const id = String(body['data'].id)
    const value = await codeOf(id)
    const query = { grant_type: 'sms_code', phone: PHONE, id, value }
    expect((await token(query)).body).toMatchObject({ user_id: user.userId, token_type: 'bearer' })
    expect((await token(query)).body).toMatchObject({ error_description: '短信验证码不正确或已过期' })
  })

  test('is asked for alike whether or not anybody has the number', async () => {
    const known = await ask(PHONE)
    const unknown = await ask('13900139000')
    expect(Object.keys(known.body['data'])).toEqual(Object.keys(unknown.body['data']))
    expect([known.status, known.body['msg']]).toEqual([unknown.status, unknown.body['msg']])
    const again = await send('/api/blade-auth/oauth/sms-code', { phone: '13900139000' })
    expect([again.status, again.body['msg']]).toEqual([429, expect.stringMatching(/请\d+秒后再试/)])
    expect((await ask('12345')).status).toBe(400)
  })

  test('is no use to another phone, tenant, after five minutes or five tries', async () => {
    const ids: string[] = []
    for (let i = 0; i < 4; i += 1) ids.push(String((await ask(PHONE)).body['data'].id))
    for (const id of ids) await codeOf(id)
    const [a = '', b = '', c = '', d = ''] = ids
    const query = { grant_type: 'sms_code', phone: PHONE, value: '246810' }
    expect((await token({ ...query, id: a, phone: '13900139000' })).status).toBe(400)
    expect((await token({ ...query, id: b }, OTHER_TENANT)).status).toBe(400)
    await sql`update auth_sms set expire_time = now() where id = ${c}`.execute(open())
    expect((await token({ ...query, id: c })).status).toBe(400)
    for (let i = 0; i < 5; i += 1) {
      await sql`delete from auth_failure`.execute(open())
      expect((await token({ ...query, id: d, value: '000000' })).status).toBe(400)
    }
    await sql`delete from auth_failure`.execute(open())
    expect((await token({ ...query, id: d })).status).toBe(400)
  })

  test('wrong tries make wait, whichever code they are for', async () => {
    const phone = '13800138002'
    for (let i = 0; i < 5; i += 1) await token({ grant_type: 'sms_code', phone, id: 'x', value: '1' })
    expect((await token({ grant_type: 'sms_code', phone, id: 'x', value: '1' })).body['error_description']).toContain(
      '请稍后再试',
    )
  })

  test('a number of two accounts stands for nobody', async () => {
    const phone = '13800138003'
    await owner(phone)
    await owner(phone)
    const id = String((await ask(phone)).body['data'].id)
    expect((await token({ grant_type: 'sms_code', phone, id, value: await codeOf(id) })).status).toBe(400)
  })

  test('ten a day and number', async () => {
    const phone = '13800138004'
    for (let i = 0; i < 10; i += 1) expect((await ask(phone)).status).toBe(200)
    expect((await ask(phone)).status).toBe(429)
  })
})

describe('a forgotten password', () => {
  const RESET = '/api/blade-auth/oauth/reset-password'
  const phone = '13800138011'
  const wanted = 'Morgenrot-7'

  async function ask(number: string, isReset = '1'): Promise<string> {
    await sql`update auth_sms set create_time = create_time - interval '61 seconds'`.execute(open())
    const { body } = await send('/api/blade-auth/oauth/sms-code', { phone: number, isReset })
    return String(body['data'].id)
  }

  /** The code itself is only in the message; the test puts one in its place. */
  async function codeOf(id: string, use = 'reset:'): Promise<string> {
    const { createHmac } = await import('node:crypto')
    const hash = createHmac('sha256', app().config.masterKey).update(`${use}${id}:246810`).digest('hex')
    await sql`update auth_sms set code_hash = ${hash} where id = ${id}`.execute(open())
    return '246810'
  }

  async function owner(number: string): Promise<Client> {
    const user = await app().user({ role: 'school' })
    await sql`update sys_user set phone = ${number} where id = ${user.userId}`.execute(inside())
    return user
  }

  const reset = (id: string, value: string, password = wanted, number = phone) =>
    send(RESET, { phone: number, id, value, password: sealedText(password) })

  test('is replaced by a code to the phone: once, logged, and every session ends', async () => {
    const user = await owner(phone)
    const account = await accountOf(user)
    const id = await ask(phone)
    const value = await codeOf(id)
    expect((await reset(id, value)).status).toBe(200)
    expect((await withPassword(account, wanted)).status).toBe(200)
    expect((await withPassword(account, PASSWORD)).status).toBe(400)
    expect((await user.get('/api/blade-user/info')).status).toBe(401)
    const again = await reset(id, value, 'Abendrot-77')
    expect([again.status, again.body['msg']]).toEqual([400, '短信验证码不正确或已过期'])
    const logged = await sql`select 1 from operation_log where call = 'user.resetByPhone' and row_id = ${user.userId}
      and account = ${account}`.execute(inside())
    expect(logged.rows).toHaveLength(1)
  })

  test('is answered alike for a phone nobody has, and a code to sign in with sets none', async () => {
    const number = '13800138012'
    await owner(number)
    const stranger = await ask('13900139011')
    const known = await ask(number, '0')
    const [one, two] = [
      await reset(stranger, '246810', wanted, '13900139011'),
      await reset(known, await codeOf(known, ''), wanted, number),
    ]
    expect([one.status, one.body['msg']]).toEqual([two.status, two.body['msg']])
    expect(one.body['msg']).toBe('短信验证码不正确或已过期')
    const unread = await reset(stranger, await codeOf(stranger), wanted, '13900139011')
    expect(unread.body['msg']).toBe('短信验证码不正确或已过期')
  })

  test('keeps to the rules for passwords, and a slip does not spend the code', async () => {
    const number = '13800138013'
    const user = await owner(number)
    const id = await ask(number)
    const value = await codeOf(id)
    const short = await reset(id, value, 'kurz', number)
    expect([short.status, short.body['msg']]).toEqual([400, '密码至少8位'])
    const named = await reset(id, value, `${await accountOf(user)}-x`, number)
    expect(named.body['msg']).toBe('密码不能包含账号')
    expect((await reset(id, value, wanted, number)).status).toBe(200)
    const second = await ask(number)
    const same = await reset(second, await codeOf(second), wanted, number)
    expect([same.status, same.body['msg']]).toEqual([400, '新密码不能与原密码相同'])
  })

  test('wrong codes make wait', async () => {
    const number = '13800138014'
    for (let i = 0; i < 5; i += 1) await reset('x', '1', wanted, number)
    expect((await reset('x', '1', wanted, number)).status).toBe(429)
  })

  test('is told whom to ask where no message can be sent', async () => {
    const ways = async () => (await app().anonymous.get('/api/blade-auth/oauth/reset-ways', { tenantId: TENANT })).data
    expect(await ways()).toEqual({ hasSms: 0 })
    await sql`insert into sms_config (id, tenant_id, sms_code, category, status, access_key, sign_name)
      values (${nextId()}, ${TENANT}, 'web', 9, 2, 'k', '局')`.execute(inside())
    expect(await ways()).toEqual({ hasSms: 1 })
  })
})

describe('renewing', () => {
  test('works under its own path as under the token call', async () => {
    const first = (await withPassword('school', 'Demo@2026')).body
    const renewed = await send('/api/blade-auth/oauth/token/refresh', { refresh_token: first['refresh_token'] })
    expect(renewed.body).toMatchObject({ token_type: 'bearer', account: 'school' })
    expect((await send('/api/blade-auth/oauth/token/refresh', { refresh_token: first['refresh_token'] })).status).toBe(
      400,
    )
  })
})

/** The key of an authenticator, read as its owner's telephone would. */
async function keyOf(userId: string): Promise<Buffer> {
  const found = await sql<{ secret: string }>`select secret from user_factor where user_id = ${userId}`.execute(
    inside(),
  )
  const place = `user_factor.secret:${userId}`
  return Buffer.from(decryptSecret(app().config.masterKey, place, found.rows[0]?.secret ?? ''), 'base64')
}

async function numberOf(userId: string): Promise<string> {
  await sql`update user_factor set last_step = 0 where user_id = ${userId}`.execute(inside())
  return hotp(await keyOf(userId), stepAt(Date.now()))
}

const FACTOR = '/api/blade-auth/second-factor'

async function enrol(user: Client): Promise<string[]> {
  const { data } = await user.post(`${FACTOR}/enrol`, {})
  expect(data.secret).toBe(base32(await keyOf(user.userId)))
  expect(data.address).toContain(`secret=${data.secret}`)
  expect(data.picture).toContain('<svg')
  const confirmed = await user.post(`${FACTOR}/confirm`, { code: await numberOf(user.userId) })
  expect(confirmed.status).toBe(200)
  return confirmed.data.recoveryCodes
}

describe('a second factor', () => {
  test('serves only after its number was typed, and is asked for from then on', async () => {
    const user = await app().user({ role: 'school' })
    const account = await accountOf(user)
    await user.post(`${FACTOR}/enrol`, {})
    expect((await user.post(`${FACTOR}/confirm`, { code: '000000' })).msg).toBe('动态验证码不正确')
    expect((await withPassword(account, PASSWORD)).status).toBe(200)
    await enrol(user)

    const { status, body } = await withPassword(account, PASSWORD)
    expect([status, body['error']]).toEqual([400, 'mfa_required'])
    expect(body).not.toHaveProperty('access_token')
    const step = { grant_type: 'mfa', mfa_token: String(body['mfa_token']) }
    expect((await token({ ...step, code: '000000' })).body['error']).toBe('mfa_invalid')
    const code = await numberOf(user.userId)
    expect((await token({ ...step, code })).body).toMatchObject({ user_id: user.userId })
    expect((await token({ ...step, code })).body['error']).toBe('mfa_expired')

    const again = (await withPassword(account, PASSWORD)).body
    expect((await token({ grant_type: 'mfa', mfa_token: again['mfa_token'], code })).body['error']).toBe('mfa_invalid')
  })

  test('has recovery codes that serve once', async () => {
    const user = await app().user({ role: 'school' })
    const account = await accountOf(user)
    const codes = await enrol(user)
    expect(new Set(codes).size).toBe(10)
    const first = (await withPassword(account, PASSWORD)).body
    expect(
      (await token({ grant_type: 'mfa', mfa_token: first['mfa_token'], code: (codes[0] ?? '').toUpperCase() })).status,
    ).toBe(200)
    const second = (await withPassword(account, PASSWORD)).body
    expect((await token({ grant_type: 'mfa', mfa_token: second['mfa_token'], code: codes[0] ?? '' })).status).toBe(400)
    expect((await user.get(`${FACTOR}/status`)).data).toMatchObject({ isOn: 1, isDemanded: 0, recoveryCodes: 9 })
    const stored = await sql<{
      codeHash: string
    }>`select code_hash from recovery_code where user_id = ${user.userId}`.execute(inside())
    expect(stored.rows.map((row) => row.codeHash.slice(0, 10))).toEqual(Array.from({ length: 9 }, () => '$argon2id$'))
  })

  test('five wrong numbers make wait', async () => {
    const user = await app().user({ role: 'school' })
    await enrol(user)
    for (let i = 0; i < 5; i += 1) {
      const { body } = await withPassword(await accountOf(user), PASSWORD)
      await token({ grant_type: 'mfa', mfa_token: String(body['mfa_token']), code: '000000' })
    }
    const { body } = await withPassword(await accountOf(user), PASSWORD)
    const late = await token({
      grant_type: 'mfa',
      mfa_token: String(body['mfa_token']),
      code: await numberOf(user.userId),
    })
    expect(late.body['error_description']).toContain('请稍后再试')
  })

  test('a tenant that demands it lets nobody do anything else first', async () => {
    const user = await app().user({ role: 'administrator', tenantId: '300001' })
    await profile('300001', null, 1)
    await sql`select pg_notify('session', '')`.execute(open())
    await expect.poll(async () => (await user.get('/api/blade-user/page')).msg).toBe('请先启用二次验证')
    expect((await user.get('/api/blade-auth/oauth/user-info')).data).toMatchObject({ duty: 'factor' })
    const { data } = await user.post(`${FACTOR}/enrol`, {})
    const bytes = [...String(data.secret)]
      .map((one) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0'))
      .join('')
    const key = Buffer.from((bytes.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
    expect((await user.post(`${FACTOR}/confirm`, { code: hotp(key, stepAt(Date.now())) })).status).toBe(200)
    expect((await user.get('/api/blade-user/page')).status).toBe(200)
    expect((await user.post(`${FACTOR}/remove`)).msg).toBe('租户要求二次验证，不能停用')
  })

  test('is taken away by an administrator, not by others', async () => {
    const user = await app().user({ role: 'school' })
    await enrol(user)
    const teacher = await app().user({ role: 'teacher' })
    expect((await teacher.post(`${FACTOR}/reset`, undefined, { userIds: user.userId })).status).toBe(403)
    const admin = await app().user({ role: 'administrator' })
    expect((await admin.post(`${FACTOR}/reset`, undefined, { userIds: user.userId })).status).toBe(200)
    expect((await withPassword(await accountOf(user), PASSWORD)).status).toBe(200)
  })
})

describe('a sensitive call', () => {
  async function stale(role = 'administrator'): Promise<Client> {
    const user = await app().user({ role })
    await sql`update auth_session set fresh_time = now() - interval '11 minutes' where user_id = ${user.userId}`.execute(
      open(),
    )
    return user
  }

  test('asks who is there when the last proof is too old, and goes on after it', async () => {
    const admin = await stale()
    const target = await app().user({ role: 'teacher' })
    const reset = () => admin.post('/api/blade-user/reset-password', undefined, { userIds: target.userId })
    const refused = await reset()
    expect([refused.status, refused.headers['x-step-up']]).toEqual([403, 'required'])
    expect((await admin.get('/api/blade-user/page')).status).toBe(200)
    expect((await admin.post('/api/blade-auth/oauth/confirm', { password: md5('wrong') })).msg).toBe('密码不正确')
    expect((await reset()).status).toBe(403)
    expect((await admin.post('/api/blade-auth/oauth/confirm', { password: md5(PASSWORD) })).status).toBe(200)
    expect((await reset()).status).toBe(200)
  })

  test('is any that grants roles, resets passwords, removes tenants or carries personal data away', async () => {
    const admin = await stale()
    const other = await app().user({ role: 'teacher' })
    const role = await sql<{ id: string }>`select id from sys_role where role_alias = 'school'`.execute(inside())
    const roleId = role.rows[0]?.id ?? ''
    const calls = [
      admin.post('/api/blade-user/grant', undefined, { userIds: other.userId, roleIds: roleId }),
      admin.post('/api/blade-user/update', { id: other.userId, roleId }),
      admin.post('/api/blade-user/submit', { account: 'granted', name: '甲', roleId }),
      admin.post('/api/blade-system/role/grant', { roleIds: [roleId], menuIds: [] }),
      admin.post('/api/blade-system/tenant/remove', undefined, { ids: '1' }),
      admin.get('/api/bigdata-service/basicstudent/export'),
      admin.get(registry.report('studentScore').url, { examId: '1', format: 'xlsx' }),
    ]
    for (const { status, headers } of await Promise.all(calls)) {
      expect([status, headers['x-step-up']]).toEqual([403, 'required'])
    }
    expect((await admin.post('/api/blade-user/update', { id: other.userId, name: '乙' })).status).toBe(200)
  })

  test('is refused outright to who has no right to it', async () => {
    const teacher = await stale('teacher')
    const { status, headers } = await teacher.post('/api/blade-user/reset-password', undefined, { userIds: '1' })
    expect([status, headers['x-step-up']]).toEqual([403, undefined])
  })

  test('wrong proofs are counted, and shut nobody out at the door', async () => {
    const admin = await stale()
    for (let i = 0; i < 5; i += 1) await admin.post('/api/blade-auth/oauth/confirm', { password: md5('wrong') })
    expect((await admin.post('/api/blade-auth/oauth/confirm', { password: md5(PASSWORD) })).status).toBe(429)
    await sql`delete from auth_failure`.execute(open())
  })
})

const CHANGE = '/api/blade-user/update-password'

function change(user: Client, old: string, next: string) {
  return user.post(CHANGE, { oldPassword: md5(old), newPassword: sealedText(next), newPassword1: sealedText(next) })
}

describe('rules for passwords', () => {
  test('等保三级: classes, the last five, the first sign-in, ninety days', async () => {
    const user = await app().user({ role: 'administrator', tenantId: '300002' })
    await profile('300002', 'mlps3')
    const old = await user.post(CHANGE, { oldPassword: md5(PASSWORD), newPassword: md5('x'), newPassword1: md5('x') })
    expect(old.msg).toContain('密码策略')
    expect((await change(user, PASSWORD, 'short1!')).msg).toBe('密码至少8位')
    expect((await change(user, PASSWORD, 'onlylower1')).msg).toContain('三类')
    expect((await change(user, PASSWORD, PASSWORD)).msg).toBe('该密码过于常见，请换一个')
    const first = 'Erstes#2026'
    expect((await change(user, PASSWORD, first)).msg).toBe('操作成功')
    expect((await change(user, first, first)).msg).toBe('新密码不能与原密码相同')
    const passwords = [first, 'Second#2026', 'Third#2026', 'Fourth#2026', 'Fifth#2026', 'Sixth#2026']
    for (const [at, next] of passwords.slice(1).entries()) {
      expect((await change(user, passwords[at] ?? '', next)).msg).toBe('操作成功')
    }
    expect((await change(user, 'Sixth#2026', 'Second#2026')).msg).toBe('不能使用最近5次用过的密码')
    expect((await change(user, 'Sixth#2026', first)).msg).toBe('操作成功')

    await sql`update sys_user set password_time = now() - interval '91 days' where id = ${user.userId}`.execute(
      inside('300002'),
    )
    await sql`select pg_notify('session', '')`.execute(open())
    await expect.poll(async () => (await user.get('/api/blade-user/page')).msg).toBe('请先修改密码')
    expect((await change(user, first, 'Seventh#2026')).status).toBe(200)
    expect((await user.get('/api/blade-user/page')).status).toBe(200)

    const made = await user.post('/api/blade-user/submit', { account: 'fresh', name: '新人', password: 'Weak' })
    expect(made.msg).toBe('密码至少8位')
    const role = await sql<{ id: string }>`select id from sys_role where role_alias = 'administrator'`.execute(
      inside('300002'),
    )
    await user.post('/api/blade-user/submit', {
      account: 'fresh',
      name: '新人',
      password: 'Given#2026',
      roleId: role.rows[0]?.id,
    })
    const { body } = await withPassword('fresh', 'Given#2026', '300002')
    const info = await app().app.http.inject({
      url: '/api/blade-auth/oauth/user-info',
      headers: { 'blade-auth': String(body['access_token']) },
    })
    expect(info.json()).toMatchObject({ data: { duty: 'password' } })
  })

  test('等保三级: half an hour after five wrong ones', async () => {
    const user = await app().user({ role: 'teacher', tenantId: '300003' })
    await profile('300003', 'mlps3')
    const account = await accountOf(user)
    for (let i = 0; i < 5; i += 1) await withPassword(account, 'wrong', '300003')
    const { body } = await withPassword(account, PASSWORD, '300003')
    const seconds = Number(/（(\d+)秒）/.exec(String(body['error_description']))?.[1])
    expect(seconds).toBeGreaterThan(1790)
    expect(seconds).toBeLessThanOrEqual(1800)
  })

  test('ASVS 5.0: length and the list of common ones, no classes', async () => {
    const user = await app().user({ role: 'administrator', tenantId: '300004' })
    await profile('300004', 'asvs5')
    expect((await change(user, PASSWORD, 'elevenchars')).msg).toBe('密码至少12位')
    expect((await change(user, PASSWORD, 'password123456')).msg).toBe('该密码过于常见，请换一个')
    expect((await change(user, PASSWORD, 'a row of plain words')).msg).toBe('操作成功')
    expect((await withPassword(await accountOf(user), 'a row of plain words', '300004')).status).toBe(200)
  })

  test('a wrong old one is counted, also of many at once, and shuts nobody out at the door', async () => {
    const user = await app().user({ role: 'exam' })
    await sql`delete from auth_failure`.execute(open())
    const tries = await Promise.all(Array.from({ length: 8 }, () => change(user, 'wrong', 'Kvwmzp#2026')))
    const count = (status: number) => tries.filter((answer) => answer.status === status).length
    expect([count(400), count(429)]).toEqual([5, 3])
    expect((await change(user, PASSWORD, 'Kvwmzp#2026')).status).toBe(429)
    expect((await withPassword(await accountOf(user), PASSWORD)).body['error']).toBeUndefined()
    await sql`delete from auth_failure`.execute(open())
  })

  test('without a profile clients of this family send fingerprints as ever; those everybody knows are refused', async () => {
    const user = await app().user({ role: 'teacher' })
    const send = (text: string) =>
      user.post(CHANGE, undefined, { oldPassword: md5(PASSWORD), newPassword: md5(text), newPassword1: md5(text) })
    for (const known of ['', '123456', 'password1', 'Justinbieber']) {
      expect((await send(known)).msg, known).toBe('该密码过于常见，请换一个')
    }
    expect((await send(PASSWORD)).status).toBe(400)
    expect((await send('kvwmzp')).status).toBe(200)
    expect((await withPassword(await accountOf(user), 'kvwmzp')).status).toBe(200)
  })
})

describe('who came', () => {
  test('is written down, success and failure, and seen by those who may', async () => {
    const user = await app().user({ role: 'school' })
    const account = await accountOf(user)
    await withPassword(account, 'wrong')
    await withPassword(account, PASSWORD)
    const admin = await app().user({ role: 'administrator' })
    const { data } = await admin.get('/api/blade-log/login/list', { account, size: 10 })
    expect(data.records.map((row: any) => [row.result, row.reason, row.way])).toEqual([
      ['success', '', 'password'],
      ['failure', '用户名或密码错误', 'password'],
      ['success', '', 'password'],
    ])
    expect(data.records[0]).toMatchObject({ userAgent: 'test browser', remoteIp: `10.1.0.${address}` })
    expect((await admin.get('/api/blade-log/login/list', { account, result: 'failure' })).data.total).toBe(1)
    expect((await user.get('/api/blade-log/login/list', {})).status).toBe(403)
    const other = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
    expect((await other.get('/api/blade-log/login/list', { account })).data.total).toBe(0)
  })

  test('tries at tenants nobody knows are kept by the managing one', async () => {
    const name = `nobody${nextId()}`
    await withPassword(name, 'x', '999999')
    const admin = await app().user({ role: 'administrator' })
    const { data } = await admin.get('/api/blade-log/login/list', { account: name })
    expect(data.records).toMatchObject([{ result: 'failure', reason: '未获得用户的租户信息（租户 999999）' }])
  })

  test('the log cannot be changed', async () => {
    await expect(sql`update login_log set account = 'x'`.execute(inside())).rejects.toThrow(/permission denied/)
    await expect(sql`delete from login_log`.execute(inside())).rejects.toThrow(/permission denied/)
  })
})

describe('who is signed in', () => {
  test('is shown to those who may, and sent away', async () => {
    const user = await app().user({ role: 'school' })
    const account = await accountOf(user)
    const admin = await app().user({ role: 'administrator' })
    const { data } = await admin.get('/api/blade-auth/online/list', { account })
    expect(data.records).toMatchObject([{ account, way: 'password', isOwn: 0 }])
    const ids = data.records[0].id
    expect((await user.post('/api/blade-auth/online/kick', undefined, { ids })).status).toBe(403)
    const other = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
    expect((await other.post('/api/blade-auth/online/kick', undefined, { ids })).status).toBe(404)
    expect((await user.get('/api/blade-user/info')).status).toBe(200)
    expect((await admin.post('/api/blade-auth/online/kick', undefined, { ids })).status).toBe(200)
    expect((await user.get('/api/blade-user/info')).status).toBe(401)
    const own = await admin.get('/api/blade-auth/online/own')
    expect((await admin.post('/api/blade-auth/online/kick', undefined, { ids: own.data[0].id })).status).toBe(400)
  })

  test('shows when each was last used and leaves out those idle for longer than their token lives', async () => {
    const admin = await app().user({ role: 'administrator' })
    const user = await app().user({ role: 'school' })
    const account = await accountOf(user)
    const seen = async (query: object = {}) =>
      (await admin.get('/api/blade-auth/online/list', { account, ...query })).data.records
    const idle = (minutes: number) =>
      sql`update auth_session set active_time = now() - ${minutes} * interval '1 minute' where user_id = ${user.userId}`.execute(
        open(),
      )
    expect(await seen()).toMatchObject([{ activeTime: expect.stringMatching(/^\d{4}(-\d\d){2} \d\d(:\d\d){2}$/) }])
    await idle(59)
    expect(await seen()).toHaveLength(1)
    await idle(61)
    expect(await seen()).toEqual([])
    const [row] = await seen({ isAll: 1 })
    expect(row).toMatchObject({ account })
    await sql`select pg_notify('xueheng', 'session:')`.execute(open())
    await expect
      .poll(async () => [(await user.get('/api/blade-user/info')).status, (await seen()).length])
      .toEqual([200, 1])
    expect((await seen())[0].activeTime > row.activeTime).toBe(true)
  })

  test('ends all other sign-ins of the own account', async () => {
    const user = await app().user({ role: 'school' })
    const second = String((await withPassword(await accountOf(user), PASSWORD)).body['access_token'])
    expect((await user.get('/api/blade-auth/online/own')).data).toHaveLength(2)
    expect((await user.post('/api/blade-auth/online/end-others')).status).toBe(200)
    const gone = await app().app.http.inject({ url: '/api/blade-user/info', headers: { 'blade-auth': second } })
    expect(gone.statusCode).toBe(401)
    expect((await user.get('/api/blade-auth/online/own')).data).toMatchObject([{ isOwn: 1 }])
  })
})

test('a password somebody else chose is asked to be changed, also where the tenant sets no rules', async () => {
  const admin = await app().user({ role: 'administrator' })
  const account = `first${nextId()}`
  const role = await sql<{ id: string }>`select id from sys_role where role_alias = 'school'`.execute(inside())
  const row = { account, name: '新人', realName: '新人', password: 'First@2026', roleId: role.rows[0]?.id }
  expect((await admin.post('/api/blade-user/submit', row)).status).toBe(200)
  const info = async (password: string) => {
    const { body } = await withPassword(account, password)
    const headers = { 'blade-auth': `bearer ${String(body['access_token'])}` }
    const inject = (url: string, query: Record<string, string>) =>
      app().app.http.inject({ method: 'POST', url, query, headers })
    const seen = await app().anonymous.get('/api/blade-auth/oauth/user-info', { 'Blade-Auth': body['access_token'] })
    return { duty: seen.data.duty, inject }
  }
  const first = await info('First@2026')
  expect(first.duty).toBe('password')
  const change = { oldPassword: md5('First@2026'), newPassword: md5('Other@2026'), newPassword1: md5('Other@2026') }
  expect((await first.inject('/api/blade-user/update-password', change)).statusCode).toBe(200)
  expect((await info('Other@2026')).duty).toBe('')
})

describe('what is sensitive about the own account', () => {
  /** Nobody has seen this session yet, so nothing is remembered of it. */
  async function stale(): Promise<Client> {
    const user = await app().user({ role: 'school' })
    await sql`update auth_session set fresh_time = now() - interval '11 minutes' where user_id = ${user.userId}`.execute(
      open(),
    )
    return user
  }

  test('phone and mail want a fresh proof when they change, other values never', async () => {
    const user = await stale()
    await sql`update sys_user set phone = '13700137000', email = 'a@b.cn' where id = ${user.userId}`.execute(inside())
    const change = (body: object) => user.post('/api/blade-user/update-info', body)
    expect((await change({ name: '新名', phone: '13700137000', email: 'a@b.cn' })).status).toBe(200)
    for (const body of [{ phone: '13700137001' }, { email: 'c@d.cn' }, { name: 'x', email: '' }]) {
      const { status, headers } = await change(body)
      expect([status, headers['x-step-up']]).toEqual([403, 'required'])
    }
    expect((await user.post('/api/blade-auth/oauth/confirm', { password: md5(PASSWORD) })).status).toBe(200)
    expect((await change({ phone: '13700137001' })).status).toBe(200)
  })

  test('one of the own sessions is ended, after a proof; nobody else’s', async () => {
    const user = await stale()
    const other = await app().user({ role: 'school' })
    const second = (await withPassword(await accountOf(user), PASSWORD)).body
    const sessionsOf = async (of: Client) =>
      (await of.get('/api/blade-auth/online/own')).data as Record<string, unknown>[]
    const mine = await sessionsOf(user)
    const end = (id: unknown) => user.post('/api/blade-auth/online/end-own', { id })
    const away = mine.find((one) => one['isOwn'] !== 1)?.['id']
    expect((await end(away)).status).toBe(403)
    expect((await user.post('/api/blade-auth/online/end-others')).status).toBe(403)
    await user.post('/api/blade-auth/oauth/confirm', { password: md5(PASSWORD) })
    expect((await end(mine.find((one) => one['isOwn'] === 1)?.['id'])).msg).toBe('本次登录请使用退出登录')
    expect((await end((await sessionsOf(other))[0]?.['id'])).status).toBe(404)
    expect((await end(away)).status).toBe(200)
    const gone = await app().anonymous.get('/api/blade-auth/oauth/user-info', { 'Blade-Auth': second['access_token'] })
    expect(gone.status).toBe(401)
    expect(await sessionsOf(user)).toHaveLength(1)
    expect((await sessionsOf(other)).length).toBe(1)
  })

  test('a proof renews the tokens for who asks: the old pair is dead', async () => {
    const user = await app().user({ role: 'school' })
    const proof = { password: md5(PASSWORD), isRenewed: 1 }
    expect((await user.post('/api/blade-auth/oauth/confirm', { ...proof, password: md5('x') })).status).toBe(400)
    const { data } = await user.post('/api/blade-auth/oauth/confirm', proof)
    const who = (token: string) => app().anonymous.get('/api/blade-auth/oauth/user-info', { 'Blade-Auth': token })
    expect((await who(user.token)).status).toBe(401)
    expect((await who(data.accessToken)).data).toMatchObject({ user_id: user.userId })
    const renewed = await token({ grant_type: 'refresh_token', refresh_token: data.refreshToken })
    expect(renewed.body).toMatchObject({ user_id: user.userId })
  })
})

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { base32, hotp, stepAt } from '../src/domains/credentials/totp.ts'
import { nextId } from '../src/platform/db/id.ts'
import { inTransaction } from '../src/platform/db/pool.ts'
import { decryptSecret } from '../src/platform/secret.ts'
import { PASSWORD, accountOf, useDoor } from './fixtures/door.ts'
import { type Client, OTHER_TENANT, TENANT, useTestApp } from './harness.ts'

const app = useTestApp()
const { open, inside, send, token, withPassword, sealedText, profile, address } = useDoor(app)

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
    const account = accountOf(user)
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

  test('is replaced once where two come with the same code at the same moment', async () => {
    const number = '13800138016'
    const user = await owner(number)
    const id = await ask(number)
    const value = await codeOf(id)
    const passwords = ['Abendrot-77', 'Mittagsrot-77']
    const asked = await inTransaction(inside(), async (db) => {
      await sql`select 1 from sys_user where id = ${user.userId} for update`.execute(db)
      const both = passwords.map((password) => reset(id, value, password, number))
      const waiting = () =>
        sql`select 1 from pg_locks join pg_stat_activity a using (pid)
          where a.datname = current_database() and not granted`.execute(open())
      // Both have shown the code: they wait for the row of its account.
      await expect.poll(async () => (await waiting()).rows.length).toBe(2)
      return { both }
    })
    const answers = await Promise.all(asked.both)
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    const late = answers.findIndex(({ status }) => status === 400)
    expect(answers[late]?.body['msg']).toBe('短信验证码不正确或已过期')
    const opened = await Promise.all(passwords.map((password) => withPassword(accountOf(user), password)))
    expect(opened.map(({ status }) => status)).toEqual(answers.map(({ status }) => status))
  })

  test('belongs to a tenant, which has to be named', async () => {
    const { anonymous } = app()
    const asked = { phone, id: '1', value: '246810', password: sealedText(wanted) }
    const answer = await anonymous.post(RESET, asked, {}, { 'tenant-id': '' })
    expect([answer.status, answer.msg]).toEqual([400, '租户ID未找到'])
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
    const named = await reset(id, value, `${accountOf(user)}-x`, number)
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
    const account = accountOf(user)
    await user.post(`${FACTOR}/enrol`, {})
    expect((await user.post(`${FACTOR}/confirm`, { code: '000000' })).msg).toBe('动态验证码不正确')
    expect((await withPassword(account, PASSWORD)).status).toBe(200)
    await enrol(user)
    const key = await keyOf(user.userId)
    const twice = await user.post(`${FACTOR}/enrol`, {})
    expect([twice.status, twice.msg]).toEqual([400, '二次验证已启用，请先停用'])
    expect(await keyOf(user.userId)).toEqual(key)

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
    const account = accountOf(user)
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

  test.each([
    ['locked', sql`status = 2`],
    ['removed', sql`is_deleted = 1`],
  ])('lets nobody in who was %s after the password', async (_title, set) => {
    const user = await app().user({ role: 'school' })
    await enrol(user)
    const { body } = await withPassword(accountOf(user), PASSWORD)
    await sql`update sys_user set ${set} where id = ${user.userId}`.execute(inside())
    const step = { grant_type: 'mfa', mfa_token: String(body['mfa_token']), code: await numberOf(user.userId) }
    const late = await token(step)
    expect([late.status, late.body['error'], late.body['error_description']]).toEqual([
      400,
      'mfa_expired',
      '二次验证已超时，请重新登录',
    ])
    expect(late.body).not.toHaveProperty('access_token')
  })

  test('five wrong numbers make wait', async () => {
    const user = await app().user({ role: 'school' })
    await enrol(user)
    for (let i = 0; i < 5; i += 1) {
      const { body } = await withPassword(accountOf(user), PASSWORD)
      await token({ grant_type: 'mfa', mfa_token: String(body['mfa_token']), code: '000000' })
    }
    const { body } = await withPassword(accountOf(user), PASSWORD)
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
    expect((await withPassword(accountOf(user), PASSWORD)).status).toBe(200)
  })
})

describe('who came', () => {
  test('is written down, success and failure, and seen by those who may', async () => {
    const user = await app().user({ role: 'school' })
    const account = accountOf(user)
    await withPassword(account, 'wrong')
    await withPassword(account, PASSWORD)
    const admin = await app().user({ role: 'administrator' })
    const { data } = await admin.get('/api/blade-log/login/list', { account, size: 10 })
    expect(data.records.map((row: any) => [row.result, row.reason, row.way])).toEqual([
      ['success', '', 'password'],
      ['failure', '用户名或密码错误', 'password'],
      ['success', '', 'password'],
    ])
    expect(data.records[0]).toMatchObject({ userAgent: 'test browser', remoteIp: address() })
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

import { registry } from '@xueheng/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { md5 } from '../src/domains/credentials/password.ts'
import { nextId } from '../src/platform/db/id.ts'
import { PASSWORD, accountOf, useDoor } from './fixtures/door.ts'
import { type Client, OTHER_TENANT, useTestApp } from './harness.ts'

const app = useTestApp()
const { open, inside, token, withPassword, sealedText, profile, stale } = useDoor(app)

describe('a sensitive call', () => {
  test('asks who is there when the last proof is too old, and goes on after it', async () => {
    const admin = await stale('administrator')
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
    const admin = await stale('administrator')
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
    const admin = await stale('administrator')
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
    const other = await app().app.http.inject({
      url: '/api/blade-user/page',
      headers: { 'blade-auth': String(body['access_token']) },
    })
    expect(other.json()).toMatchObject({ code: 403, msg: '请先修改密码' })
  })

  test('等保三级: half an hour after five wrong ones', async () => {
    const user = await app().user({ role: 'teacher', tenantId: '300003' })
    await profile('300003', 'mlps3')
    const account = accountOf(user)
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
    expect((await withPassword(accountOf(user), 'a row of plain words', '300004')).status).toBe(200)
  })

  test('a wrong old one is counted, also of many at once, and shuts nobody out at the door', async () => {
    const user = await app().user({ role: 'exam' })
    await sql`delete from auth_failure`.execute(open())
    const tries = await Promise.all(Array.from({ length: 8 }, () => change(user, 'wrong', 'Kvwmzp#2026')))
    const count = (status: number) => tries.filter((answer) => answer.status === status).length
    expect([count(400), count(429)]).toEqual([5, 3])
    expect((await change(user, PASSWORD, 'Kvwmzp#2026')).status).toBe(429)
    expect((await withPassword(accountOf(user), PASSWORD)).body['error']).toBeUndefined()
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
    expect((await withPassword(accountOf(user), 'kvwmzp')).status).toBe(200)
  })
})

describe('who is signed in', () => {
  test('is shown to those who may, and sent away', async () => {
    const user = await app().user({ role: 'school' })
    const account = accountOf(user)
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
    const account = accountOf(user)
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
    const second = String((await withPassword(accountOf(user), PASSWORD)).body['access_token'])
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
  test('phone and mail want a fresh proof when they change, other values never', async () => {
    const user = await stale('school')
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
    const user = await stale('school')
    const other = await app().user({ role: 'school' })
    const second = (await withPassword(accountOf(user), PASSWORD)).body
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

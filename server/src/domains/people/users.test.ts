import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, OTHER_TENANT, TENANT, basic, useTestApp } from '../../../test/harness.ts'
import { md5 } from '../credentials/password.ts'

const app = useTestApp()
const USER = '/api/blade-user'
const DEPT = '/api/blade-system/dept'
const TENANTS = '/api/blade-system/tenant'

let admin: Client
let manager: Client

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  manager = await app().user({ role: 'admin' })
})

async function roleId(alias: string, tenantId = TENANT): Promise<string> {
  const found = await sql<{
    id: string
  }>`select id from sys_role where role_alias = ${alias} and is_deleted = 0`.execute(
    app().app.database.tenant(tenantId),
  )
  return found.rows[0]?.id ?? ''
}

/** The password an administrator is issued for another's account. */
async function issued(userIds: string): Promise<string> {
  const { data } = await admin.post(`${USER}/reset-password`, undefined, { userIds })
  return data.passwords[0].password
}

/** For the administrator of a tenant, with which they choose their own. */
async function ownerOf(tenant: { id: string; tenantId: string }): Promise<string> {
  const { data } = await admin.post(`${TENANTS}/admin-password`, { id: tenant.id })
  return String((await chosen('admin', data.password, tenant.tenantId)).json()['access_token'])
}

const OWN = 'Zwischen#4417'

/** Signs in with a first password, chooses another one, and signs in with that. */
async function chosen(account: string, first: string, tenantId = TENANT) {
  const token = String((await signIn(account, first, tenantId)).json()['access_token'])
  const query = { oldPassword: md5(first), newPassword: md5(OWN), newPassword1: md5(OWN), 'Blade-Auth': token }
  expect((await app().anonymous.post(`${USER}/update-password`, undefined, query)).status).toBe(200)
  return signIn(account, OWN, tenantId)
}

function signIn(account: string, password: string, tenantId = TENANT) {
  return app().app.http.inject({
    method: 'POST',
    url: '/api/blade-auth/oauth/token',
    query: { tenantId, username: account, password: md5(password), grant_type: 'password' },
    headers: { authorization: basic(app().config), 'tenant-id': tenantId },
  })
}

async function makeDept(deptName: string, parentId?: string): Promise<string> {
  const { data } = await admin.post(`${DEPT}/submit`, { deptName, deptCategory: 1, sort: 1, parentId })
  return data.id
}

describe('departments', () => {
  test('know those above them, also after the branch has moved', async () => {
    const bureau = await makeDept('局')
    const office = await makeDept('办公室', bureau)
    const group = await makeDept('小组', office)
    const detail = async (id: string) => (await admin.get(`${DEPT}/detail`, { id })).data
    expect(await detail(group)).toMatchObject({ ancestors: `0,${bureau},${office}`, parentId: office })
    const other = await makeDept('分局')
    await admin.post(`${DEPT}/submit`, { id: office, parentId: other })
    expect((await detail(group)).ancestors).toBe(`0,${other},${office}`)
    for (const parentId of [office, group]) {
      expect((await admin.post(`${DEPT}/submit`, { id: office, parentId })).msg).toBe('父节点不可选择自身!')
    }
    expect((await admin.post(`${DEPT}/remove`, undefined, { ids: office })).msg).toBe('请先删除子节点!')
    const lazy = await admin.get(`${DEPT}/lazy-tree`, { parentId: other })
    expect(lazy.data).toEqual([
      { id: office, key: office, value: office, parentId: other, title: '办公室', hasChildren: true },
    ])
  })
})

test('a department below one that is gone is not changed', async () => {
  const above = await makeDept('撤销的处')
  const below = await makeDept('留下的科', above)
  await sql`update dept set is_deleted = 1 where id = ${above}`.execute(admin.db)
  const { status, msg } = await admin.post(`${DEPT}/submit`, { id: below, deptName: '科' })
  expect([status, msg]).toEqual([400, '上级机构不存在'])
})

describe('users', () => {
  test('are added with roles and departments and sign in with the password made for them', async () => {
    const bureau = await makeDept('考试院')
    const office = await makeDept('命题室', bureau)
    const role = await roleId('exam')
    const body = {
      account: 'li',
      name: '李',
      realName: '李老师',
      roleId: role,
      deptId: office,
      postId: '',
      phone: '13800000001',
    }
    const { data, msg } = await admin.post(`${USER}/submit`, body)
    expect(msg).toBe('操作成功')
    expect(data).toMatchObject({
      account: 'li',
      roleId: role,
      roleName: '考试管理员',
      deptId: office,
      deptName: '命题室',
      postId: '',
      tenantId: TENANT,
    })
    const { firstPassword, notice, ...shown } = data
    expect(notice).toBe('')
    expect(JSON.stringify(shown)).not.toMatch(/password|argon/i)
    expect((await signIn('li', firstPassword)).json()).toMatchObject({ role_name: 'exam', dept_id: office })
    expect((await admin.post(`${USER}/submit`, body)).msg).toBe('当前用户 [li] 已存在!')
    const below = await admin.get(`/api/blade-system/user/page`, { deptId: bureau })
    expect(below.data).toMatchObject({ total: 1, records: [{ account: 'li' }] })
    expect(JSON.stringify(below.data)).not.toMatch(/password|argon/i)
    expect((await admin.get(`${USER}/page`, { account: 'l', realName: '老师' })).data.total).toBe(1)
    expect((await admin.post(`${DEPT}/remove`, undefined, { ids: office })).msg).toBe('机构下还有用户，不能删除')
  })

  test('change by what is named; nulls and passwords in a body change nothing', async () => {
    const role = await roleId('teacher')
    const { data } = await admin.post(`${USER}/submit`, {
      account: 'wang',
      name: '王',
      password: 'First@2026',
      roleId: role,
    })
    const sent = {
      id: data.id,
      name: '王老师',
      roleId: null,
      password: 'Second@2026',
      email: 'w@example.cn',
      $sex: '男',
    }
    const changed = await admin.post(`${USER}/update`, sent)
    expect(changed.data).toMatchObject({ name: '王老师', roleId: role, email: '***@example.cn', account: 'wang' })
    expect((await signIn('wang', 'First@2026')).json()).toHaveProperty('access_token')
    const stale = await admin.post(`${USER}/submit`, { id: data.id, name: 'x', updateTime: '2020-01-01 00:00:00' })
    expect(stale.status).toBe(409)
    expect((await admin.post(`${USER}/submit`, { account: 'x' })).data.problems).toContainEqual({
      field: 'name',
      message: '请输入用户昵称',
    })
    expect((await admin.post(`${USER}/submit`, { id: data.id, email: 'nonsense' })).status).toBe(400)
  })

  test('get another role with the next request, and lose their sessions with the account', async () => {
    const user = await app().user({ role: 'exam', permissions: ['param_view'] })
    expect((await user.get('/api/blade-system/param/list')).status).toBe(200)
    const granted = await admin.post(`${USER}/grant`, undefined, {
      userIds: user.userId,
      roleIds: await roleId('teacher'),
    })
    expect(granted.status).toBe(200)
    expect((await user.get('/api/blade-system/param/list')).status).toBe(403)
    expect((await admin.post(`${USER}/remove`, undefined, { ids: admin.userId })).msg).toBe('不能删除本账号!')
    expect((await admin.post(`${USER}/remove`, undefined, { ids: user.userId })).status).toBe(200)
    expect((await user.get(`${USER}/info`)).status).toBe(401)
    expect((await admin.get(`${USER}/detail`, { id: user.userId })).data).toEqual({})
  })

  test('are reset to a password of one sign-in, which ends their sessions', async () => {
    const { data } = await admin.post(`${USER}/submit`, {
      account: 'zhao',
      name: '赵',
      password: 'First@2026',
      roleId: await roleId('teacher'),
    })
    const token: string = (await signIn('zhao', 'First@2026')).json()['access_token']
    const reset = await admin.post(`${USER}/reset-password`, undefined, { userIds: data.id })
    expect([reset.status, reset.msg]).toEqual([200, '操作成功'])
    expect(reset.data.passwords).toEqual([
      { account: 'zhao', name: '赵', password: expect.stringMatching(/^(\w{6}-){3}\w{6}$/) },
    ])
    expect((await app().anonymous.get(`${USER}/info`, { 'Blade-Auth': token })).status).toBe(401)
    expect((await signIn('zhao', 'First@2026')).statusCode).toBe(400)
    const first: string = reset.data.passwords[0].password
    const once = { 'Blade-Auth': String((await signIn('zhao', first)).json()['access_token']) }
    const held = await app().anonymous.get('/api/blade-system/param/list', once)
    expect([held.status, held.msg]).toEqual([403, '请先修改密码'])
    expect((await chosen('zhao', first)).json()).toHaveProperty('access_token')
    expect((await signIn('zhao', first)).statusCode).toBe(400)
  })

  test('get each a password of their own, kept nowhere as it is, good for three days', async () => {
    const ids: string[] = []
    for (const account of ['shi1', 'shi2']) {
      const { data } = await admin.post(`${USER}/submit`, { account, name: account, roleId: await roleId('teacher') })
      ids.push(data.id)
    }
    const headers = { 'Idempotency-Key': 'reset-twice' }
    const query = { userIds: ids.join() }
    const { data } = await admin.post(`${USER}/reset-password`, undefined, query, headers)
    const [one, two]: string[] = data.passwords.map((issuedOne: { password: string }) => issuedOne.password)
    expect(new Set([one, two]).size).toBe(2)
    const again = await admin.post(`${USER}/reset-password`, undefined, query, headers)
    expect([again.status, again.data]).toEqual([200, {}])
    const db = app().app.database.tenant(TENANT)
    const kept = await sql<{ text: string }>`select answer::text as text from idempotency_key
      union all select coalesce(new_values::text, '') from operation_log where row_id = any(${ids})
      union all select password_hash from sys_user where id = any(${ids}::bigint[])`.execute(db)
    expect(kept.rows.length).toBeGreaterThan(4)
    for (const { text } of kept.rows) for (const password of [one, two]) expect(text).not.toContain(password)
    const age = (hours: number) =>
      sql`update sys_user set initial_expire = initial_expire - ${hours} * interval '1 hour' where id = ${ids[0]}`.execute(
        db,
      )
    await age(71)
    expect((await signIn('shi1', String(one))).statusCode).toBe(200)
    await age(2)
    const late = await signIn('shi1', String(one))
    expect([late.statusCode, late.json()['error_description']]).toEqual([400, '首次密码已过期，请联系管理员重新发放'])
    expect((await signIn('shi1', 'wrong')).json()['error_description']).toBe('用户名或密码错误')
    expect((await signIn('shi2', String(two))).statusCode).toBe(200)
    expect((await signIn('shi1', await issued(ids[0] ?? ''))).statusCode).toBe(200)
  })

  test('begin with one known password where the tenant chose so', async () => {
    const PARAM = '/api/blade-system/param'
    const [mode] = (await admin.get(`${PARAM}/list`, { paramKey: 'account.initPasswordMode' })).data.records
    expect(mode.paramValue).toBe('random')
    const choose = (paramValue: string) => admin.post(`${PARAM}/submit`, { id: mode.id, paramValue })
    expect((await choose('none')).msg).toBe('「首次密码的发放方式」不是有效的选项')
    await choose('fixed')
    const body = { account: 'wu', name: '吴', roleId: await roleId('teacher') }
    expect((await admin.post(`${USER}/submit`, body)).msg).toBe('请先设置系统参数 account.initPassword（初始密码）')
    const paramKey = 'account.initPassword'
    await admin.post(`${PARAM}/submit`, { paramName: '初始密码', paramKey, paramValue: 'Known@2026' })
    const { data } = await admin.post(`${USER}/submit`, body)
    expect(data.firstPassword).toBe('')
    const token = { 'Blade-Auth': String((await signIn('wu', 'Known@2026')).json()['access_token']) }
    expect((await app().anonymous.get(`${USER}/info`, token)).status).toBe(200)
    const reset = await admin.post(`${USER}/reset-password`, undefined, { userIds: data.id })
    expect(reset.data.passwords).toEqual([])
    expect((await signIn('wu', 'Known@2026')).statusCode).toBe(200)
    await choose('random')
  })

  test('locked by wrong passwords are let in again', async () => {
    const { data } = await admin.post(`${USER}/submit`, {
      account: 'qian',
      name: '钱',
      password: 'First@2026',
      roleId: await roleId('teacher'),
    })
    for (let i = 0; i < 6; i += 1) await signIn('qian', 'wrong')
    expect((await signIn('qian', 'First@2026')).json()['error_description']).toMatch(/^登录错误次数过多/)
    expect((await admin.post(`${USER}/unlock`, undefined, { userIds: data.id })).status).toBe(200)
    expect((await signIn('qian', 'First@2026')).json()).toHaveProperty('access_token')
  })

  test('keep what their platform knows of them', async () => {
    const query = { userId: manager.userId, userType: 2, userExt: '{"a":1}' }
    expect((await admin.post(`${USER}/update-platform`, undefined, query)).status).toBe(200)
    expect((await admin.get(`${USER}/platform-detail`, { id: manager.userId })).data).toMatchObject({
      userType: 2,
      userExt: '{"a":1}',
    })
    const { rows } = await sql`select row_id, new_values from operation_log where call = 'user.updatePlatform'`.execute(
      manager.db,
    )
    expect(rows).toEqual([{ rowId: manager.userId, newValues: { userType: 2, userExt: '{"a":1}' } }])
  })
})

describe('rights over users', () => {
  test('each call needs its own; without any it is 403', async () => {
    const nobody = await app().user({ role: 'exam', permissions: [] })
    const body = { account: 'new', name: '新' }
    expect((await nobody.get(`${USER}/page`)).status).toBe(403)
    expect((await nobody.get(`${USER}/list`)).status).toBe(403)
    expect((await nobody.get(`${USER}/detail`, { id: admin.userId })).status).toBe(403)
    expect((await nobody.post(`${USER}/submit`, body)).status).toBe(403)
    expect((await nobody.post(`${USER}/submit`, { ...body, id: nobody.userId })).status).toBe(403)
    expect((await nobody.post(`${USER}/update`, { id: nobody.userId })).status).toBe(403)
    for (const call of ['remove', 'grant', 'reset-password', 'unlock', 'update-platform']) {
      expect(
        (await nobody.post(`${USER}/${call}`, {}, { ids: '1', userIds: '1', userId: '1', userType: 1 })).status,
        call,
      ).toBe(403)
    }
    const adder = await app().user({ role: 'exam', permissions: ['user_add'] })
    expect((await adder.post(`${USER}/submit`, { ...body, id: nobody.userId })).status).toBe(403)
    expect((await adder.post(`${USER}/submit`, body)).status).toBe(200)
  })

  test('who is no administrator neither makes one nor touches one', async () => {
    const top = await roleId('administrator')
    expect((await manager.post(`${USER}/submit`, { account: 'evil', name: '恶', roleId: top })).status).toBe(403)
    expect((await manager.post(`${USER}/grant`, undefined, { userIds: manager.userId, roleIds: top })).status).toBe(403)
    expect((await manager.post(`${USER}/update`, { id: manager.userId, roleId: top })).status).toBe(403)
    expect((await manager.post(`${USER}/reset-password`, undefined, { userIds: admin.userId })).status).toBe(403)
    expect((await manager.post(`${USER}/update`, { id: admin.userId, name: 'x' })).status).toBe(403)
    expect((await manager.post(`${USER}/remove`, undefined, { ids: admin.userId })).status).toBe(403)
  })

  test('foreign users do not exist; the managing tenant reaches them', async () => {
    const other = await app().user({ role: 'admin', tenantId: OTHER_TENANT })
    const { data } = await other.post(`${USER}/submit`, { account: 'foreign', name: '外', password: 'First@2026' })
    expect(data.tenantId).toBe(OTHER_TENANT)
    expect((await manager.get(`${USER}/detail`, { id: data.id })).data).toEqual({})
    expect((await manager.post(`${USER}/update`, { id: data.id, name: 'x' })).status).toBe(404)
    expect((await manager.post(`${USER}/remove`, undefined, { ids: data.id })).status).toBe(404)
    expect((await manager.get(`${USER}/page`, { tenantId: OTHER_TENANT })).status).toBe(403)
    expect((await manager.post(`${USER}/submit`, { account: 'a', name: 'b', tenantId: OTHER_TENANT })).status).toBe(403)
    expect((await other.post(`${USER}/update`, { id: data.id, roleId: await roleId('exam') })).status).toBe(404)
    expect((await admin.get(`${USER}/page`, { account: 'foreign' })).data.total).toBe(0)
    expect((await admin.get(`${USER}/page`, { account: 'foreign', tenantId: OTHER_TENANT })).data.total).toBe(1)
    expect((await admin.post(`${USER}/update`, { id: data.id, name: '外部' })).data).toMatchObject({
      name: '外部',
      tenantId: OTHER_TENANT,
    })
  })
})

describe('the own account', () => {
  test('changes its own words and nobody else’s', async () => {
    const user = await app().user({ role: 'teacher' })
    const body = { avatar: '/a.png', name: '小明', realName: '王明', phone: '13900000000', email: 'm@example.cn' }
    expect((await user.post(`${USER}/update-info`, { ...body, roleId: '1', id: user.userId })).status).toBe(200)
    expect((await user.get(`${USER}/info`)).data).toMatchObject(body)
    expect((await user.post(`${USER}/update-info`, { ...body, id: admin.userId })).status).toBe(403)
    expect((await user.post(`${USER}/update-info`, { phone: '12' })).msg).toBe('手机号码长度不为11位')
    expect((await user.post(`${USER}/update-info`, { name: '' })).msg).toBe('请输入用户昵称')
    expect((await user.post(`${USER}/update-info`, {})).msg).toBe('操作成功')
  })

  test('without a role cannot sign in, which is said when it is made and when its roles are taken', async () => {
    const notice = '该账号没有角色，分配角色后才能登录'
    const { data } = await admin.post(`${USER}/submit`, { account: 'bare', name: '无', password: 'Quiet-Harbour-71' })
    expect(data.notice).toBe(notice)
    expect((await signIn('bare', 'Quiet-Harbour-71')).json().error_description).toBe('未获得用户的角色信息')
    const change = (role: string) => admin.post(`${USER}/submit`, { id: data.id, roleId: role })
    expect((await change(await roleId('teacher'))).data.notice).toBe('')
    expect((await signIn('bare', 'Quiet-Harbour-71')).json().error_description).toBeUndefined()
    expect((await change('')).data.notice).toBe(notice)
  })

  test('keeps phone and mail that come back masked, and shows no stars for those that are empty', async () => {
    const user = await app().user({ role: 'teacher' })
    const update = (body: object) => user.post(`${USER}/update-info`, { name: '小明', ...body })
    const own = async () => (await user.get(`${USER}/info`)).data
    const shown = async () => (await admin.get(`${USER}/detail`, { id: user.userId })).data
    const contact = { phone: '13900000000', email: 'm@example.cn' }
    expect((await update(contact)).status).toBe(200)
    const { phone, email } = await shown()
    expect([phone, email]).toEqual(['139****0000', '***@example.cn'])
    expect((await update({ phone, email })).msg).toBe('操作成功')
    expect(await own()).toMatchObject(contact)
    expect((await update({ phone: '', email: '' })).status).toBe(200)
    expect(await shown()).toMatchObject({ phone: '', email: '' })
    const { data } = await admin.get(`${USER}/page`, { size: 200 })
    expect(data.records.find((row: { id: string }) => row.id === user.userId)).toMatchObject({ phone: '', email: '' })
  })

  test('changes its password knowing the old one; other sessions end', async () => {
    const { data } = await admin.post(`${USER}/submit`, {
      account: 'sun',
      name: '孙',
      password: 'First@2026',
      roleId: await roleId('teacher'),
    })
    expect(data.id).toBeTruthy()
    const [one, two] = [await signIn('sun', 'First@2026'), await signIn('sun', 'First@2026')].map((answer) =>
      String(answer.json()['access_token']),
    )
    const call = (query: object) =>
      app().anonymous.post(`${USER}/update-password`, undefined, { ...query, 'Blade-Auth': one })
    const next = { newPassword: md5('Second@2026'), newPassword1: md5('Second@2026') }
    expect((await call({ oldPassword: md5('First@2026'), ...next, newPassword1: md5('x') })).msg).toBe(
      '请输入正确的确认密码!',
    )
    expect((await call({ oldPassword: md5('wrong'), ...next })).msg).toBe('原密码不正确!')
    const plain = { newPassword: 'Second@2026', newPassword1: 'Second@2026' }
    expect((await call({ oldPassword: 'wrong', ...plain })).msg).toBe('原密码不正确!')
    expect((await call({ oldPassword: 'First@2026', ...plain, newPassword1: 'x' })).msg).toBe('请输入正确的确认密码!')
    expect((await call({ oldPassword: 'First@2026', ...plain })).status).toBe(200)
    expect((await app().anonymous.get(`${USER}/info`, { 'Blade-Auth': one })).status).toBe(200)
    expect((await app().anonymous.get(`${USER}/info`, { 'Blade-Auth': two })).status).toBe(401)
    expect((await signIn('sun', 'Second@2026')).json()).toHaveProperty('access_token')
  })

  test('a small picture gets an address that needs no token; anything else is refused', async () => {
    const put = '/api/blade-resource/oss/endpoint/put-file'
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100, 1)])
    const { data, status } = await manager.upload(put, {}, [{ name: '头像.png', body: png }])
    expect(status).toBe(200)
    const shown = await app().anonymous.get(data.link)
    expect([shown.status, shown.headers['content-type'], shown.raw.length]).toEqual([200, 'image/png', png.length])
    const script = readFileSync(fileURLToPath(import.meta.url))
    for (const [name, body] of [
      ['a.png', script],
      ['big.png', Buffer.concat([png, Buffer.alloc(512_000)])],
    ] as const) {
      expect((await manager.upload(put, {}, [{ name, body }])).msg).toBe('只能上传jpg或png图片，且不超过500kb')
    }
    expect((await app().anonymous.get(`/api/blade-resource/picture/${TENANT}/1`)).status).toBe(404)
  })
})

describe('tenants', () => {
  test('start with all they need and see only themselves', async () => {
    const { data, msg } = await admin.post(`${TENANTS}/submit`, {
      tenantName: '河东教育局',
      domain: 'https://hd.example.cn/login',
      accountNumber: 2,
    })
    expect(msg).toBe('操作成功')
    expect(data).toMatchObject({ tenantName: '河东教育局', domainUrl: 'https://hd.example.cn', accountNumber: 2 })
    const code: string = data.tenantId
    expect(code).toMatch(/^\d{6}$/)
    const token = { 'Blade-Auth': await ownerOf(data) }
    const call = app().anonymous
    const dict = await call.get('/api/blade-system/dict-biz/dictionary', { code: 'stage', ...token })
    const mine = await admin.get('/api/blade-system/dict-biz/dictionary', { code: 'stage' })
    expect(dict.data.map((entry: { dictKey: string }) => entry.dictKey)).toEqual(
      mine.data.map((entry: { dictKey: string }) => entry.dictKey),
    )
    expect((await call.get(`${DEPT}/tree`, token)).data).toMatchObject([{ title: '河东教育局' }])
    expect((await call.get(`${TENANTS}/select`, token)).data).toMatchObject([{ tenantId: code }])
    expect((await call.get(`${TENANTS}/list`, token)).status).toBe(403)
    const second = await call.post(`${USER}/submit`, { account: 'two', name: '二' }, token)
    expect([second.status, second.data.tenantId]).toEqual([200, code])
    expect((await call.post(`${USER}/submit`, { account: 'three', name: '三' }, token)).msg).toBe(
      '当前租户已到最大账号额度!',
    )
  })

  test('past their time can look but not change', async () => {
    const { data } = await admin.post(`${TENANTS}/submit`, { tenantName: '过期局' })
    const token = { 'Blade-Auth': await ownerOf(data) }
    const write = () => app().anonymous.post(`${DEPT}/submit`, { deptName: '新', deptCategory: 1, sort: 1 }, token)
    expect((await write()).status).toBe(200)
    expect(
      (await admin.post(`${TENANTS}/setting`, undefined, { ids: data.id, expireTime: '2020-01-01 00:00:00' })).status,
    ).toBe(200)
    const refused = await write()
    expect([refused.status, refused.msg]).toEqual([403, '租户授权已过期,请联系管理员'])
    expect((await app().anonymous.get(`${DEPT}/list`, token)).status).toBe(200)
    await admin.post(`${TENANTS}/setting`, undefined, { ids: data.id, expireTime: '2999-01-01 00:00:00' })
    expect((await write()).status).toBe(200)
  })

  test('are removed with their sessions; the managing one stays', async () => {
    const { data } = await admin.post(`${TENANTS}/submit`, { tenantName: '撤销局' })
    const token = { 'Blade-Auth': await ownerOf(data) }
    expect((await admin.post(`${TENANTS}/remove`, undefined, { ids: data.id })).status).toBe(200)
    expect((await app().anonymous.get(`${USER}/info`, token)).status).toBe(401)
    expect((await signIn('admin', OWN, data.tenantId)).json()['error_description']).toBe('未获得用户的租户信息')
    const own = await admin.get(`${TENANTS}/list`, { tenantId_equal: TENANT, tenantId: TENANT })
    expect((await admin.post(`${TENANTS}/remove`, undefined, { ids: own.data.records[0].id })).msg).toBe(
      '不可删除管理租户!',
    )
  })

  test('are made and changed by the managing administrators alone', async () => {
    const other = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
    const own = await other.get(`${TENANTS}/list`)
    expect(own.data).toMatchObject({ total: 1, records: [{ tenantId: OTHER_TENANT }] })
    const { id } = own.data.records[0]
    for (const user of [other, manager]) {
      expect((await user.post(`${TENANTS}/submit`, { tenantName: '私设' })).status).toBe(403)
      expect((await user.post(`${TENANTS}/submit`, { id, tenantName: '改' })).status).toBe(403)
      expect((await user.post(`${TENANTS}/remove`, undefined, { ids: id })).status).toBe(403)
      expect((await user.post(`${TENANTS}/setting`, undefined, { ids: id, accountNumber: 5 })).status).toBe(403)
    }
    const renamed = await admin.post(`${TENANTS}/submit`, { id, tenantName: '新名', tenantId: '999999' })
    expect(renamed.data).toMatchObject({ tenantName: '新名', tenantId: OTHER_TENANT })
  })
})

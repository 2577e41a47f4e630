import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { USER_COLUMNS } from '@xueheng/contract/domains/people/user-import.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, OTHER_TENANT, TENANT, basic, useTestApp } from '../../../../test/harness.ts'
import { nextId } from '../../../platform/db/id.ts'
import { readSheets } from '../../../platform/sheet/read.ts'
import { writeWorkbook } from '../../../platform/sheet/write.ts'
import { md5 } from '../../credentials/password.ts'
import { expiryTask } from '../user-expiry.ts'

const app = useTestApp()
const USER = '/api/blade-user'

let admin: Client
let manager: Client

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  manager = await app().user({ role: 'admin' })
  const bureau = await makeDept('招办')
  await makeDept('综合科', bureau)
  await makeDept('综合科', await makeDept('考务中心'))
  await admin.post('/api/blade-system/post/submit', { category: 1, postCode: 'clerk', postName: '干事', sort: 1 })
})

async function makeDept(deptName: string, parentId?: string): Promise<string> {
  const body = { deptName, deptCategory: 1, sort: 1, parentId }
  return (await admin.post('/api/blade-system/dept/submit', body)).data.id
}

const TITLES = ['账户', '昵称', '角色名称', '部门名称', '岗位名称', '手机', '邮箱', '有效期至']

/** A workbook with a title line, the usual header and these rows. */
async function book(rows: string[][], titles = TITLES) {
  const header = titles.map((title, at) => ({ title, key: String(at) }))
  const body = await writeWorkbook([
    { name: '用户', title: ['用户导入'], header, rows: rows.map((cells) => Object.fromEntries(Object.entries(cells))) },
  ])
  return [{ name: '用户.xlsx', body }]
}

async function rowsOf(raw: Buffer): Promise<string[][]> {
  const path = join(tmpdir(), `users-${nextId()}.xlsx`)
  writeFileSync(path, raw)
  const rows: string[][] = []
  for await (const row of readSheets({ path, name: 'x.xlsx' })) rows.push(row.cells)
  return rows
}

async function count(account: string): Promise<number> {
  return (await admin.get(`${USER}/page`, { account })).data.total
}

async function teacher(): Promise<string> {
  const found = await admin.get('/api/blade-system/role/list', { roleAlias: 'teacher' })
  return found.data[0].id
}

function signIn(account: string, password: string) {
  return app().app.http.inject({
    method: 'POST',
    url: '/api/blade-auth/oauth/token',
    query: { tenantId: TENANT, username: account, password: md5(password), grant_type: 'password' },
    headers: { authorization: basic(app().config), 'tenant-id': TENANT },
  })
}

describe('users by workbook', () => {
  const dirty = [
    ['imp1', '一', '教师', '招办/综合科', '干事', '13800000001', 'a@b.cn', '2999/1/31'],
    ['', '二', '', '', '', '', '', ''],
    ['imp3', '', '', '', '', '', '', ''],
    ['imp1', '四', '巡视员', '综合科', '站长', '123', 'x', '后天'],
    ['示例 zhang', '不导入', '', '', '', '', '', ''],
  ]

  test('say every fault of every row and keep nothing', async () => {
    const { data, status } = await admin.upload(`${USER}/import-check`, {}, await book(dirty))
    expect(status).toBe(200)
    expect(data).toMatchObject({ total: 3 + 1, faulty: 3, message: '' })
    expect(data.columns.map((column: { title: string }) => column.title)).toEqual([
      '账户',
      '昵称',
      '角色名称',
      '部门名称',
      '岗位名称',
      '手机',
      '邮箱',
      '有效期至',
    ])
    expect(data.rows.map((row: { rowNo: number; faults: object }) => [row.rowNo, row.faults])).toEqual([
      [3, {}],
      [4, { account: '请输入登录账号' }],
      [5, { name: '请输入用户昵称' }],
      [
        6,
        {
          account: '账户与第3行重复',
          roleId: '角色「巡视员」不存在',
          deptId: '部门「综合科」不止一个，请写明上级，如 A/B',
          postId: '岗位「站长」不存在',
          phone: '手机号码长度不为11位',
          email: '邮箱格式不正确',
          expireTime: '有效期至应为时间，如2026-09-01 08:00:00',
        },
      ],
    ])
    expect(await count('imp')).toBe(0)
    const refused = await admin.upload(`${USER}/import-user`, {}, await book(dirty))
    expect(refused.status).toBe(400)
    expect(refused.msg).toMatch(/^有3行不能导入，全部未保存。第4行：请输入登录账号；第5行：请输入用户昵称；第6行：/)
    expect(await count('imp')).toBe(0)
    const marked = await rowsOf((await admin.get(`${USER}/import-faults`, { fileId: data.fileId })).raw)
    expect(marked[0]?.at(-1)).toBe('错误')
    expect(marked[2]?.at(-1)).toBe('请输入登录账号')
    const commit = (client: Client) => client.post(`${USER}/import-commit`, { fileId: data.fileId })
    expect((await commit(admin)).msg).toBe(refused.msg)
    expect((await commit(manager)).status).toBe(404)
    expect((await manager.get(`${USER}/import-faults`, { fileId: data.fileId })).status).toBe(404)
  })

  test('keep all of a clean file; its people sign in with the passwords made for them', async () => {
    const { data, msg } = await admin.upload(`${USER}/import-user`, {}, await book([dirty[0] ?? [], ['imp2', '二']]))
    expect([msg, data]).toMatchObject([
      '操作成功',
      { added: 2, changed: 0, passwords: [{ account: 'imp1' }, { account: 'imp2' }] },
    ])
    const [first, second] = data.passwords.map((one: { password: string }) => one.password)
    expect(first).not.toBe(second)
    const [one] = (await admin.get(`${USER}/page`, { account: 'imp1' })).data.records
    expect(one).toMatchObject({
      name: '一',
      roleName: '教师',
      deptName: '综合科',
      postName: '干事',
      phone: '138****0001',
      userType: 1,
      expireTime: '2999-01-31 23:59:59',
      state: '正常',
    })
    expect((await signIn('imp1', first)).json()).toMatchObject({ role_name: 'teacher' })
    const again = await admin.upload(`${USER}/import-check`, {}, await book([['imp1', '壹']]))
    expect(again.data.rows[0].faults).toEqual({ account: '当前用户 [imp1] 已存在!' })
  })

  test('change those who are there when asked to, blanks leave things as they are', async () => {
    const files = await book([['imp1', '壹', '', '', '', '13900000009']])
    expect((await admin.upload(`${USER}/import-user`, { isCovered: 1 }, files)).data).toEqual({
      added: 0,
      changed: 1,
      passwords: [],
    })
    const [one] = (await admin.get(`${USER}/page`, { account: 'imp1' })).data.records
    expect(one).toMatchObject({ name: '壹', phone: '139****0009', roleName: '教师', email: '***@b.cn' })
    const adder = await app().user({ role: 'exam', permissions: ['user_add'] })
    expect((await adder.upload(`${USER}/import-user`, { isCovered: 1 }, files)).status).toBe(403)
    const viewer = await app().user({ role: 'exam', permissions: ['user_view'] })
    expect((await viewer.upload(`${USER}/import-user`, {}, files)).status).toBe(403)
  })

  test('hand out the role of administrators only to their like', async () => {
    const files = await book([['evil', '恶', '超级管理员']])
    const { data } = await manager.upload(`${USER}/import-check`, {}, files)
    expect(data.rows[0].faults).toEqual({ roleId: '无权授予角色「超级管理员」，超出您的权限：超级管理员的全部权限' })
    expect((await manager.upload(`${USER}/import-user`, {}, files)).status).toBe(400)
  })

  test('stay within the accounts of the tenant, as a whole', async () => {
    const other = await app().user({ role: 'admin', tenantId: OTHER_TENANT })
    await sql`update tenant set account_number = 2 where tenant_id = ${OTHER_TENANT}`.execute(app().app.database.open)
    const files = await book([
      ['a', '甲'],
      ['b', '乙'],
    ])
    expect((await other.upload(`${USER}/import-check`, {}, files)).data.message).toBe('当前租户已到最大账号额度!')
    expect((await other.upload(`${USER}/import-user`, {}, files)).msg).toBe('当前租户已到最大账号额度!')
    expect((await other.get(`${USER}/page`)).data.total).toBe(1)
    expect((await manager.upload(`${USER}/import-user`, { tenantId: OTHER_TENANT }, files)).status).toBe(403)
    const reached = await admin.upload(`${USER}/import-user`, { tenantId: OTHER_TENANT }, await book([['c', '丙']]))
    expect(reached.data).toMatchObject({ added: 1, changed: 0 })
    expect((await other.get(`${USER}/page`)).data.total).toBe(2)
  })

  test('refuse what is no list of users', async () => {
    const nothing = await admin.upload(`${USER}/import-check`, {}, await book([['1']], ['学号']))
    expect([nothing.status, nothing.msg]).toEqual([400, '找不到表头，应有：账户、昵称'])
    const empty = await admin.upload(`${USER}/import-check`, {}, await book([]))
    expect(empty.msg).toBe('没有可导入的行')
  })

  test('come as a template with drop-downs and an example, and leave as a workbook', async () => {
    const template = await rowsOf((await admin.get(`${USER}/export-template`)).raw)
    const head = template.find((cells) => cells[0] === '账户*')
    expect(head?.map((title) => title.replace('*', ''))).toEqual(USER_COLUMNS.map((column) => column.title))
    expect(template.at(-1)?.[0]).toBe('示例 zhangsan')
    const untouched = await admin.get(`${USER}/export-template`)
    const refused = await admin.upload(`${USER}/import-check`, {}, [{ name: 'a.xlsx', body: untouched.raw }])
    expect(refused.msg).toBe('没有可导入的行')
    const asked = { account: 'imp', name: 'undefined' }
    expect((await admin.get(`${USER}/export-user`, asked)).msg).toMatch(/^请填写理由；不能填写理由的客户端/)
    const exported = await rowsOf((await admin.get(`${USER}/export-user`, { ...asked, reason: '核对账号' })).raw)
    expect(exported.flat()).not.toContain('13900000009')
    expect(exported.map((cells) => cells[2])).toEqual(['账户', 'imp1', 'imp2'])
  })
})

describe('accounts', () => {
  test('are locked and unlocked; nobody locks themselves', async () => {
    const first = { account: 'lock1', name: '锁', password: 'First@2026', roleId: await teacher() }
    const { data } = await admin.post(`${USER}/submit`, first)
    const token: string = (await signIn('lock1', 'First@2026')).json()['access_token']
    expect((await admin.post(`${USER}/lock`, undefined, { userIds: data.id })).status).toBe(200)
    expect((await app().anonymous.get(`${USER}/info`, { 'Blade-Auth': token })).status).toBe(401)
    expect((await signIn('lock1', 'First@2026')).statusCode).toBe(400)
    expect((await admin.get(`${USER}/detail`, { id: data.id })).data.state).toBe('已冻结')
    expect((await admin.post(`${USER}/unlock`, undefined, { userIds: data.id })).status).toBe(200)
    expect((await signIn('lock1', 'First@2026')).statusCode).toBe(200)
    expect((await admin.post(`${USER}/lock`, undefined, { userIds: admin.userId })).msg).toBe('不能冻结本账号!')
    expect((await manager.post(`${USER}/lock`, undefined, { userIds: admin.userId })).status).toBe(403)
  })

  test('end with their time, together with their sessions, and begin again with a later one', async () => {
    const first = {
      account: 'brief',
      name: '短',
      password: 'First@2026',
      roleId: await teacher(),
      expireTime: '2999-01-01 00:00:00',
    }
    const { data } = await admin.post(`${USER}/submit`, first)
    expect((await signIn('brief', 'First@2026')).statusCode).toBe(200)
    await sql`update sys_user set expire_time = localtimestamp - interval '1 second' where id = ${data.id}`.execute(
      app().app.database.tenant(TENANT),
    )
    const ended: string[] = []
    const sessions = { endAll: async (id: string) => void ended.push(id) }
    await expiryTask({ database: app().app.database, sessions }).run()
    expect(ended).toEqual([data.id])
    expect((await signIn('brief', 'First@2026')).statusCode).toBe(400)
    const change = (expireTime: string) => admin.post(`${USER}/submit`, { id: data.id, expireTime })
    expect((await change('2999-01-01 00:00:00')).data.state).toBe('正常')
    expect((await signIn('brief', 'First@2026')).statusCode).toBe(200)
    expect((await change('2020-01-01 00:00:00')).data.state).toBe('已过期')
    expect((await signIn('brief', 'First@2026')).statusCode).toBe(400)
    expect((await change('')).data).toMatchObject({ state: '正常', expireTime: null })
  })
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'
import { nextId } from '../../platform/db/id.ts'
import { writeWorkbook } from '../../platform/sheet/write.ts'
import { readSheets } from '../../platform/sheet/read.ts'

const app = useTestApp()
const USER = '/api/blade-user'
const RIGHTS = ['user_view', 'user_add', 'user_edit', 'user_delete', 'user_reveal', 'user_reset', 'registration_audit']
const REASON = '核对用户名单'
const db = () => app().app.database.tenant(TENANT)

let admin: Client
/** A bureau with an office below it, and a department beside. */
const depts = { bureau: '', office: '', other: '' }
/** One account in each. */
const accounts = { bureau: '', office: '', other: '' }

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  depts.bureau = await makeDept('教育局', '0')
  depts.office = await makeDept('考试科', depts.bureau)
  depts.other = await makeDept('体育局', '0')
  for (const name of ['bureau', 'office', 'other'] as const) {
    accounts[name] = (await app().user({ role: 'teacher' })).userId
    // Without a role: one that narrows nothing would be beyond whoever is narrowed.
    await sql`update sys_user set account = ${`in-${name}`}, role_ids = '{}', phone = '13800000000', dept_id = ${depts[name]},
      dept_ids = array[${depts[name]}::bigint] where id = ${accounts[name]}`.execute(db())
  }
})

async function makeDept(deptName: string, parentId: string): Promise<string> {
  const body = { deptName, fullName: deptName, parentId, deptCategory: 1, sort: 1 }
  return (await admin.post('/api/blade-system/dept/submit', body)).data.id
}

/** Somebody of the office who looks after users within the scope. */
async function keeper(
  scope: { type: number; column?: string; value?: object[] },
  further: string[] = [],
): Promise<Client> {
  const user = await app().user({ role: 'exam', permissions: [...RIGHTS, ...further] })
  await sql`update sys_user set dept_id = ${depts.office}, dept_ids = array[${depts.office}::bigint]
    where id = ${user.userId}`.execute(db())
  const menu = await sql<{ id: string }>`select id from menu where code = 'user'`.execute(db())
  const body = {
    menuId: menu.rows[0]?.id,
    scopeName: `用户${nextId()}`,
    scopeType: scope.type,
    scopeColumn: scope.column,
    scopeValue: scope.value,
  }
  const { data, msg } = await admin.post('/api/blade-system/data-scope/submit', body)
  expect(msg).toBe('操作成功')
  expect(data.resourceCode).toBe('user')
  await sql`insert into role_data_scope (tenant_id, role_id, data_scope_id)
    select ${TENANT}, role_ids[1], ${data.id} from sys_user where id = ${user.userId}`.execute(db())
  return user
}

async function seen(user: Client, query: object = {}): Promise<string[]> {
  const { data } = await user.get(`${USER}/page`, { size: 1000, ...query })
  expect(data.total).toBe(data.records.length)
  return data.records
    .map((row: { account: string }) => row.account)
    .filter((account: string) => account.startsWith('in-'))
    .toSorted()
}

describe('data scopes of users', () => {
  test('of the own department show its members, and the own account', async () => {
    const user = await keeper({ type: 3 })
    expect(await seen(user)).toEqual(['in-office'])
    expect(await seen(user, { account: 'in-' })).toEqual(['in-office'])
    expect(await seen(user, { deptId: depts.other })).toEqual([])
    const own = await user.get(`${USER}/detail`, { id: user.userId })
    expect(own.data.account).toBe(`u${user.userId}`)
    expect((await user.get(`${USER}/info`)).data.id).toBe(user.userId)
  })

  test('of departments below, of the own work, or by condition', async () => {
    const below = await keeper({ type: 4 })
    await sql`update sys_user set dept_id = ${depts.bureau}, dept_ids = array[${depts.bureau}::bigint]
      where id = ${below.userId}`.execute(db())
    expect(await seen(below)).toEqual(['in-bureau', 'in-office'])
    expect(await seen(await keeper({ type: 2 }))).toEqual([])
    const custom = [{ field: 'deptId', operator: 'equal', values: [depts.other] }]
    expect(await seen(await keeper({ type: 5, value: custom }))).toEqual(['in-other'])
    const named = [{ field: 'account', operator: 'like', values: ['in-b'] }]
    expect(await seen(await keeper({ type: 5, value: named }))).toEqual(['in-bureau'])
    expect(await seen(await keeper({ type: 1 }))).toEqual(['in-bureau', 'in-office', 'in-other'])
  })

  test('hold in pickers, details, workbooks and for whole values', async () => {
    const user = await keeper({ type: 3 })
    const picked = await user.get(`${USER}/user-list`)
    expect(JSON.stringify(picked.data)).toContain('in-office')
    expect(JSON.stringify(picked.data)).not.toMatch(/in-other|in-bureau/)
    for (const call of ['detail', 'platform-detail']) {
      expect((await user.get(`${USER}/${call}`, { id: accounts.other })).raw.toString()).not.toContain('in-other')
      expect((await user.get(`${USER}/${call}`, { id: accounts.office })).data.account).toBe('in-office')
    }
    const file = await user.get(`${USER}/export-user`, { reason: REASON })
    expect(file.status, file.msg).toBe(200)
    const text = await cellsOf(file.raw)
    expect(text).toContain('in-office')
    expect(text).not.toMatch(/in-other|in-bureau/)
    const reveal = (id: string) => user.post(`${USER}/reveal`, { id, field: 'phone', reason: REASON })
    expect((await reveal(accounts.other)).status).toBe(404)
    expect((await reveal(accounts.office)).data).toEqual({ value: '13800000000' })
  })

  test('keep accounts beyond from being changed, locked, removed or made', async () => {
    const user = await keeper({ type: 3 })
    const change = (id: string) => user.post(`${USER}/submit`, { id, realName: '改' })
    expect((await change(accounts.other)).status).toBe(404)
    expect((await change(accounts.office)).status).toBe(200)
    const byIds = (call: string, id: string) => user.post(`${USER}/${call}`, undefined, { userIds: id, ids: id })
    for (const call of ['remove', 'lock']) expect((await byIds(call, accounts.other)).status, call).toBe(404)
    const body = { account: `new-${nextId()}`, name: '新', userType: 1, password: 'Quiet-Harbour-71' }
    expect((await user.post(`${USER}/submit`, { ...body, deptId: depts.other })).status).toBe(403)
    expect((await user.post(`${USER}/submit`, { ...body, deptId: depts.office })).status).toBe(200)
    expect((await user.post(`${USER}/submit`, { id: accounts.office, deptId: depts.other })).status).toBe(403)
  })

  test('leave departments where they are', async () => {
    const user = await keeper({ type: 4 }, ['dept_view', 'dept_edit', 'dept_delete'])
    const move = { id: depts.other, parentId: depts.office }
    const answer = await user.post('/api/blade-system/dept/submit', move)
    expect([answer.status, answer.msg]).toEqual([403, '机构的上下级决定数据权限，您只看到部分数据，不能移动或恢复机构'])
    expect((await user.post('/api/blade-system/dept/submit', { id: depts.other, remark: '改' })).status).toBe(200)
  })

  test('hold for what accounts are bound to', async () => {
    const user = await keeper({ type: 3 })
    for (const id of [accounts.office, accounts.other])
      await sql`insert into social_account (id, tenant_id, source, uuid, username, user_id)
        values (${nextId()}, ${TENANT}, 'bureau', ${id}, '人', ${id})`.execute(db())
    const bound = async (userId: string, source?: string) =>
      (await user.get(`${USER}/auth-info`, { userId, source })).data
    for (const source of ['bureau', '*']) {
      expect(await bound(accounts.office, source)).toMatchObject([{ uuid: accounts.office }])
      expect(await bound(accounts.other, source)).toEqual([])
    }
    expect(await bound(accounts.office)).toEqual([])
    const free = (userId: string) =>
      user.post(`${USER}/auth-remove`, undefined, { userId, uuid: userId, source: 'bureau' })
    expect((await free(accounts.other)).status).toBe(404)
    expect((await free(accounts.office)).status).toBe(200)
  })

  test('hold for those who ask to be let in', async () => {
    const user = await keeper({ type: 3 })
    const [id, applicant] = [nextId(), nextId()]
    await sql`insert into sys_user (id, tenant_id, account, name, password_hash)
      values (${applicant}, ${TENANT}, ${`asks-${id}`}, '访客', '')`.execute(db())
    await sql`insert into guest_registration (id, tenant_id, social_id, user_id, account, name)
      values (${id}, ${TENANT}, 0, ${applicant}, ${`asks-${id}`}, '访客')`.execute(db())
    const roleOf = async (userId: string) => {
      const found = await sql<{
        id: string
      }>`select role_ids[1]::text as id from sys_user where id = ${userId}`.execute(db())
      return found.rows[0]?.id
    }
    const [own, wide] = [await roleOf(user.userId), await roleOf((await app().user({ role: 'teacher' })).userId)]
    const approve = (deptIds: string, roleIds = own) =>
      user.post(`${USER}/registration/approve`, { id, deptIds, roleIds })
    expect((await approve(depts.other)).status).toBe(403)
    expect((await approve(depts.office, wide)).msg).toMatch(
      /^无权授予角色「教师」，超出您的权限：.*数据权限「用户不受限」/,
    )
    expect((await approve(depts.office)).status).toBe(200)
  })

  test('hold for workbooks of accounts, too', async () => {
    const user = await keeper({ type: 3 })
    const head = ['*登录账号', '*用户昵称', '所属部门']
    const send = async (account: string, dept: string) => {
      const body = await writeWorkbook([
        {
          name: '用户',
          header: head.map((title, at) => ({ title, key: String(at) })),
          rows: [[account, '新', dept]].map((row) => ({ ...row })),
        },
      ])
      return user.upload(`${USER}/import-user`, {}, [{ name: 'a.xlsx', body }])
    }
    expect((await send('sheet-other', '体育局')).status).toBe(403)
    expect((await send('sheet-office', '教育局/考试科')).status).toBe(200)
    expect(await sheetAccounts()).toEqual(['sheet-office'])
  })

  test('are refused over what is not kept', async () => {
    const menu = await sql<{ id: string }>`select id from menu where code = 'user'`.execute(db())
    const body = { menuId: menu.rows[0]?.id, scopeName: `错${nextId()}`, scopeType: 5 }
    const scopeValue = [{ field: 'state', operator: 'equal', values: ['正常'] }]
    const answer = await admin.post('/api/blade-system/data-scope/submit', { ...body, scopeValue })
    expect([answer.status, answer.msg]).toEqual([400, '用户没有字段「state」'])
  })
})

async function sheetAccounts(): Promise<string[]> {
  const found = await sql<{ account: string }>`select account from sys_user where account like 'sheet-%'`.execute(db())
  return found.rows.map((row) => row.account)
}

async function cellsOf(raw: Buffer): Promise<string> {
  const path = join(app().dataDir, `${nextId()}.xlsx`)
  writeFileSync(path, raw)
  const cells: string[] = []
  for await (const row of readSheets({ path, name: 'a.xlsx' })) cells.push(...row.cells)
  return cells.join('\n')
}

import type { RoleDifference, RowViewer, UserRights } from '@xueheng/contract/domains/rights/rights.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { SCHOOLS } from '../../../test/fixtures/import-fixture.ts'
import { openDesk } from '../../../test/fixtures/import-desk.ts'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'

/* What is told of those who work in a school, or are no longer there, and of what administrators and API scopes give. */

const app = useTestApp({ ROLES: 'web' })
const BASE = '/api/blade-system/rights'
const [here, there] = SCHOOLS as [(typeof SCHOOLS)[0], (typeof SCHOOLS)[0]]
const db = () => app().app.database.tenant(TENANT)
let admin: Client

beforeAll(async () => {
  admin = (await openDesk(app())).user
})

async function roleOf(user: Client): Promise<string> {
  const found = await sql<{
    id: string
  }>`select role_ids[1]::text as id from sys_user where id = ${user.userId}`.execute(db())
  return found.rows[0]?.id ?? ''
}

async function schoolId(code: string): Promise<string> {
  const found = await sql<{ id: string }>`select id from basic_school where school_code = ${code}`.execute(db())
  return found.rows[0]?.id ?? ''
}

test('a row of another school is told to lie outside the units of a user', async () => {
  const clerk = await app().user({
    role: 'school',
    schoolCode: here.code,
    permissions: ['basicschool_view', 'basicschool_edit'],
  })
  const stateIn = async (code: string) => {
    const query = { entity: 'basicSchool', id: await schoolId(code), size: 200 }
    const { data } = await admin.get<Page<RowViewer>>(`${BASE}/of-row`, query)
    return data.records.find((one) => one.id === clerk.userId)
  }
  expect(await stateIn(here.code)).toMatchObject({ state: 'seen', canEdit: true, canDelete: false, level: 'school' })
  expect(await stateIn(there.code)).toMatchObject({ state: 'outsideUnits', canEdit: false, canDelete: false })
})

test('users who are over are not among those a row is told of', async () => {
  const gone = await app().user({ role: 'exam' })
  const ask = async () => {
    const query = { entity: 'basicSchool', id: await schoolId(here.code), keyword: `u${gone.userId}` }
    return (await admin.get<Page<RowViewer>>(`${BASE}/of-row`, query)).data
  }
  expect((await ask()).records.map((one) => one.id)).toEqual([gone.userId])
  await sql`update sys_user set expire_time = localtimestamp - interval '1 day' where id = ${gone.userId}`.execute(db())
  expect(await ask()).toMatchObject({ records: [], total: 0 })
})

test('pages of those a row is told of follow each other', async () => {
  const query = { entity: 'basicSchool', id: await schoolId(here.code) }
  const all = (await admin.get<Page<RowViewer>>(`${BASE}/of-row`, { ...query, size: 200 })).data
  const second = (await admin.get<Page<RowViewer>>(`${BASE}/of-row`, { ...query, current: 2, size: 1 })).data
  expect(second).toMatchObject({ records: all.records.slice(1, 2), total: all.records.length, current: 2, size: 1 })
})

test.each<['area' | 'school' | 'class', string[]]>([
  ['area', ['areaCode']],
  ['school', ['school']],
  ['class', ['school', 'class']],
])('the units of a user of the level %s are told by name', async (level, kinds) => {
  const roles = { area: 'area', school: 'school', class: 'teacher' }
  const names: Record<string, { code: string; name: string }> = {
    areaCode: { code: '990001', name: '990001' },
    school: { code: here.code, name: here.name },
    class: { code: 'C1', name: 'C1' },
  }
  const { userId } = await app().user({
    role: roles[level],
    ...(level === 'area' ? { areaCode: '990001' } : { schoolCode: here.code }),
    ...(level === 'class' && { classCodes: ['C1'] }),
  })
  const { data } = await admin.get<UserRights>(`${BASE}/of-user`, { userId })
  expect(data.units).toEqual({ level, codes: kinds.map((kind) => names[kind]) })
})

test('a role of administrators is compared as one that has every menu', async () => {
  const [poor, rich] = [await app().user({ role: 'exam', permissions: ['post_view'] }), admin]
  const screen = { name: '帮助', code: 'help', path: 'https://example.cn', category: 1, sort: 99 }
  expect((await admin.post('/api/blade-system/menu/submit', screen)).msg).toBe('操作成功')
  const query = { left: await roleOf(poor), right: await roleOf(rich) }
  const { data } = await admin.get<RoleDifference[]>(`${BASE}/compare`, query)
  const menus = data.filter((line) => line.kind === 'menu' || line.kind === 'button')
  const known = await sql<{ n: number }>`select count(*)::int as n from menu where is_deleted = 0`.execute(db())
  expect(menus).toHaveLength(known.rows[0]?.n ?? 0)
  expect(new Set(menus.map((line) => line.right))).toEqual(new Set(['yes']))
  expect(menus.filter((line) => line.left === 'yes')).toMatchObject([{ title: '岗位管理' }, { title: '查看' }])
  const paths = menus.map((line) => [...line.above, line.title].join('/'))
  expect(paths).toEqual(paths.toSorted((a, b) => a.localeCompare(b, 'zh')))
})

test('scopes of calls and of rows that both roles hold are told once', async () => {
  const menu = await sql<{ id: string }>`select id from menu where code = 'post'`.execute(db())
  const menuId = menu.rows[0]?.id ?? ''
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await admin.post<{ id: string }>(`/api/blade-system/${path}/submit`, { menuId, ...body })
    expect(answer.msg).toBe('操作成功')
    return answer.data.id
  }
  const scopePath = '/api/blade-system/post/export'
  const [rows, both, none] = [
    await made('data-scope', { scopeName: '本部门岗位', scopeType: 3 }),
    await made('api-scope', { scopeName: '岗位导出', scopePath, scopeType: 1 }),
    await made('api-scope', { scopeName: '岗位详情', scopePath: '/api/blade-system/post/detail', scopeType: 1 }),
  ]
  expect(none).not.toBe(both)
  const [left, right] = [
    await roleOf(await app().user({ role: 'exam', permissions: ['post_view'] })),
    await roleOf(await app().user({ role: 'exam', permissions: ['post_view'] })),
  ]
  for (const [roleId, apis] of [
    [left, [both]],
    [right, []],
  ] as const) {
    const body = { roleIds: [roleId], menuIds: [], dataScopeIds: [rows], apiScopeIds: apis }
    expect((await admin.post('/api/blade-system/role/grant', body)).status).toBe(200)
  }
  const { data } = await admin.get<RoleDifference[]>(`${BASE}/compare`, { left, right })
  expect(data).toEqual([
    { kind: 'level', id: 'level', title: '数据范围', above: [], left: 'all', right: 'all' },
    { kind: 'dataScope', id: rows, title: '本部门岗位', above: [], left: 'yes', right: 'yes' },
    { kind: 'apiScope', id: both, title: '岗位导出', above: [scopePath], left: 'yes', right: '' },
  ])
})

import { registry } from '@xueheng/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { md5 } from '../src/domains/credentials/password.ts'
import { type Family, familyOf } from './family.ts'
import { type ForeignDatabase, foreignDatabase } from './foreign-database.ts'
import { TENANT, basic, useTestApp } from './harness.ts'
import type { Row } from './rows.ts'

/**
 * A client of this API family at work, unmodified: its headers, its bodies with all that the rows carried and the labels
 * it adds, its order of calls. Every administration screen is walked: list, add, edit, delete.
 */
const app = useTestApp()
const SYSTEM = '/api/blade-system'
let client: Family
let foreign: ForeignDatabase

beforeAll(async () => {
  const { userId } = await app().user({ role: 'administrator' })
  client = familyOf(app(), await signIn(`u${userId}`))
  foreign = await foreignDatabase()
  await foreign.run('create table blade_book (id bigint primary key, book_name varchar(50) not null)')
})
afterAll(() => foreign.close())

/** The token call: everything in the query, an empty body, the password as MD5. */
async function signIn(username: string): Promise<string> {
  const response = await app().app.http.inject({
    method: 'POST',
    url: '/api/blade-auth/oauth/token',
    query: {
      tenantId: TENANT,
      username,
      password: md5('Test@2026'),
      grant_type: 'password',
      scope: 'all',
      type: 'account',
    },
    headers: { authorization: basic(app().config), 'tenant-id': TENANT },
  })
  const answer = response.json<Row>()
  expect(answer).toMatchObject({ token_type: 'bearer', tenant_id: TENANT, role_name: 'administrator' })
  return String(answer['access_token'])
}

describe('after the sign-in', () => {
  test('top menus, routes, the dictionary of processes and buttons come in this order', async () => {
    expect((await client.get(`${SYSTEM}/menu/top-menu`)).data).toBeInstanceOf(Array)
    const routes = (await client.get<Row[]>(`${SYSTEM}/menu/routes`)).data
    expect(routes.length).toBeGreaterThan(5)
    expect(routes.filter(({ source }) => source !== '' && !String(source).startsWith('el-icon-'))).toEqual([])
    const flow = (await client.get<Row[]>(`${SYSTEM}/dict/dictionary`, { code: 'flow' })).data
    expect(flow[0]).toMatchObject({ dictKey: '1', remark: 'leave' })
    const buttons = (await client.get<Row[]>(`${SYSTEM}/menu/buttons`)).data
    const leaves = buttons.flatMap((row) => row['children'] as Row[])
    expect(leaves.every((row) => !('children' in row))).toBe(true)
  })
})

interface Screen {
  base: string
  /** Last part and query of the call the screen opens with. */
  list: [segment: string, query?: Row]
  /** What the form of the client sends. */
  body: Row | (() => Promise<Row>)
  /** Names the row in its list. */
  key: string
  /** What is changed in the edit dialog. */
  change: Row
  /** What follows from the change. */
  follows?: Row
  /** Fields the product itself has no use for: kept and sent back as they came. */
  keeps?: string[]
  /** Words the row carries beside its keys. */
  words?: Row
  submit?: { add: string; edit: string }
  /** Parameter and field by which rows are removed and looked up. */
  removeBy?: { parameter: string; field: string }
}

const AUDIT = ['createUser', 'createDept', 'createTime', 'updateUser', 'updateTime', 'status', 'isDeleted']

const page = { current: 1, size: 10 }

const menuOf = async (code: string): Promise<Row> => {
  const { data } = await client.get<Row[]>(`${SYSTEM}/menu/lazy-list`, { code })
  return data.find((row) => row['code'] === code) as Row
}

const SCREENS: Record<string, Screen> = {
  users: {
    base: '/api/blade-user',
    list: ['page', { ...page, deptId: '' }],
    key: 'account',
    body: async () => {
      const roles = (await client.get<Row[]>(`${SYSTEM}/role/tree`, { tenantId: TENANT })).data
      const dept = (await client.get<Row[]>(`${SYSTEM}/dept/tree`, { tenantId: TENANT })).data
      return {
        tenantId: TENANT,
        account: 'family',
        userType: 1,
        password: 'Lantern-7731-Hill',
        password2: 'Lantern-7731-Hill',
        name: '家',
        realName: '家人',
        roleId: String(roles.at(-1)?.['id']),
        deptId: dept.map((row) => row['id']).join(','),
        postId: '',
        sex: 1,
        birthday: '2000-01-01 00:00:00',
        $sex: '男',
        $userType: 'WEB',
      }
    },
    submit: { add: 'submit', edit: 'update' },
    change: { name: '家改', password: '' },
    words: { sexName: '男', userTypeName: 'WEB' },
  },
  departments: {
    base: `${SYSTEM}/dept`,
    list: ['lazy-list', { parentId: 0 }],
    key: 'deptName',
    body: { deptName: '家长处', fullName: '家长工作处', deptCategory: 2, sort: 1, remark: '', parentId: '' },
    change: { fullName: '家长工作处（新）' },
    words: { deptCategoryName: '部门', parentName: '顶级' },
  },
  menus: {
    base: `${SYSTEM}/menu`,
    list: ['lazy-list', { parentId: 0 }],
    key: 'code',
    body: {
      parentId: '',
      name: '家校',
      code: 'family_menu',
      alias: 'menu',
      path: '/family/index',
      source: 'iconfont icon-caidan',
      sort: 99,
      category: 1,
      action: 0,
      isOpen: 1,
      remark: '',
    },
    change: { name: '家校互动' },
    words: { categoryName: '菜单', isOpenName: '否', actionName: '', parentName: '顶级' },
  },
  'shared dictionaries': {
    base: `${SYSTEM}/dict`,
    list: ['parent-list', page],
    key: 'code',
    body: { code: 'family_kind', dictValue: '家庭类型', dictKey: -1, sort: 1, isSealed: 0, remark: '', parentId: 0 },
    change: { dictValue: '家庭种类' },
    words: { parentName: '顶级' },
  },
  dictionaries: {
    base: `${SYSTEM}/dict-biz`,
    list: ['parent-list', page],
    key: 'code',
    body: { code: 'family_kind', dictValue: '家庭类型', dictKey: -1, sort: 1, remark: '' },
    change: { dictValue: '家庭种类' },
    words: { parentName: '顶级' },
  },
  roles: {
    base: `${SYSTEM}/role`,
    list: ['list', page],
    key: 'roleAlias',
    body: { roleName: '家长', roleAlias: 'parent', sort: 9, parentId: '', tenantId: TENANT },
    change: { roleName: '家长代表' },
    words: { parentName: '顶级' },
  },
  posts: {
    base: `${SYSTEM}/post`,
    list: ['list', page],
    key: 'postCode',
    body: { category: 1, postCode: 'family', postName: '家访', sort: 1, remark: '', $category: '高层' },
    change: { postName: '家访员' },
    words: { categoryName: '高层' },
  },
  'data scopes': {
    base: `${SYSTEM}/data-scope`,
    list: ['list', page],
    key: 'scopeName',
    body: async () => ({
      menuId: (await menuOf('notice'))['id'],
      resourceCode: 'notice',
      scopeName: '通知公告 [暂无]',
      scopeField: '*',
      scopeClass: 'org.springblade.mapper.NoticeMapper.selectNoticePage',
      scopeColumn: 'create_dept',
      scopeType: 3,
      scopeValue: '',
      remark: '',
    }),
    change: { scopeName: '通知公告 [机构]' },
    keeps: ['scopeField', 'scopeClass'],
    words: { scopeTypeName: '所在机构可见' },
  },
  'api scopes': {
    base: `${SYSTEM}/api-scope`,
    list: ['list', page],
    key: 'scopeName',
    body: async () => ({
      menuId: (await menuOf('notice'))['id'],
      resourceCode: 'family_scope',
      scopeName: '通知列表',
      scopePath: '/api/blade-desk/notice/list',
      scopeType: 1,
      remark: '',
    }),
    change: { remark: '改过' },
    words: { scopeTypeName: '系统接口' },
  },
  parameters: {
    base: `${SYSTEM}/param`,
    list: ['list', page],
    key: 'paramKey',
    body: { paramName: '登录错误次数', paramKey: 'account.failCount', paramValue: '6' },
    change: { paramValue: '7' },
  },
  clients: {
    base: `${SYSTEM}/client`,
    list: ['list', page],
    key: 'clientId',
    body: {
      clientId: 'family',
      clientSecret: 'family_secret',
      authorizedGrantTypes: 'refresh_token,password,authorization_code,captcha,social',
      scope: 'all',
      accessTokenValidity: 3600,
      refreshTokenValidity: 604_800,
      webServerRedirectUri: 'http://localhost:8888',
      resourceIds: '',
      authorities: '',
      autoapprove: '',
      additionalInformation: '',
    },
    change: { accessTokenValidity: 7200 },
    keeps: ['resourceIds', 'scope', 'authorities', 'webServerRedirectUri', 'autoapprove'],
  },
  tenants: {
    base: `${SYSTEM}/tenant`,
    list: ['list', page],
    key: 'tenantName',
    body: { tenantName: '家校局', linkman: '家', contactNumber: '1', address: '', domain: '', backgroundUrl: '' },
    change: { linkman: '校' },
  },
  'top menus': {
    base: `${SYSTEM}/topmenu`,
    list: ['list', page],
    key: 'code',
    body: { code: 'family', name: '家校', source: 'iconfont iconicon_work', sort: 1 },
    change: { name: '家校共育' },
  },
  notices: {
    base: '/api/blade-desk/notice',
    list: ['list', page],
    key: 'title',
    body: {
      title: '家长会',
      category: 1,
      releaseTime: '2026-09-01 08:00:00',
      content: '<p>周五</p>',
      $category: '发布通知',
    },
    change: { title: '家长会改期' },
    words: { categoryName: '发布通知' },
  },
  regions: {
    base: `${SYSTEM}/region`,
    list: ['lazy-list', { parentCode: '00' }],
    key: 'code',
    body: {
      id: '00',
      parentCode: '00',
      parentName: '中华人民共和国',
      code: '98',
      subCode: '98',
      name: '家乡',
      regionLevel: 1,
      sort: 1,
    },
    change: { name: '家乡省' },
    follows: { provinceName: '家乡省' },
    removeBy: { parameter: 'id', field: 'code' },
    words: { parentName: '中华人民共和国' },
  },
  'data sources': {
    base: '/api/blade-develop/datasource',
    list: ['list', page],
    key: 'name',
    body: async () => ({
      name: '家校库',
      driverClass: 'org.postgresql.Driver',
      url: foreign.url,
      username: foreign.username,
      password: foreign.password,
      remark: '',
    }),
    change: { remark: '改过' },
  },
  'code generation': {
    base: '/api/blade-develop/code',
    list: ['list', page],
    key: 'codeName',
    body: async () => {
      const source = { name: '生成库', driverClass: 'org.postgresql.Driver', remark: '' }
      const { url, username, password } = foreign
      await client.post('/api/blade-develop/datasource/submit', { ...source, url, username, password })
      const sources = (await client.get<Row[]>('/api/blade-develop/datasource/select')).data
      return {
        datasourceId: sources.find((row) => row['name'] === '生成库')?.['id'],
        serviceName: 'blade-family',
        codeName: '图书',
        tableName: 'blade_book',
        tablePrefix: 'blade_',
        pkName: 'id',
        packageName: 'org.springblade.family',
        baseMode: 2,
        wrapMode: 1,
        apiPath: '/opt/api',
        webPath: '/opt/web',
      }
    },
    change: { codeName: '图书管理' },
    keeps: ['baseMode', 'wrapMode', 'apiPath'],
  },
}

function rowsOf(data: unknown): Row[] {
  const rows = Array.isArray(data) ? (data as Row[]) : ((data as { records: Row[] }).records ?? [])
  return rows.flatMap((row) => [row, ...rowsOf(row['children'] ?? [])])
}

function kept(body: Row, names: string[] = []): Row {
  return Object.fromEntries(names.map((name) => [name, body[name]]))
}

describe.each(Object.entries(SCREENS))('%s', (_title, screen) => {
  const { base, key, change } = screen
  const [segment, query] = screen.list
  const { parameter, field } = screen.removeBy ?? { parameter: 'ids', field: 'id' }
  const { add, edit } = screen.submit ?? { add: 'submit', edit: 'submit' }
  let body: Row

  async function find(wanted: unknown): Promise<Row | undefined> {
    const size = segment === 'lazy-list' ? {} : { size: 1000 }
    const { data } = await client.get(`${base}/${segment}`, { ...query, ...size })
    return rowsOf(data).find((row) => row[key] === wanted)
  }

  test('list, add, edit and delete as the client does them', async () => {
    body = typeof screen.body === 'function' ? await screen.body() : screen.body
    const added = await client.post(`${base}/${add}`, body)
    expect([added.status, added.success, added.msg]).toEqual([200, true, '操作成功'])
    const listed = (await find(body[key])) as Row
    expect(listed).toBeDefined()
    const detail = (await client.get<Row>(`${base}/detail`, { [field]: listed[field] })).data
    expect(detail).toMatchObject({ [key]: body[key], ...kept(body, screen.keeps), ...screen.words })
    expect(AUDIT.filter((name) => !(name in detail))).toEqual([])
    // The dialog sends the whole row back, with the place of the line and the labels of its choices.
    const edited = await client.post(`${base}/${edit}`, { ...listed, ...detail, ...change, $index: 0, $category: '词' })
    expect([edited.status, edited.msg]).toEqual([200, '操作成功'])
    const after = (await client.get<Row>(`${base}/detail`, { [field]: listed[field] })).data
    const { password: _never, ...shown } = change
    expect(after).toEqual({
      ...detail,
      ...shown,
      ...screen.follows,
      // Who changed a row last may be somebody else than who made it.
      updateTime: after['updateTime'],
      updateUser: after['updateUser'],
    })
    const removed = await client.post(`${base}/remove`, undefined, { [parameter]: listed[field] })
    expect([removed.status, removed.msg]).toEqual([200, '操作成功'])
    expect(await find(after[key])).toBeUndefined()
  })
})

describe('entries of a dictionary', () => {
  test.each(['dict', 'dict-biz'])('%s: are added below their dictionary and found by its code', async (name) => {
    const base = `${SYSTEM}/${name}`
    const parent = { code: 'family_size', dictValue: '家庭人数', dictKey: -1, sort: 1 }
    await client.post(`${base}/submit`, parent)
    const { data } = await client.get(`${base}/parent-list`, { ...page, code: 'family_size' })
    const { id } = rowsOf(data)[0] as Row
    const entry = { code: 'family_size', parentId: id, dictKey: 3, dictValue: '三口之家', sort: 1, isSealed: 0 }
    expect((await client.post(`${base}/submit`, entry)).msg).toBe('操作成功')
    const below = rowsOf((await client.get(`${base}/child-list`, { ...page, parentId: id })).data)
    expect(below).toMatchObject([{ dictKey: '3', dictValue: '三口之家', parentName: '家庭人数' }])
    const options = (await client.get<Row[]>(`${base}/dictionary`, { code: 'family_size' })).data
    expect(options).toMatchObject([{ dictKey: '3', dictValue: '三口之家' }])
    expect((await client.post(`${base}/remove`, undefined, { ids: id })).msg).toBe('请先删除子节点!')
    await client.post(`${base}/remove`, undefined, { ids: below[0]?.['id'] })
    expect((await client.post(`${base}/remove`, undefined, { ids: id })).msg).toBe('操作成功')
  })
})

describe('grants', () => {
  test('a role gets menus, data scopes and api scopes, and its tree shows them', async () => {
    const role = (await client.post<Row>(`${SYSTEM}/role/submit`, { roleName: '组长', roleAlias: 'lead', sort: 1 }))
      .data
    const trees = (await client.get<Record<string, Row[]>>(`${SYSTEM}/menu/grant-tree`)).data
    const menuIds = [String(trees['menu']?.[0]?.['id'])]
    const body = { roleIds: [role['id']], menuIds, dataScopeIds: [], apiScopeIds: [] }
    expect((await client.post(`${SYSTEM}/role/grant`, body)).msg).toBe('操作成功')
    const keys = (await client.get<Row>(`${SYSTEM}/menu/role-tree-keys`, { roleIds: role['id'] })).data
    expect(keys).toEqual({ menu: menuIds, dataScope: [], apiScope: [] })
  })
})

test('an icon goes back under the name it came with, and is kept under ours', async () => {
  const path = `${SYSTEM}/menu/detail`
  const row = (await client.get<Row>(path, { id: (await menuOf('system'))['id'] })).data
  expect(row['source']).toMatch(/^el-icon-/)
  expect((await client.post(`${SYSTEM}/menu/submit`, row)).msg).toBe('操作成功')
  const { data } = await (await app().user({ role: 'administrator' })).get(path, { id: row['id'] })
  expect(data.source).toMatch(/Outlined$/)
})

const OF_LOGS = [
  'id',
  'tenantId',
  'serviceId',
  'serverIp',
  'serverHost',
  'env',
  'remoteIp',
  'userAgent',
  'requestUri',
  'method',
  'methodClass',
  'methodName',
  'params',
  'createBy',
  'createTime',
]

test.each([
  ['usual', ['logLevel', 'logId', 'logData']],
  ['api', ['type', 'title', 'time']],
  ['error', ['stackTrace', 'exceptionName', 'message', 'fileName', 'lineNumber']],
])('a line of the log %s tells of its call and its server what clients read', (name, own) => {
  const declared = registry.calls.find(({ path }) => path === `/api/blade-log/${name}/detail`)?.output ?? {}
  expect([...OF_LOGS, ...own].filter((field) => !(field in declared))).toEqual([])
})

test('every list of the walk is one the product declares', () => {
  const routes = new Set(registry.calls.flatMap((call) => [call.path, ...call.aliases]))
  const paths = Object.values(SCREENS).flatMap(({ base, list }) => [`${base}/${list[0]}`, `${base}/submit`])
  expect(paths.filter((path) => !routes.has(path))).toEqual([])
})

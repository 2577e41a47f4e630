import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ForeignDatabase, foreignDatabase } from '../../../test/foreign-database.ts'
import { type Client, OTHER_TENANT, useTestApp } from '../../../test/harness.ts'
import { scratchWorkspace } from '../../../test/scratch-workspace.ts'
import { readEntries, readText } from '../../../test/unzip.ts'

const app = useTestApp()
const CODE = '/api/blade-develop/code'
let admin: Client
let foreign: ForeignDatabase
let datasourceId: string

const FIELDS = [
  { name: 'bookName', label: '书名', kind: 'text', isRequired: true, isSearched: true, size: 80 },
  {
    name: 'price',
    label: `定价' + "x" \`\${1}\` */ \\`,
    kind: 'decimal',
    isRequired: false,
    isSearched: false,
    size: 2,
  },
  { name: 'isSold', label: '已售', kind: 'flag', isRequired: false, isSearched: false },
]
const PLAN = {
  codeName: '图书',
  title: '图书',
  entityName: 'bookInfo',
  packageName: 'school',
  serviceName: 'bigdata-service',
  webPath: '/bigdata/basic/bookInfo',
  fields: FIELDS,
}

/** A table somebody made to break out of whatever is written from it. */
const NASTY = `create table "或许'; drop" (
  id serial primary key, tenant_id varchar(12), "select" varchar(20) not null, "order" integer,
  "书名" varchar(50) not null, "a'); drop table x; --" text, "\${process.exit()}" numeric(10,3),
  "createTime" timestamp, "__proto__" boolean, big bigint, price_1 real);
  comment on column "或许'; drop"."select" is '选''择 */ "\n新行" \${x}'`

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  foreign = await foreignDatabase()
  await foreign.run(NASTY)
  await foreign.run('create table t_book_list (id int primary key, book_no int)')
  const { url, username, password } = foreign
  const body = { name: '外库', url, username, password, driverClass: 'org.postgresql.Driver' }
  datasourceId = (await admin.post('/api/blade-develop/datasource/submit', body)).data.id
})
afterAll(() => foreign.close())

const submit = (change: object) => admin.post(`${CODE}/submit`, { ...PLAN, ...change })

describe('plans', () => {
  test('are kept, listed, copied, changed and removed', async () => {
    const made = await submit({})
    expect(made.data).toMatchObject({ codeName: '图书', fields: FIELDS })
    const { id } = made.data
    expect((await submit({})).msg).toBe('该配置名称已存在')
    const copied = await admin.post(`${CODE}/copy`, undefined, { id })
    expect(copied.data).toMatchObject({ ...PLAN, codeName: '图书-copy' })
    expect((await admin.post(`${CODE}/copy`, undefined, { id })).msg).toBe('该配置名称已存在')
    expect((await admin.get(`${CODE}/list`, { codeName: '-copy' })).data).toMatchObject({ total: 1 })
    const changed = await submit({ id, title: '图书目录', updateTime: made.data.updateTime })
    expect(changed.data.title).toBe('图书目录')
    expect((await submit({ id, updateTime: made.data.updateTime })).status).toBe(409)
    expect((await admin.get(`${CODE}/detail`, { id })).data).toEqual(changed.data)
    expect((await admin.post(`${CODE}/remove`, undefined, { ids: `${id},${copied.data.id}` })).status).toBe(200)
    expect((await admin.get(`${CODE}/list`)).data.total).toBe(0)
  })

  test.each([
    [{ codeName: '' }, '请输入配置名称'],
    [{ entityName: '' }, '请输入实体名'],
    [{ datasourceId: 'abc' }, '数据源不存在'],
    [{ entityName: 'Book' }, '实体名应为小驼峰英文，且不是保留字'],
    [{ entityName: 'select' }, '实体名应为小驼峰英文，且不是保留字'],
    [{ entityName: "a';drop" }, '实体名应为小驼峰英文，且不是保留字'],
    [{ entityName: 'school' }, '实体名不能与领域同名'],
    [{ packageName: '../../etc' }, '领域应为小写英文，且不是保留字'],
    [{ serviceName: 'a/b' }, '服务名只能是小写英文、数字和短横'],
    [{ webPath: "/a'" }, '菜单路径应以/开头，由英文、数字组成'],
    [{ title: '图书\n目录' }, '功能名称只能是一行文字'],
    [{ fields: [] }, '请至少填写一个字段'],
    [
      { fields: Array.from({ length: 101 }, (_none, at) => ({ ...FIELDS[0], name: `book${at}` })) },
      '字段不能超过100个',
    ],
    [{ fields: [{ ...FIELDS[0], name: 'order' }] }, '第1个字段：名称应为小驼峰英文，且不是保留字'],
    [{ fields: [{ ...FIELDS[0], name: 'createTime' }] }, '第1个字段：名称应为小驼峰英文，且不是保留字'],
    [{ fields: [FIELDS[0], FIELDS[0]] }, '第2个字段：名称bookName重复'],
    [{ fields: [{ ...FIELDS[0], kind: 'ref' }] }, '第1个字段：请选择类型'],
    [{ fields: [{ ...FIELDS[0], label: 'a\nb' }] }, '第1个字段：请输入50字以内的标签'],
    [{ fields: [{ ...FIELDS[0], size: '9); drop' }] }, '第1个字段：长度应在1到1000之间'],
  ])('%j is refused', async (change, message) => {
    expect((await submit(change)).msg).toBe(message)
  })

  test('what exists is not made again', async () => {
    const made = await submit({ codeName: '学校', entityName: 'basicSchool' })
    expect((await admin.get(`${CODE}/preview`, { ids: made.data.id })).msg).toBe('实体basicSchool已经存在')
    await submit({ id: made.data.id, entityName: 'operationLog' })
    expect((await admin.get(`${CODE}/preview`, { ids: made.data.id })).msg).toBe('实体operationLog已经存在')
    await submit({ id: made.data.id, entityName: 'libraryInfo', webPath: '/system/user' })
    const taken = await admin.get(`${CODE}/preview`, { ids: made.data.id })
    expect([taken.status, taken.msg]).toEqual([400, '菜单路径/system/user已经存在'])
  })

  test('of one name are not made together', async () => {
    const plan = { entityName: 'shelfInfo', webPath: '/bigdata/basic/shelfInfo' }
    const [one, other] = [await submit({ ...plan, codeName: '甲' }), await submit({ ...plan, codeName: '乙' })]
    const ids = [one.data.id, other.data.id]
    const twice = await admin.get(`${CODE}/preview`, { ids: ids.join() })
    expect([twice.status, twice.msg]).toEqual([400, '实体shelfInfo重复'])
    expect((await admin.post(`${CODE}/remove`, undefined, { ids: ids.join() })).msg).toBe('操作成功')
  })

  test('belong to administrators of the managing tenant', async () => {
    const other = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
    const local = await app().user({ role: 'admin' })
    for (const user of [other, local]) {
      for (const path of ['list', 'detail', 'preview']) {
        expect((await user.get(`${CODE}/${path}`, { id: '1', ids: '1' })).status).toBe(403)
      }
      for (const path of ['submit', 'remove', 'copy', 'gen-code']) {
        expect((await user.post(`${CODE}/${path}`, PLAN, { id: '1', ids: '1' })).status, path).toBe(403)
      }
    }
  })
})

test('a table of a source becomes fields with safe names', async () => {
  const body = { codeName: '外表', entityName: 'outside', tableName: `或许'; drop`, datasourceId, fields: [] }
  const { data, msg } = await submit(body)
  expect(msg).toBe('操作成功')
  const fields = (data.fields as { name: string; kind: string; size?: number }[]).map(({ name, kind, size }) => [
    name,
    kind,
    size,
  ])
  expect(fields).toEqual([
    ['selectValue', 'text', 20],
    ['orderValue', 'integer', undefined],
    ['shuMing', 'text', 50],
    ['aDropTableX', 'paragraph', undefined],
    ['processExit', 'decimal', 3],
    ['createTimeValue', 'dateTime', undefined],
    ['proto', 'flag', undefined],
    ['big', 'text', 20],
    ['price1', 'decimal', 4],
  ])
  const named = await submit({
    ...body,
    codeName: '取名',
    entityName: '',
    tableName: 'public.t_book_list',
    tablePrefix: 't_',
  })
  expect(named.data).toMatchObject({ entityName: 'bookList', fields: [{ name: 'bookNo', kind: 'integer' }] })
  expect((await submit({ ...body, codeName: 'x', tableName: 'none' })).msg).toBe('数据源里没有这张表')
})

test('the archive compiles, migrates and works in the repository', { timeout: 480_000 }, async () => {
  const fresh = {
    codeName: '藏书',
    title: `藏书'"*/`,
    entityName: 'bookCase',
    packageName: 'library',
    webPath: '/lib/case',
  }
  const plans = [
    await submit({
      codeName: '外库表',
      entityName: 'outsideRow',
      tableName: `或许'; drop`,
      datasourceId,
      fields: [],
      webPath: '/b/o',
    }),
    await submit({ ...fresh }),
  ]
  const ids = plans.map((plan) => plan.data.id).join(',')
  const preview = await admin.get<{ path: string; content: string }[]>(`${CODE}/preview`, { ids })
  expect((await admin.post(`${CODE}/gen-code`, undefined, { ids, system: 'sword' })).msg).toBe(
    '只能生成 saber 系统的代码',
  )
  const zip = await admin.post(`${CODE}/gen-code`, undefined, { ids, system: 'saber' })
  expect(zip.headers['content-type']).toBe('application/zip')
  const entries = readEntries(zip.raw)
  expect(preview.data.some(({ path }) => /^server\/migrations\/\d{8}T\d{4}_\w+\.sql$/.test(path))).toBe(true)
  const withoutTime = (path: string) => path.replace(/\d{8}T\d{4}/, '')
  expect(entries.map((entry) => withoutTime(entry.name))).toEqual(preview.data.map((file) => withoutTime(file.path)))
  const workspace = scratchWorkspace()
  try {
    for (const entry of entries) workspace.write(entry.name, readText(zip.raw, entry))
    takeIn(workspace.folder)
    const tests = ['server/src/domains/school/outside-row.test.ts', 'server/src/domains/library/book-case.test.ts']
    workspace.write('tsconfig.made.json', compiling(tests))
    const compiled = await workspace.run('typescript/bin/tsc', ['-p', 'tsconfig.made.json'])
    expect(compiled.text).toBe('')
    expect(compiled.code).toBe(0)
    const tested = await workspace.run('vitest/vitest.mjs', [
      'run',
      '--config',
      'vitest.config.mjs',
      ...tests,
      'server/test/entities.test.ts',
      '-t',
      'a row is added, listed|outsideRow|bookCase',
    ])
    expect(tested.text).toMatch(/Test Files\s+3 passed/)
    expect(tested.code).toBe(0)
  } finally {
    workspace.remove()
  }
})

/** All of the product, and of the tests those that were made. */
function compiling(tests: string[]): string {
  const product = { include: ['contract/src', 'server/src'], exclude: ['**/*.test.ts', '**/node_modules'] }
  return JSON.stringify({ extends: './tsconfig.base.json', ...product, files: tests })
}

/** The steps merge/README.md names. */
function takeIn(folder: string): void {
  edit(folder, 'contract/src/domains/school/index.ts', [
    [/^/, `import { outsideRow } from './outside-row.ts'\n`],
    [/entities: \[/, 'entities: [outsideRow, '],
  ])
  edit(folder, 'contract/src/index.ts', [
    [/^/, `import { library } from './domains/library/index.ts'\n`],
    [/defineRegistry\(\s*\[/, 'defineRegistry([library, '],
  ])
  edit(folder, 'contract/src/menu.ts', [
    [
      /^/,
      `import { outsideRowMenu } from './domains/school/outside-row-menu.ts'\nimport { bookCaseMenu } from './domains/library/book-case-menu.ts'\n`,
    ],
    [/export const menu: MenuNode\[\] = \[/, 'export const menu: MenuNode[] = [outsideRowMenu, bookCaseMenu, '],
  ])
}

function edit(folder: string, path: string, changes: [RegExp, string][]): void {
  const file = join(folder, path)
  let content = readFileSync(file, 'utf8')
  for (const [find, text] of changes) {
    expect(content).toMatch(find)
    content = content.replace(find, () => text)
  }
  writeFileSync(file, content)
}

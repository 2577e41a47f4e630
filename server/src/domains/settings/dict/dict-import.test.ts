import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DICT_COLUMNS } from '@xueheng/contract/domains/settings/dict-import.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, OTHER_TENANT, useTestApp } from '../../../../test/harness.ts'
import { nextId } from '../../../platform/db/id.ts'
import { readSheets } from '../../../platform/sheet/read.ts'
import { writeWorkbook } from '../../../platform/sheet/write.ts'

const app = useTestApp({ ROLES: 'web' })
const KINDS = [
  ['业务字典', '/api/blade-system/dict-biz'],
  ['系统字典', '/api/blade-system/dict'],
] as const

let admin: Client
let other: Client

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  other = await app().user({ role: 'administrator', tenantId: OTHER_TENANT })
})

const TITLES = ['字典编号', '字典名称', '字典键值', '上级键值', '字典排序', '封存', '备注']

async function book(rows: string[][]) {
  const header = TITLES.map((title, at) => ({ title, key: String(at) }))
  const body = await writeWorkbook([
    { name: '字典', header, rows: rows.map((cells) => Object.fromEntries(Object.entries(cells))) },
  ])
  return [{ name: '字典.xlsx', body }]
}

async function cellsOf(raw: Buffer): Promise<string[][]> {
  const path = join(tmpdir(), `dict-${nextId()}.xlsx`)
  writeFileSync(path, raw)
  const rows: string[][] = []
  for await (const row of readSheets({ path, name: 'x.xlsx' })) rows.push(row.cells)
  return rows
}

interface Entry {
  dictKey: string
  dictValue: string
  sort: number
  isSealed: number
  remark: string
  parentId: string
  id: string
  children?: Entry[]
}

describe.each(KINDS)('%s by workbook', (title, path) => {
  const top = async (code: string): Promise<Entry[]> =>
    (await admin.get(`${path}/parent-list`, { code })).data.records.filter((row: { code: string }) => row.code === code)
  const below = async (code: string): Promise<Entry[]> => {
    const [dictionary] = await top(code)
    return (await admin.get(`${path}/child-list`, { parentId: dictionary?.id })).data
  }
  const check = async (rows: string[][], who = admin) => who.upload(`${path}/import-check`, {}, await book(rows))
  const commit = (fileId: string, who = admin) => who.post(`${path}/import-commit`, { fileId })

  const dirty = [
    ['room', '会议室', '', '', '1', '', ''],
    ['room', '一号', '1', '', 'x', '也许', ''],
    ['room', '', '2', '9', '', '', ''],
    ['room', '重复', '1', '', '', '', ''],
    ['', '没有编号', '1', '', '', '', ''],
    ['nowhere', '无主', '1', '', '', '', ''],
    ['room', '甲', 'a', 'b', '', '', ''],
    ['room', '乙', 'b', 'a', '', '', ''],
    ['room', '会议室', '', '1', '', '', ''],
    ['示例 room', '不导入', '1', '', '', '', ''],
  ]

  test('say every fault of every row and keep nothing', async () => {
    const { data, status, msg } = await check(dirty)
    expect([status, msg]).toEqual([200, '操作成功'])
    expect(data).toMatchObject({ total: 9, faulty: 8, message: '' })
    expect(data.columns.map((column: { title: string }) => column.title)).toEqual(TITLES)
    expect(data.rows.map((row: { rowNo: number; faults: object }) => [row.rowNo, row.faults])).toEqual([
      [2, {}],
      [3, { sort: '字典排序应为数字', isSealed: '封存只能写是或否' }],
      [4, { dictValue: '请输入字典名称', parentKey: '上级键值「9」不存在' }],
      [5, { dictKey: '与第3行重复' }],
      [6, { code: '请输入字典编号' }],
      [7, { code: '字典「nowhere」不存在，请先写它的一行（字典键值留空）' }],
      [8, { parentKey: '上级键值形成了循环' }],
      [9, { parentKey: '上级键值形成了循环' }],
      [10, { dictKey: '与第2行重复', parentKey: '字典本身没有上级' }],
    ])
    expect(await top('room')).toEqual([])
    const refused = await commit(data.fileId)
    expect(refused.status).toBe(400)
    expect(refused.msg).toMatch(/^有8行不能导入，全部未保存。第3行：/)
    expect(await top('room')).toEqual([])
    const annotated = await cellsOf((await admin.get(`${path}/import-faults`, { fileId: data.fileId })).raw)
    expect(annotated[0]).toEqual(['字典编号*', '字典名称*', ...TITLES.slice(2), '错误'])
    expect(annotated[2]?.at(-1)).toBe('字典排序应为数字；封存只能写是或否')
  })

  const clean = [
    ['floor', '二号', '2', '', '2', '', ''],
    ['floor', '小间', '21', '2', '', '', '靠窗'],
    ['floor', '楼层', '', '', '7', '', ''],
    ['floor', '一号', '1', '', '1', '是', ''],
  ]

  test('are added with their entries in any order of rows, and answered at once', async () => {
    const judged = await check(clean)
    expect(judged.data).toMatchObject({ total: 4, faulty: 0 })
    expect((await commit(judged.data.fileId)).data).toMatchObject({ added: 4, changed: 0 })
    expect(await top('floor')).toMatchObject([{ dictKey: '-1', dictValue: '楼层', sort: 7, isSealed: 0 }])
    expect(await below('floor')).toMatchObject([
      { dictKey: '1', dictValue: '一号', isSealed: 1 },
      { dictKey: '2', dictValue: '二号', children: [{ dictKey: '21', dictValue: '小间', sort: 1, remark: '靠窗' }] },
    ])
    const options = (await admin.get(`${path}/dictionary`, { code: 'floor' })).data
    expect(options.map((one: Entry) => one.dictKey)).toEqual(['21', '2'])
  })

  test('are known again by code and key: changed where a cell says so, blank cells and other rows stay', async () => {
    const { data } = await check([
      ['floor', '一号会议室', '1', '', '', '否', ''],
      ['floor', '二号', '2', '', '2', '', ''],
      ['floor', '三号', '3', '', '3', '', ''],
      ['floor', '小间', '21', '1', '', '', ''],
    ])
    expect(data.rows.map((row: { isKnown: boolean }) => row.isKnown)).toEqual([true, true, false, true])
    expect(data.rows[3].faults).toEqual({ parentKey: '已有字典项的上级不能修改' })
    const again = await check([
      ['floor', '一号会议室', '1', '', '', '否', ''],
      ['floor', '二号', '2', '', '2', '', ''],
      ['floor', '三号', '3', '', '3', '', ''],
    ])
    expect((await commit(again.data.fileId)).data).toMatchObject({ added: 1, changed: 1 })
    expect(await below('floor')).toMatchObject([
      { dictKey: '1', dictValue: '一号会议室', sort: 1, isSealed: 0 },
      { dictKey: '2', dictValue: '二号', children: [{ dictKey: '21', remark: '靠窗' }] },
      { dictKey: '3', dictValue: '三号' },
    ])
  })

  test('go out as they come in: what was fetched changes nothing when it is imported', async () => {
    const { raw, headers } = await admin.get(`${path}/export-book`, { code: 'floor' })
    expect(String(headers['content-disposition'])).toContain(encodeURIComponent(title))
    const rows = await cellsOf(raw)
    expect(rows).toEqual([
      TITLES,
      ['floor', '楼层', '', '', '7', '否'],
      ['floor', '一号会议室', '1', '', '1', '否'],
      ['floor', '小间', '21', '2', '1', '否', '靠窗'],
      ['floor', '二号', '2', '', '2', '否'],
      ['floor', '三号', '3', '', '3', '否'],
    ])
    const whole = await admin.get(`${path}/export-book`, {})
    const judged = await admin.upload(`${path}/import-check`, {}, [{ name: '全部.xlsx', body: whole.raw }])
    expect(judged.data).toMatchObject({ faulty: 0, message: '' })
    expect((await commit(judged.data.fileId)).data).toMatchObject({ added: 0, changed: 0 })
  })

  test('have an empty workbook with an example that is not imported', async () => {
    const rows = await cellsOf((await admin.get(`${path}/export-template`)).raw)
    expect(rows.find((cells) => cells[0] === '字典编号*')).toHaveLength(DICT_COLUMNS.length)
    expect(rows.at(-1)?.[0]).toMatch(/^示例/)
  })

  test('stay when somebody else hands in the file, or has no right', async () => {
    const { data } = await check([['mine', '我的', '', '', '', '', '']])
    const reader = await app().user({ role: 'exam' })
    expect((await commit(data.fileId, reader)).status).toBe(403)
    const colleague = await app().user({ role: 'administrator' })
    expect((await commit(data.fileId, colleague)).status).toBe(404)
    const adder = await app().user({ role: 'exam', permissions: [`${path.endsWith('biz') ? 'dictbiz' : 'dict'}_add`] })
    const known = await check([['floor', '改名', '1', '', '', '', '']], adder)
    if (path.endsWith('biz')) expect(known.data.message).toBe('表中有已存在的字典项，您没有修改它们的权限')
    else expect(known.status).toBe(403)
    expect(await top('mine')).toEqual([])
  })
})

test('the shared dictionaries are brought in by the managing tenant alone, the own ones reach no other tenant', async () => {
  const files = await book([['theirs', '别处', '', '', '', '', '']])
  const [[, own], [, shared]] = KINDS
  expect((await other.upload(`${shared}/import-check`, {}, files)).status).toBe(403)
  expect((await other.get(`${shared}/export-template`)).status).toBe(403)
  const judged = await other.upload(`${own}/import-check`, {}, files)
  expect((await other.post(`${own}/import-commit`, { fileId: judged.data.fileId })).data).toMatchObject({
    added: 1,
    changed: 0,
  })
  expect((await admin.get(`${own}/parent-list`, { code: 'theirs' })).data.total).toBe(0)
})

import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, useTestApp } from '../../../../test/harness.ts'
import { readSheets } from '../../../platform/sheet/read.ts'
import { writeWorkbook } from '../../../platform/sheet/write.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const app = useTestApp({ ROLES: 'web' })
const REGION = '/api/blade-system/region'
const TITLES = ['区划编码', '区划名称', '父区划编号', '排序']
let admin: Client

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
})

type Line = [code: string, name: string, parent?: string, sort?: string]

async function book(lines: Line[]): Promise<{ name: string; body: Buffer }[]> {
  const header = TITLES.map((title, at) => ({ key: String(at), title }))
  const rows = lines.map((line) => Object.fromEntries(TITLES.map((_title, at) => [String(at), line[at] ?? ''])))
  return [{ name: '区划.xlsx', body: await writeWorkbook([{ name: '区划', header, rows }]) }]
}

const bring = async (lines: Line[], isCovered = 0) =>
  admin.upload(`${REGION}/import-region`, { isCovered }, await book(lines))

const find = async (code: string) => (await admin.get(`${REGION}/detail`, { code })).data

async function textsOf(body: Buffer): Promise<string[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'regions-'))
  const path = join(folder, 'a.xlsx')
  writeFileSync(path, body)
  const rows: string[][] = []
  for await (const { cells } of readSheets({ path, name: 'a.xlsx' }, { rows: 5000, bytes: 1e7 })) rows.push(cells)
  rmSync(folder, { recursive: true })
  return rows
}

describe('a workbook of divisions', () => {
  test('adds those above and below in one go, whatever their order', async () => {
    const { data } = await bring([
      ['9701', '河市', '97', '2'],
      ['97', '河省'],
    ])
    expect(data).toMatchObject({ added: 2, changed: 0 })
    expect(await find('9701')).toMatchObject({
      name: '河市',
      parentCode: '97',
      parentName: '河省',
      regionLevel: 2,
      sort: 2,
    })
  })

  test('changes a known division only where that is asked for', async () => {
    expect((await bring([['97', '大河省']])).msg).toMatch(/该区划编码已存在/)
    expect((await bring([['97', '大河省']], 1)).data).toMatchObject({ added: 0, changed: 1 })
    expect(await find('97')).toMatchObject({ name: '大河省', parentCode: '00' })
  })

  test.each<[string, Line[], RegExp]>([
    ['without a name', [['9601', '']], /请输入区划名称/],
    ['below a division nobody knows', [['9601', '无省市']], /上级区划不存在/],
    ['with a code that does not begin with the one above', [['9601', '别处', '97']], /应为上级编码97加两位数字/],
    [
      'that stands there twice',
      [
        ['96', '甲'],
        ['96', '乙'],
      ],
      /与第2行的区划编码相同/,
    ],
    ['with a sort that is no number', [['96', '甲', '', '先']], /应为数字/],
  ])('keeps nothing of a row %s', async (_title, lines, message) => {
    const { status, msg } = await bring([['95', '好省'], ...lines.map((line) => line)])
    expect(status).toBe(400)
    expect(msg).toMatch(new RegExp(message.source.replace('第2行', '第\\d行')))
    expect(await find('95')).toEqual({})
  })

  test('leaves in the form it comes in; the template names its columns', async () => {
    const rows = await textsOf((await admin.get(`${REGION}/export-region`, { code: '97' })).raw)
    expect(rows[0]?.slice(0, 3)).toEqual(['区划编码', '区划名称', '上级编码'])
    expect(rows.slice(1).map((row) => row.slice(0, 3))).toEqual([
      ['97', '大河省', '00'],
      ['9701', '河市', '97'],
    ])
    const template = await textsOf((await admin.get(`${REGION}/export-template`)).raw)
    expect(template.flat()).toEqual(expect.arrayContaining(['区划编码*', '区划名称*', '上级编码']))
  })

  test('is for administrators of the managing tenant who hold the right', async () => {
    const reader = await app().user({ role: 'exam', permissions: ['region_view', 'region_import'] })
    expect((await reader.upload(`${REGION}/import-region`, {}, await book([['94', '省']]))).status).toBe(403)
    const other = await app().user({ role: 'exam', permissions: ['region_view'] })
    expect((await other.get(`${REGION}/export-region`)).status).toBe(403)
  })
})

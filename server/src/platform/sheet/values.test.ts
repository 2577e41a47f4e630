import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type WorkSheet, write } from '@e965/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { zipOf } from '../../../test/fixtures/zip-of.ts'
import { readSheets } from './read.ts'
import type { SheetLimits } from './sheet-fault.ts'

/* What single cells of the older and freer formats read as. */

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'values-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function cellsOf(content: Uint8Array, limits?: Partial<SheetLimits>): Promise<string[][]> {
  const path = join(folder, 'file')
  await writeFile(path, content)
  const rows: string[][] = []
  for await (const row of readSheets({ path, name: '成绩.dat' }, limits)) rows.push(row.cells)
  return rows
}

const ods = (cells: string) =>
  zipOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<office:document-content><office:body><office:spreadsheet><table:table table:name="表">
      <table:table-row>${cells}</table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`,
  })
const valued = (type: string, value: string, shown: string) =>
  `<table:table-cell office:value-type="${type}" ${value}><text:p>${shown}</text:p></table:table-cell>`
const text = (inside: string) => `<table:table-cell office:value-type="string">${inside}</table:table-cell>`

test.each<[string, string, string]>([
  ['a tab', text('<text:p>语<text:tab/>文</text:p>'), '语\t文'],
  ['a line break', text('<text:p>语<text:line-break/>文</text:p>'), '语\n文'],
  ['several blanks', text('<text:p>语<text:s text:c="3"/>文</text:p>'), '语   文'],
  ['blanks without end', text('<text:p>语<text:s text:c="9999"/>文</text:p>'), `语${' '.repeat(100)}文`],
  ['a blank paragraph before', text('<text:p/><text:p>语文</text:p>'), '语文'],
  ['a share', valued('percentage', 'office:value="0.955"', '95.5%'), '0.955'],
  ['money', valued('currency', 'office:value="1234.5"', '￥1,234.50'), '1234.5'],
  ['a number shown with zeros before it', valued('float', 'office:value="7"', '007'), '007'],
  ['a number shown as another', valued('float', 'office:value="7.2"', '007'), '7.2'],
  ['a day', valued('date', 'office:date-value="2026-03-01T00:00:00"', '3月1日'), '2026-03-01'],
  ['a moment', valued('date', 'office:date-value="2026-03-01T08:30:00"', '8:30'), '2026-03-01 08:30:00'],
  ['whether something holds', valued('boolean', 'office:boolean-value="true"', '是'), 'TRUE'],
])('a cell of an OpenDocument workbook with %s', async (_title, cell, wanted) => {
  expect(await cellsOf(await ods(`${cell}${text('<text:p>x</text:p>')}`))).toEqual([[wanted, 'x']])
})

test('texts of an OpenDocument workbook may stand in the last column there may be, not behind it', async () => {
  const repeated = (times: number) =>
    text('<text:p>x</text:p>').replace('>', ` table:number-columns-repeated="${times}">`)
  expect(await cellsOf(await ods(repeated(3)), { columns: 3 })).toEqual([['x', 'x', 'x']])
  await expect(cellsOf(await ods(repeated(4)), { columns: 3 })).rejects.toThrow(/列数超过3列/)
})

test('cells of an old workbook read as they are shown', async () => {
  const sheet: WorkSheet = {
    '!ref': 'A1:F1',
    A1: { t: 'e', v: 0x2a, w: '#N/A' },
    B1: { t: 'n', v: 46082.354166666664, z: 'yyyy-mm-dd hh:mm' },
    C1: { t: 'n', v: -5, z: 'yyyy-mm-dd' },
    D1: { t: 'n', v: 7, z: '000' },
    F1: { t: 'b', v: true },
  }
  const file: unknown = write({ SheetNames: ['S'], Sheets: { S: sheet } }, { type: 'buffer', bookType: 'biff8' })
  expect(await cellsOf(file as Buffer)).toEqual([['#N/A', '2026-03-01 08:30:00', '-5', '007', '', 'TRUE']])
})

test('a text table in two bytes a letter is read', async () => {
  const file = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('考号\t姓名\r\n01\t张三\r\n', 'utf16le')])
  expect(await cellsOf(file)).toEqual([
    ['考号', '姓名'],
    ['01', '张三'],
  ])
})

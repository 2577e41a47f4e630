import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEntries, readText } from '../../../test/unzip.ts'
import { readSheets } from './read.ts'
import { type SheetSpec, writeWorkbook, writeWorkbookTo } from './write.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheet-'))
})
afterAll(() => rm(folder, { recursive: true }))

const SPEC: SheetSpec = {
  name: '一分两率/学校',
  title: ['一分两率', '口径：实考'],
  header: [
    { title: '学校', key: 'school', width: 20 },
    {
      title: '语文',
      children: [
        { title: '平均分', key: 'avg', kind: 'number', scale: 2 },
        { title: '及格率', key: 'rate', kind: 'percent', scale: 2 },
      ],
    },
    { title: '类别', key: 'group', options: ['示范', '普通'] },
  ],
  rows: [
    { school: '第一中学', avg: 98.5, rate: 83.33, group: '示范' },
    { school: '第二<中学>&"', avg: '缺考', rate: null, group: '=1+1', _faults: { avg: '不是数字', rate: '缺少' } },
  ],
}

test('numbers, percentages, merged headers, drop-downs, frozen panes and notes arrive', async () => {
  const book = await readXlsx(await writeWorkbook([SPEC]), { readStyles: true })
  const sheet = book.sheets[0]
  expect(book.sheets.map((one) => one.name)).toEqual(['一分两率_学校', '选项'])
  expect(sheet?.rows).toEqual([
    ['一分两率', null, null, null],
    ['口径：实考', null, null, null],
    ['学校', '语文', null, '类别'],
    [null, '平均分', '及格率', null],
    ['第一中学', 98.5, 0.8333, '示范'],
    ['第二<中学>&"', '缺考', null, "'=1+1"],
  ])
  const merges = sheet?.merges?.map((merge) => [merge.startRow, merge.startCol, merge.endRow, merge.endCol])
  expect(merges?.toSorted()).toEqual([
    [2, 0, 3, 0],
    [2, 1, 2, 2],
    [2, 3, 3, 3],
  ])
  expect(sheet?.freezePane).toMatchObject({ rows: 4 })
  expect(sheet?.dataValidations?.[0]).toMatchObject({ type: 'list', formula1: '选项!$A$1:$A$2' })
  expect(sheet?.cells?.get('4,2')?.style?.numFmt).toBe('0.00%')
  expect(sheet?.cells?.get('5,1')?.comment?.text).toBe('不是数字')
})

test.each<[NonNullable<SheetSpec['freeze']>, string]>([
  [{ rows: 2, columns: 1 }, '<pane xSplit="1" ySplit="2" topLeftCell="B3" activePane="bottomRight" state="frozen"/>'],
  [{ rows: 2, columns: 0 }, '<pane ySplit="2" topLeftCell="A3" activePane="bottomLeft" state="frozen"/>'],
  [{ rows: 0, columns: 2 }, '<pane xSplit="2" topLeftCell="C1" activePane="topRight" state="frozen"/>'],
  [{ rows: 0, columns: 0 }, ''],
])('the panes %j stand still', async (freeze, wanted) => {
  const header = [{ title: 'a', key: 'a' }]
  const book = await writeWorkbook([{ name: 's', header, rows: [], freeze }])
  const [sheet] = readEntries(book).filter(({ name }) => name === 'xl/worksheets/sheet1.xml')
  expect(sheet && readText(book, sheet)).toContain(`<sheetView workbookViewId="0">${wanted}</sheetView>`)
})

test('a number without end is left out', async () => {
  const header = [{ title: 'a', key: 'a', kind: 'number' as const }]
  const rows = [{ a: Number.POSITIVE_INFINITY }, { a: '12.5' }, { a: '1e3' }]
  const book = await readXlsx(await writeWorkbook([{ name: 's', header, rows }]))
  expect(book.sheets[0]?.rows.map(([cell]) => cell ?? null)).toEqual(['a', null, 12.5, '1e3'])
})

test('reading gives back what was written, formulas disarmed in the file and restored in the text', async () => {
  const texts = ['=cmd|A1', '+86', '-1', '-x', '@SUM', '名·字', '㛃𠅤', "'quoted", '0001', '98.50']
  const rows = texts.map((text) => ({ text }))
  const path = join(folder, 'round.xlsx')
  await writeFile(path, await writeWorkbook([{ name: 's', header: [{ title: '文本', key: 'text' }], rows }]))
  const back: string[] = []
  for await (const row of readSheets({ path, name: 'round.xlsx' })) back.push(row.cells[0] ?? '')
  expect(back).toEqual(['文本', ...texts])
})

test('50,000 rows by 30 columns pass through a little memory, both ways', async () => {
  const header = Array.from({ length: 30 }, (_none, c) => ({ title: `列${c}`, key: `c${c}`, kind: 'number' as const }))
  function* rows() {
    for (let i = 0; i < 50_000; i++) {
      yield Object.fromEntries(header.map(({ key }, c) => [key, ((i * 7 + c * 13) % 300) / 2]))
    }
  }
  const path = join(folder, 'long.xlsx')
  const before = process.memoryUsage().rss
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 20)
  await writeWorkbookTo(path, [{ name: '长表', header, rows: rows() }])
  let count = 0
  let last: string[] = []
  for await (const row of readSheets({ path, name: 'long.xlsx' })) {
    count += 1
    last = row.cells
  }
  clearInterval(watch)
  expect(count).toBe(50_001)
  expect(last[29]).toBe(String(((49_999 * 7 + 29 * 13) % 300) / 2))
  expect((await stat(path)).size).toBeLessThan(12_000_000)
  expect(peak - before).toBeLessThan(250 * 1024 * 1024)
})

test('a sheet for paper is ruled, fitted to its page, its head and number stand on every page, its foot is wrapped', async () => {
  const paper = { foot: ['口径：'.padEnd(200, '实考人数')], pageFoot: 'A & B', nameColumns: 1, breaks: [], scale: 100 }
  const [sheet] = (await readXlsx(await writeWorkbook([{ ...SPEC, name: '表', paper }]), { readStyles: true })).sheets
  expect(sheet?.pageSetup).toMatchObject({ orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 })
  expect(sheet?.headerFooter?.oddFooter).toBe('&LA && B&R第 &P 页，共 &N 页')
  expect(sheet?.pageSetup?.printTitlesRow).toBe('$3:$4')
  expect(sheet?.cells?.get('4,0')?.style?.border?.left?.style).toBe('thin')
  expect(sheet?.cells?.get('6,0')?.style?.alignment?.wrapText).toBe(true)
  expect(sheet?.merges).toContainEqual(expect.objectContaining({ startRow: 6, startCol: 0, endRow: 6, endCol: 3 }))
})

test('a sheet wider than its page goes on beside, behind the columns that name its rows', async () => {
  const paper = { foot: [], pageFoot: '', nameColumns: 1, breaks: [3], scale: 70 }
  const book = await writeWorkbook([{ ...SPEC, name: '表', paper }])
  const [sheet] = (await readXlsx(book)).sheets
  expect(sheet?.pageSetup).toMatchObject({ orientation: 'landscape', scale: 70 })
  expect(sheet?.pageSetup?.fitToPage).toBeFalsy()
  const text = (name: string) => readEntries(book).flatMap((one) => (one.name === name ? [readText(book, one)] : []))[0]
  expect(text('xl/worksheets/sheet1.xml')).toContain('<brk id="3" max="1048575" man="1"/>')
  expect(text('xl/workbook.xml')).toContain("'表'!$A:$A,'表'!$3:$4")
})

import type { Header } from '@xueheng/contract/kit/report.ts'
import { expect, test } from 'vitest'
import { type PaperTable, setTable } from './set-table.ts'

const HEADERS: Header[] = [
  { key: 'schoolName', title: '学校', kind: 'text', fixed: true },
  { key: 'num', title: '人数', kind: 'integer' },
  { key: 'avg', title: '平均分', kind: 'decimal' },
  { key: 'rate', title: '及格率', kind: 'percent', scale: 1 },
  { key: 'gap', title: '与全区之差', kind: 'decimal' },
]
const RECORDS = [
  { schoolName: '一中', num: 1200, avg: 88.125, rate: 75, gap: 3.5 },
  { schoolName: '二中', num: 0, avg: null, rate: null, gap: -2 },
]
const TOTALS = [{ schoolName: '全区', num: 1200, avg: 84.5, rate: 70.25, gap: 0 }]

const set = (more: Partial<PaperTable> = {}) =>
  setTable({ caption: '各校成绩', headers: HEADERS, records: RECORDS, totals: TOTALS, ...more })

test('figures stand to the right with their digits, words to the left, and a dash where nothing is', () => {
  const [table] = set()
  expect(table?.columns.map(({ isNumber }) => isNumber)).toEqual([false, true, true, true, true])
  expect(table?.rows).toEqual([
    ['一中', '1,200', '88.13', '75.0%', '3.50'],
    ['二中', '0', '—', '—', '-2.00'],
    ['全区', '1,200', '84.50', '70.3%', '0.00'],
  ])
  expect([table?.totalNum, table?.isWide, table?.depth]).toEqual([1, false, 1])
})

test('a difference has a bar that reaches as far as the rows do, beside its figure, and room for it', () => {
  const plain = set()[0]?.columns.at(-1)
  const barred = set({ bar: 'gap' })[0]?.columns
  expect(barred?.map(({ bar }) => bar)).toEqual([null, null, null, null, { below: 2, above: 3.5 }])
  expect(Number(barred?.at(-1)?.width)).toBeGreaterThan(Number(plain?.width))
  const level = RECORDS.map((row) => ({ ...row, gap: 0 }))
  expect(set({ bar: 'gap', records: level })[0]?.columns.at(-1)).toEqual(plain)
})

test('a table too wide for a page is set in parts, each with its first column; the notes stand under the last', () => {
  const many = Array.from({ length: 60 }, (_one, at): Header => ({
    key: `c${at}`,
    title: `科目${at}`,
    kind: 'integer',
  }))
  const parts = set({ headers: [...HEADERS, ...many], notes: ['缺考不计'] })
  expect(parts.length).toBeGreaterThan(1)
  expect(parts.map(({ caption }) => caption)).toEqual(['各校成绩', ...parts.slice(1).map(() => '各校成绩（续）')])
  expect(parts.map(({ isWide }) => isWide)).toEqual(parts.map(() => true))
  expect(parts.map(({ rows }) => rows[0]?.[0])).toEqual(parts.map(() => '一中'))
  expect(parts.map(({ notes }) => notes)).toEqual([...parts.slice(1).map(() => []), ['缺考不计']])
  expect(set({ headers: [...HEADERS, ...many], isStanding: true })).toHaveLength(1)
})

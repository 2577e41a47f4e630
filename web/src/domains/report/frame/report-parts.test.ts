import { registry } from '@xueheng/contract'
import { oneScoreTwoRate } from '@xueheng/contract/domains/report/one-score-two-rate.ts'
import { paragraph } from '@xueheng/contract/domains/report/paragraph.ts'
import { scoreRank } from '@xueheng/contract/domains/report/score-rank.ts'
import type { Header, ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { expect, test } from 'vitest'
import { type Ink, chartOption, drawnColumns } from './chart-option.ts'
import { crumbsOf } from './Crumbs.tsx'
import { leavesOf, withFixedFirst } from '@xueheng/contract/derive/report-headers.ts'
import { headRows, sortRows, widthOf } from './header-tree.ts'
import { cellText, isFew, nameOfTotal, step, stepClass } from './report-cell.tsx'
import { familyOf, memberBelow, menuPathOf } from './report-family.ts'

const HEADERS: Header[] = [
  {
    key: 'group.allRank',
    title: '总分名次',
    children: [
      { key: 'allRank', title: '联考名次', kind: 'integer', fixed: true },
      { key: 'areaRank', title: '县区名次', kind: 'integer' },
    ],
  },
  { key: 'schoolName', title: '学校', kind: 'text', fixed: true },
  { key: 'avgScore', title: '平均分', kind: 'decimal', scale: 2, highlight: true, sortable: true },
  {
    key: 'c1',
    title: '语文',
    children: [
      { key: 'c1.avgScore', title: '平均分', kind: 'decimal', scale: 2 },
      { key: 'c1.avgRank', title: '名次', kind: 'integer' },
    ],
  },
]
const [, , AVG] = HEADERS as [Header, Header, Header]

test('columns that stay in sight come first, out of their groups', () => {
  const headers = withFixedFirst(HEADERS)
  expect(headers.map((header) => header.key)).toEqual(['allRank', 'schoolName', 'group.allRank', 'avgScore', 'c1'])
  expect(leavesOf(headers).map((leaf) => leaf.key)).toEqual([
    'allRank',
    'schoolName',
    'areaRank',
    'avgScore',
    'c1.avgScore',
    'c1.avgRank',
  ])
})

test('a printed head spans groups over their columns and single columns over all rows', () => {
  const rows = headRows(HEADERS).map((cells) =>
    cells.map(({ header, colSpan, rowSpan }) => [header.title, colSpan, rowSpan]),
  )
  expect(rows).toEqual([
    [
      ['总分名次', 2, 1],
      ['学校', 1, 2],
      ['平均分', 1, 2],
      ['语文', 2, 1],
    ],
    [
      ['联考名次', 1, 1],
      ['县区名次', 1, 1],
      ['平均分', 1, 1],
      ['名次', 1, 1],
    ],
  ])
})

test('a column is never narrower than its title with unit and sort mark', () => {
  expect(widthOf({ key: 'a', title: '优秀率', unit: '%', sortable: true })).toBe(104)
  expect(widthOf({ key: 'a', title: '学校' })).toBe(72)
})

test('values are written with the digits of their column; nothing is not zero', () => {
  expect(cellText(AVG, { avgScore: 90.5 })).toBe('90.50')
  expect(cellText(AVG, { avgScore: 0 })).toBe('0.00')
  expect(cellText(AVG, { avgScore: null })).toBe('—')
  expect(cellText({ key: 'name', title: '学校', kind: 'text' }, {})).toBe('')
})

test('a value is coloured by its share of the total row', () => {
  const of = (avgScore: number, studentNum = 200) => step(AVG, { avgScore, studentNum }, { avgScore: 100 })
  expect([100, 101, 106, 113, 99, 94, 87].map((value) => of(value))).toEqual([0, 1, 2, 3, -1, -2, -3])
  expect(of(150, 9)).toBe(0)
  expect(step(AVG, { avgScore: 90 }, undefined)).toBe(0)
  expect([stepClass(2), stepClass(-1), stepClass(0)]).toEqual(['is-above-2', 'is-below-1', ''])
  expect([isFew({ studentNum: 9 }), isFew({ studentNum: 10 }), isFew({})]).toEqual([true, false, false])
})

test('a total row goes by the finest unit it names', () => {
  expect(nameOfTotal({ className: '本校', schoolName: '一中', areaName: '青川县' })).toBe('本校')
  expect(nameOfTotal({ className: '', schoolName: null, areaName: '联考' })).toBe('联考')
  expect(nameOfTotal({})).toBe('合计')
})

test('rows are sorted by value with blanks last both ways; without a column they keep their order', () => {
  const rows = [{ n: 2 }, { n: null }, { n: 10 }, { n: 1 }]
  expect(sortRows(rows, 'n', false).map((row) => row.n)).toEqual([1, 2, 10, null])
  expect(sortRows(rows, 'n', true).map((row) => row.n)).toEqual([10, 2, 1, null])
  expect(sortRows(rows, undefined, false)).toBe(rows)
  expect(sortRows([{ n: '10班' }, { n: '2班' }], 'n', false).map((row) => row.n)).toEqual(['2班', '10班'])
})

test('a report belongs to the reports it is declared with, widest first', () => {
  expect(familyOf(oneScoreTwoRate.school).map((report) => report.grain)).toEqual(['all', 'area', 'school', 'class'])
  expect(memberBelow(familyOf(oneScoreTwoRate.class), 'area')).toBe(oneScoreTwoRate.school)
  expect(familyOf(scoreRank.student)).toEqual([scoreRank.area, scoreRank.school, scoreRank.class, scoreRank.student])
})

test('every report is found somewhere in the menu', () => {
  for (const report of registry.reports) expect(menuPathOf(report), report.name).toMatch(/^\//)
  expect(menuPathOf(scoreRank.school)).toBe('/bigdata/report/scoreRank')
  expect(menuPathOf(oneScoreTwoRate.school)).toBe('/bigdata/report/oneScoreTwoRate')
})

test('crumbs name the units above the rows and the way back to them', () => {
  const row = { areaCode: '11', areaName: '青川县', schoolCode: 'S1', schoolName: '一中' }
  const crumbs = crumbsOf({ schoolCode: 'S1' }, row)
  expect(crumbs.map((crumb) => crumb.title)).toEqual(['全体', '青川县', '一中'])
  expect(crumbs[2]?.params).toEqual({ areaCode: '11', schoolCode: 'S1' })
  expect(crumbsOf({}, row)).toHaveLength(1)
})

const INK: Ink = { text: '#000', quiet: '#666', line: '#ccc', series: ['#0072b2'], low: '#eee', high: '#0072b2' }

function answerOf(records: Record<string, unknown>[], headers: Header[]): ReportAnswer {
  const page = { total: records.length, size: 10, current: 1, pages: 1 }
  const heading = { bureau: '', exam: '', units: '', alert: '' }
  return { heading, records, ...page, headers, totals: [], lines: [], basis: [], notes: [], packageVersion: 1 }
}

test('a box needs all five numbers, a heat map one cell per unit and group', () => {
  const box = { kind: 'box', x: 'name', y: ['a', 'b', 'c', 'd', 'e'] } as const
  const rows = [
    { name: '一中', a: 1, b: 2, c: 3, d: 4, e: 5 },
    { name: '二中', a: 1, b: null, c: 3, d: 4, e: 5 },
  ]
  const option = chartOption({ ...box, y: [...box.y] }, answerOf(rows, []), INK) as { series: { data: unknown[] }[] }
  expect(option.series[0]?.data).toEqual([[1, 2, 3, 4, 5], []])
  const groups: Header[] = ['600', '650'].map((key) => ({
    key,
    title: key,
    children: [{ key: `${key}.rate`, title: '占比' }],
  }))
  const heat = paragraph.area.chart
  if (!heat) throw new Error('the bands by area have a chart')
  const cells = answerOf([{ areaName: '青川县', '600.rate': 12.5, '650.rate': null }], groups)
  const drawn = chartOption(heat, cells, INK) as { series: { data: unknown[] }[] }
  expect(drawn.series[0]?.data).toEqual([
    [0, 0, null],
    [1, 0, 12.5],
  ])
})

test('a line chart draws one line per unit, and not more than can be told apart', () => {
  const headers: Header[] = Array.from({ length: 12 }, (_none, at) => ({
    key: `u${at}`,
    title: `单位${at}`,
    children: [{ key: `u${at}.cumNum`, title: '累计', kind: 'integer' }],
  }))
  const lines = drawnColumns({ kind: 'line', x: 'bandLow', y: ['cumNum'] }, headers)
  expect(lines).toHaveLength(5)
  expect(lines[0]).toEqual({ key: 'u0.cumNum', title: '单位0' })
})

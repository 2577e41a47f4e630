import { oneScoreTwoRate } from '@xueheng/contract/domains/report/one-score-two-rate.ts'
import { oneScoreParagraph } from '@xueheng/contract/domains/report/paragraph.ts'
import { scoreRank } from '@xueheng/contract/domains/report/score-rank.ts'
import type { Chart, Header, ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { expect, test } from 'vitest'
import { chartHeight } from './chart-frame.ts'
import { type Ink, chartOption } from './chart-option.ts'
import { histogramOf } from './histogram.ts'

const INK: Ink = { text: '#000', quiet: '#666', line: '#ccc', series: ['#0072b2'], low: '#eee', high: '#0072b2' }
const MEAN: Header = { key: 'avgScore', title: '平均分', kind: 'decimal', scale: 2 }
const RATES: Header[] = ['passRate', 'excellentRate'].map((key) => ({ key, title: key, kind: 'percent', unit: '%' }))
const WHOLE = { unitGrain: 'all', areaName: '联考', avgScore: 191, studentNum: 1200, passRate: 60, excellentRate: 10 }
const AREA = { unitGrain: 'area', areaName: '东县', avgScore: 180, studentNum: 400 }

function answerOf(records: Record<string, unknown>[], more: Partial<ReportAnswer> = {}): ReportAnswer {
  const page = { total: records.length, size: 10, current: 1, pages: 1 }
  const heading = { bureau: '', exam: '', units: '', alert: '' }
  const words = { lines: [], basis: [], notes: [], packageVersion: 1 }
  return { heading, records, ...page, headers: [MEAN, ...RATES], totals: [AREA, WHOLE], ...words, ...more }
}

function chartOf({ chart }: { chart?: Chart }): Chart {
  if (!chart) throw new Error('the report has no chart')
  return chart
}

interface Option {
  title: { text: string }
  xAxis: { min?: number; scale?: boolean; type: string }
  yAxis: { data: string[]; axisLabel: { interval: number } }
  series: { name: string; data: { value: unknown }[]; label?: { show: boolean }; markLine?: { data: unknown[] } }[]
  dataZoom?: unknown[]
  visualMap: { min: number; max: number; inRange: { color: string[] } }
}

function draw(chart: Chart, answer: ReportAnswer): Option {
  return chartOption(chart, answer, INK, '成绩排名') as unknown as Option
}

const SCHOOLS = [
  { schoolName: '一中', avgScore: 233.13, studentNum: 300, passRate: 75, excellentRate: 25 },
  { schoolName: '二中', avgScore: 129.83, studentNum: 8, passRate: 33.33, excellentRate: 0 },
]

test('means are drawn as the distance from the mean of everyone, said in the title of the bars', () => {
  const { series, title } = draw(chartOf(scoreRank.school), answerOf(SCHOOLS))
  expect(series[0]?.data.map(({ value }) => value)).toEqual([42.13, -61.17])
  expect(series[0]?.name).toBe('平均分与联考（191.00）之差')
  expect(title.text).toBe('成绩排名 (n=1,200)')
})

test('without a mean of everyone the bars are of the means themselves, from zero', () => {
  const withheld = answerOf(SCHOOLS, { totals: [{ ...WHOLE, avgScore: null }] })
  const { series, xAxis } = draw(chartOf(scoreRank.school), withheld)
  expect(series[0]?.data.map(({ value }) => value)).toEqual([233.13, 129.83])
  expect(xAxis.min).toBe(0)
})

test('bars lie on their side from zero, with every name, their value and a line for everyone', () => {
  const { series, xAxis, yAxis } = draw(chartOf(oneScoreTwoRate.area), answerOf(SCHOOLS))
  expect([xAxis.type, xAxis.min, xAxis.scale]).toEqual(['value', 0, undefined])
  expect(yAxis.axisLabel.interval).toBe(0)
  expect(series.map(({ label }) => label?.show)).toEqual([true, true])
  expect(series.map(({ markLine }) => markLine?.data)).toEqual([[{ xAxis: 60 }], [{ xAxis: 10 }]])
})

test('few students are drawn quietly with their number', () => {
  const { series, yAxis } = draw(chartOf(scoreRank.school), answerOf(SCHOOLS))
  expect(yAxis.data).toEqual(['一中', '二中 (n=8)'])
  expect(series[0]?.data[1]).toMatchObject({ itemStyle: { color: INK.line }, label: { position: 'left' } })
})

test('a chart is as high as its names need, and more of them than a picture holds are drawn by parts', () => {
  const many = answerOf(Array.from({ length: 200 }, () => SCHOOLS[0] ?? {}))
  const chart = chartOf(scoreRank.school)
  expect(chartHeight(chart, answerOf(SCHOOLS))).toBeLessThan(200)
  expect(chartHeight(chart, many)).toBe(112 + 80 * 28)
  expect(draw(chart, many).dataZoom).toHaveLength(1)
})

test('marks are a histogram from low to high with the lines of the exam', () => {
  const rows = [95, 94, 93, 61, 60].map((bandLow) => ({ bandLow, num: 2 }))
  const answer = answerOf(rows, { lines: [{ name: '及格线', mark: 60 }] })
  const { series, xAxis } = draw(chartOf(oneScoreParagraph.all), answer)
  const bars = series[0]?.data.map(({ value }) => value) ?? []
  expect([bars[0], bars.at(-1), bars.length]).toEqual([[62.5, 4], [97.5, 2], 8])
  expect(series[0]?.markLine?.data).toMatchObject([{ xAxis: 60, label: { formatter: '及格线 60' } }])
  expect(xAxis.min).toBe(60)
})

test('a histogram of an exam that knows 历史类 and 物理类 draws each in its colour and never their sum', () => {
  const rows = [90, 61].map((bandLow) => ({ bandLow, num: 5, artsNum: 2, scienceNum: 3 }))
  const { groups } = oneScoreParagraph.all
  const headers = Object.entries(groups ?? {}).map(([title, keys]) => ({
    key: title,
    title,
    children: keys.map((key) => ({ key, title: '人数' })),
  }))
  const { series } = draw(chartOf(oneScoreParagraph.all), answerOf(rows, { headers }))
  const drawn = series.map(({ name, data }) => [
    name,
    data.reduce((sum, { value }) => sum + Number((value as number[])[1]), 0),
  ])
  expect(drawn).toEqual([
    ['历史类（文科）', 4],
    ['物理类（理科）', 6],
  ])
})

test('bands of a histogram are ten marks of a total, five of a course, and no narrower than the rows', () => {
  const width = (...lows: number[]) =>
    histogramOf(
      lows.map((low) => ({ low, num: 1 })),
      'low',
      ['num'],
    ).width
  expect([width(620, 621), width(90, 91), width(600, 650)]).toEqual([10, 5, 50])
})

test('a heat map of T lies evenly around 50, one of shares rises from zero', () => {
  const headers = [{ key: 'c1', title: '语文', children: [{ key: 'c1.tScore', title: 'T分' }] }]
  const rows = [62.5, 41].map((value) => ({ schoolName: '一中', 'c1.tScore': value }))
  const range = (neutral?: number) => {
    const chart = { kind: 'heat' as const, x: 'schoolName', y: ['tScore'], ...(neutral !== undefined && { neutral }) }
    const { min, max, inRange } = draw(chart, answerOf(rows, { headers })).visualMap
    return [min, max, inRange.color.length]
  }
  expect([range(50), range()]).toEqual([
    [37.5, 62.5, 3],
    [0, 62.5, 2],
  ])
})

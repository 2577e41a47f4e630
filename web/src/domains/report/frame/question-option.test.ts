import { courseQuestion, questionOption } from '@xueheng/contract/domains/report/question.ts'
import type { Chart, Header, ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { expect, test } from 'vitest'
import { chartHeight } from './chart-frame.ts'
import { type Ink, chartOption } from './chart-option.ts'

const INK: Ink = {
  text: '#000',
  quiet: '#666',
  line: '#ccc',
  series: ['#0072b2', '#e69f00'],
  low: '#eee',
  high: '#0072b2',
}
const NUMBER: Header = { key: 'questionNo', title: '题号', kind: 'text', fixed: true }

interface Option {
  xAxis: { min?: number; max?: number; data?: string[] }
  series: {
    name?: string
    data: { name?: string; value: unknown; label?: { show: boolean; formatter: string } }[]
    markLine?: { data: unknown[] }
  }[]
  visualMap: { min: number; max: number }
}

function draw(chart: Chart | undefined, headers: Header[], records: Record<string, unknown>[]): Option {
  if (!chart) throw new Error('the report has no chart')
  return chartOption(chart, answerOf(headers, records), INK) as unknown as Option
}

function answerOf(headers: Header[], records: Record<string, unknown>[]): ReportAnswer {
  const page = { total: records.length, size: 10, current: 1, pages: 1 }
  const heading = { bureau: '', exam: '', units: '', alert: '' }
  return { heading, records, ...page, headers, totals: [], lines: [], basis: [], notes: [], packageVersion: 1 }
}

test('difficulty and discrimination are points called by their question, among the usual zones', () => {
  const measures: Header[] = ['difficulty', 'discrimination'].map((key) => ({ key, title: key, kind: 'decimal' }))
  const records = [
    { questionNo: '1', difficulty: 0.69, discrimination: 0.5 },
    { questionNo: '2', difficulty: 0.5, discrimination: null },
  ]
  const { series, xAxis } = draw(courseQuestion.all.chart, [NUMBER, ...measures], records)
  expect(series[0]?.data).toEqual([{ name: '1', value: [0.69, 0.5] }])
  expect(series[0]?.markLine?.data).toHaveLength(5)
  expect([xAxis.min, xAxis.max]).toEqual([0, 1])
  expect(chartHeight({ kind: 'scatter', x: 'difficulty', y: [] }, answerOf([], records))).toBeUndefined()
})

test('options of a question lie behind each other, the right one marked, the smallest without a name', () => {
  const groups: Header[] = ['A', 'B'].map((choice) => ({
    key: `o${choice}`,
    title: choice,
    children: [{ key: `o${choice}.ownShare`, title: '选择比例', kind: 'percent' }],
  }))
  const records = [{ questionNo: '1', answerKey: 'B', 'oA.ownShare': 3, 'oB.ownShare': 70 }]
  const { series } = draw(questionOption.chart, [NUMBER, ...groups], records)
  expect(series.map(({ name, data }) => [name, data[0]?.value, data[0]?.label?.show])).toEqual([
    ['A', 3, false],
    ['B', 70, true],
  ])
  expect(series[1]?.data[0]?.label?.formatter).toBe('✓ B {c}')
})

test('questions and schools are a map coloured by the difference to everyone, alike on both sides of zero', () => {
  const groups: Header[] = ['S1', 'S2'].map((key) => ({
    key,
    title: key,
    children: [{ key: `${key}.diffRate`, title: '与联考之差', kind: 'percent' }],
  }))
  const options: Header = {
    key: 'over.oA',
    title: '选项',
    children: [{ key: 'oA.share', title: 'A', kind: 'percent' }],
  }
  const records = [{ questionNo: '1', 'S1.diffRate': 30.77, 'S2.diffRate': -35.9, 'oA.share': 15 }]
  const { series, xAxis, visualMap } = draw(courseQuestion.school.chart, [NUMBER, ...groups, options], records)
  expect(series[0]?.data).toEqual([
    [0, 0, 30.77],
    [1, 0, -35.9],
  ])
  expect(xAxis.data).toEqual(['S1', 'S2'])
  expect([visualMap.min, visualMap.max]).toEqual([-35.9, 35.9])
})

import { contrast } from '@xueheng/contract/domains/report/contrast.ts'
import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { expect, test } from 'vitest'
import { examIdsOf, examJsonOf } from './contrast-exams.ts'
import { slopeOption } from './frame/slope-option.ts'

const exam = (id: string, beginDate: string) => ({
  id,
  examName: `考试${id}`,
  beginDate,
  studyYear: 2025,
  examStatus: 7,
  packageVersion: 1,
})

test('exams are asked for in the order they were held, whatever the order they were picked in', () => {
  const examJson = examJsonOf([exam('3', '2026-04-10'), exam('1', '2025-11-05'), exam('2', '2026-01-05')])
  expect(examIdsOf(examJson)).toEqual(['1', '2', '3'])
  expect(JSON.parse(examJson)[0]).toEqual({ examId: '1', label: '考试1' })
})

test('an address that holds no list of exams holds none', () => {
  expect([undefined, '', '{', '7', '[1]'].map((text) => examIdsOf(text || undefined))).toEqual([[], [], [], [], []])
})

const INK = { text: '#000', quiet: '#666', line: '#ccc', series: ['#0072b2'], low: '#eee', high: '#0072b2' }
const HEADERS = ['avgScore', 'passRate'].map((item) => ({
  key: `over.${item}-0`,
  title: item === 'avgScore' ? '平均分' : '及格率',
  children: ['一模', '二模'].map((title, at) => ({
    key: `${item}-${at}`,
    title,
    children: [{ key: `${item}-${at}.rank`, title: '名次', kind: 'integer' }],
  })),
}))

interface Option {
  xAxis: { data: string[] }
  yAxis: { inverse: boolean; name: string }
  series: { name: string; data: unknown[] }[]
}

function draw(records: Record<string, unknown>[]): Option {
  const { chart } = contrast.school
  if (!chart) throw new Error('the report has no chart')
  const answer = { records, headers: HEADERS, totals: [] } as unknown as ReportAnswer
  return slopeOption(chart, answer, INK) as unknown as Option
}

test('a slope follows the ranks of the first item over the exams, the first place on top', () => {
  const { xAxis, yAxis, series } = draw([
    { schoolName: '一中', 'avgScore-0.rank': 2, 'avgScore-1.rank': 3 },
    { schoolName: '二中', 'avgScore-0.rank': 1, 'avgScore-1.rank': 1 },
    { schoolName: '四中', 'avgScore-1.rank': 2 },
  ])
  expect(xAxis.data).toEqual(['一模', '二模'])
  expect([yAxis.inverse, yAxis.name]).toEqual([true, '平均分 · 名次'])
  expect(series.map(({ name, data }) => [name, data])).toEqual([
    ['二中', [1, 1]],
    ['四中', [null, 2]],
    ['一中', [2, 3]],
  ])
})

test('of many units a slope shows the twelve that stand first in the last exam', () => {
  const many = Array.from({ length: 40 }, (_none, at) => ({ schoolName: `学校${at}`, 'avgScore-1.rank': 40 - at }))
  const { series } = draw([...many, { schoolName: '缺考', 'avgScore-1.rank': null }])
  expect(series.map(({ name }) => name)).toEqual(Array.from({ length: 12 }, (_none, at) => `学校${39 - at}`))
})

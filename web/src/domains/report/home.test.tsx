// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callsTo, grant, serve, stage } from '../../platform/_stage.tsx'
import { Page } from './home.page.tsx'
import type { Standing } from './use-last-exam.ts'
import { Page as Wall } from './wall.page.tsx'

const SCHOOL: Standing = {
  examId: '7',
  examName: '高三一模',
  beginDate: '2026-03-04',
  unitName: '一中',
  areaCode: 'A1',
  schoolCode: 'S1',
  classCode: '',
  planNum: 1241,
  studentNum: 1239,
  avgScore: 532.05,
  diffAvg: -7.4,
  passRate: 84.9,
  excellentRate: 7.95,
  avgRank: 5,
  rankBand: null,
  unitNum: 60,
  rankPrev: 3,
  examPrev: '期中联考',
  strongest: '物理',
  strongestRate: 16.61,
  weakest: '语文',
  weakestRate: -5.64,
}

const ROWS = [
  { className: '1班', courseName: '总分', avgScore: 540, studentNum: 50, passRate: 90, excellentRate: 10 },
  { className: '2班', courseName: '语文', avgScore: 510, studentNum: 49, passRate: 80, excellentRate: 8 },
]

const answers = {
  lastExam: () => ({ data: [SCHOOL] }),
  all: () => ({ data: { areaNum: 1, schoolNum: 1, exams: [], areas: [] } }),
  getOneScoreTwoRateBriefSchoolList: () => ({ data: { records: ROWS } }),
  getOneScoreTwoRateBriefSchoolClassList: () => ({ data: { records: ROWS } }),
}

beforeEach(() => {
  grant('onescoretworatebrief_view', 'onescoretworatebyschool_view', 'onescoretworatebyclass_view')
  serve(answers)
})

afterEach(() => vi.unstubAllGlobals())

test('a school reads its mean, its place and how it moved, with the weak course leading to its classes', async () => {
  stage(<Page />)
  expect(await screen.findByText('532.05')).toBeTruthy()
  expect(screen.getByText('比县区 -7.40')).toBeTruthy()
  expect(screen.getByText('比上次下降 2 名')).toBeTruthy()
  expect(screen.getByText('1,239')).toBeTruthy()
  const next = screen.getByRole('link', { name: '查看语文在各单位的差距' })
  const query = new URL(next.getAttribute('href') ?? '', 'http://x').searchParams
  expect([query.get('report'), query.get('schoolCode'), query.get('courseName')]).toEqual([
    'oneScoreTwoRateByClass',
    'S1',
    '语文',
  ])
})

test('figures of reports that may not be read are no links', async () => {
  grant('onescoretworatebrief_view')
  stage(<Page />)
  expect(await screen.findByText('532.05')).toBeTruthy()
  expect(screen.queryAllByRole('link')).toEqual([])
})

test('each area of a user of several areas is one part of its own', async () => {
  const faults = vi.spyOn(console, 'error').mockImplementation(() => {})
  const area = { ...SCHOOL, schoolCode: '' }
  serve({ lastExam: () => ({ data: [area, { ...area, areaCode: 'A2', unitName: '东区' }] }) })
  stage(<Page />)
  expect(await screen.findByText('东区')).toBeTruthy()
  expect(faults.mock.calls.flat().filter((text) => String(text).includes('same key'))).toEqual([])
  faults.mockRestore()
})

test('without a published exam nothing is said', async () => {
  serve({ lastExam: () => ({ data: [] }) })
  stage(<Page />)
  await expect.poll(() => screen.queryByText('最近一次考试')).toBeNull()
})

test('the wall shows the classes of a school by their means, and its courses', async () => {
  stage(<Wall />)
  expect(await screen.findByText('各班均分')).toBeTruthy()
  const heads = () => screen.queryAllByRole('rowheader').map((head) => head.textContent)
  await expect.poll(heads).toEqual(['1班', '2班', '总分', '语文'])
})

test('a result of the wall that cannot be read says so and is read again on demand', async () => {
  serve({ ...answers, getOneScoreTwoRateBriefSchoolList: () => ({ code: 500, msg: '数据库忙' }) })
  stage(<Wall />)
  expect(await screen.findByText('数据库忙')).toBeTruthy()
  expect(screen.queryByText('还没有发布的成绩')).toBeNull()
  serve(answers)
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByRole('rowheader', { name: '总分' })).toBeTruthy()
})

test('the wall reads the newest exam and its results anew after a minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  stage(<Wall />)
  await screen.findByRole('rowheader', { name: '总分' })
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  vi.useRealTimers()
  expect(callsTo('lastExam')).toHaveLength(2)
  expect(callsTo('getOneScoreTwoRateBriefSchoolList')).toHaveLength(2)
})

test('who may not read results sees on the wall that there are none', async () => {
  grant()
  stage(<Wall />)
  expect(await screen.findAllByText('还没有发布的成绩')).toHaveLength(2)
  expect(callsTo('lastExam')).toEqual([])
})

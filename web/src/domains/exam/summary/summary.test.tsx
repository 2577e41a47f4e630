import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, callsTo, serve, stage } from '../../../platform/_stage.tsx'
import { resetTabs } from '../../../platform/tabs/store.ts'
import { makeExam } from '../_exam.ts'
import { SchoolData } from './SchoolData.tsx'

const LINE = {
  schoolCode: 'S1',
  schoolName: '一中',
  areaCode: '11',
  planNum: 1240,
  importNum: 1238,
  archivedNum: 0,
  missingNum: 3,
  errorNum: 1,
  teacherNum: 9,
  lastTime: '',
  isWhole: 0,
  linkMan: '王老师',
  phone: '138****0000',
  courses: [],
}
const AREA = { ...LINE, areaName: '青川县', schoolNum: 1, wholeNum: 0 }
const lists: Record<string, Answer> = {
  '11': { data: [LINE] },
  '12': { data: [{ ...LINE, schoolCode: 'S2', schoolName: '二中', isWhole: 1 }] },
}

beforeEach(() => {
  localStorage.clear()
  resetTabs()
  serve({
    summaryOperData: () => ({
      data: [AREA, { ...AREA, areaCode: '12', areaName: '云麓区', schoolNum: 1, wholeNum: 1, isWhole: 1 }],
    }),
    summaryOperDataArea: ({ query }) => lists[query.get('areaCode') ?? ''] ?? { data: [] },
  })
})
afterEach(() => vi.unstubAllGlobals())

const cells = () => [...document.querySelectorAll('tbody tr > *')].map((one) => one.textContent)

test('the areas come first, and each leads to its schools with whom to ask', async () => {
  stage(<SchoolData exam={makeExam()} />)
  const area = await screen.findByRole('button', { name: '青川县' })
  expect(screen.getByText('2 所学校，1 所齐全')).toBeTruthy()
  expect(cells().slice(0, 10)).toEqual(['青川县', '0', '1', '1,240', '1,238', '0', '3', '1', '9', ''])
  expect(cells().slice(10, 12)).toEqual(['云麓区', '1'])
  fireEvent.click(area)
  await screen.findByText('一中')
  expect(cells()).toEqual(['一中', '不齐', '1,240', '1,238', '0', '3', '1', '9', '', '王老师', '138****0000'])
  fireEvent.click(screen.getByRole('radio', { name: '云麓区' }))
  await waitFor(() => expect(cells().slice(0, 2)).toEqual(['二中', '齐全']))
  expect(callsTo('summaryOperDataArea').map(({ query }) => query.get('areaCode'))).toEqual(['11', '12'])
  fireEvent.click(screen.getByRole('radio', { name: '全部县区' }))
  expect(await screen.findByRole('button', { name: '云麓区' })).toBeTruthy()
})

test('an exam without schools says so', async () => {
  serve({ summaryOperData: () => ({ data: [] }) })
  stage(<SchoolData exam={makeExam()} />)
  expect(await screen.findByText('还没有参考学校')).toBeTruthy()
})

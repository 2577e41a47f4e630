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
const school = { schoolName: '', isJoin: 1 }
const lists: Record<string, Answer> = {
  '11': { data: [LINE] },
  '12': { data: [{ ...LINE, schoolCode: 'S2', schoolName: '二中', isWhole: 1 }] },
}

beforeEach(() => {
  localStorage.clear()
  resetTabs()
  serve({
    dictionary: () => ({
      data: [
        { dictKey: '11', dictValue: '青川县' },
        { dictKey: '12', dictValue: '云麓区' },
      ],
    }),
    findSchoolByExamId: () => ({
      data: [
        { ...school, schoolCode: 'S1', areaCode: '11' },
        { ...school, schoolCode: 'S2', areaCode: '12' },
        { ...school, schoolCode: 'S3', areaCode: '13', isJoin: 0 },
      ],
    }),
    summaryOperDataArea: ({ query }) => lists[query.get('areaCode') ?? ''] ?? { data: [] },
  })
})
afterEach(() => vi.unstubAllGlobals())

const cells = () => [...document.querySelectorAll('tbody tr > *')].map((one) => one.textContent)

test('the schools of one area after the other say what is there, what is not, and whom to ask', async () => {
  stage(<SchoolData exam={makeExam()} />)
  await screen.findByText('一中')
  expect(cells()).toEqual(['一中', '不齐', '1,240', '1,238', '0', '3', '1', '9', '', '王老师', '138****0000'])
  expect(screen.getAllByRole('radio')).toHaveLength(2)
  fireEvent.click(await screen.findByText('云麓区'))
  await waitFor(() => expect(cells().slice(0, 2)).toEqual(['二中', '齐全']))
  expect(callsTo('summaryOperDataArea').map(({ query }) => query.get('areaCode'))).toEqual(['11', '12'])
})

test('an exam without schools says so', async () => {
  serve({ dictionary: () => ({ data: [] }), findSchoolByExamId: () => ({ data: [] }) })
  stage(<SchoolData exam={makeExam()} />)
  expect(await screen.findByText('还没有参考学校')).toBeTruthy()
})

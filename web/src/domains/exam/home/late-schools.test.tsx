// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { grant, serve, stage } from '../../../platform/_stage.tsx'
import { Page as Results } from './home-results.page.tsx'
import { Page } from './home.page.tsx'
import { LateOf } from './LateSchools.tsx'

const SCHOOLS = [
  { schoolCode: 'S1', schoolName: '一中', areaName: '东县', reason: 'roster', num: 0 },
  { schoolCode: 'S2', schoolName: '二中', areaName: '东县', reason: 'short', num: 1200 },
]

beforeEach(() => {
  serve({
    waitingExams: () => ({
      data: [{ examId: '7', examName: '高三二模', schoolNum: 60, lateNum: 2, schools: SCHOOLS }],
    }),
    listall: () => ({ data: [] }),
  })
})

afterEach(() => vi.unstubAllGlobals())

test('the bureau reads how many schools are late, which, and why', async () => {
  grant('examinfo_view', 'examinfo_process')
  stage(<LateOf examId="7" />)
  const link = await screen.findByRole('link', { name: '60 所参考学校中 2 所未齐' })
  expect(link.getAttribute('href')).toBe('/bigdata/exam/examInfo/7?part=school')
  expect(screen.getByText('未报名单')).toBeTruthy()
  expect(screen.getByText('名单少 1,200 人')).toBeTruthy()
})

test('a school is led to the list it still owes', async () => {
  grant('examinfo_view')
  stage(<Page />)
  const link = await screen.findByRole('link', { name: '高三二模' })
  expect(link.getAttribute('href')).toBe('/bigdata/exam/examStudentImport?examId=7')
})

test('who reads results is told when none is published yet', async () => {
  grant('onescoretworatebrief_view')
  stage(<Results />)
  expect(await screen.findByText('还没有发布的考试')).toBeTruthy()
})

// @vitest-environment happy-dom
import { courseQuestion } from '@xueheng/contract/domains/report/question.ts'
import type { Header } from '@xueheng/contract/kit/report.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callsTo, grant, serve, stage } from '../../platform/_stage.tsx'
import { setNavigator } from '../../platform/tabs/tab.ts'
import { Page } from './course-question.page.tsx'

const EXAM = {
  id: '7',
  examName: '高三一模',
  studyYear: 2025,
  examStatus: 6,
  packageVersion: 2,
  beginDate: '2026-03-12',
}
const HEADERS: Header[] = [
  { key: 'questionNo', title: '题号', kind: 'text', fixed: true },
  { key: 'difficulty', title: '难度', kind: 'decimal', scale: 2 },
  { key: 'difficultyWord', title: '难度评价', kind: 'text' },
]
const WORDS = {
  heading: { bureau: '', exam: '高三一模', units: '全体', alert: '' },
  totals: [],
  lines: [],
  basis: ['率的分母：实考人数'],
  notes: [],
  packageVersion: 2,
}
const RECORDS = [{ questionNo: '12', difficulty: 0.5, difficultyWord: '中' }]
const ANSWER = { data: { records: RECORDS, total: 1, size: 10, current: 1, pages: 1, headers: HEADERS, ...WORDS } }

beforeEach(() => {
  localStorage.clear()
  grant('examinfo_view', ...Object.values(courseQuestion).map(({ permission }) => permission))
  serve({
    listall: () => ({ data: [EXAM] }),
    dictionary: () => ({ data: [] }),
    tree: () => ({ data: [] }),
    getExamCourseList: () => ({ data: [{ courseName: '语文' }, { courseName: '数学' }] }),
    getCourseQuestionBriefList: () => ANSWER,
  })
})
afterEach(() => vi.unstubAllGlobals())

test('questions are those of the first course, without a tab for the total', async () => {
  stage(<Page />)
  expect(await screen.findByText('12')).toBeTruthy()
  expect(callsTo('getCourseQuestionBriefList')[0]?.query.get('courseName')).toBe('语文')
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['语文', '数学'])
  fireEvent.click(screen.getByRole('tab', { name: '数学' }))
  await waitFor(() => expect(callsTo('getCourseQuestionBriefList').at(-1)?.query.get('courseName')).toBe('数学'))
})

test('it opens on the first course that has question scores', async () => {
  const courses = [
    { courseName: '语文', hasQuestions: 0 },
    { courseName: '数学', hasQuestions: 1 },
  ]
  serve({
    listall: () => ({ data: [EXAM] }),
    dictionary: () => ({ data: [] }),
    tree: () => ({ data: [] }),
    getExamCourseList: () => ({ data: courses }),
    getCourseQuestionBriefList: () => ANSWER,
  })
  stage(<Page />)
  expect(await screen.findByText('12')).toBeTruthy()
  expect(callsTo('getCourseQuestionBriefList').map(({ query }) => query.get('courseName'))).toEqual(['数学'])
})

test('a question leads to the schools, with its number and course', async () => {
  const opened: string[] = []
  setNavigator((path) => opened.push(path))
  stage(<Page />)
  fireEvent.click(await screen.findByRole('button', { name: '12' }))
  const [path = ''] = opened
  const asked = new URLSearchParams(path.split('?')[1])
  expect(Object.fromEntries(asked)).toMatchObject({
    report: 'courseQuestionSchool',
    questionNo: '12',
    courseName: '语文',
    examId: '7',
  })
})

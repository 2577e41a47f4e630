import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callsTo, grant, place, serve, stage } from '../../platform/_stage.tsx'
import { Screens } from '../../platform/crud/layout.ts'
import { resetTabs } from '../../platform/tabs/store.ts'
import { SCREENS } from '../../screens/index.ts'
import { Page as CoursePage } from './score-student-course.page.tsx'
import { Page } from './score-student.page.tsx'

const STUDENT = {
  id: '7-1',
  examId: '7',
  studentNumber: '0101',
  studentName: '张一',
  examClass: '1班',
  score: 230,
  courses: [
    { courseName: '语文', score: 120.5, levelName: null, levelScore: null, schoolRank: 1, scoreStatus: 0 },
    { courseName: '数学', score: null, levelName: null, levelScore: null, schoolRank: null, scoreStatus: 1 },
    { courseName: '化学', score: 70, levelName: 'B', levelScore: 78, schoolRank: 1, scoreStatus: 0 },
  ],
}
const EXAMS = [
  { id: '9', examName: '没有报表的考试', packageVersion: 0 },
  { id: '7', examName: '一模', packageVersion: 1 },
]

beforeEach(() => {
  resetTabs()
  localStorage.clear()
  serve({
    list: () => ({ data: { records: [STUDENT], total: 1, size: 10, current: 1, pages: 1 } }),
    listall: () => ({ data: EXAMS }),
    dictionary: () => ({ data: [] }),
    archivedScores: () => ({ data: [] }),
  })
})
afterEach(() => vi.unstubAllGlobals())

async function open(...rights: string[]): Promise<void> {
  grant('examscorestudent_view', 'examinfo_view', ...rights)
  stage(
    <Screens value={SCREENS}>
      <Page />
    </Screens>,
  )
  await screen.findByText('张一')
}

test('the list of total scores begins with the exam of the reports and shows every mark or why there is none', async () => {
  await open()
  expect(await screen.findByText('语文 120.5 · 数学 缺考 · 化学 70（B 78）')).toBeTruthy()
  await waitFor(() => expect(new URLSearchParams(place.search).get('examId')).toBe('7'))
  await waitFor(() => expect(callsTo('list').at(-1)?.query.get('examId')).toBe('7'))
  expect(screen.queryByText('更正成绩')).toBeNull()
  expect(screen.queryByText('创建时间')).toBeNull()
})

test('a mark whose parts are archived has them beside it, with its grade behind', async () => {
  const parted = [
    {
      courseName: '外语',
      score: 98.5,
      objectiveScore: 60,
      subjectiveScore: 38.5,
      levelName: null,
      levelScore: null,
      scoreStatus: 0,
    },
    {
      courseName: '化学',
      score: 70,
      objectiveScore: 0,
      subjectiveScore: 70,
      levelName: 'B',
      levelScore: 78,
      scoreStatus: 0,
    },
  ]
  const student = { ...STUDENT, courses: parted }
  serve({ list: () => ({ data: { records: [student], total: 1, size: 10, current: 1, pages: 1 } }) })
  await open()
  expect(await screen.findByText('外语 98.5（客观60+主观38.5） · 化学 70（客观0+主观70 / B 78）')).toBeTruthy()
})

test('where ranks are told as bands, their words stand in place of the rank', async () => {
  const banded = { ...STUDENT, allRank: null, rankBand: '联考前10%、学校20%–40%' }
  serve({ list: () => ({ data: { records: [banded], total: 1, size: 10, current: 1, pages: 1 } }) })
  await open()
  expect(screen.getByText('联考前10%、学校20%–40%')).toBeTruthy()
})

test('a correction that the reports do not have yet stands beside the old marks', async () => {
  const corrected = { ...STUDENT, correction: '数学 缺考→88' }
  serve({ list: () => ({ data: { records: [corrected], total: 1, size: 10, current: 1, pages: 1 } }) })
  await open()
  expect(screen.getByText('更正待新版本：数学 缺考→88')).toBeTruthy()
})

test('of one course its mark, the parts of it and the corrected one are shown', async () => {
  const parts = { objectiveScore: 47.5, subjectiveScore: 32.5 }
  const paper = { ...STUDENT, id: '7-1-2', courseName: '数学', score: 80, ...parts, correction: '81' }
  serve({ list: () => ({ data: { records: [paper], total: 1, size: 10, current: 1, pages: 1 } }) })
  grant('examscorestudentcourse_view', 'examinfo_view')
  stage(
    <Screens value={SCREENS}>
      <CoursePage />
    </Screens>,
  )
  const note = await screen.findByText('已更正为 81，待新版本')
  expect(note.parentElement?.textContent).toBe('80 已更正为 81，待新版本')
  const row = note.closest('tr')?.textContent
  expect([row?.includes('47.5'), row?.includes('32.5')]).toEqual([true, true])
})

test('a row leads to the correction of the marks of its student, for those who may apply', async () => {
  await open('examscorecorrection_add')
  fireEvent.click(screen.getByRole('button', { name: '更正成绩' }))
  await waitFor(() => expect(callsTo('archivedScores').length).toBe(1))
  const [asked] = callsTo('archivedScores')
  expect([asked?.query.get('examId'), asked?.query.get('studentNumber')]).toEqual(['7', '0101'])
})

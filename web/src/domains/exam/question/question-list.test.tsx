import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { grant, serve, stage } from '../../../platform/_stage.tsx'
import { resetTabs } from '../../../platform/tabs/store.ts'
import { makeExam } from '../_exam.ts'
import { QuestionList } from './QuestionList.tsx'

const EDIT = 'examscorestudentcoursequestion_edit'
const CORRECT = 'examscorecorrection_add'
const MARK = {
  id: '7 1 0101 1',
  studentNumber: '0101',
  studentName: '张一',
  schoolName: '第一中学',
  examClass: '1班',
  courseName: '语文',
  questionNo: '1',
  questionScore: 5,
  score: 5,
  answer: 'A',
}

beforeEach(() => {
  localStorage.clear()
  resetTabs()
  serve({ list: () => ({ data: { records: [MARK], total: 1, size: 20, current: 1, pages: 1 } }) })
})
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['staged, before the scores are computed', 3, 0, [EDIT, CORRECT], ['修改']],
  ['staged, to whom may only correct', 3, 0, [CORRECT], []],
  ['staged, in a published exam', 7, 0, [EDIT, CORRECT], []],
  ['archived, in a published exam', 7, 1, [EDIT, CORRECT], ['更正']],
  ['archived, to whom may only mend', 7, 1, [EDIT], []],
  ['archived, in an exam that has just begun', 0, 1, [EDIT, CORRECT], []],
])('a mark that is %s, is mended, corrected or let be', async (_what, examStatus, isArchived, rights, offered) => {
  grant(...rights)
  const course = { courseName: '语文', questions: [], rowNum: 1, studentNum: 1, isArchived }
  stage(<QuestionList exam={makeExam({ examStatus })} course={course} onStudent={() => undefined} />)
  const row = (await screen.findByText('张一')).closest('tr') as HTMLElement
  const names = within(row)
    .getAllByRole('button')
    .map((one) => one.textContent)
  expect(names).toEqual(['0101', ...offered])
})

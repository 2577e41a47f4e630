import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callsTo, grant, serve, stage } from '../../../platform/_stage.tsx'
import { resetTabs } from '../../../platform/tabs/store.ts'
import { makeExam, makeSheet } from '../_exam.ts'
import { PaperChoice, questionOptions } from '../import/PaperChoice.tsx'
import { ratesByKnowledge } from './knowledge.ts'
import { QuestionScores } from './QuestionScores.tsx'
import type { StudentQuestion } from './question-rows.ts'

const QUESTIONS = [
  { questionNo: '1', questionScore: 5, paperCode: 'A' },
  { questionNo: '2', questionScore: 10, paperCode: 'A' },
]
const COURSE = { courseName: '语文', questions: QUESTIONS, rowNum: 4, studentNum: 2, isArchived: 0 }
const PERSON = {
  examId: '7',
  studentNumber: '0101',
  studentCode: null,
  studentName: '张一',
  areaCode: '990101',
  areaName: '东县',
  schoolCode: 's1',
  schoolName: '第一中学',
  examGrade: '高三',
  classCode: 'c1',
  examClass: '1班',
}
const CELLS = { '1': { score: 5, answer: 'A' }, '2': { score: 0, answer: null } }
const MARK = {
  ...PERSON,
  id: '7 1 0101 1',
  courseName: '语文',
  paperCode: 'A',
  questionNo: '1',
  questionId: 1,
  questionScore: 5,
}

function line(questionNo: string, score: number, name: string): StudentQuestion {
  return {
    ...PERSON,
    questionNo,
    questionType: '5',
    full: 10,
    score,
    rate: score / 10,
    classRate: 0.8,
    schoolRate: 0.7,
    allRate: 0.6,
    knowledge: [{ code: null, name, weight: 1 }],
    answer: null,
    key: null,
  }
}

const page = (records: object[]) => ({ data: { records, total: records.length, size: 20, current: 1, pages: 1 } })

class Silent extends EventTarget {
  close() {}
}

beforeEach(() => {
  localStorage.clear()
  resetTabs()
  vi.stubGlobal('EventSource', Silent)
  grant(
    'examinfo_import',
    'examinfo_archive',
    'examinfo_check',
    'examscorestudentcoursequestion_view',
    'examscorestudentcoursequestion_edit',
    'examscorestudentcoursequestion_delete',
  )
  serve({
    getCourseList: () => ({ data: [COURSE] }),
    getQuestionScoreList: () => page([{ ...PERSON, paperCode: 'A', total: 5, cells: CELLS }]),
    list: ({ path }) => page(path.includes('Question') ? [{ ...MARK, score: 5, answer: 'A' }] : []),
    queryStudentQuestionScore: () => ({ data: [line('2', 0, '函数'), line('1', 10, '数列'), line('3', 5, '向量')] }),
    archiveByExamId: () => ({ data: { jobId: '9' } }),
    submit: () => ({ data: true }),
  })
})
afterEach(() => vi.unstubAllGlobals())

const button = (name: RegExp | string) => screen.getByRole<HTMLButtonElement>('button', { name })

test('a row per student shows marks and answers, and leads to where the student lost most', async () => {
  stage(<QuestionScores exam={makeExam({ examStatus: 3 })} />)
  const row = (await screen.findByText('张一')).closest('tr')
  expect(
    row &&
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
  ).toEqual(['张一', '1班', '5', '5A', '0'])
  fireEvent.click(button('0101'))
  const dialog = await screen.findByRole('dialog')
  const [, ...lines] = await within(dialog).findAllByRole('row')
  expect(lines.map((one) => within(one).getByRole('rowheader').textContent)).toEqual(['2', '1', '3'])
  expect(lines[0]?.getAttribute('data-level')).toBe('behind')
  expect(within(dialog).getByRole('img', { name: '知识点得分率' })).toBeTruthy()
})

test('staged scores are archived by one press, archived ones only taken back', async () => {
  stage(<QuestionScores exam={makeExam({ examStatus: 3 })} />)
  fireEvent.click(await screen.findByRole('button', { name: '归档小题分' }))
  await waitFor(() => expect(callsTo('archiveByExamId')).toHaveLength(1))
  expect(screen.queryByRole('button', { name: '撤销小题分归档' })).toBeNull()
})

test('the question scores of students go only when the name of the exam was typed', async () => {
  const exam = makeExam({ examStatus: 3 })
  stage(<QuestionScores exam={exam} />)
  fireEvent.click(await screen.findByRole('button', { name: '按考号删除' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain(`请输入考试名称以确认：${exam.examName}`)
  const fields = { 科目: '语文', 考号: '0101', 考试名称: exam.examName ?? '' }
  for (const [name, value] of Object.entries(fields))
    fireEvent.change(await within(dialog).findByLabelText(name), { target: { value } })
  fireEvent.click(within(dialog).getByRole('button', { name: /删\s*除/ }))
  await waitFor(() => expect(callsTo('removeByStudentNumber')).toHaveLength(1))
  expect(callsTo('removeByStudentNumber')[0]?.body).toMatchObject({ studentNumbers: '0101', examName: exam.examName })
})

test('a mark that is not archived is mended in the list', async () => {
  stage(<QuestionScores exam={makeExam({ examStatus: 3 })} />)
  fireEvent.click(await screen.findByText('一题一行'))
  fireEvent.click(await screen.findByRole('button', { name: '修改' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('张一 · 语文 1')
  // The input for numbers comes when it is first needed.
  const mark = () => within(dialog).getByLabelText<HTMLInputElement>(/得分/)
  await waitFor(() => expect(mark().value).not.toBe(''))
  fireEvent.change(mark(), { target: { value: '4' } })
  fireEvent.click(within(dialog).getByRole('button', { name: /保\s*存/ }))
  await waitFor(() => expect(callsTo('submit')).toHaveLength(1))
})

test('a mark that is archived is corrected by an application, and a refusal stands at its field', async () => {
  grant('examscorestudentcoursequestion_view', 'examscorecorrection_add')
  const answers = [
    { isDone: 0, message: '第1题的得分应在 0 到 5 之间' },
    { isDone: 1, message: '' },
  ]
  serve({
    getCourseList: () => ({ data: [{ ...COURSE, isArchived: 1 }] }),
    getQuestionScoreList: () => page([]),
    list: () => page([{ ...MARK, score: 5, answer: 'A' }]),
    submitBatch: () => ({ data: [{ lineNo: 1, id: '', ...answers.shift() }] }),
  })
  stage(<QuestionScores exam={makeExam({ examStatus: 7 })} />)
  fireEvent.click(await screen.findByText('一题一行'))
  fireEvent.click(await screen.findByRole('button', { name: '更正' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('归档得分 5，满分 5')).toBeTruthy()
  fireEvent.change(dialog.getByRole('textbox', { name: /更正为/ }), { target: { value: '9' } })
  fireEvent.change(dialog.getByRole('textbox', { name: /更正原因/ }), { target: { value: '登分有误' } })
  fireEvent.click(dialog.getByRole('button', { name: '提交审批' }))
  expect(await dialog.findByText('第1题的得分应在 0 到 5 之间')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: '提交审批' }))
  await waitFor(() => expect(callsTo('submitBatch')).toHaveLength(2))
  expect(callsTo('submitBatch')[0]?.body).toEqual({
    examId: '7',
    reason: '登分有误',
    lines: [{ studentNumber: '0101', courseName: '语文', questionNo: '1', newScore: '9' }],
  })
})

test.each([
  ['一人一行', '1'],
  ['一题一行', null],
])('the list %s leaves as a workbook for a reason', async (view, isWide) => {
  stage(<QuestionScores exam={makeExam({ examStatus: 3 })} />)
  fireEvent.click(await screen.findByText(view))
  fireEvent.click(await screen.findByRole('button', { name: '导出Excel' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(await within(dialog).findByLabelText(/理由/), { target: { value: '阅卷复核' } })
  fireEvent.click(within(dialog).getByRole('button', { name: /导\s*出/ }))
  await waitFor(() => expect(callsTo('export')).toHaveLength(1))
  const query = callsTo('export')[0]?.query
  expect([query?.get('reason'), query?.get('isWide'), query?.get('isBackground')]).toEqual(['阅卷复核', isWide, '1'])
})

test('knowledge points add up marks by weight, and leave out what was not answered', () => {
  const unanswered = { ...line('4', 0, '函数'), score: null }
  expect(ratesByKnowledge([line('1', 10, '函数'), line('2', 5, '函数'), unanswered])).toEqual([
    { name: '函数', own: 0.75, all: 0.6 },
  ])
})

test('a sheet of question scores chooses its paper, and its columns the questions of that paper', async () => {
  const onChange = vi.fn<(next: object) => void>()
  const sheet = makeSheet({ courseName: '', paperCode: '' })
  stage(<PaperChoice papers={[COURSE]} sheet={sheet} onChange={onChange} />)
  fireEvent.mouseDown(screen.getByRole('combobox', { name: /科目与试卷/ }))
  fireEvent.click(await screen.findByTitle('语文'))
  expect(onChange).toHaveBeenCalledWith({ ...sheet, courseName: '语文', paperCode: 'A' })
  const options = questionOptions([COURSE], { ...sheet, courseName: '语文', paperCode: 'A' })
  expect(options.map((one) => one.value)).toEqual(['question:1', 'question:2'])
})

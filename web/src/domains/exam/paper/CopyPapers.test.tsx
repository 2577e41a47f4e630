import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, callsTo, choose, grant, serve, stage } from '../../../platform/_stage.tsx'
import { CopyPapers } from './CopyPapers.tsx'
import type { PaperLine } from './papers.ts'

function line(courseName: string, questionNum: number): PaperLine {
  const counts = { total: questionNum * 5, objective: 0, questionNum, objectiveNum: 0 }
  return { courseName, paperCode: 'A', examScore: 150, isWhole: 0, ...counts }
}

const OWN = [line('语文', 3), line('数学', 0), line('英语', 0)]
/** English has no questions, physics is no course of the exam. */
const OTHERS = [line('语文', 20), line('数学', 19), line('英语', 0), line('物理', 9)]
const exam = (id: string, examName: string) => ({
  id,
  examName,
  studyYear: 2025,
  beginDate: '2026-01-10',
  packageVersion: 1,
})

let others: PaperLine[]
let answer: Answer
const onClose = vi.fn()

beforeEach(() => {
  localStorage.clear()
  grant('examinfo_view', 'examcoursepaperquestion_edit')
  onClose.mockReset()
  others = OTHERS
  answer = { data: [{ courseName: '数学', questionNum: 19, message: '' }] }
  serve({
    listall: () => ({ data: [exam('7', '高三一模'), exam('6', '期中')] }),
    getPaperList: () => ({ data: others }),
    copyFromExam: () => answer,
  })
  stage(<CopyPapers examId="7" papers={OWN} onClose={onClose} />)
})
afterEach(() => vi.unstubAllGlobals())

const box = (name: RegExp | string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const main = () => screen.getByRole<HTMLButtonElement>('button', { name: '沿用' })

async function from(examName: string): Promise<void> {
  await waitFor(() => expect(callsTo('listall')).toHaveLength(1))
  await choose(screen.getByRole('combobox', { name: '考试' }), `${examName}2026-01-10`)
}

test('courses of both exams are offered; one with questions only to be replaced', async () => {
  await from('期中')
  await screen.findByRole('checkbox', { name: /数学/ })
  expect(screen.getAllByRole('checkbox')).toHaveLength(3)
  expect([box(/语文/).disabled, box(/数学/).disabled]).toEqual([true, false])
  expect(box(/语文/).closest('label')?.textContent).toBe('语文 20 题，100 分 · 已有题目')
  expect(box(/数学/).closest('label')?.textContent).toBe('数学 19 题，95 分')
  fireEvent.click(box('代替已有的题目'))
  expect(box(/语文/).disabled).toBe(false)
})

test('only chosen courses are taken over', async () => {
  await from('期中')
  await screen.findByRole('checkbox', { name: /数学/ })
  expect(main().disabled).toBe(true)
  fireEvent.click(box(/数学/))
  fireEvent.click(main())
  expect(await screen.findByText('已沿用 1 科的题目')).toBeTruthy()
  const body = { examId: '7', fromExamId: '6', courseNames: ['数学'], isReplace: 0 }
  expect(callsTo('copyFromExam').map((one) => one.body)).toEqual([body])
  expect(onClose).toHaveBeenCalledOnce()
})

test('a course that could not be taken over says why, and nothing is said of others', async () => {
  answer = { data: [{ courseName: '语文', questionNum: 0, message: '已有小题分' }] }
  await from('期中')
  fireEvent.click(box('代替已有的题目'))
  fireEvent.click(await screen.findByRole('checkbox', { name: /语文/ }))
  fireEvent.click(main())
  expect(await screen.findByText('语文：已有小题分')).toBeTruthy()
  expect(screen.queryByText(/^已沿用/)).toBeNull()
  expect(callsTo('copyFromExam')[0]?.body).toMatchObject({ courseNames: ['语文'], isReplace: 1 })
})

test('a refusal stands in the dialog, which stays', async () => {
  answer = { code: 400, msg: '当前状态不能修改试卷题目' }
  await from('期中')
  fireEvent.click(await screen.findByRole('checkbox', { name: /数学/ }))
  fireEvent.click(main())
  expect(await screen.findByText('当前状态不能修改试卷题目')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})

test('an exam without questions for any course says so, and the exam itself is not offered', async () => {
  others = [line('物理', 9)]
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '考试' }))
  await from('期中')
  expect(await screen.findByText('这次考试没有可沿用的题目')).toBeTruthy()
  const offered = [...document.querySelectorAll('.ant-select-item-option')].map((one) => one.textContent)
  expect(offered).toEqual(['期中2026-01-10'])
})

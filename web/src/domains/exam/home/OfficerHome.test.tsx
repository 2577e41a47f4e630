import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, type Asked, grant, serve, stage } from '../../../platform/_stage.tsx'
import { hearOpenings, makeBatch, makeExam } from '../_exam.ts'
import { OfficerHome } from './OfficerHome.tsx'

const page = (records: unknown[]): Answer => ({
  data: { records, total: records.length, size: 50, current: 1, pages: 1 },
})
const isImport = ({ path }: Asked) => path.includes('mport')

let exams: () => Answer
let batches: Answer
beforeEach(() => {
  grant('examinfo_process', 'examinfo_import', 'examinfo_view')
  exams = () => page([])
  batches = page([])
  serve({
    list: (call) => (isImport(call) ? batches : exams()),
    getExamCourseList: () => ({ data: [] }),
    getListDataProgress: () => ({ data: [] }),
    findCompleteness: () => ({ data: { checks: [], matrix: [] } }),
    waitingExams: () => ({ data: [] }),
  })
})
afterEach(() => vi.unstubAllGlobals())

const names = () =>
  within(screen.getByRole('list'))
    .getAllByRole('link')
    .map((one) => one.textContent)

test('exams that cannot be read are read again on demand', async () => {
  exams = () => ({ code: 500, msg: '坏了' })
  stage(<OfficerHome />)
  await screen.findByText('坏了')
  exams = () => page([makeExam({ examStatus: 6, examName: '高三二模' })])
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText('高三二模')).toBeTruthy()
})

test('who has no exam under way is led to the exams', async () => {
  const opened = hearOpenings()
  exams = () => page([makeExam({ examStatus: 7 }), makeExam({ examStatus: 9, id: '8' })])
  stage(<OfficerHome />)
  expect(await screen.findByText('没有进行中的考试')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '考试信息' }))
  expect(opened).toEqual(['/bigdata/exam/examInfo'])
})

test('exams that are not public, or whose data moved on, stand there with their next step', async () => {
  const opened = hearOpenings()
  exams = () =>
    page([
      makeExam({ id: '1', examName: '草稿', examStatus: 6 }),
      makeExam({ id: '2', examName: '已变', packageDataVersion: 3 }),
      makeExam({ id: '3', examName: '已封存', examStatus: 9 }),
    ])
  stage(<OfficerHome />)
  const step = await screen.findByRole('button', { name: '发布' })
  expect(names()).toEqual(['草稿', '已变'])
  fireEvent.click(step)
  expect(opened).toEqual(['/bigdata/exam/examInfo/1'])
})

test('an exam without rows is led into the import of its list', async () => {
  const opened = hearOpenings()
  exams = () => page([makeExam({ id: '1', examStatus: 0, packageVersion: 0 })])
  serve({
    list: (call) => (isImport(call) ? batches : exams()),
    getExamCourseList: () => ({ data: [{ courseName: '语文' }] }),
    getListDataProgress: () => ({ data: [] }),
    findCompleteness: () => ({ data: { checks: [], matrix: [] } }),
    waitingExams: () => ({ data: [] }),
  })
  stage(<OfficerHome />)
  await waitFor(() => expect(document.querySelector('.exam-card .ant-btn')).not.toBeNull())
  fireEvent.click(document.querySelector('.exam-card .ant-btn') as HTMLElement)
  expect(opened).toEqual(['/bigdata/exam/import?examId=1&kind=student'])
})

test('imports that wait say what for; those that are over are not there', async () => {
  const counts = { ...makeBatch().counts, faulty: 1200 }
  batches = page([
    makeBatch({ batchId: '1', status: 2, counts }),
    makeBatch({ batchId: '2', status: 3, counts }),
    makeBatch({ batchId: '3', status: 2, counts: { ...counts, faulty: 0 }, message: '读不出' }),
    makeBatch({ batchId: '4', status: 5 }),
  ])
  stage(<OfficerHome />)
  await screen.findByText('待处理的导入')
  const spans = [...document.querySelectorAll('.exam-open span')]
  expect(spans.map((one) => [one.textContent, one.className])).toEqual([
    ['1200 行有错误', 'is-faulty'],
    ['等待确认导入', ''],
    ['读不出', 'is-faulty'],
  ])
  expect(document.querySelector('.exam-open a')?.getAttribute('href')).toContain('batchId=1')
})

test('who may not import is not asked about imports', async () => {
  grant('examinfo_process', 'examinfo_view')
  batches = page([makeBatch({ status: 3 })])
  stage(<OfficerHome />)
  await screen.findByText('没有进行中的考试')
  expect(screen.queryByText('待处理的导入')).toBeNull()
})

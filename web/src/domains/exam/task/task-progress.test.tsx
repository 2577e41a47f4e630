import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callsTo, grant, serve, stage } from '../../../platform/_stage.tsx'
import { resetTabs } from '../../../platform/tabs/store.ts'
import { Page as Progress } from '../exam-task-progress.page.tsx'
import { Page as Students } from '../exam-task-student.page.tsx'
import { Page as Tasks } from '../exam-task.page.tsx'

const NUMBERS = {
  planNum: 200,
  submitNum: 50,
  auditNum: 0,
  percent: 25,
  teacherPlanNum: 4,
  teacherNum: 3,
  teacherAuditNum: 2,
  lastTime: '2026-05-02 09:00:00',
}
const AREA = { areaCode: '990001', areaName: '东城', schoolNum: 2, lateNum: 1, ...NUMBERS }
const SCHOOL = {
  areaCode: '990001',
  schoolCode: 'A',
  schoolName: '第一中学',
  ...NUMBERS,
  isDone: 0,
  isLate: 1,
  remindNum: 0,
  remindTime: null,
}
const TASK = { id: '7', taskName: '期末考务', taskStatus: 1, taskType: 4, updateTime: '2026-05-01 08:00:00' }

const pageOf = (records: object[]) => ({ records, total: records.length, size: 10, current: 1, pages: 1 })

beforeEach(() => {
  localStorage.clear()
  resetTabs()
  grant('examtask_view', 'examtask_edit', 'examtaskstudent_view', 'examtaskstudent_add', 'examtaskstudent_edit')
  serve({
    list: ({ path }) => ({ data: pageOf(path.endsWith('/examTask/list') ? [TASK] : []) }),
    'exam-task-progress-in-area': () => ({ data: [AREA] }),
    'exam-task-progress-in-school': () => ({
      data: [
        SCHOOL,
        { ...SCHOOL, schoolCode: 'B', schoolName: '第二中学', isLate: 0, submitNum: 0, teacherNum: 0 },
        { ...SCHOOL, schoolCode: 'C', schoolName: '第三中学', isLate: 0 },
        { ...SCHOOL, schoolCode: 'D', schoolName: '第四中学', isLate: 0, isDone: 1, auditNum: 200 },
      ],
    }),
    close: () => ({ data: true }),
    remind: () => ({
      data: [{ schoolCode: 'A', schoolName: '第一中学', accountNum: 2, result: '已催报，2个账号收到' }],
    }),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('an area of a task leads to its schools, each with its state, and back', async () => {
  stage(<Progress />)
  fireEvent.click(await screen.findByRole('button', { name: '东城' }))
  await screen.findByText('第一中学')
  for (const state of ['逾期', '未上报', '上报中', '已确认'])
    expect(screen.getAllByText(state).length).toBeGreaterThan(0)
  fireEvent.click(screen.getByRole('button', { name: '返回各县区' }))
  await screen.findByRole('button', { name: '东城' })
})

test('schools that are not through are reminded in one click, with a result for each', async () => {
  stage(<Progress />)
  fireEvent.click(await screen.findByRole('button', { name: /催\s?报/ }))
  fireEvent.click(await screen.findByRole('button', { name: /确\s?定/ }))
  await screen.findByText('已催报，2个账号收到')
  expect(callsTo('remind')[0]?.body).toMatchObject({ taskId: '7' })
})

test('an open task is closed after a question, and offers no step of another state', async () => {
  stage(<Tasks />)
  await screen.findAllByText('期末考务')
  fireEvent.click(screen.getAllByText('截止', { selector: 'button' })[0] as HTMLElement)
  fireEvent.click(await screen.findByRole('button', { name: '确定' }))
  await waitFor(() => expect(callsTo('close')).toHaveLength(1))
  expect(screen.queryByText('开始', { selector: 'button' })).toBeNull()
  expect(screen.queryByText('重新开放', { selector: 'button' })).toBeNull()
})

test('candidates are taken from the register or an exam, and confirmed', async () => {
  stage(<Students />)
  for (const name of ['从考试名单带入', '确认报齐', '从学籍带入']) await screen.findByRole('button', { name })
  fireEvent.click(screen.getByRole('button', { name: '从学籍带入' }))
  await screen.findByText('从学籍带入考生')
})

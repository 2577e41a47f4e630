import { TASK_STATE } from '@xueheng/contract/domains/exam/compute-plan.ts'
import type { ProgressTask } from '@xueheng/contract/domains/exam/exam-info.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, asked, grant, serve, stage } from '../../../platform/_stage.tsx'
import { forgetJobs, type JobView } from '../../../platform/jobs/jobs.ts'
import { resetTabs } from '../../../platform/tabs/store.ts'
import type { Exam } from '../exam.ts'
import { makeExam, makeWork } from '../_exam.ts'
import type { ExamJob } from '../use-exam-job.ts'
import { Plan } from './Plan.tsx'

const task = (taskCode: string, taskTypes: string, values: Partial<ProgressTask> = {}): ProgressTask =>
  ({
    taskCode,
    taskTypes,
    taskName: taskCode,
    examId: '7',
    taskState: TASK_STATE.waiting,
    isFinished: 0,
    isChosen: 1,
    isOptional: 0,
    dependTaskCodes: [],
    doneNum: 0,
    costMs: 0,
    endTime: '',
    message: '',
    ...values,
  }) as ProgressTask
const TASKS = [
  task('IMP_SCORE', 'IMPORT', { taskState: TASK_STATE.done, isFinished: 1, doneNum: 12_000, costMs: 300 }),
  task('A', 'CALC', {
    taskState: TASK_STATE.failed,
    costMs: 125_000,
    message: '没有成绩',
    dependTaskCodes: ['IMP_SCORE'],
  }),
  task('Q', 'QUOTA', { taskState: TASK_STATE.stale, costMs: 59_400 }),
  task('O1', 'QUOTA', { isOptional: 1 }),
  task('O2', 'QUOTA', { isOptional: 1, isChosen: 0 }),
  task('P', 'PACKAGE', { taskState: TASK_STATE.running }),
]

let tasks: ProgressTask[]
beforeEach(() => {
  localStorage.clear()
  resetTabs()
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  )
  tasks = TASKS
  grant('examinfo_process', 'examinfo_package', 'examinfo_edit')
})
afterEach(() => {
  forgetJobs()
  vi.unstubAllGlobals()
})

async function show(exam: Partial<Exam> = {}, work: Partial<ExamJob> = {}, answer: Answer = { data: { jobId: '9' } }) {
  const reading = () => ({ data: tasks })
  serve(
    new Proxy(
      { getListDataProgress: reading },
      { get: (given: Record<string, () => Answer>, name: string) => given[name] ?? (() => answer) },
    ),
  )
  stage(<Plan exam={makeExam({ examStatus: 3, ...exam })} work={makeWork(work)} />)
  await waitFor(() => expect(document.querySelector('.xh-skeleton')).toBeNull())
}

const line = (code: string) => document.querySelector(`[data-task=${code}]`) as HTMLElement
const part = (code: string, name: string) => line(code).querySelector(`.exam-plan-${name}`)?.textContent
const posts = () =>
  asked
    .filter(({ method }) => method === 'POST')
    .map(({ path, query, body }) => ({ segment: path.split('/').at(-1), ...Object.fromEntries(query), ...body }))
const button = (name: string | RegExp) => screen.getByRole('button', { name })

test('tasks tell their state, what they did, how long it took and what they wait for', async () => {
  await show()
  expect(screen.getByText(/^已完成 1 \/ 6 项/)).toBeTruthy()
  expect(TASKS.map(({ taskCode }) => part(taskCode, 'state'))).toEqual([
    '成功',
    '失败',
    '已过期',
    '待执行',
    '未选择',
    '执行中',
  ])
  expect(line('A').className).toBe('is-failed')
  expect(part('IMP_SCORE', 'facts')).toBe('12,000 条 · 0.3 s')
  expect([part('A', 'facts'), part('Q', 'facts'), part('O1', 'facts')]).toEqual(['2 min 5 s', '59 s', ''])
  expect(within(line('A')).getByText('没有成绩')).toBeTruthy()
  expect(line('A').textContent).toContain('依赖：导入成绩')
  expect(line('Q').textContent).toContain('指标')
})

test('a task tells when it ended, the rows it brought where it is an import, and what has no figure tells none', async () => {
  tasks = [
    task('IMP_SCORE', 'IMPORT', { endTime: '2020-03-14 10:05:00' }),
    task('A', 'CALC', { doneNum: 12, endTime: '2020-03-14 11:00:00', costMs: 1000 }),
  ]
  await show()
  expect([part('IMP_SCORE', 'facts'), part('A', 'facts')]).toEqual(['2020-03-14 10:05', '1.0 s · 2020-03-14 11:00'])
})

test('what is computed or packed is run one by one; what is imported or not chosen is not', async () => {
  await show()
  expect(TASKS.map(({ taskCode }) => part(taskCode, 'action'))).toEqual(['', '执行', '执行', '执行', '', '执行'])
})

test('one task is run by its code', async () => {
  await show()
  fireEvent.click(button('执行 A'))
  await waitFor(() => expect(posts()).toHaveLength(1))
  expect(posts()).toMatchObject([{ examId: '7', taskCode: 'A' }])
})

test('the whole plan is run at once', async () => {
  await show()
  fireEvent.click(button('全部执行'))
  await waitFor(() => expect(posts()).toHaveLength(1))
  expect(posts()[0]).toMatchObject({ segment: 'execProgressAllItem', examId: '7' })
})

test('while work is on its way nothing else is started, and the buttons say why', async () => {
  await show({}, { isBusy: true })
  for (const name of ['全部执行', '执行 A']) {
    expect([button(name).getAttribute('aria-disabled'), button(name).getAttribute('aria-description')]).toEqual([
      'true',
      '正在执行',
    ])
    fireEvent.click(button(name))
  }
  expect(posts()).toEqual([])
})

test('running asks for its rights', async () => {
  grant('examinfo_package')
  await show()
  expect(screen.getAllByRole('button').map((one) => one.getAttribute('aria-label'))).toEqual(['执行 P'])
})

test('a choice is saved whole, with the indicators no exam does without', async () => {
  await show()
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').map((one) => one.checked)).toEqual([true, false])
  fireEvent.click(screen.getByLabelText('计算此项 O2'))
  await waitFor(() => expect(posts()).toHaveLength(1))
  expect(posts()[0]).toMatchObject({ examId: '7', processingItem: 'Q,O1,O2' })
  fireEvent.click(screen.getByLabelText('计算此项 O1'))
  await waitFor(() => expect(posts()).toHaveLength(2))
  expect(posts()[1]).toMatchObject({ processingItem: 'Q' })
})

test('who may not change the exam sees the choice and its reason', async () => {
  grant('examinfo_process')
  await show()
  const box = screen.getByLabelText<HTMLInputElement>('计算此项 O1')
  expect([box.disabled, box.closest('[title]')?.getAttribute('title')]).toEqual([true, '没有权限'])
})

test('the work of this exam can be cancelled until it is over', async () => {
  const job = { id: '91', title: '高三一模 计算', state: 'running' } as JobView
  await show({}, { isBusy: true, job })
  fireEvent.click(button('取消执行'))
  await waitFor(() => expect(JSON.stringify(posts())).toContain('91'))
  await show({}, { job: { ...job, state: 'done' } })
  expect(screen.queryByRole('button', { name: '取消执行' })).toBeNull()
})

test('a plan that cannot be read says why and is read again on demand', async () => {
  serve({ getListDataProgress: () => ({ code: 500, msg: '坏了' }) })
  stage(<Plan exam={makeExam()} work={makeWork()} />)
  await screen.findByText('坏了')
  serve({ getListDataProgress: () => ({ data: TASKS }) })
  fireEvent.click(button('重试'))
  await waitFor(() => expect(line('A')).toBeTruthy())
})

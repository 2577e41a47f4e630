import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callsTo, grant, serve, stage } from '../../../../platform/_stage.tsx'
import { resetTabs } from '../../../../platform/tabs/store.ts'
import { Page } from '../../exam-task-mark.page.tsx'

const TASK = { id: '7', taskName: '期末阅卷', taskStatus: 1, taskType: 3, updateTime: '2026-05-01 08:00:00' }
const PLAN = {
  id: '31',
  taskId: '7',
  courseName: '语文',
  paperNum: 12_000,
  markMode: 3,
  marksPerPaper: '2.00',
  speed: 60,
  hours: '24.0',
  needNum: 17,
  isOwnExcluded: 1,
  isLeaderExcluded: 0,
  isMarkableOnly: 0,
  seed: null,
  updateTime: '2026-05-01 08:00:00',
  teacherNum: 40,
  pulledNum: 10,
  confirmedNum: 4,
  returnedNum: 1,
}
const MARKER = {
  id: '51',
  taskId: '7',
  teacherCode: 'T1',
  teacherName: '赵老师',
  courseName: '语文',
  teacherKind: 2,
  arrangeStatus: 1,
  markAccount: '20260001',
  markRole: 1,
  updateTime: '2026-05-01 08:00:00',
}

const pageOf = (records: object[]) => ({ records, total: records.length, size: 10, current: 1, pages: 1 })
const SCHOOL = ['examtask_view', 'examtaskmarkplan_view', 'examtaskteacher_view', 'examtaskteacher_edit']
const BUREAU = [...SCHOOL, 'examtask_edit', 'examtaskmarkplan_add', 'examtaskmarkplan_edit']

beforeEach(() => {
  localStorage.clear()
  resetTabs()
  serve({
    list: ({ path }) => ({ data: pageOf(path.endsWith('/examTask/list') ? [TASK] : []) }),
    queryMarkPaperTeacherList: () => ({
      data: pageOf([MARKER, { ...MARKER, id: '52', teacherCode: 'T2', teacherName: '钱老师' }]),
    }),
    summary: () => ({ data: [PLAN] }),
    quotas: () => ({
      data: [
        {
          schoolCode: 'A',
          schoolName: '第一中学',
          teacherNum: 40,
          paperNum: 300,
          quotaNum: 17,
          mostNum: 9,
          freeNum: 3,
        },
      ],
    }),
    markPaperTeacher: () => ({ data: [{ courseName: '语文', needNum: 17, added: 3, shortNum: 0, seed: 42 }] }),
    confirmMarkPaperTeacher: () => ({ data: { changed: 1 } }),
    sendBackMarkPaperTeacher: () => ({ data: { changed: 1 } }),
    assignMarkRole: () => ({ data: { changed: 2 } }),
    dictionary: ({ query }) => ({
      data: query.get('code') === 'mark_role' ? [{ dictKey: '2', dictValue: '小组长' }] : [],
    }),
    submit: () => ({ data: PLAN }),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('the bureau sees what a course lacks, pulls it, and is told who came of which seed', async () => {
  grant(...BUREAU)
  stage(<Page />)
  await screen.findByText('12,000份 × 2次 ÷ (60份/小时 × 24小时)')
  expect(screen.getByText('3', { selector: '.ant-tag' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /^抽\s?调$/ }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: /^抽\s?调$/ }))
  await screen.findByText('抽调结果')
  expect(callsTo('markPaperTeacher')[0]?.body).toMatchObject({ taskId: '7' })
  expect(screen.getByText('42')).toBeTruthy()
})

test('the places of the schools are shown with the bound for papers of the own school', async () => {
  grant(...BUREAU)
  stage(<Page />)
  fireEvent.click(await screen.findByRole('button', { name: /名\s?额/ }))
  await screen.findByText(/要留够外校教师评完它的答卷/)
  await screen.findByText('第一中学')
})

test('a plan is changed without its course', async () => {
  grant(...BUREAU)
  stage(<Page />)
  fireEvent.click(await screen.findByRole('button', { name: /编\s?辑/ }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText(/答卷数/), { target: { value: '9000' } })
  fireEvent.click(within(dialog).getByRole('button', { name: /确\s?定/ }))
  await waitFor(() => expect(callsTo('submit')).toHaveLength(1))
  expect(callsTo('submit')[0]?.body).toMatchObject({ id: '31', paperNum: 9000 })
  expect(callsTo('submit')[0]?.body).not.toHaveProperty('courseName')
})

test('a school begins with its people, confirms all of them, and sends one back with a reason', async () => {
  grant(...SCHOOL)
  stage(<Page />)
  await screen.findAllByText('赵老师')
  expect(screen.queryByRole('button', { name: '清空阅卷教师' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '全部确认' }))
  fireEvent.click(await screen.findByRole('button', { name: /确\s?定/ }))
  await waitFor(() => expect(callsTo('confirmMarkPaperTeacher')).toHaveLength(1))
  fireEvent.click(screen.getAllByText('退回', { selector: 'button' })[0] as HTMLElement)
  const reason = await screen.findByLabelText(/退回理由/)
  fireEvent.change(reason, { target: { value: '产假' } })
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: /确\s?定/ }))
  await waitFor(() => expect(callsTo('sendBackMarkPaperTeacher')[0]?.body).toMatchObject({ ids: '51', reason: '产假' }))
})

test('one role is given to everybody who is picked, and the picks are gone then', async () => {
  grant(...BUREAU)
  stage(<Page />)
  fireEvent.click(await screen.findByRole('tab', { name: '抽调名单' }))
  await screen.findAllByText('钱老师')
  const toRole = () => screen.getAllByRole('button', { name: '设置角色' })[0] as HTMLButtonElement
  expect(toRole().disabled).toBe(true)
  for (const name of ['赵老师', '钱老师']) fireEvent.click(screen.getByRole('checkbox', { name: `选择 ${name}` }))
  expect(toRole().disabled).toBe(false)
  fireEvent.click(toRole())
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText(/阅卷小组/), { target: { value: '第三组' } })
  fireEvent.mouseDown(within(dialog).getByLabelText(/阅卷角色/))
  fireEvent.click(await screen.findByTitle('小组长'))
  fireEvent.click(within(dialog).getByRole('button', { name: /确\s?定/ }))
  await waitFor(() => expect(callsTo('assignMarkRole')).toHaveLength(1))
  expect(callsTo('assignMarkRole')[0]?.body).toMatchObject({
    taskId: '7',
    ids: '51,52',
    markRole: '2',
    markGroup: '第三组',
  })
  await screen.findByText('已设置2人')
  await waitFor(() => expect(toRole().disabled).toBe(true))
})

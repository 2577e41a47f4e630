import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callsTo, choose, grant, serve, stage } from '../../platform/_stage.tsx'
import { resetTabs } from '../../platform/tabs/store.ts'
import { Page as Teachers } from './gather-teacher.page.tsx'

const TASK = { id: '7', taskName: '教师采集', taskType: 2, taskStatus: 1 }
const LINE = {
  id: '1',
  teacherCode: 'B',
  teacherName: '李二',
  className: '高三(1)班',
  courseName: '数学',
  certDate: null,
}
const LINES = [
  { ...LINE, title: '二级教师', portfolioTitle: '高级教师' },
  { ...LINE, id: '2', teacherName: '王三', title: null, portfolioTitle: '一级教师' },
]

let known: object[]

beforeEach(() => {
  known = LINES
  localStorage.clear()
  resetTabs()
  grant('gathertask_view', 'gatherteacher_view', 'gatherteacher_edit')
  serve({
    list: ({ path }) => ({
      data: { records: path.endsWith('/gatherTask/list') ? [TASK] : [], total: 0, size: 10, current: 1, pages: 1 },
    }),
    portfolioTitles: () => ({ data: known }),
    prefill: () => ({ data: { added: 2, skipped: 0, percent: 80 } }),
    takePortfolioTitles: () => ({ data: [{ id: '2', isDone: 1, message: '' }] }),
    dictionary: () => ({ data: [] }),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('titles of portfolios stand beside those of the collection, and only those that are chosen are taken', async () => {
  stage(<Teachers />)
  fireEvent.click(await screen.findByRole('button', { name: '采用教师档案' }))
  await screen.findByText('二级教师')
  screen.getByText('高级教师')
  screen.getByText('未填')
  expect(screen.getByRole('button', { name: '采用所选' }).hasAttribute('disabled')).toBe(true)
  const [box] = screen.getAllByRole('row', { name: /王三/ }).flatMap((row) => [...row.querySelectorAll('input')])
  if (!box) throw new Error('a line can be chosen')
  fireEvent.click(box)
  fireEvent.click(screen.getByRole('button', { name: '采用所选1条' }))
  await waitFor(() => expect(callsTo('takePortfolioTitles')[0]?.body).toEqual({ gatherTaskId: '7', ids: '2' }))
  await screen.findByText('已采用1条')
})

async function bringIn(): Promise<void> {
  stage(<Teachers />)
  fireEvent.click(await screen.findByRole('button', { name: '带出教师采集' }))
  const dialog = within(await screen.findByRole('dialog'))
  await choose(dialog.getByRole('combobox', { name: /采集任务/ }), '教师采集')
  fireEvent.click(dialog.getByRole('button', { name: '确定' }))
  await screen.findByText('新增2条，已有0条；已带出80%的采集项')
}

test('titles that portfolios know otherwise are offered as soon as teachers were brought in', async () => {
  grant('gathertask_view', 'gatherteacher_view', 'gatherteacher_add', 'gatherteacher_edit')
  await bringIn()
  await screen.findByText('二级教师')
  expect(screen.getByRole('button', { name: '采用所选' })).toBeTruthy()
})

test.each([
  ['portfolios know nothing else', ['add', 'edit'], [], 1],
  ['titles may not be changed', ['add'], LINES, 0],
] as const)('nothing is offered where %s', async (_why, rights, lines, questions) => {
  known = [...lines]
  grant('gathertask_view', 'gatherteacher_view', ...rights.map((one) => `gatherteacher_${one}`))
  await bringIn()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsTo('portfolioTitles')).toHaveLength(questions)
  expect(screen.queryByText('采用所选')).toBeNull()
})

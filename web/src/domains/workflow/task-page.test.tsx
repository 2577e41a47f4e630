import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { grant, serve, stage } from '../../platform/_stage.tsx'
import { resetTabs } from '../../platform/tabs/store.ts'
import { setNavigator } from '../../platform/tabs/tab.ts'
import { Page as Todo } from './work-todo.page.tsx'

vi.mock('./Drawing.tsx', () => ({ Drawing: ({ xml }: { xml: string }) => <p>{xml}</p> }))

const TASK = {
  id: '1',
  processDefinitionName: '请假流程',
  processInstanceId: 'i1',
  businessId: 'b1',
  taskId: 't1',
  formRoute: 'leave',
  taskName: '组长审批',
}
/** Of a kind without pages of its own. */
const DRAWN = { ...TASK, id: '2', taskId: 't2', processInstanceId: 'i2', formRoute: '', taskName: '会签' }

let opened: string[] = []

beforeEach(() => {
  localStorage.clear()
  resetTabs()
  opened = []
  setNavigator((path) => opened.push(path))
  grant('work_todo_view', 'work_todo_detail', 'work_todo_follow', 'work_todo_handle')
  serve({
    'todo-list': () => ({ data: { records: [TASK, DRAWN], total: 2, size: 10, current: 1, pages: 1 } }),
    dictionary: () => ({ data: [] }),
    'model-view': () => ({ data: { xml: '图', flow: [] } }),
  })
  stage(<Todo />)
})
afterEach(() => vi.unstubAllGlobals())

async function rowOf(text: string): Promise<HTMLElement> {
  return (await screen.findByText(text)).closest('tr') as HTMLElement
}

test('a task leads to its request and to where it is handled', async () => {
  const row = await rowOf('组长审批')
  fireEvent.click(within(row).getByRole('button', { name: '详情' }))
  fireEvent.click(within(row).getByRole('button', { name: '办理' }))
  expect(opened).toEqual(['/work/process/leave/detail/i1/b1', '/work/process/leave/handle/t1/i1/b1'])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a task of a kind without pages is neither opened nor handled, but drawn', async () => {
  const row = await rowOf('会签')
  expect(within(row).queryByRole('button', { name: '详情' })).toBeNull()
  expect(within(row).queryByRole('button', { name: '办理' })).toBeNull()
  fireEvent.keyDown(row, { key: 'Enter' })
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('流程图 · 请假流程')
  expect(opened).toEqual([])
})

test('a press on the row of a task opens its request', async () => {
  fireEvent.keyDown(await rowOf('组长审批'), { key: 'Enter' })
  expect(opened).toEqual(['/work/process/leave/detail/i1/b1'])
  expect(screen.queryByRole('dialog')).toBeNull()
})

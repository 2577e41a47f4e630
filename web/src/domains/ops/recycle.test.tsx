import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, asked, callsTo, grant, place, serve, stage } from '../../platform/_stage.tsx'
import { Page } from './recycle.page.tsx'

const KINDS = [
  { entity: 'post', title: '岗位', path: '/api/blade-system/post', count: 45, retainDays: 30 },
  { entity: 'dept', title: '机构', path: '/api/blade-system/dept', count: 1, retainDays: 7 },
]
const row = (id: string, label: string) => ({
  id,
  label,
  deletedBy: label && '李老师',
  deletedTime: '2026-03-12 08:00:00',
  purgeTime: '2026-04-11 08:00:00',
})

function answers(more: Record<string, () => Answer> = {}): void {
  serve({
    kinds: () => ({ data: KINDS }),
    list: ({ query }) => {
      const isPost = query.get('entity') === 'post'
      const records = isPost ? [row('1', '教研员'), row('2', '')] : [row('9', '教务处')]
      return { data: { records, total: isPost ? 45 : 20, size: 20, current: 1, pages: 3 } }
    },
    restore: () => ({ data: true }),
    ...more,
  })
}

beforeEach(() => {
  localStorage.clear()
  grant('recycle_view')
  answers()
})
afterEach(() => vi.unstubAllGlobals())

async function show(search = ''): Promise<void> {
  stage(<Page />, search)
  await screen.findByRole('table')
}
const kinds = () =>
  within(screen.getByRole('navigation', { name: '数据' }))
    .getAllByRole('button')
    .map((one) => [one.textContent, one.getAttribute('aria-current')])
const last = () => Object.fromEntries(callsTo('list').at(-1)?.query ?? [])
const restores = () => screen.getAllByRole('button', { name: /恢复/ })

test('the first kind is shown, with what it keeps and who removed what when', async () => {
  await show()
  expect(kinds()).toEqual([
    ['岗位45', 'true'],
    ['机构1', 'false'],
  ])
  expect(screen.getByText('删除的数据保留30天，到期后彻底清除')).toBeTruthy()
  const cells = screen
    .getAllByRole('row')
    .slice(1)
    .map((one) => [...one.children].slice(0, 4).map((cell) => cell.textContent))
  expect(cells).toEqual([
    ['教研员', '李老师', '2026-03-12 08:00:00', '2026-04-11 08:00:00'],
    ['2', '—', '2026-03-12 08:00:00', '2026-04-11 08:00:00'],
  ])
})

test('another kind is chosen from its first page; pages are there only where they are needed', async () => {
  await show('?kind=post&current=2')
  expect(last()).toMatchObject({ entity: 'post', current: '2', size: '20' })
  fireEvent.click(document.querySelector('.ant-pagination-next button') as HTMLElement)
  await waitFor(() => expect(last()['current']).toBe('3'))
  fireEvent.click(screen.getByRole('button', { name: /机构/ }))
  expect(await screen.findByText('教务处')).toBeTruthy()
  expect(last()).toMatchObject({ entity: 'dept', current: '1' })
  expect(place.search).toBe('?kind=dept')
  expect(screen.getByText('删除的数据保留7天，到期后彻底清除')).toBeTruthy()
  expect(document.querySelector('.ant-pagination')).toBeNull()
})

test('a row comes back after a yes that names it, and the bin is read again', async () => {
  await show()
  fireEvent.click(restores()[0] as HTMLElement)
  const asking = within((await screen.findByText('确定恢复这条数据? 教研员')).closest('[role=dialog]') as HTMLElement)
  expect(callsTo('restore')).toHaveLength(0)
  fireEvent.click(asking.getByRole('button', { name: '确定' }))
  expect(await screen.findByText('恢复成功')).toBeTruthy()
  const [call] = callsTo('restore')
  expect([call?.method, call?.path, call?.query.get('ids')]).toEqual(['POST', '/api/blade-system/post/restore', '1'])
  await waitFor(() => expect([callsTo('kinds').length, callsTo('list').length]).toEqual([2, 2]))
})

test('a refused restore says why', async () => {
  answers({ restore: () => ({ code: 400, msg: '上级已被删除' }) })
  await show()
  fireEvent.click(restores()[1] as HTMLElement)
  fireEvent.click(await screen.findByRole('button', { name: '确定' }))
  expect(await screen.findByText('上级已被删除')).toBeTruthy()
})

test('an empty bin says so, and one that cannot be read is read again on demand', async () => {
  answers({ kinds: () => ({ data: [] }) })
  stage(<Page />)
  expect(await screen.findByText('回收站是空的')).toBeTruthy()
  expect(asked.map(({ path }) => path.split('/').at(-1))).toEqual(['kinds'])
  answers({ list: () => ({ code: 500, msg: '坏了' }) })
  stage(<Page />)
  await screen.findByText('坏了')
  answers()
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText('教研员')).toBeTruthy()
})

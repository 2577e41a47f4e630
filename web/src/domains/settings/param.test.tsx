import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, callsTo, grant, serve, stage } from '../../platform/_stage.tsx'
import { Page } from './param.page.tsx'

const ROW = {
  id: '7',
  paramName: '登录',
  paramKey: 'account.failCount',
  paramValue: '3',
  updateTime: '2026-03-01 08:00:00',
}
const OWN = { id: '8', paramName: '自定', paramKey: 'own.word', paramValue: 'x', updateTime: '2026-03-01 08:00:00' }

function answers(submit: () => Answer = () => ({ data: ROW })): void {
  serve({
    list: () => ({ data: { records: [ROW, OWN], total: 2, size: 1000, current: 1, pages: 1 } }),
    dictionary: () => ({ data: [{ dictKey: 'random', dictValue: '逐个随机生成' }] }),
    submit,
    remove: () => ({ data: true }),
  })
}

beforeEach(() => {
  localStorage.clear()
  grant('param_view', 'param_add', 'param_edit', 'param_delete')
  answers()
})
afterEach(() => vi.unstubAllGlobals())

async function lineOf(title: string): Promise<HTMLElement> {
  return (await screen.findByText(title)).closest('li') as HTMLElement
}

const press = (line: HTMLElement, name: RegExp) => fireEvent.click(within(line).getByRole('button', { name }))

test('a parameter that is set shows its value, its default and its range', async () => {
  stage(<Page />)
  const line = await lineOf('登录错误次数上限(次)')
  expect(line.querySelector('.param-value')?.textContent).toBe('3默认 5 · 1 到 20')
})

test('a parameter that is not set shows its default in words and nothing to reset', async () => {
  stage(<Page />)
  const line = await lineOf('首次密码的发放方式')
  await waitFor(() => expect(line.querySelector('.param-value')?.textContent).toBe('逐个随机生成默认'))
  expect(within(line).queryByRole('button', { name: /恢复默认/ })).toBeNull()
})

test('parameters of the whole system are shown to those who look after tenants alone', async () => {
  stage(<Page />)
  await lineOf('首次密码的发放方式')
  expect(screen.queryByText('系统时区')).toBeNull()
  grant('param_view', 'tenant_view')
  stage(<Page />)
  expect(await screen.findByText('系统时区')).toBeTruthy()
})

test('menus are shown by their names', async () => {
  const key = 'tenant.default.menuCode'
  const row = { ...ROW, paramKey: key, paramValue: 'exam,rank' }
  const branch = { code: 'exam', name: '考试', children: [{ code: 'rank', name: '排名' }] }
  serve({ list: () => ({ data: { records: [row] } }), 'menu-list': () => ({ data: [branch] }) })
  grant('param_view', 'tenant_view', 'menu_view')
  stage(<Page />)
  const line = await lineOf('新租户管理员的菜单')
  await waitFor(() => expect(line.querySelector('.param-value')?.textContent).toBe('考试、排名'))
})

test('a value beyond its range is refused in the dialog; a right one is kept in its row', async () => {
  stage(<Page />)
  press(await lineOf('登录错误次数上限(次)'), /修改/)
  const input = await screen.findByRole('spinbutton')
  fireEvent.change(input, { target: { value: '' } })
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('请输入登录错误次数上限')).toBeTruthy()
  fireEvent.change(input, { target: { value: '8' } })
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(callsTo('submit')).toHaveLength(1))
  expect(callsTo('submit')[0]?.body).toMatchObject({ id: '7', paramKey: 'account.failCount', paramValue: '8' })
})

test('what the server refuses stands at the input', async () => {
  answers(() => ({ code: 400, msg: '不行', problems: [{ field: 'paramValue', message: '不行' }] }))
  stage(<Page />)
  press(await lineOf('初始密码'), /修改/)
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'Lantern' } })
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('不行')).toBeTruthy()
  expect(callsTo('submit')[0]?.body).toMatchObject({ paramName: '初始密码', paramKey: 'account.initPassword' })
})

test('a parameter that is reset loses its row', async () => {
  stage(<Page />)
  press(await lineOf('登录错误次数上限(次)'), /恢复默认/)
  fireEvent.click(await screen.findByRole('button', { name: '确定' }))
  await waitFor(() => expect(callsTo('remove')[0]?.query.get('ids')).toBe('7'))
})

test('every row, those of other programs too, is listed beside them', async () => {
  stage(<Page />, '?part=all')
  expect((await screen.findAllByText('own.word')).length).toBeGreaterThan(0)
})

import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, callsTo, choose, grant, serve, stage } from '../../platform/_stage.tsx'
import { resetTabs } from '../../platform/tabs/store.ts'
import { Page } from './wx-menu.page.tsx'

const LINK = { name: '官网', type: 'view', url: 'https://example.cn' }
const GROUP = { name: '服务', subButtons: [{ name: '查分', type: 'click', key: 'score' }] }
const read = (buttons: object[], more: object = {}) => ({
  data: { menu: { buttons }, isKept: 0, keptTime: null, ...more },
})

let answer: Answer

beforeEach(() => {
  localStorage.clear()
  resetTabs()
  grant('wxmenu_view', 'wxmenu_publish')
  answer = read([LINK, GROUP])
  serve({ getMenu: () => answer, updateMenu: () => ({ data: true }) })
})
afterEach(() => vi.unstubAllGlobals())

const button = (name: RegExp | string) => screen.getByRole<HTMLButtonElement>('button', { name })
const press = (name: string) => fireEvent.click(button(name))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const isPicked = (name: string) => button(name).getAttribute('aria-pressed')

async function open(): Promise<void> {
  stage(<Page />)
  await screen.findByRole('button', { name: '发布' })
}

test('the first button is picked and shows what it does; one with others below does nothing itself', async () => {
  await open()
  expect([isPicked('官网'), isPicked('服务')]).toEqual(['true', 'false'])
  expect(screen.getByLabelText<HTMLInputElement>('网址').value).toBe('https://example.cn')
  expect(screen.queryByRole('button', { name: '查分' })).toBeNull()
  press('服务')
  expect(screen.queryByLabelText('菜单内容')).toBeNull()
  press('查分')
  expect(screen.getByLabelText<HTMLInputElement>('菜单 KEY').value).toBe('score')
  await choose(screen.getByLabelText('菜单内容'), '打开网页')
  expect(screen.queryByLabelText('菜单 KEY')).toBeNull()
})

test('a change is published after a yes, as a whole', async () => {
  await open()
  expect(button('还原').disabled).toBe(true)
  type('菜单名称', '主页')
  press('发布')
  fireEvent.click(await screen.findByRole('button', { name: '确定' }))
  await waitFor(() => expect(callsTo('updateMenu')).toHaveLength(1))
  expect(callsTo('updateMenu')[0]?.body['buttons']).toEqual([{ ...LINK, name: '主页' }, GROUP])
})

test('what is wrong with a button stands at it and keeps the menu from being published, until it is taken back', async () => {
  await open()
  type('网址', 'example.cn')
  expect(screen.getByText('网址须以 http:// 或 https:// 开头')).toBeTruthy()
  expect(screen.getByText('还有1处需要修改')).toBeTruthy()
  expect(button('发布').disabled).toBe(true)
  press('服务')
  expect(screen.queryByText('网址须以 http:// 或 https:// 开头')).toBeNull()
  press('还原')
  expect([button('发布').disabled, button('还原').disabled]).toEqual([false, true])
})

test('buttons are added below and beside, moved and removed', async () => {
  await open()
  press('添加菜单')
  expect(screen.queryByRole('button', { name: '添加菜单' })).toBeNull()
  type('菜单名称', '关于')
  press('前移')
  const names = () => [...document.querySelectorAll('.mp-phone-column > .mp-phone-key')].map((one) => one.textContent)
  expect(names()).toEqual(['官网', '关于', '服务'])
  expect(isPicked('关于')).toBe('true')
  press('后移')
  expect(names()).toEqual(['官网', '服务', '关于'])
  press('删除')
  expect(names()).toEqual(['官网', '服务'])
  expect(screen.getByText('在左边选择一个按钮，或添加一个')).toBeTruthy()
  press('服务')
  press('添加子菜单')
  expect(screen.getByLabelText<HTMLInputElement>('菜单名称').value).toBe('子菜单')
})

test('an empty menu is removed on the platform only after its own question', async () => {
  answer = read([LINK])
  await open()
  press('删除')
  press('发布')
  expect(await screen.findByText('没有按钮，将删除公众号菜单，确定?')).toBeTruthy()
})

test('whoever may not publish looks at the menu and its buttons', async () => {
  grant('wxmenu_view')
  stage(<Page />)
  await screen.findByRole('button', { name: '官网' })
  for (const name of ['发布', '还原', '删除', '添加菜单', '添加子菜单'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('菜单名称').disabled).toBe(true)
})

test('a menu that could not be read says from when the shown one is', async () => {
  await open()
  expect(screen.queryByRole('status')).toBeNull()
  answer = read([LINK], { isKept: 1, keptTime: '2026-05-01 08:00:00' })
  await open()
  expect((await screen.findByRole('status')).textContent).toContain('微信暂时无法读取')
})

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callsTo, grant, serve, stage } from '../../platform/_stage.tsx'
import { kept } from '../../platform/api/storage.ts'
import { setLanguage } from '../../platform/i18n/i18n.ts'
import { clearSession, updateSession, useSession } from '../../platform/session/store.ts'
import { resetTabs } from '../../platform/tabs/store.ts'
import { setNavigator } from '../../platform/tabs/tab.ts'
import { PHONE } from '../../platform/theme/breakpoints.ts'
import { useTheme } from '../../platform/theme/theme.ts'
import { useErrorLog } from '../error-log.ts'
import { lockWith, useLock } from '../lock/lock.ts'
import { TopMenu } from '../top/TopMenu.tsx'
import { UserMenu } from '../top/UserMenu.tsx'
import { Layout } from './Layout.tsx'
import { TopBar } from './TopBar.tsx'

const USER = { userId: '1', account: 'li', name: '李老师', avatar: '', roleName: '', deptName: '教务处' }
const item = (id: string, name: string) => ({ id, parentId: '0', code: id, name, path: `/${id}`, source: '' })

let opened: string[]
let isPhone = false
beforeEach(async () => {
  localStorage.clear()
  resetTabs()
  await setLanguage('zh')
  opened = []
  isPhone = false
  setNavigator((path) => opened.push(path))
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  )
  const matchMedia = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    matchMedia(query === PHONE ? (isPhone ? 'all' : 'not all') : query),
  )
  Element.prototype.scrollIntoView ??= vi.fn()
  HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
    this.open = true
  }
  clearSession()
  grant()
  updateSession({ user: USER, topMenu: [], topMenuId: '' })
  useErrorLog.setState({ entries: [] })
  serve({
    unread: () => ({ data: { unread: 0 } }),
    list: () => ({ data: { records: [], total: 0 } }),
    routes: () => ({ data: [item('user', '用户管理')] }),
    logout: () => ({ data: true }),
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await setLanguage('zh')
})

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const press = (name: string | RegExp) => fireEvent.click(button(name))
const layout = () => document.querySelector('.layout')?.className

test('the side folds and unfolds, and is found as it was left', () => {
  stage(<Layout />)
  expect(layout()).toBe('layout')
  press('收起菜单')
  expect([layout(), kept('side-folded')]).toEqual(['layout is-folded', true])
  stage(<Layout />)
  expect(layout()).toBe('layout is-folded')
  press('展开菜单')
  expect([layout(), kept('side-folded')]).toEqual(['layout', false])
})

test('on a phone the menu is a drawer, which its shade or Escape closes and nothing remembers', () => {
  isPhone = true
  stage(<Layout />)
  const shade = () => document.querySelector<HTMLElement>('.layout-shade')
  const open = () => fireEvent.click(document.querySelector('.top > button') as HTMLElement)
  expect(shade()).toBeNull()
  open()
  expect(layout()).toBe('layout has-drawer')
  fireEvent.click(shade() as HTMLElement)
  expect([layout(), shade()]).toEqual(['layout', null])
  open()
  fireEvent.keyDown(window, { key: 'Enter' })
  expect(layout()).toBe('layout has-drawer')
  fireEvent.keyDown(window, { key: 'Escape' })
  expect(layout()).toBe('layout')
  open()
  open()
  expect(layout()).toBe('layout')
  expect(kept('side-folded')).toBeUndefined()
})

test('the keyboard finds a way past the bars to the contents', () => {
  stage(<Layout />)
  expect(screen.getByText('跳到内容').getAttribute('href')).toBe('#content')
  expect(screen.getByRole('main').id).toBe('content')
})

function showBar(isFolded = false) {
  const told = { onToggle: vi.fn(), onHome: vi.fn() }
  stage(<TopBar isFolded={isFolded} {...told} />)
  return told
}

test('the button of the side says what it will do', () => {
  const { onToggle } = showBar()
  press('收起菜单')
  expect(onToggle).toHaveBeenCalledOnce()
  showBar(true)
  expect(button('展开菜单')).toBeTruthy()
})

test('the search opens by its button, and by Ctrl or Command with K in place of what the browser does', async () => {
  showBar()
  const key = (more: KeyboardEventInit) => {
    const event = new KeyboardEvent('keydown', { key: 'k', cancelable: true, ...more })
    act(() => void window.dispatchEvent(event))
    return event.defaultPrevented
  }
  expect([key({}), key({ key: 'j', ctrlKey: true })]).toEqual([false, false])
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(key({ ctrlKey: true })).toBe(true)
  expect(await screen.findByRole('combobox')).toBeTruthy()
  showBar()
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(key({ key: 'K', metaKey: true })).toBe(true)
  await screen.findByRole('combobox')
  showBar()
  press('搜索')
  await screen.findByRole('combobox')
})

test('the bar has at most five icons, each with its name', () => {
  useErrorLog.setState({ entries: [{ url: '/a', time: '', type: 'error', message: 'x', stack: '', info: '' }] })
  showBar()
  const [_fold, ...icons] = [...document.querySelectorAll('.top-icon')]
  expect(icons.map((one) => one.querySelector('.top-name')?.textContent)).toEqual(['消息', '任务', '大屏', '错误'])
})

test('faults of screens are counted on their button, to 99', async () => {
  const entry = { url: '/a', time: '', type: 'error', message: 'x', stack: '', info: '' }
  showBar()
  expect(document.querySelector('.top-count')).toBeNull()
  const fill = (length: number) =>
    act(() => useErrorLog.setState({ entries: Array.from({ length }, () => ({ ...entry })) }))
  fill(99)
  expect(button('错误日志 99').textContent).toContain('99')
  fill(100)
  expect(button('错误日志 99+').textContent).toContain('99+')
})

test('an entry of the top brings its side menu; the first leads home with the whole menu', async () => {
  const onHome = vi.fn()
  updateSession({ topMenu: [item('9', '教务')], topMenuId: '' })
  stage(<TopMenu onHome={onHome} />)
  const current = () => screen.getAllByRole('button').map((one) => one.getAttribute('aria-current'))
  expect(current()).toEqual(['true', null])
  press('教务')
  await waitFor(() => expect(current()).toEqual([null, 'true']))
  expect(callsTo('routes').map(({ query }) => query.get('topMenuId'))).toEqual(['9'])
  expect(useSession.getState().menu.map(({ name }) => name)).toEqual(['用户管理'])
  expect(onHome).not.toHaveBeenCalled()
  press('首页')
  await waitFor(() => expect(onHome).toHaveBeenCalledOnce())
  expect(callsTo('routes').map(({ query }) => query.get('topMenuId'))).toEqual(['9', null])
  expect(useSession.getState().topMenuId).toBe('')
})

test('without top menus there is nothing to choose, and a menu that cannot be read leaves the choice', async () => {
  stage(<TopMenu onHome={vi.fn()} />)
  expect(screen.queryAllByRole('button')).toEqual([])
  serve({ routes: () => ({ code: 500, msg: '坏了' }) })
  updateSession({ topMenu: [item('9', '教务')], topMenuId: '' })
  stage(<TopMenu onHome={vi.fn()} />)
  press('教务')
  expect(await screen.findByText('坏了')).toBeTruthy()
  expect(useSession.getState().topMenuId).toBe('')
})

async function choose(label: string): Promise<void> {
  fireEvent.click(button('用户菜单'))
  fireEvent.click(await screen.findByRole('menuitem', { name: new RegExp(label) }))
}

test('the user is shown by name, account and department, or by their picture', async () => {
  stage(<UserMenu />)
  expect(document.querySelector('.user-avatar')?.textContent).toBe('师')
  fireEvent.click(button('用户菜单'))
  expect((await screen.findByText('li · 教务处')).previousSibling?.textContent).toBe('李老师')
  updateSession({ user: { ...USER, avatar: '/a.png', deptName: '' } })
  stage(<UserMenu />)
  expect(document.querySelector('.user-avatar img')?.getAttribute('src')).toBe('/a.png')
  fireEvent.click(button('用户菜单'))
  expect(await screen.findByText('li')).toBeTruthy()
})

test.each([
  ['主题', '主题'],
  ['错误日志', '错误日志'],
  ['锁屏', '设置锁屏密码'],
])('%s of the user menu opens its dialog', async (label, title) => {
  stage(<UserMenu />)
  await choose(label)
  expect(await screen.findByRole('dialog', { name: title })).toBeTruthy()
})

test('a password that is already set locks at once, without asking', async () => {
  await lockWith('1234')
  useLock.setState({ isLocked: false })
  stage(<UserMenu />)
  await choose('锁屏')
  await waitFor(() => expect(useLock.getState().isLocked).toBe(true))
  expect(screen.queryByRole('dialog', { name: '设置锁屏密码' })).toBeNull()
})

test('the language changes from the user menu', async () => {
  stage(<UserMenu />)
  await choose('English')
  expect(await screen.findByRole('button', { name: 'User menu' })).toBeTruthy()
})

test('light and dark change places from the user menu', async () => {
  stage(<UserMenu />)
  await choose('深色')
  expect(useTheme.getState().isDark).toBe(true)
  await choose('浅色')
  expect(useTheme.getState().isDark).toBe(false)
})

test('the whole screen is taken and given back from the user menu', async () => {
  const asked: string[] = []
  const root = document.documentElement
  Object.assign(root, { requestFullscreen: () => asked.push('take') })
  Object.assign(document, { exitFullscreen: () => asked.push('give') })
  stage(<UserMenu />)
  await choose('^\\S* ?全屏')
  Object.defineProperty(document, 'fullscreenElement', { value: root, configurable: true })
  fireEvent(document, new Event('fullscreenchange'))
  await choose('退出全屏')
  expect(asked).toEqual(['take', 'give'])
  Object.defineProperty(document, 'fullscreenElement', { value: null, configurable: true })
  fireEvent(document, new Event('fullscreenchange'))
})

test('leaving is asked about, and ends the session also when the server does not answer', async () => {
  serve({ logout: () => ({ code: 500, msg: '坏了' }) })
  stage(<UserMenu />)
  await choose('退出登录')
  const asking = async () => within((await screen.findByText('是否退出系统?')).closest('[role=dialog]') as HTMLElement)
  fireEvent.click((await asking()).getByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.queryByText('是否退出系统?')).toBeNull())
  expect(useSession.getState().token).toBe('token')
  await choose('退出登录')
  fireEvent.click((await asking()).getByRole('button', { name: '确定' }))
  await waitFor(() => expect(useSession.getState().token).toBe(''))
})

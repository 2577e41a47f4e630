import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stage } from '../../platform/_stage.tsx'
import { type MenuItem, updateSession } from '../../platform/session/store.ts'
import { HOME, markDirty, resetTabs, useTabs, visitTab } from '../../platform/tabs/store.ts'
import { setNavigator } from '../../platform/tabs/tab.ts'
import { SideMenu } from './SideMenu.tsx'
import { TabBar } from './TabBar.tsx'
import { ancestorsOf, visibleItems } from './menu-tree.ts'

const item = (id: string, name: string, more: Partial<MenuItem> = {}): MenuItem => ({
  id,
  parentId: '0',
  code: id,
  name,
  path: `/${id}`,
  source: '',
  ...more,
})
const MENU = [
  item('g', '系统管理', { children: [item('user', '用户管理'), item('role', '角色管理')] }),
  item('h', '考试', {
    children: [item('screen', '考试信息'), item('deep', '深处', { children: [item('x', '最深')] })],
  }),
  item('out', '外面', { path: 'https://example.org', isOpen: 2 }),
]

let opened: string[]
beforeEach(() => {
  localStorage.clear()
  resetTabs()
  opened = []
  setNavigator((path) => opened.push(path))
  Element.prototype.scrollIntoView ??= vi.fn()
})
afterEach(() => vi.unstubAllGlobals())

const paths = () => useTabs.getState().tabs.map((tab) => tab.path)

function showTabs(...names: string[]): void {
  for (const name of names) visitTab({ path: `/${name}`, search: name === 'b' ? '?current=2' : '', title: name })
  stage(<TabBar />)
}

const close = (name: string) => fireEvent.click(screen.getByRole('button', { name: `关闭${name}` }))

async function choose(label: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: '页面操作' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: label }))
}

test('tabs lead to where they were left; the one in front is marked, home cannot be closed', () => {
  showTabs('screen', 'b')
  const links = screen.getAllByRole('link')
  expect(links.map((one) => one.getAttribute('href'))).toEqual([HOME.path, '/screen', '/b?current=2'])
  expect(links.map((one) => one.getAttribute('aria-current'))).toEqual([null, 'page', null])
  expect(screen.getAllByRole('button', { name: /^关闭/ })).toHaveLength(2)
})

test('a tab is closed by its button or the middle one; its neighbour comes forward only if it was in front', async () => {
  showTabs('screen', 'b', 'c')
  close('c')
  await waitFor(() => expect(paths()).toEqual([HOME.path, '/screen', '/b']))
  expect(opened).toEqual([])
  const [, , other] = [...document.querySelectorAll('.tab-item')]
  fireEvent(other as Element, new MouseEvent('auxclick', { button: 2, bubbles: true }))
  expect(paths()).toContain('/b')
  fireEvent(other as Element, new MouseEvent('auxclick', { button: 1, bubbles: true }))
  await waitFor(() => expect(paths()).toEqual([HOME.path, '/screen']))
  close('screen')
  await waitFor(() => expect(opened).toEqual([HOME.path]))
  expect(paths()).toEqual([HOME.path])
})

test('unsaved changes are marked and asked about before their tab goes', async () => {
  showTabs('screen', 'b')
  expect(screen.queryByTitle('有未保存的修改')).toBeNull()
  markDirty('/b', true)
  expect(await screen.findByTitle('有未保存的修改')).toBeTruthy()
  close('b')
  const dialog = (await screen.findByText('「b」有未保存的修改，关闭后将丢失。')).closest(
    '[role=dialog]',
  ) as HTMLElement
  fireEvent.click(within(dialog).getByText('取消'))
  await waitFor(() => expect(screen.queryByText(/有未保存的修改，关闭/)).toBeNull())
  expect(paths()).toContain('/b')
  close('b')
  fireEvent.click(await screen.findByText('放弃修改'))
  await waitFor(() => expect(paths()).not.toContain('/b'))
})

test('the window is not left silently while something is unsaved', () => {
  showTabs('screen')
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(leave()).toBe(false)
  markDirty('/screen', true)
  stage(<TabBar />)
  expect(leave()).toBe(true)
})

test('the others, or all of them, are closed from the menu', async () => {
  showTabs('screen', 'b', 'c')
  await choose('关闭其他')
  await waitFor(() => expect(paths()).toEqual([HOME.path, '/screen']))
  expect(opened).toEqual([])
  await choose('关闭全部')
  await waitFor(() => expect(paths()).toEqual([HOME.path]))
  expect(opened).toEqual([HOME.path])
})

test('a refreshed tab is drawn from the start, after a yes where it is unsaved', async () => {
  showTabs('screen')
  const turns = () => JSON.stringify(useTabs.getState())
  markDirty('/screen', true)
  const before = turns()
  await choose('刷新')
  await screen.findByText('有未保存的修改，刷新后将丢失。')
  expect(turns()).toBe(before)
  fireEvent.click(screen.getByText('放弃修改'))
  await waitFor(() => expect(turns()).not.toBe(before))
})

test('tabs change places by Ctrl, Shift and arrows, or by pulling', async () => {
  showTabs('screen', 'b', 'c')
  const tab = (at: number) => document.querySelectorAll('.tab-bar li')[at] as HTMLElement
  const move = (key: string, more = {}) => fireEvent.keyDown(tab(1), { key, ctrlKey: true, shiftKey: true, ...more })
  move('ArrowRight', { shiftKey: false })
  move('ArrowRight', { ctrlKey: false })
  move('a')
  expect(paths()).toEqual([HOME.path, '/screen', '/b', '/c'])
  move('ArrowRight')
  expect(paths()).toEqual([HOME.path, '/b', '/screen', '/c'])
  fireEvent.dragStart(tab(3), { dataTransfer: {} })
  expect(tab(3).className).toContain('is-held')
  fireEvent.dragEnter(tab(1))
  expect(paths()).toEqual([HOME.path, '/c', '/b', '/screen'])
  fireEvent.dragEnd(tab(1))
  fireEvent.dragEnter(tab(3))
  expect(paths()).toEqual([HOME.path, '/c', '/b', '/screen'])
  expect([...document.querySelectorAll('.tab-bar li')].map((one) => one.getAttribute('draggable'))).toEqual([
    'false',
    'true',
    'true',
    'true',
  ])
})

function showMenu(isFolded = false, roles: string[] = []) {
  updateSession({ menu: MENU, roles })
  const onUnfold = vi.fn()
  stage(<SideMenu isFolded={isFolded} onUnfold={onUnfold} />)
  return onUnfold
}

test('the way to the screen in front is open, other groups open and close', () => {
  showMenu()
  const group = (name: string) => screen.getByRole('button', { name: new RegExp(name) })
  expect(group('考试').getAttribute('aria-expanded')).toBe('true')
  expect(group('考试').className).toContain('is-on-way')
  expect(group('系统管理').getAttribute('aria-expanded')).toBe('false')
  expect(group('系统管理').className).not.toContain('is-on-way')
  expect(screen.getByRole('link', { name: /考试信息$/ }).getAttribute('aria-current')).toBe('page')
  expect(screen.queryByRole('link', { name: /用户管理$/ })).toBeNull()
  fireEvent.click(group('系统管理'))
  expect(screen.getByRole('link', { name: /用户管理$/ }).getAttribute('aria-current')).toBeNull()
  fireEvent.click(group('系统管理'))
  expect(screen.queryByRole('link', { name: /用户管理$/ })).toBeNull()
})

test('the entry of the screen in front is brought into sight once its groups are open', () => {
  const seen: string[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function note(this: Element) {
    seen.push(this.textContent)
  })
  showMenu()
  expect(seen.at(-1)).toBe('考试信息')
  vi.restoreAllMocks()
})

test('a screen of its own window opens there; others in theirs', () => {
  showMenu()
  expect(screen.getByRole('link', { name: /外面$/ }).getAttribute('target')).toBe('_blank')
  expect(screen.getByRole('link', { name: /外面$/ }).getAttribute('rel')).toContain('noopener')
  expect(screen.getByRole('link', { name: /考试信息$/ }).getAttribute('target')).toBeNull()
})

test('a folded side names its icons, and a group unfolds it', () => {
  const onUnfold = showMenu(true)
  const group = screen.getByRole('button', { name: /系统管理/ })
  expect(group.title).toBe('系统管理')
  expect(screen.getByRole('link', { name: /外面$/ }).title).toBe('外面')
  expect(screen.queryByRole('link', { name: /考试信息$/ })).toBeNull()
  fireEvent.click(group)
  expect(onUnfold).toHaveBeenCalledOnce()
  showMenu()
  expect(screen.getByRole('button', { name: /系统管理/ }).title).toBe('')
})

test('items for certain roles are kept from others, and groups without items go', () => {
  const items = [item('a', 'A', { children: [item('b', 'B', { meta: { roles: ['admin'] } })] }), item('c', 'C')]
  expect(visibleItems(items, []).map(({ id }) => id)).toEqual(['c'])
  expect(visibleItems(items, ['admin']).map(({ id }) => id)).toEqual(['a', 'c'])
})

test('of several items that fit a path the longest one is active', () => {
  const items = [item('a', 'A'), item('g', 'G', { children: [item('b', 'B', { path: '/a/b' })] })]
  expect(ancestorsOf(items, '/a/b/c')).toEqual(['g', 'b'])
  expect(ancestorsOf(items, '/a')).toEqual(['a'])
  expect(ancestorsOf(items, '/ab')).toEqual([])
})

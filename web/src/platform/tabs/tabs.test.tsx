// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { Activity } from 'react'
import { MemoryRouter, useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  HOME,
  MAX_ALIVE,
  dropTabs,
  isClosable,
  keepAlive,
  markDirty,
  neighbour,
  resetTabs,
  useTabs,
  visitTab,
} from './store.ts'
import { TabKey, changedSearch, useShown, useTabSearch, useTabState } from './tab.ts'

const paths = () => useTabs.getState().tabs.map((tab) => tab.path)
const visit = (path: string, search = '') => visitTab({ path, search, title: path })

beforeEach(resetTabs)
afterEach(cleanup)

test('a path has one tab, which remembers its last query', () => {
  visit('/a')
  visit('/b')
  visit('/a', '?current=2')
  expect(paths()).toEqual([HOME.path, '/a', '/b'])
  expect(useTabs.getState().tabs[1]?.search).toBe('?current=2')
})

test('the home tab and the only tab stay', () => {
  visit('/a')
  expect(isClosable(useTabs.getState().tabs, '/a')).toBe(true)
  expect(isClosable(useTabs.getState().tabs, HOME.path)).toBe(false)
  dropTabs([HOME.path, '/a'])
  expect(paths()).toEqual([HOME.path])
})

test('the tab before a closed one comes forward', () => {
  visit('/a')
  visit('/b')
  const { tabs } = useTabs.getState()
  expect(neighbour(tabs, '/b').path).toBe('/a')
  expect(neighbour(tabs, '/a').path).toBe(HOME.path)
})

test('no tab is closed by another; of too many screens the one not looked at longest rests, unless it is unsaved', () => {
  let alive: string[] = []
  const dirty = new Set(['/1'])
  for (let n = 1; n <= MAX_ALIVE + 2; n += 1) {
    visit(`/${n}`)
    alive = keepAlive(alive, `/${n}`, dirty)
  }
  expect(paths()).toHaveLength(MAX_ALIVE + 3)
  expect(alive).toHaveLength(MAX_ALIVE)
  expect([alive.includes('/1'), alive.includes('/2'), alive.includes('/3')]).toEqual([true, false, false])
  expect(keepAlive(alive, '/4', dirty).at(-1)).toBe('/4')
})

test('closing a tab forgets what it kept', () => {
  visit('/a')
  markDirty('/a', true)
  dropTabs(['/a'])
  expect(useTabs.getState().dirty.size).toBe(0)
})

test('only the named values of a query change', () => {
  expect(changedSearch('?a=1&b=2', { a: undefined, c: '3' })).toBe('?b=2&c=3')
  expect(changedSearch('?a=1', { a: '' })).toBe('')
})

let go: (path: string) => void
function Probe({ path }: { path: string }) {
  const [search, change] = useTabSearch()
  const [count, setCount] = useTabState('count', 0)
  const isShown = useShown()
  return (
    <button
      type="button"
      onClick={() => {
        setCount((old) => old + 1)
        change({ page: '9' })
      }}
    >
      {`${path} page=${search.get('page') ?? '-'} count=${count} shown=${isShown}`}
    </button>
  )
}

function Two({ front }: { front: string }) {
  const navigate = useNavigate()
  go = (path) => void navigate(path)
  return ['/a', '/b'].map((path) => (
    <TabKey key={path} value={path}>
      <Activity mode={front === path ? 'visible' : 'hidden'}>
        <Probe path={path} />
      </Activity>
    </TabKey>
  ))
}

test('a hidden screen keeps its own query while the front one changes', async () => {
  const draw = (front: string) => (
    <MemoryRouter initialEntries={['/a?page=3']}>
      <Two front={front} />
    </MemoryRouter>
  )
  const { rerender } = render(draw('/a'))
  expect(screen.getByText('/a page=3 count=0 shown=true')).toBeTruthy()
  await act(async () => go('/b?page=5'))
  rerender(draw('/b'))
  expect(await screen.findByText('/b page=5 count=0 shown=true')).toBeTruthy()
  expect(screen.getByText(/^\/a page=3 count=0/)).toBeTruthy()
})

test('state of a tab belongs to its path', async () => {
  visit('/a')
  render(
    <MemoryRouter initialEntries={['/a']}>
      <TabKey value="/a">
        <Probe path="/a" />
      </TabKey>
    </MemoryRouter>,
  )
  await act(async () => screen.getByRole('button').click())
  expect(screen.getByText(/count=1/)).toBeTruthy()
  expect(useTabs.getState().values['/a']).toEqual({ count: 1 })
})

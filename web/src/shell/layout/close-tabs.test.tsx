import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { stage } from '../../platform/_stage.tsx'
import { draftOf, keepDraft } from '../../platform/crud/drafts.ts'
import { updateSession } from '../../platform/session/store.ts'
import { resetTabs, useTabs, visitTab } from '../../platform/tabs/store.ts'
import { setNavigator, setTabDirty } from '../../platform/tabs/tab.ts'
import { closeAll, closeOthers, closeTabs, refresh } from './close-tabs.ts'

const USER = { userId: '1', account: 'li', name: '李老师', avatar: '', roleName: '', deptName: '' }
const tab = (name: string) => ({ path: `/${name}`, search: `?of=${name}`, title: name })

let opened: string[]
beforeEach(() => {
  localStorage.clear()
  resetTabs()
  opened = []
  setNavigator((path) => opened.push(path))
  stage(null)
  for (const name of ['a', 'b', 'c']) visitTab(tab(name))
})

const open = () => useTabs.getState().tabs.map(({ path }) => path)
const front = (path: string) => window.history.replaceState(null, '', path)
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

test('a tab behind closes without another coming to the front', async () => {
  front('/a')
  await closeTabs(['/b'])
  expect([open(), opened]).toEqual([['/wel/index', '/a', '/c'], []])
})

test('the tab before a closed one comes to the front, as it was left', async () => {
  front('/b')
  await closeTabs(['/b'])
  expect([open(), opened]).toEqual([['/wel/index', '/a', '/c'], ['/a?of=a']])
})

test('of several closed tabs the start page comes to the front', async () => {
  front('/b')
  await closeTabs(['/b', '/c'])
  expect([open(), opened]).toEqual([['/wel/index', '/a'], ['/wel/index']])
})

test('closing the others brings the one that stays to the front where another was there', async () => {
  front('/b')
  await closeOthers('/c')
  expect(open()).toEqual(['/wel/index', '/c'])
  expect(opened[0]).toBe('/c')
})

test('closing the others of the tab in front leads nowhere', async () => {
  front('/c')
  await closeOthers('/c')
  expect([open(), opened]).toEqual([['/wel/index', '/c'], []])
})

test('closing all leaves the start page', async () => {
  front('/a')
  await closeAll()
  expect([open(), opened]).toEqual([['/wel/index'], ['/wel/index']])
})

test('what is not saved is asked about before it closes, and its draft goes with it', async () => {
  front('/a')
  updateSession({ user: USER })
  keepDraft('/b form', { mode: 'add', values: { name: '写了一半' } })
  setTabDirty(true, '/b')
  const closing = closeTabs(['/b'])
  expect(await screen.findByText(/「b」有未保存的修改/)).toBeTruthy()
  await press('取消')
  await closing
  expect(open()).toContain('/b')
  expect(draftOf('/b form')).toBeTruthy()
  const again = closeTabs(['/b'])
  await press('放弃修改')
  await again
  expect(open()).not.toContain('/b')
  expect(draftOf('/b form')).toBeUndefined()
})

test('a tab is drawn anew; one with what is not saved only after a yes', async () => {
  await refresh(tab('a'))
  expect(useTabs.getState().turns['/a']).toBe(1)
  setTabDirty(true, '/a')
  const kept = refresh(tab('a'))
  await press('取消')
  await kept
  expect(useTabs.getState().turns['/a']).toBe(1)
  const given = refresh(tab('a'))
  await waitFor(() => expect(screen.getAllByText(/刷新后将丢失/)).toBeTruthy())
  await press('放弃修改')
  await given
  expect(useTabs.getState().turns['/a']).toBe(2)
})

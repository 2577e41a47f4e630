import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { type NavigateFunction, useNavigate } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { stage } from '../../platform/_stage.tsx'
import { updateSession } from '../../platform/session/store.ts'
import { HOME, MAX_ALIVE, dropTabs, markDirty, refreshTab, resetTabs, useTabs } from '../../platform/tabs/store.ts'
import { useTabPath } from '../../platform/tabs/tab.ts'
import { TabPanes } from './TabPanes.tsx'

vi.mock('../screens/Screen.tsx', () => ({ Screen: Input }))

function Input() {
  const [text, setText] = useState('')
  return <input aria-label={useTabPath()} value={text} onChange={(event) => setText(event.target.value)} />
}

const pathOf = (name: string): string => `/myiframe/${encodeURIComponent(`https://${name}`)}`
const TABLESS = pathOf('tabless')

let go: NavigateFunction
function Router() {
  go = useNavigate()
  return <TabPanes />
}

const open = (name: string): void => act(() => void go(pathOf(name)))
const inputs = (name: string) => screen.queryAllByLabelText<HTMLInputElement>(pathOf(name))
const type = (name: string): boolean => fireEvent.change(inputs(name)[0] as Element, { target: { value: 'typed' } })
const paths = () => useTabs.getState().tabs.map((tab) => tab.path)

beforeEach(() => {
  localStorage.clear()
  resetTabs()
  const names = ['tabless', 'a', ...Array.from({ length: MAX_ALIVE }, (_, at) => `b${at}`)]
  const granted = names.map((name) => ({
    id: name,
    parentId: '0',
    code: name,
    name,
    path: `https://${name}`,
    source: '',
    meta: { isTab: name !== 'tabless' },
  }))
  updateSession({ granted })
  stage(<Router />)
})

test('tabs that were closed take no place among the screens kept alive', () => {
  open('a')
  type('a')
  for (let at = 0; at < MAX_ALIVE; at += 1) {
    open(`b${at}`)
    act(() => dropTabs([pathOf(`b${at - 1}`)]))
  }
  open('a')
  expect(inputs('a')[0]?.value).toBe('typed')
})

test('a screen without a tab has one while it is unsaved, and keeps what was typed when it is left', () => {
  open('tabless')
  type('tabless')
  expect(paths()).not.toContain(TABLESS)
  act(() => markDirty(TABLESS, true))
  expect(paths()).toContain(TABLESS)
  open('a')
  open('tabless')
  expect(inputs('tabless').map((input) => input.value)).toEqual(['typed'])
  act(() => markDirty(TABLESS, false))
  expect(inputs('tabless').map((input) => input.value)).toEqual(['typed'])
  open('a')
  expect(paths()).toEqual([HOME.path, pathOf('a')])
  expect(inputs('tabless')).toEqual([])
})

test('a refreshed screen without a tab is drawn from the start', () => {
  open('tabless')
  type('tabless')
  act(() => refreshTab(TABLESS))
  expect(inputs('tabless').map((input) => input.value)).toEqual([''])
})

test('the focus goes to the content with the screen that is opened, unless it is at something', () => {
  const main = document.createElement('main')
  main.id = 'content'
  main.tabIndex = -1
  document.body.append(main)
  open('a')
  expect(document.activeElement).toBe(main)
  inputs('a')[0]?.focus()
  open('b0')
  expect(document.activeElement).toBe(inputs('a')[0])
  main.remove()
})

import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { clearSession, updateSession } from '../session/store.ts'
import { resetTabs, useTabs } from '../tabs/store.ts'
import { setTabDirty } from '../tabs/tab.ts'
import { keepEdits, useGridEdits } from './use-grid-edits.ts'

const signIn = (userId: string) => act(() => updateSession({ token: 't', user: { userId } as never, hasLeft: false }))
const step = (after: string) => [{ row: 'a', column: 0, before: '1', after }]
const show = (place: string) => renderHook(() => useGridEdits(place)).result

let place = ''
beforeEach(() => {
  sessionStorage.clear()
  resetTabs()
  place = `test ${Math.random()}`
  signIn('1')
})

test('what one user typed is not there for the next of the same window, and is there again for the first', () => {
  const grid = show(place)
  act(() => grid.current.write(step('2')))
  act(() => clearSession())
  signIn('2')
  expect(show(place).current.count).toBe(0)
  keepEdits()
  expect(sessionStorage.getItem(`xueheng-grid-edits ${place}`)).toBeNull()
  signIn('1')
  expect(show(place).current.edits.cells).toEqual({ a: { 0: { from: '1', to: '2' } } })
})

test('what is written after the user left on purpose is not taken', () => {
  const grid = show(place)
  const { write } = grid.current
  act(() => clearSession(true))
  act(() => write(step('2')))
  signIn('1')
  expect(show(place).current.count).toBe(0)
})

test('what is typed while a save is under way is still to be saved', () => {
  const grid = show(place)
  act(() => grid.current.write(step('2')))
  const sent = grid.current.edits.cells
  act(() => grid.current.write([{ row: 'a', column: 0, before: '2', after: '3' }]))
  act(() => grid.current.settle(sent))
  expect(grid.current.edits.cells).toEqual({ a: { 0: { from: '2', to: '3' } } })
})

test('unsaved cells stay over what they were typed over; once saved or dropped the newest holds', () => {
  const over = (version: string) => renderHook(() => useGridEdits(place, { version })).result
  const grid = over('1')
  act(() => grid.current.write(step('2')))
  const later = over('2')
  expect([later.current.base.version, later.current.count]).toEqual(['1', 1])
  act(() => later.current.drop())
  expect(later.current).toMatchObject({ base: { version: '2' }, edits: { cells: {}, past: [] } })
  act(() => grid.current.write(step('2')))
  act(() => later.current.rebase([{ row: 'a', column: 0, before: '5', after: '2' }]))
  expect(later.current).toMatchObject({
    base: { version: '2' },
    edits: { cells: { a: { 0: { from: '5', to: '2' } } } },
  })
})

test('a tab stays unsaved while one of its grids is, also one that is not in sight', () => {
  const dirty = () => useTabs.getState().dirty.size > 0
  const { result, rerender } = renderHook((shown: string) => useGridEdits(shown), { initialProps: place })
  act(() => result.current.write(step('2')))
  rerender(`${place} other`)
  expect([result.current.count, dirty()]).toEqual([0, true])
  rerender(place)
  act(() => result.current.drop())
  rerender(`${place} other`)
  expect(dirty()).toBe(false)
})

test('a grid without changes says nothing of what another part of its screen holds', () => {
  act(() => setTabDirty(true, ''))
  show(place)
  expect(useTabs.getState().dirty.has('')).toBe(true)
  act(() => setTabDirty(false, ''))
  expect(useTabs.getState().dirty.has('')).toBe(false)
})

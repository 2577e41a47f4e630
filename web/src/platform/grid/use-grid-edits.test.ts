import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { clearSession, updateSession } from '../session/store.ts'
import { keepEdits, useGridEdits } from './use-grid-edits.ts'

const signIn = (userId: string) => act(() => updateSession({ token: 't', user: { userId } as never, hasLeft: false }))
const step = (after: string) => [{ row: 'a', column: 0, before: '1', after }]
const show = (place: string) => renderHook(() => useGridEdits(place)).result

let place = ''
beforeEach(() => {
  sessionStorage.clear()
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

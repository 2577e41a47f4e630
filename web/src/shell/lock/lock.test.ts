// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { clearSession, updateSession } from '../../platform/session/store.ts'
import { lockAgain, lockWith, unlock, useLock } from './lock.ts'

beforeEach(() => {
  updateSession({ token: 'a' })
  clearSession()
})

test('a password is set once, the wrong one opens nothing, the right one is forgotten afterwards', async () => {
  expect(lockAgain()).toBe(false)
  await lockWith('1234')
  await expect.poll(() => useLock.getState().isLocked).toBe(true)
  expect(await unlock('4321')).toBe(false)
  expect(useLock.getState().isLocked).toBe(true)
  expect(await unlock('1234')).toBe(true)
  expect(useLock.getState()).toEqual({ isLocked: false, secret: '' })
  expect(lockAgain()).toBe(false)
})

test('the end of the session lifts the curtain', async () => {
  updateSession({ token: 'a' })
  await lockWith('1234')
  await expect.poll(() => useLock.getState().isLocked).toBe(true)
  clearSession()
  expect(useLock.getState().isLocked).toBe(false)
})

// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serve } from '../_stage.tsx'
import { setClock, useClock } from '../i18n/clock.ts'
import { ApiError } from './error.ts'
import { loadInstallation, startInstallation } from './installation.ts'
import { isSilent, setSilentCodes } from './silent-codes.ts'

const OF_MACHINE = useClock.getState().zone

beforeEach(() => {
  localStorage.clear()
  serve({ installation: () => ({ data: { timeZone: 'Asia/Urumqi', silentCodes: [4001, 4002] } }) })
})
afterEach(() => {
  setClock(OF_MACHINE)
  setSilentCodes([])
  vi.unstubAllGlobals()
})

const zone = () => useClock.getState().zone
const refusal = (code: number) => new ApiError(code, '不必提示')

test('clock and silent codes are those the system parameters name', async () => {
  await loadInstallation()
  expect(zone()).toBe('Asia/Urumqi')
  expect([4001, 4002, 4003].map((code) => isSilent(refusal(code)))).toEqual([true, true, false])
})

test('the next visit begins with what was known at the last one', async () => {
  await loadInstallation()
  setClock(OF_MACHINE)
  setSilentCodes([])
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  startInstallation()
  expect([zone(), isSilent(refusal(4001))]).toEqual(['Asia/Urumqi', true])
})

test('without an answer the first visit keeps the zone of the machine', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  startInstallation()
  await Promise.resolve()
  expect(zone()).toBe(OF_MACHINE)
})

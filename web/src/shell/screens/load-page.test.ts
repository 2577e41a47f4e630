import { afterEach, expect, test, vi } from 'vitest'
import { PageFileError, loadPage } from './load-page.ts'

afterEach(() => vi.useRealTimers())

test('a page file that comes is handed on', async () => {
  expect(await loadPage(async () => 7)).toBe(7)
})

test('a page file that is missing says so, with the reason kept', async () => {
  const cause = new TypeError('404')
  await expect(loadPage(() => Promise.reject(cause))).rejects.toMatchObject({ name: 'PageFileError', cause })
})

test('a page file that takes two minutes is given up', async () => {
  vi.useFakeTimers()
  const waited = loadPage(() => new Promise(() => undefined)).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(await waited).toBeInstanceOf(PageFileError)
})

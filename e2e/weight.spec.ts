import { expect, test } from '@playwright/test'
import { comeIn } from './support/people.ts'

/** What a first visit of a list may fetch, as sent; the aim is in docs/performance.md. */
const MOST_KB = 400

test('the first list page fetches no more JavaScript than it is held to', async ({ page }) => {
  await comeIn(page, 'exam')
  await page.goto('/bigdata/basic/basicSchool')
  await expect(page.locator('.crud-table tbody tr[data-row-key]').first()).toBeVisible()
  const bytes = await page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const scripts = entries.filter(({ name }) => new URL(name).pathname.endsWith('.js'))
    return scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
  })
  expect(bytes).toBeGreaterThan(0)
  expect(Math.round(bytes / 1024)).toBeLessThanOrEqual(MOST_KB)
})

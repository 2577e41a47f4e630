import { type Page, expect, test } from '@playwright/test'
import { front } from './support/page.ts'
import { comeIn } from './support/people.ts'
import { offered, tour, wear } from './support/tour.ts'

const TOUR_MS = 600_000

const WINDOWS = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
]

/** Where the name of a row stands: the first column of a table, the head of a card. */
const IDENTITY = ':is(.crud-table tbody tr[data-row-key] .crud-identity, .crud-cards li > header :is(strong, button))'

/** Names of the rows in sight that something covers, that stick out of the window, or that say nothing. */
function hiddenNames(page: Page): Promise<string[]> {
  return front(page).evaluate((pane, selector) => {
    const names = [...pane.querySelectorAll<HTMLElement>(selector)].filter((one) => {
      const { top, bottom } = one.getBoundingClientRect()
      const frame = one.closest('.ant-table-body, .ant-table-tbody-virtual-holder, .crud-cards')
      const { bottom: end } = frame?.getBoundingClientRect() ?? { bottom: window.innerHeight }
      return top >= 0 && bottom <= Math.min(end, window.innerHeight)
    })
    return names.flatMap((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect()
      const ends = [left + 8, Math.min(right, left + 80) - 8]
      const isSeen = ends.every((x) => one.contains(document.elementFromPoint(x, (top + bottom) / 2)))
      const text = one.innerText.trim()
      return isSeen && right <= window.innerWidth && text ? [] : [`"${text}" at ${left}..${right}`]
    })
  }, IDENTITY)
}

for (const window of WINDOWS) {
  test(`every list shows what identifies its rows, ${window.width} px wide`, async ({ page }) => {
    test.setTimeout(TOUR_MS)
    await wear(page, { name: '', title: '', isDark: false, language: 'zh', ...window })
    await comeIn(page, 'admin')
    let names = 0
    await tour(page, await offered(page), async ({ path }) => {
      names += await front(page).locator(IDENTITY).count()
      expect.soft(await hiddenNames(page), path).toEqual([])
    })
    expect(names).toBeGreaterThan(100)
  })
}

test('school classes are told apart by the class, also beside the tree of schools', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await comeIn(page, 'admin', '/bigdata/basic/schoolClasses')
  const names = front(page).locator('.crud-identity')
  await expect(names.first()).toContainText('班')
  expect(await hiddenNames(page)).toEqual([])
})

for (const width of [1366, 390]) {
  test(`the score query shows name, class, total and rank first, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await comeIn(page, 'school', '/bigdata/query/queryStudentScore')
    const first = front(page).locator('tbody tr[data-row-key], .report-cards li').first()
    await expect(first).toContainText(/班/)
    const order = await first.evaluate((row) =>
      [...row.querySelectorAll('td, header, dt')].map((one) => one.textContent),
    )
    if (width === 390)
      expect(order.slice(1, 3)).toEqual([expect.stringContaining('总分'), expect.stringContaining('联考名次')])
    else expect(order[1]).toContain('班')
    expect(await first.evaluate((row) => row.getBoundingClientRect().left)).toBeGreaterThanOrEqual(0)
  })
}

test('a row folds its actions: one beside it, the others in a menu that Escape closes', async ({ page }) => {
  await comeIn(page, 'exam', '/bigdata/basic/basicSchool')
  const row = front(page).locator('tbody tr[data-row-key]').first()
  await expect(row.getByRole('button', { name: '编辑' })).toBeVisible()
  const more = row.getByRole('button', { name: '更多' })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(row.getByRole('button', { name: '查看' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row.getByRole('button', { name: '查看' })).toBeHidden()
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
})

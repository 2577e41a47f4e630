import { expect, test } from '@playwright/test'
import { front } from './support/page.ts'
import { comeIn } from './support/people.ts'
import { countNames, hiddenNames } from './support/row-names.ts'

test('school classes are told apart by the class, also beside the tree of schools', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await comeIn(page, 'admin', '/bigdata/basic/schoolClasses')
  await expect(front(page).locator('.crud-identity').first()).toContainText('班')
  expect(await countNames(page)).toBeGreaterThan(1)
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
  await expect(row.getByRole('button', { name: '查看' })).toBeHidden()
})

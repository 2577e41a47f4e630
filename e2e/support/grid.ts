import { type Locator, type Page, expect } from '@playwright/test'
import { LOOK_MS } from './patience.ts'
import { front } from './page.ts'

/** A cell of the grid in front, by the title of its column and the number before its row. */
export async function gridCell(page: Page, column: string, row: number): Promise<Locator> {
  const grid = front(page).getByRole('grid')
  await expect(grid).toBeVisible()
  const title = grid.locator(`.grid-title[title="${column}"]`)
  // Only the columns in sight are drawn; a sheet may be drawn anew meanwhile.
  await expect(() => title.scrollIntoViewIfNeeded({ timeout: LOOK_MS })).toPass()
  const at = Number(await title.getAttribute('aria-colindex')) - 2
  const head = page.locator('.grid-rowhead', { hasText: new RegExp(`^${row}$`) })
  return grid.locator('.grid-row', { has: head }).locator(`[data-column="${at}"]`)
}

/** Pastes a text as a spreadsheet puts it on the clipboard, at the cell that has the keys. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((given) => {
    const data = new DataTransfer()
    data.setData('text/plain', given)
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, text)
}

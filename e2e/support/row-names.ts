import type { Page } from '@playwright/test'
import { front } from './page.ts'

/** Where the name of a row stands: the first column of a table, the head of a card. */
const IDENTITY = ':is(.crud-table tbody tr[data-row-key] .crud-identity, .crud-cards li > header :is(strong, button))'

/** How many rows of the front screen have a name. */
export function countNames(page: Page): Promise<number> {
  return front(page).locator(IDENTITY).count()
}

/** Names of the rows in sight that something covers, that stick out of the window, or that say nothing. */
export function hiddenNames(page: Page): Promise<string[]> {
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

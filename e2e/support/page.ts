import { type Locator, type Page, expect } from '@playwright/test'
import { LOOK_MS, PATIENCE_MS } from './patience.ts'

/** The screen in front; the others of the open tabs are kept in the page, hidden. */
export function front(page: Page): Locator {
  return page.locator('#content .layout-pane:visible')
}

/** An entry of an open picker that stands for choice. */
const NOT_TAKEN = ':not(.ant-select-item-option-selected, .ant-select-tree-node-selected)'

/** Opens a picker by the label of its field and takes the entry with that text. */
export async function pick(scope: Locator, label: string | RegExp, text: string): Promise<void> {
  const page = scope.page()
  const box = scope.getByLabel(label).first()
  const entry = page.locator('.ant-select-dropdown:visible').getByTitle(text, { exact: true }).first()
  // A form that still grows moves the list away from below the mouse.
  await expect(async () => {
    if (!(await entry.isVisible())) await box.click({ timeout: LOOK_MS })
    // Long lists draw only what is in sight; typing brings the entry there.
    if (await box.isEditable()) await box.fill(text)
    await entry.click({ timeout: LOOK_MS })
    // A list that is read anew under the press does not take it.
    await expect(entry.and(page.locator(NOT_TAKEN))).toBeHidden({ timeout: LOOK_MS })
  }).toPass()
}

/** Presses an action of a row, also where it is folded into the row's menu. */
export async function act(row: Locator, name: string): Promise<void> {
  const action = row.getByRole('button', { name, exact: true })
  const more = row.getByRole('button', { name: '更多' })
  await expect(action.or(more).first()).toBeVisible()
  // A list that is read anew meanwhile closes the menu.
  await expect(async () => {
    if (!(await action.isVisible())) await more.click({ timeout: LOOK_MS })
    await action.click({ timeout: LOOK_MS })
  }).toPass()
}

/** Takes an entry of the menu of the user. */
export async function choose(page: Page, entry: string): Promise<void> {
  await page.locator('.user-button').click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Agrees in the confirmation that is open. */
export async function confirm(page: Page, button: string | RegExp = '确定'): Promise<void> {
  const dialog = page.getByRole('dialog').last()
  await dialog.getByRole('button', { name: button }).click()
  await expect(dialog).toBeHidden()
}

/** Waits for a message at the top. It leaves after three seconds: on a crowded machine only the page itself looks often enough. */
export async function toast(page: Page, text: string | RegExp): Promise<void> {
  const isSaid = (wanted: string | RegExp) =>
    [...document.querySelectorAll('.ant-message-notice')].some(({ textContent }) =>
      typeof wanted === 'string' ? textContent.includes(wanted) : wanted.test(textContent),
    )
  await page.waitForFunction(isSaid, text, { polling: 'raf', timeout: PATIENCE_MS }).catch((cause: unknown) => {
    throw new Error(`no message says ${text}`, { cause })
  })
}

/** Collects what a page complains about; a journey ends with `expect(complaints).toEqual([])`. */
export function listenForComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  return complaints
}

/** Chooses mode and language for the visits that follow. */
export async function dress(page: Page, look: { isDark: boolean; language: 'zh' | 'en' }): Promise<void> {
  await page.addInitScript(({ isDark, language }) => {
    // An empty page keeps nothing.
    if (location.protocol === 'about:') return
    const keep = (key: string, content: unknown) =>
      localStorage.setItem(`xueheng-${key}`, JSON.stringify({ type: typeof content, content, time: Date.now() }))
    keep('theme', { isDark })
    keep('language', language)
  }, look)
}

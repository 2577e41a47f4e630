import { type BrowserContext, type Page, expect } from '@playwright/test'
import { LOOK_MS } from './patience.ts'

export type Account = 'admin' | 'exam' | 'school' | 'teacher'

const PASSWORD = 'Demo@2026'

/** Signs in at the login page and waits for the start page. */
export async function signIn(page: Page, account: Account): Promise<void> {
  await page.goto('/login')
  await fillSignIn(page, account, PASSWORD)
  await expect(page).toHaveURL(/\/wel\/index$/)
  await expect(page.locator('.user-button')).toBeVisible()
}

type Visit = Awaited<ReturnType<BrowserContext['storageState']>>

/** Calls that ask who is there are content with a sign-in of some minutes ago. */
const FRESH_MS = 240_000
const visits = new Map<Account, { at: number; visit: Visit }>()

/**
 * Opens a screen as somebody who has signed in: each worker signs in once and goes on with what that left in the browser.
 * Not for a test that ends its session: the next one would come with it.
 */
export async function comeIn(page: Page, account: Account, path = '/wel/index'): Promise<void> {
  await page.context().setStorageState(await visitOf(page, account))
  await page.goto(path)
  await expect(page.locator('.user-button')).toBeVisible()
}

async function visitOf(page: Page, account: Account): Promise<Visit> {
  const known = visits.get(account)
  if (known && Date.now() - known.at < FRESH_MS) return known.visit
  const context = await page.context().browser()!.newContext()
  await signIn(await context.newPage(), account)
  const visit = await context.storageState()
  await context.close()
  visits.set(account, { at: Date.now(), visit })
  return visit
}

export async function fillSignIn(page: Page, account: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: /^(账号|Account)/ }).fill(account)
  await page.locator('input[type=password]').fill(password)
  await page.locator('button[type=submit]').click()
}

/** Leaves by the user menu. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: '用户菜单' }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  const yes = page.getByRole('dialog').getByRole('button', { name: '确定' })
  await expect(yes).toBeVisible()
  // A dialog that is still opening may miss the press.
  await expect(async () => {
    if (await yes.isVisible()) await yes.click({ timeout: LOOK_MS })
    await expect(page).toHaveURL(/\/login/, { timeout: LOOK_MS })
  }).toPass()
}

import { type Page, expect } from '@playwright/test'

export type Account = 'admin' | 'exam' | 'school' | 'teacher'

const PASSWORD = 'Demo@2026'

/** Signs in at the login page and waits for the start page. */
export async function signIn(page: Page, account: Account): Promise<void> {
  await page.goto('/login')
  await fillSignIn(page, account, PASSWORD)
  await expect(page).toHaveURL(/\/wel\/index$/, { timeout: 30_000 })
  await expect(page.locator('.user-button')).toBeVisible({ timeout: 30_000 })
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
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(page).toHaveURL(/\/login/)
}

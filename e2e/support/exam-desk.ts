import { type Locator, type Page, expect } from '@playwright/test'
import { front } from './page.ts'

/** What the desk of an exam says is to be done next. */
export function nextStep(page: Page): Locator {
  return front(page).locator('.exam-next')
}

/** Presses the one button that takes an exam further. */
export async function takeNextStep(page: Page, label: string | RegExp): Promise<void> {
  await nextStep(page).getByRole('button', { name: label }).click()
}

/** Drops workbooks on the wizard in front. */
export async function upload(page: Page, files: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
  await front(page).locator('.ant-upload-drag input[type=file]').setInputFiles(files)
}

/** Waits until the rules have been run over everything uploaded. */
export async function judged(page: Page): Promise<void> {
  await expect(front(page).getByRole('heading', { name: '校验结果' })).toBeVisible()
  await expect(front(page).getByRole('button', { name: /^(?!保存).*重新校验$/ })).toBeEnabled()
}

/** Keeps what was typed over and waits for what the rules say of it. */
export async function saveMended(page: Page): Promise<void> {
  await front(page).getByRole('button', { name: '保存并重新校验' }).click()
  await judged(page)
}

/** Says yes to the warnings, if there are any, and waits until everything is written. */
export async function commit(page: Page): Promise<void> {
  await front(page).getByRole('button', { name: '下一步' }).click()
  const yes = front(page).getByRole('checkbox', { name: /我已核对以上警告/ })
  const write = front(page).locator('.imp-foot').getByRole('button', { name: /^导入/ })
  await expect(write).toBeVisible()
  if (await yes.isVisible()) {
    await expect(write).toBeDisabled()
    await yes.check()
  }
  await write.click()
  await expect(front(page).getByText('导入完成')).toBeVisible()
}

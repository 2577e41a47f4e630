import { type Page, expect } from '@playwright/test'
import { front, toast } from './page.ts'

/** On the page of processes that may be started: asks the account `school` for two days of leave. */
export async function askForLeave(page: Page, reason: string): Promise<void> {
  await front(page)
    .getByRole('row', { name: /请假流程/ })
    .getByRole('button', { name: '发起' })
    .click()
  await expect(page).toHaveURL(/\/work\/process\/leave\/form\/\d+$/)
  await expect(front(page).locator('[data-element-id=department]').first()).toBeVisible()
  await front(page).getByRole('button', { name: '发起流程' }).click()
  await expect(front(page).getByText('请选择审批人员')).toBeVisible()
  await front(page).getByLabel('审批人员').fill('school')
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option')
    .filter({ hasText: 'school' })
    .first()
    .click()
  for (const [label, time] of [
    ['开始时间', '2026-12-01 08:00:00'],
    ['结束时间', '2026-12-02 18:00:00'],
  ] as const) {
    await front(page).getByLabel(label).fill(time)
    await front(page).getByLabel(label).press('Enter')
  }
  await front(page).getByLabel('请假理由').fill(reason)
  await front(page).getByRole('button', { name: '发起流程' }).click()
  await toast(page, '申请已提交')
  await expect(page).toHaveURL(/\/work\/send$/)
  await expect(
    front(page)
      .getByRole('row', { name: /部门审批/ })
      .first(),
  ).toContainText('未完成')
}

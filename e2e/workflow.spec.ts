import { type Page, expect, test } from '@playwright/test'
import { front, listenForComplaints, toast } from './support/page.ts'
import { comeIn } from './support/people.ts'

const REASON = `家事${Date.now() % 100_000}`

test('leave is asked for, agreed to by the approver, and seen as finished', async ({ page }) => {
  test.setTimeout(180_000)
  const complaints = listenForComplaints(page)
  await comeIn(page, 'teacher', '/work/start')
  await test.step('the teacher asks for leave', () => ask(page))
  await comeIn(page, 'school', '/wel/index')
  await test.step('the school agrees', () => agree(page))
  await comeIn(page, 'teacher', '/work/send')
  await test.step('the teacher sees it finished', () => seeFinished(page))
  expect(complaints).toEqual([])
})

async function ask(page: Page): Promise<void> {
  await front(page)
    .getByRole('row', { name: /请假流程/ })
    .getByRole('button', { name: '发起' })
    .click()
  await expect(page).toHaveURL(/\/work\/process\/leave\/form\/\d+$/)
  await expect(front(page).locator('[data-element-id=department]').first()).toBeVisible({ timeout: 30_000 })
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
  await front(page).getByLabel('请假理由').fill(REASON)
  await front(page).getByRole('button', { name: '发起流程' }).click()
  await toast(page, '申请已提交')
  await expect(page).toHaveURL(/\/work\/send$/)
  await expect(
    front(page)
      .getByRole('row', { name: /部门审批/ })
      .first(),
  ).toContainText('未完成')
}

async function agree(page: Page): Promise<void> {
  await front(page).getByRole('link', { name: '请假流程 · 部门审批' }).first().click()
  await expect(page).toHaveURL(/\/work\/process\/leave\/handle\//)
  await expect(front(page).getByText(REASON)).toBeVisible()
  await front(page)
    .getByRole('button', { name: /同\s?意/ })
    .click()
  await expect(front(page).getByText('请先填写批复意见')).toBeVisible()
  await front(page).getByLabel('批复意见').fill('注意安全')
  await front(page)
    .getByRole('button', { name: /同\s?意/ })
    .click()
  await toast(page, '操作成功')
  await expect(page).toHaveURL(/\/work\/todo$/)
}

async function seeFinished(page: Page): Promise<void> {
  const row = front(page)
    .getByRole('row', { name: /请假流程/ })
    .first()
  await expect(row).toContainText('已完成')
  await row.getByRole('button', { name: '详情' }).click()
  await expect(front(page).getByText(REASON)).toBeVisible()
  await expect(front(page).getByLabel('流转记录').getByText('注意安全')).toBeVisible()
  await expect(front(page).locator('.djs-element.is-done[data-element-id=approved]')).toBeVisible({ timeout: 30_000 })
}

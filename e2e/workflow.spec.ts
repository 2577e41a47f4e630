import { type Page, expect, test } from '@playwright/test'
import { askForLeave } from './support/leave.ts'
import { front, listenForComplaints, toast } from './support/page.ts'
import { comeIn } from './support/people.ts'

const REASON = `家事${Date.now() % 100_000}`

test('leave is asked for, agreed to by the approver, and seen as finished', async ({ page }) => {
  const complaints = listenForComplaints(page)
  await comeIn(page, 'teacher', '/work/start')
  await test.step('the teacher asks for leave', () => askForLeave(page, REASON))
  await comeIn(page, 'school', '/wel/index')
  await test.step('the school agrees', () => agree(page))
  await comeIn(page, 'teacher', '/work/send')
  await test.step('the teacher sees it finished', () => seeFinished(page))
  expect(complaints).toEqual([])
})

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
  await expect(front(page).locator('.djs-element.is-done[data-element-id=approved]')).toBeVisible()
}

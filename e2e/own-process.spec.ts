import { type Page, expect, test } from '@playwright/test'
import { act, front, listenForComplaints, pick, toast } from './support/page.ts'
import { comeIn } from './support/people.ts'

const MARK = String(Date.now() % 1_000_000)
const NAME = `场地申请${MARK}`
const REASON = `开运动会${MARK}`

test('a bureau draws a process, deploys it, runs it by its own form, and the last step refuses it', async ({
  page,
}) => {
  const complaints = listenForComplaints(page)
  await comeIn(page, 'admin', '/flow/model/new')
  await test.step('the administrator draws', () => draw(page))
  await test.step('the administrator deploys', () => deploy(page))
  await test.step('the drawing is as it was drawn', () => lookAgain(page))
  await comeIn(page, 'teacher', '/work/start')
  await test.step('the teacher starts', () => start(page))
  await comeIn(page, 'school', '/work/todo')
  await test.step('the approver agrees', () => decide(page, /同\s?意/))
  await comeIn(page, 'school', '/work/claim')
  await test.step('the last step is claimed and refused', () => refuse(page))
  await comeIn(page, 'teacher', '/work/send')
  await test.step('the teacher is told', () => seeRefused(page))
  expect(complaints).toEqual([])
})

async function draw(page: Page): Promise<void> {
  const board = front(page)
  await expect(board.locator('[data-element-id=start]').first()).toBeVisible()
  await expect(board.getByRole('application')).not.toContainText(/[A-Za-z]{3}/)
  await fill(page, '流程名称', NAME)
  await board.locator('[data-element-id=start]').first().click()
  await board.getByRole('button', { name: '添加字段' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('字段名称').fill('场地')
  await pick(dialog, '字段类型', '选项')
  await dialog.getByLabel('选项').last().fill('操场\n礼堂')
  await dialog.getByRole('button', { name: /确\s?定/ }).click()
  await expect(board.getByLabel('表单', { exact: true })).toContainText('场地')
  await addStep(page)
}

/** A second step on the line to the end, for candidates of a role. */
async function addStep(page: Page): Promise<void> {
  const board = front(page)
  const end = await board.locator('[data-element-id=end]').first().boundingBox()
  await board.locator('.djs-palette [data-action="create.task"]').click()
  await page.mouse.move((end?.x ?? 0) - 40, (end?.y ?? 0) + 18, { steps: 5 })
  await page.mouse.click((end?.x ?? 0) - 20, (end?.y ?? 0) + 18)
  await fill(page, '名称', '学校审批')
  await pick(board, '办理人', '候选人签收后办理')
  await board.getByLabel('候选角色、部门、岗位').click()
  await page.keyboard.type('学校管理员')
  await page.locator('.ant-select-dropdown:visible').getByTitle('学校管理员', { exact: true }).click()
  await page.keyboard.press('Escape')
  await board.getByRole('button', { name: /检\s?查/ }).click()
  await expect(board.getByText('没有发现问题')).toBeVisible()
  await board.getByRole('button', { name: /保\s?存/ }).click()
  await toast(page, '保存成功')
}

async function fill(page: Page, label: string, text: string): Promise<void> {
  const box = front(page).getByLabel(label, { exact: true })
  await box.fill(text)
  await box.press('Enter')
}

/** An action of the row of this process. */
async function onRow(page: Page, action: string): Promise<void> {
  const row = front(page).getByRole('row', { name: NAME })
  await expect(row).toBeVisible()
  await act(row, action)
}

async function deploy(page: Page): Promise<void> {
  await onRow(page, '部署')
  const dialog = page.getByRole('dialog')
  await pick(dialog, '流程类型', '其他流程')
  await dialog.getByRole('button', { name: /部\s?署/ }).click()
  await toast(page, '部署成功')
}

async function lookAgain(page: Page): Promise<void> {
  await onRow(page, '编辑')
  const step = front(page).locator('.djs-shape').filter({ hasText: '学校审批' })
  await expect(step.first()).toBeVisible()
  // Beside the line that runs through its middle.
  await step.first().click({ position: { x: 20, y: 70 } })
  await expect(front(page).getByLabel('属性')).toContainText('学校管理员')
}

async function start(page: Page): Promise<void> {
  await onRow(page, '发起')
  await expect(page).toHaveURL(/\/work\/process\/general\/form\/\d+$/)
  await front(page).getByRole('button', { name: '发起流程' }).click()
  await expect(front(page).locator('.ant-form-item-explain-error').getByText('请选择场地')).toBeVisible()
  await front(page).getByLabel('事由').fill(REASON)
  await pick(front(page), '场地', '礼堂')
  await front(page).getByLabel('审批人').fill('school')
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option')
    .filter({ hasText: 'school' })
    .first()
    .click()
  await front(page).getByRole('button', { name: '发起流程' }).click()
  await toast(page, '申请已提交')
}

/** The newest task of the process, handled with these words. */
async function decide(page: Page, verdict: RegExp): Promise<void> {
  await onRow(page, '办理')
  await expect(front(page).getByText(REASON)).toBeVisible()
  await expect(front(page).getByLabel('申请内容')).toContainText('礼堂')
  await front(page).getByLabel('批复意见').fill('已阅')
  await front(page).getByRole('button', { name: verdict }).click()
  await toast(page, '操作成功')
}

async function refuse(page: Page): Promise<void> {
  await onRow(page, '签收')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s?定/ })
    .click()
  await toast(page, '已签收')
  await page.goto('/work/todo')
  await decide(page, /驳\s?回/)
}

async function seeRefused(page: Page): Promise<void> {
  const row = front(page).getByRole('row', { name: NAME })
  await expect(row).toContainText('已驳回')
  await act(row, '详情')
  await expect(front(page).getByLabel('申请内容')).toContainText('已驳回')
  await page.goto('/bigdata/message/sysMessage?part=task')
  await expect(front(page).getByText(`已驳回：${NAME}`)).toBeVisible()
}

import { type Page, expect, test } from '@playwright/test'
import { act, confirm, front, listenForComplaints, pick, toast } from './support/page.ts'
import { type Person, addSchoolAccount, signInAs } from './support/own-tenant.ts'
import { comeIn } from './support/people.ts'

const TASK = `期末考务${Date.now() % 100_000}`
const FIRST = '云川市第一中学'
const SECOND = '云川市实验中学'
/** 240 papers, twice each, 10 an hour in 12 hours: four people. */
const PLAN = [
  ['答卷数', '240'],
  ['评阅速度', '10'],
  ['评阅时长', '12'],
] as const

let second: Person
test.beforeAll(async () => {
  second = await addSchoolAccount(`kaowu${Date.now() % 100_000}`, SECOND)
})

test('two schools report for a task, the bureau sees it, pulls markers, and a school confirms them', async ({
  page,
}) => {
  const complaints = listenForComplaints(page)
  await comeIn(page, 'exam', '/bigdata/task/examTask')
  await test.step('the bureau makes a task and opens it', () => addTask(page))
  await test.step('a school reports its candidates and teachers', async () => {
    await comeIn(page, 'school')
    await reportAll(page)
  })
  await test.step('another school does', async () => {
    await page.context().setStorageState({ cookies: [], origins: [] })
    await signInAs(page, second)
    await reportAll(page)
  })
  await test.step('the bureau sees who is through, and reminds the others', async () => {
    await comeIn(page, 'exam', '/bigdata/task/examTask')
    await watch(page)
  })
  await test.step('markers are pulled by plan', () => pull(page))
  await test.step('the school confirms its people', async () => {
    await comeIn(page, 'school', '/bigdata/task/examTaskMark')
    await answer(page)
  })
  expect(complaints).toEqual([])
})

async function addTask(page: Page): Promise<void> {
  await front(page).getByRole('button', { name: '新增' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('任务名称').fill(TASK)
  await dialog.getByLabel('学年').fill('2025')
  await pick(dialog, '年级', '高三')
  await pick(dialog, '县区', '市直属')
  await page.keyboard.press('Escape')
  for (const [label, time] of [
    ['开始时间', '2026-01-01 08:00:00'],
    ['截止时间', '2099-01-01 18:00:00'],
  ] as const) {
    await dialog.getByLabel(label).fill(time)
    await dialog.getByLabel(label).press('Enter')
  }
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
  await act(front(page).getByRole('row', { name: new RegExp(TASK) }), '开始')
  await confirm(page)
  await expect(front(page).getByRole('row', { name: new RegExp(TASK) })).toContainText('进行中')
}

/** Candidates from the register of students, teachers from that of teaching, both confirmed. */
async function reportAll(page: Page): Promise<void> {
  await page.goto('/bigdata/task/examTaskStudent')
  await ofTask(page, '从学籍带入', /^新增[1-9]\d*条，已有0条$/)
  await ofTask(page, '确认报齐', /^已确认[1-9]\d*名考生$/)
  await page.goto('/bigdata/task/examTaskTeacher')
  await ofTask(page, '从任课登记带入', /^新增[1-9]\d*条，已有0条$/)
  await ofTask(page, '确认报齐', /^已确认[1-9]\d*条$/)
}

async function ofTask(page: Page, button: string, said: RegExp): Promise<void> {
  await front(page).getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog')
  await pick(dialog, '考务任务', TASK)
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  await toast(page, said)
}

async function watch(page: Page): Promise<void> {
  await act(front(page).getByRole('row', { name: new RegExp(TASK) }), '进度')
  await front(page).getByRole('button', { name: '市直属' }).click()
  for (const school of [FIRST, SECOND])
    await expect(front(page).getByRole('row', { name: new RegExp(school) })).toContainText('已确认')
  await expect(front(page).getByText('未上报')).toHaveCount(3)
  await front(page).getByRole('button', { name: '催报' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  const results = page.getByRole('dialog', { name: '催报结果' })
  await expect(results.getByText('学校没有可以上报的账号')).toHaveCount(3)
  await results.getByRole('button', { name: /Close|关闭/ }).click()
}

async function pull(page: Page): Promise<void> {
  await page.goto('/bigdata/task/examTaskMark')
  await pick(front(page), '考务任务', TASK)
  await front(page).getByRole('button', { name: '新增计划' }).click()
  const plan = page.getByRole('dialog')
  await pick(plan, '科目', '语文')
  for (const [label, value] of PLAN) await plan.getByLabel(label).fill(value)
  await plan.getByLabel('回避本校答卷').click()
  await plan.getByRole('button', { name: '确定' }).click()
  await expect(plan).toBeHidden()
  const row = front(page).getByRole('row', { name: /^语文/ })
  await expect(row.getByRole('cell').nth(2)).toHaveText('4')
  await front(page).getByRole('button', { name: '抽调', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('种子').fill('42')
  await dialog.getByRole('button', { name: '抽调', exact: true }).click()
  const results = page.getByRole('dialog', { name: '抽调结果' })
  await expect(results).toContainText('42')
  await results.getByRole('button', { name: /Close|关闭/ }).click()
  await expect(row.getByRole('cell').nth(4)).toHaveText('4')
}

async function answer(page: Page): Promise<void> {
  await pick(front(page), '考务任务', TASK)
  const rows = front(page).locator('.crud-table tbody tr[data-row-key]')
  await expect(rows.first()).toContainText(FIRST)
  await expect(rows.first()).toContainText('已抽')
  await front(page).getByRole('button', { name: '全部确认' }).click()
  await confirm(page)
  await expect(rows.first()).toContainText('已确认')
  await act(rows.first(), '退回')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('退回理由').fill('阅卷期间有高三课')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  await toast(page, '已退回')
  await expect(rows.first()).toContainText('已退回')
}

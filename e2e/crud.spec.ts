import { type Page, expect, test } from '@playwright/test'
import { atKeyboard } from './support/keyboard.ts'
import { act, choose, confirm, front, pick, toast } from './support/page.ts'
import { comeIn } from './support/people.ts'
import { rowsOf } from './support/sheets.ts'

const AREAS = '/bigdata/param/examAreaParam'
const PARAMS = '/system/param?part=all'

/** A study year no demo data uses, so that runs do not meet each other's rows. */
const YEAR = '2871'

async function openForm(page: Page) {
  await front(page).getByRole('button', { name: /新增/ }).click()
  return page.getByRole('dialog')
}

async function addArea(page: Page, area: string, population: string): Promise<void> {
  const dialog = await openForm(page)
  await dialog.getByLabel('学年').fill(YEAR)
  await pick(dialog, '县区', area)
  await dialog.getByLabel(/人口基数/).fill(population)
  await dialog.getByRole('button', { name: '保存' }).click()
  await toast(page, '新增成功')
  await expect(dialog).toBeHidden()
}

async function searchYear(page: Page): Promise<void> {
  await front(page).getByRole('search').getByLabel('学年').fill(YEAR)
  await front(page).getByRole('button', { name: /搜索/ }).click()
  await expect(page).toHaveURL(new RegExp(`studyYear=${YEAR}`))
}

async function areaNames(page: Page): Promise<string[]> {
  const dialog = await openForm(page)
  await dialog.getByLabel('县区').click()
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
  await expect(options.nth(1)).toHaveAttribute('title', /./)
  const names = await options.evaluateAll((all) => all.map((one) => one.getAttribute('title') ?? ''))
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect(dialog).toBeHidden()
  return names
}

test.describe.configure({ mode: 'serial' })

test('county population by mouse: required, add, search, edit, bulk delete', async ({ page }) => {
  await comeIn(page, 'exam', AREAS)
  const [first = '', second = ''] = await areaNames(page)

  const dialog = await openForm(page)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText('请输入学年')).toBeVisible()
  await expect(dialog.getByText('请输入人口基数')).toBeVisible()
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect(dialog).toBeHidden()

  await addArea(page, first, '12.34')
  await addArea(page, second, '56.78')
  await searchYear(page)
  const rows = front(page).locator('tbody tr[data-row-key]')
  await expect(rows).toHaveCount(2)

  await rows.filter({ hasText: first }).getByRole('button', { name: '编辑' }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/人口基数/)
    .fill('13.5')
  await page.getByRole('dialog').getByRole('button', { name: /修改/ }).click()
  await toast(page, '更新成功')
  await expect(rows.filter({ hasText: first })).toContainText('13.50')

  await front(page).locator('.crud-toolbar').getByRole('button', { name: /删除/ }).click()
  await toast(page, '请选择至少一条数据')
  await front(page).getByRole('checkbox').first().check()
  await front(page).locator('.crud-toolbar').getByRole('button', { name: /删除/ }).click()
  await expect(page.getByRole('dialog')).toContainText('确定将选择数据删除?')
  await Promise.all([toast(page, '删除成功'), confirm(page)])
  await expect(rows).toHaveCount(0)
})

test('county population by keyboard alone', async ({ page }) => {
  await comeIn(page, 'exam', AREAS)
  const hands = atKeyboard(page)
  const dialog = page.getByRole('dialog')
  const year = dialog.getByLabel('学年')
  await hands.enter(front(page).getByRole('button', { name: /新增/ }))
  await hands.walk(year)
  await hands.type(YEAR)
  await expect(year).toHaveValue(YEAR)
  await hands.walk(dialog.getByLabel('县区'))
  await hands.press('ArrowDown')
  await expect(page.locator('.ant-select-dropdown:visible')).toBeVisible()
  await hands.press('Enter')
  await hands.walk(dialog.getByLabel(/人口基数/))
  await page.keyboard.type('9.87')
  await page.keyboard.press('Enter')
  await toast(page, '新增成功')

  await searchYear(page)
  const row = front(page).locator('tbody tr[data-row-key]')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('9.87')
  await hands.walk(row)
  await hands.press(' ')
  await expect(row.getByRole('checkbox')).toBeChecked()
  await hands.press('Enter')
  await expect(dialog.getByLabel('学年')).toHaveValue(YEAR)
  await hands.press('Escape')
  await expect(dialog).toBeHidden()
  await hands.isAt(row)
  await hands.enter(front(page).locator('.crud-toolbar').getByRole('button', { name: /删除/ }), 'Shift+Tab')
  await hands.isAt(dialog.getByRole('button', { name: '取消' }))
  await Promise.all([toast(page, '删除成功'), hands.enter(dialog.getByRole('button', { name: '确定' }))])
  await expect(row).toHaveCount(0)
})

test('two people edit one parameter: the later is told and keeps what was typed', async ({ page, browser }) => {
  const key = `e2e.stale.${Date.now()}`
  const secondNow = () => Math.floor(Date.now() / 1000)
  await comeIn(page, 'admin', PARAMS)
  const add = await openForm(page)
  await add.getByLabel('参数名称').fill('并发修改')
  await add.getByLabel('参数键名').fill(key)
  await add.getByLabel('参数键值').fill('一')
  await add.getByRole('button', { name: '保存' }).click()
  await toast(page, '新增成功')
  const savedAt = secondNow()
  await page.goto(`${PARAMS}&paramKey=${key}`)
  await front(page).getByRole('button', { name: '编辑' }).first().click()
  const mine = page.getByRole('dialog')
  await mine.getByLabel('参数键值').fill('我的修改')

  const other = await (await browser.newContext()).newPage()
  await comeIn(other, 'admin', `${PARAMS}&paramKey=${key}`)
  await front(other).getByRole('button', { name: '编辑' }).first().click()
  await other.getByRole('dialog').getByLabel('参数键值').fill('别人的修改')
  // The lock counts seconds.
  await expect.poll(secondNow, { intervals: [100] }).toBeGreaterThan(savedAt)
  await other.getByRole('dialog').getByRole('button', { name: /修改/ }).click()
  await toast(other, '更新成功')
  await other.context().close()

  await mine.getByRole('button', { name: /修改/ }).click()
  await expect(mine.getByRole('alert')).toContainText('数据已被他人修改')
  await expect(mine.getByLabel('参数键值')).toHaveValue('我的修改')
  await mine.getByRole('button', { name: '载入最新数据' }).click()
  await expect(mine.getByRole('alert')).toBeHidden()
  await mine.getByRole('button', { name: /修改/ }).click()
  await toast(page, '更新成功')
  await act(front(page).locator('tbody tr[data-row-key]').last(), '删除')
  await Promise.all([toast(page, '删除成功'), confirm(page)])
})

test('filters live in the address: they survive a reload and a change of tab', async ({ page }) => {
  await comeIn(page, 'exam', AREAS)
  await front(page).getByRole('search').getByLabel('学年').fill('2025')
  await front(page).getByRole('button', { name: /搜索/ }).click()
  await expect(page).toHaveURL(/studyYear=2025/)
  await page.reload()
  await expect(front(page).getByRole('search').getByLabel('学年')).toHaveValue('2025')
  await page.goto('/bigdata/basic/basicSchool')
  await page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name: '县区人口' }).click()
  await expect(page).toHaveURL(/studyYear=2025/)
  await expect(front(page).getByRole('search').getByLabel('学年')).toHaveValue('2025')
})

test('English, dark, and a filtered export that holds what the screen shows', async ({ page }) => {
  await comeIn(page, 'exam', `${AREAS}?studyYear=2025&size=50`)
  const rows = front(page).locator('tbody tr[data-row-key]')
  await expect(rows.first()).toBeVisible()
  const shown = await rows.count()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    front(page).getByRole('button', { name: /导出/ }).click(),
  ])
  const lines = await rowsOf(download)
  const years = lines.filter((cells) => cells.includes('2025'))
  expect(years).toHaveLength(shown)

  await choose(page, '深色')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await choose(page, 'English')
  await expect(front(page).getByRole('heading', { level: 1 })).toHaveText('Area population')
  await expect(front(page).getByRole('button', { name: /Search/ })).toBeVisible()
})

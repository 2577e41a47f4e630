import { type Locator, type Page, expect, test } from '@playwright/test'
import { type Filled, fill } from './support/forms.ts'
import { act, confirm, front, toast } from './support/page.ts'
import { comeIn } from './support/people.ts'

interface Screen extends Filled {
  path: string
  /** How the row is found again: a field of the search and what it holds. */
  by: [field: string, text: string]
  /** The field that is changed, and what it holds then. */
  change: [label: string, text: string]
}

const STAMP = String(Date.now() % 1_000_000)

/** One for each kind of form; the forms of all lists are filled in and sent in web/src/screens/every-entity.test.tsx. */
const SCREENS: Screen[] = [
  {
    path: '/read/bookManage/bookInfo/index',
    typed: { 书名: `表单之书${STAMP}`, '售价(元)': '12.50', 库存: '3' },
    picked: { 分类: '历史' },
    hasPicture: true,
    by: ['bookName', `表单之书${STAMP}`],
    change: ['作者', '佚名'],
  },
  {
    path: '/read/questionManage/index',
    typed: { 题干: `题目${STAMP}`, 选项A: '甲', 选项B: '乙', 答案: 'A', 分值: '2' },
    picked: { 图书: '昆虫记' },
    by: ['title', `题目${STAMP}`],
    change: ['章节', '第一章'],
  },
  {
    path: '/read/voteSet/index',
    typed: {
      投票名称: `投票${STAMP}`,
      选项: '昆虫记\n草房子',
      开始时间: '2026-01-01 00:00:00',
      结束时间: '2099-01-01 00:00:00',
    },
    by: ['title', `投票${STAMP}`],
    change: ['说明', '选一本'],
  },
  {
    path: '/read/schoolManage/index',
    typed: { 显示名称: `学校${STAMP}` },
    picked: { 学校: '望澜区第二中学' },
    by: ['schoolName', `学校${STAMP}`],
    change: ['联系人', '李老师'],
  },
]

async function addRow(page: Page, screen: Screen): Promise<Locator> {
  await front(page).getByRole('button', { name: /新增/ }).first().click()
  const dialog = page.getByRole('dialog')
  await fill(dialog, screen)
  await dialog.getByRole('button', { name: '保存' }).click()
  await toast(page, '新增成功')
  await expect(dialog).toBeHidden()
  const [field, text] = screen.by
  await page.goto(`${screen.path}?${field}=${encodeURIComponent(text)}`)
  const row = front(page).locator('tbody tr[data-row-key]')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(text)
  return row
}

async function changeRow(page: Page, row: Locator, [label, text]: Screen['change']): Promise<void> {
  await act(row, '编辑')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(label, { exact: true }).first().fill(text)
  await dialog.getByRole('button', { name: /修改/ }).click()
  await toast(page, '更新成功')
  await expect(dialog).toBeHidden()
  await act(row, '编辑')
  await expect(dialog.getByLabel(label, { exact: true }).first()).toHaveValue(text)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

async function removeRow(page: Page, row: Locator): Promise<void> {
  await row.getByRole('checkbox').check()
  await front(page).getByRole('button', { name: /删除/ }).first().click()
  await confirm(page)
  await toast(page, '删除成功')
  await expect(row).toHaveCount(0)
}

for (const screen of SCREENS)
  test(`a row of ${screen.path} is added, changed and removed`, async ({ page }) => {
    await comeIn(page, 'admin', screen.path)
    const row = await addRow(page, screen)
    await changeRow(page, row, screen.change)
    await removeRow(page, row)
  })

/** An ISBN nobody else has, and the same with a wrong last digit. */
function isbns(): [right: string, wrong: string] {
  const body = `978${STAMP.padStart(9, '5')}`
  const sum = [...body].reduce((all, digit, at) => all + Number(digit) * (at % 2 ? 3 : 1), 0)
  const last = (10 - (sum % 10)) % 10
  return [`${body}${last}`, `${body}${(last + 1) % 10}`]
}

function book(lines: string[]) {
  return { name: '图书.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
}

test('books come in by workbook once its faults are mended', async ({ page }) => {
  await comeIn(page, 'admin', '/read/bookManage/bookInfo/index')
  await front(page).getByRole('button', { name: /导入$/ }).click()
  const dialog = page.getByRole('dialog', { name: /^导入/ })
  const [right, wrong] = isbns()
  const lines = (isbn: string, price: string) => [
    'ISBN,书名,分类,图书形式,售价',
    `${isbn},来自表格${STAMP},历史,纸质书,${price}`,
  ]
  const file = dialog.locator('input[type=file]')
  await file.setInputFiles([book(lines(wrong, '-1'))])
  await expect(dialog.getByText(/1 行有错误/)).toBeVisible()
  await expect(dialog.getByText(/ISBN.*(校验|不正确)/).first()).toBeVisible()
  await file.setInputFiles([book(lines(right, '19.90'))])
  await expect(dialog.getByText('共 1 行：新增 1，变更 0，未变 0')).toBeVisible()
  await dialog.getByRole('button', { name: '导入 1 行' }).click()
  await expect(dialog.getByText('导入完成')).toBeVisible()
  await dialog.getByRole('button', { name: '完成' }).click()
  await page.goto(`/read/bookManage/bookInfo/index?isbn=${right}`)
  const row = front(page).locator('tbody tr[data-row-key]')
  await expect(row).toContainText('19.90')
  await removeRow(page, row)
})

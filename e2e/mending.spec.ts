import { type Page, expect, test } from '@playwright/test'
import { addExam } from './support/exams.ts'
import { gridCell, paste } from './support/grid.ts'
import { front, listenForComplaints } from './support/page.ts'
import { comeIn } from './support/people.ts'
import { overflowing, seriousFaults } from './support/tour.ts'

const PHONE = { width: 390, height: 844 }

/** Two workbooks of scores in which the same mistake stands again and again. */
async function sendScores(page: Page, examId: string): Promise<void> {
  await page.goto(`/bigdata/exam/import?examId=${examId}&kind=score`)
  const lines = (from: number) => [0, 1, 2].map((i) => `2${from + i},九十,八十`)
  const file = (name: string, from: number) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(['考号,语文,数学', ...lines(from)].join('\n')),
  })
  await front(page)
    .locator('.ant-upload-drag input[type=file]')
    .setInputFiles([file('甲校.csv', 1001), file('乙校.csv', 2001)])
  await expect(front(page).getByRole('list', { name: /问题清单/ })).toBeVisible()
}

const unsaved = (page: Page, cells: number) => front(page).getByText(`改了 ${cells} 格，尚未保存`)

test('a pasted block, one change for all alike, the way back, and a reload that costs nothing', async ({ page }) => {
  const complaints = listenForComplaints(page)
  await comeIn(page, 'exam')
  await sendScores(page, await addExam(page))
  await expect(front(page).getByRole('group', { name: '文件' }).getByRole('button', { name: /乙校/ })).toBeVisible()

  await test.step('a block from a spreadsheet fills the cells from the active one on', async () => {
    await (await gridCell(page, '语文', 2)).click()
    await paste(page, '91\t81\t外\n92\t82\t外\n')
    await expect(front(page).getByText('已粘贴 4 格；超出末列的 1 列没有粘贴')).toBeVisible()
    await expect(await gridCell(page, '数学', 3)).toHaveText('82')
    await expect(unsaved(page, 4)).toBeVisible()
  })

  await test.step('all that are alike get one value, in every file', async () => {
    await (await gridCell(page, '语文', 4)).click()
    await front(page)
      .getByRole('button', { name: /相同的 4 处一起改/ })
      .click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('乙校.csv')
    await dialog.getByRole('combobox').fill('93')
    await dialog.getByRole('button', { name: '修改 4 格' }).click()
    await expect(unsaved(page, 8)).toBeVisible()
  })

  await test.step('both steps are undone and redone by keys', async () => {
    await (await gridCell(page, '数学', 4)).click()
    await page.keyboard.press('Control+z')
    await expect(unsaved(page, 4)).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(front(page).getByText(/尚未保存/)).toBeHidden()
    await page.keyboard.press('Control+y')
    await page.keyboard.press('Control+y')
    await expect(unsaved(page, 8)).toBeVisible()
  })

  await test.step('nothing is lost on reload, not even the text being typed', async () => {
    await page.keyboard.type('84')
    await page.reload()
    await expect(unsaved(page, 9)).toBeVisible()
    await expect(await gridCell(page, '数学', 4)).toHaveText('84')
  })

  await test.step('it works on a phone, and what is saved is no fault any more', async () => {
    await page.setViewportSize(PHONE)
    expect(await overflowing(page)).toEqual([])
    expect(await seriousFaults(page, '.mend')).toEqual([])
    await front(page).getByRole('button', { name: '保存并重新校验' }).click()
    await expect(front(page).getByText(/尚未保存/)).toBeHidden()
    await expect(front(page).locator('.mend-list')).not.toContainText('九十')
  })
  expect(complaints).toEqual([])
})

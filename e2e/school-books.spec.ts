import { mkdirSync } from 'node:fs'
import { type Page, expect, test } from '@playwright/test'
import { makeBook } from '../server/test/fixtures/books.ts'
import { addExam } from './support/exams.ts'
import { front, listenForComplaints } from './support/page.ts'
import { LOOKS, inLook } from './support/looks.ts'
import { comeIn } from './support/people.ts'
import { settle } from './support/settle.ts'
import { overflowing, seriousFaults, wear } from './support/tour.ts'

/** What is said of a header is remembered: each attempt at a test has one of its own. */
const headOf = (first: string) => [
  [first, '考号', '姓名', '各科成绩', '', ''],
  ['', '', '', '语文', '数学', '语文成绩'],
]
const PAGE = [
  ['1', '26001', '张一', '100', '90', '99'],
  ['2', '26002', '李二', '101', '91', '98'],
  ['平均分', '', '', '100.5', '90.5', '98.5'],
]

async function sendBook(page: Page, examId: string, first: string): Promise<void> {
  const head = headOf(first)
  await page.goto(`/bigdata/exam/import?examId=${examId}&kind=score`)
  const body = await makeBook('ods', [
    { name: '封面', rows: [['成绩报送'], ['学校', '第一中学']] },
    { name: '成绩', rows: [['第一中学期末成绩册'], ...head, ...PAGE, ...head, ...PAGE, ['制表人：张三']] },
    {
      name: '底稿',
      rows: [
        ['考号', '语文'],
        ['26003', '1'],
      ],
      isHidden: true,
    },
    { name: 'Sheet3', rows: [] },
  ])
  const file = { name: '一中报送.ods', mimeType: 'application/vnd.oasis.opendocument.spreadsheet', buffer: body }
  await front(page).locator('.ant-upload-drag input[type=file]').setInputFiles([file])
  await expect(front(page).locator('.imp-question')).toBeVisible()
}

for (const look of [LOOKS[0], LOOKS[3]]) {
  test(`a workbook of a school asks which column is meant and names what it leaves out: ${look.title}`, async ({
    page,
  }) => {
    const complaints = listenForComplaints(page)
    await wear(page, look)
    await comeIn(page, 'exam')
    const text = (chinese: string) => inLook(look, chinese)
    await sendBook(page, await addExam(page), `${look.name} ${Date.now()}`)
    const save = front(page).getByRole('button', { name: text('保存并校验') })
    await expect(save).toBeDisabled()
    expect(await overflowing(page)).toEqual([])
    await shoot(page, `${look.name}-question`)
    await front(page).locator('.imp-question').getByRole('radio').first().check()
    await save.click()
    const account = front(page).locator('.imp-account')
    await expect(account).toContainText(text('重复的表头'))
    for (const reason of [
      '标题与表头',
      '合计、平均分、制表人等',
      '封面或说明，没有表格',
      '隐藏的工作表',
      '空白工作表',
    ]) {
      await expect(account).toContainText(text(reason))
    }
    await expect(front(page).locator('.imp-tiles dd').first()).toHaveText('16')
    await settle(page)
    expect(await overflowing(page)).toEqual([])
    // What a late answer switches on is still on its way to its colour.
    await expect.poll(() => seriousFaults(page, '.imp')).toEqual([])
    await shoot(page, `${look.name}-account`)
    expect(complaints).toEqual([])
  })
}

test('a text under the name of a workbook is refused and leaves nothing behind', async ({ page }) => {
  await comeIn(page, 'exam')
  const examId = await addExam(page)
  await page.goto(`/bigdata/exam/import?examId=${examId}&kind=score`)
  const buffer = Buffer.from('no workbook at all')
  await front(page)
    .locator('.ant-upload-drag input[type=file]')
    .setInputFiles([{ name: 'bad.xlsx', mimeType: '', buffer }])
  await expect(page.getByText(/bad.xlsx：.*内容是纯文本/)).toBeVisible()
  await expect(page).not.toHaveURL(/batchId/)
})

async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

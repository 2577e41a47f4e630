import { type Locator, type Page, expect, test } from '@playwright/test'
import { confirm, front, pick, toast } from './support/page.ts'
import { signIn, signOut } from './support/people.ts'
import { rowsOf } from './support/sheets.ts'
import { ROSTER, type Workbooks, makeWorkbooks } from './support/workbooks.ts'

const EXAM = `2026届高三全流程${Date.now() % 100_000}`
const JOB_MS = 60_000

let books: Workbooks
test.beforeAll(async () => {
  books = await makeWorkbooks()
})
test.afterAll(() => books?.dispose())

test('from workbooks to a report a school can trust', async ({ page }) => {
  test.setTimeout(420_000)
  await signIn(page, 'exam')
  await test.step('create an exam', () => createExam(page))
  await test.step('set its courses', () => setCourses(page))
  await test.step('import the roster: see, mend, replace', () => importRoster(page))
  await test.step('import the scores of five files', () => importScores(page))
  await test.step('check and archive', () => checkAndArchive(page))
  await test.step('compute, package, publish', () => computeAndPublish(page))
  await signOut(page)
  await signIn(page, 'school')
  await test.step('the school reads its own numbers only', () => readAsSchool(page))
})

async function createExam(page: Page): Promise<void> {
  await page.goto('/bigdata/exam/examInfo')
  await front(page).getByRole('button', { name: /新增/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('考试名称').fill(EXAM)
  await dialog.getByLabel('考试年份').fill('2026')
  await dialog.getByRole('spinbutton', { name: /学年$/ }).fill('2025')
  await pick(dialog, '学期', '下学期')
  await pick(dialog, '学段', '高中')
  await pick(dialog, '年级', '高三')
  await pick(dialog, '考试类型', '二模')
  await pick(dialog, '考试模式', '3+1+2')
  await fillDate(dialog, '开始日期', '2026-05-06')
  await fillDate(dialog, '结束日期', '2026-05-08')
  for (const area of books.areas) await pick(dialog, '联考区县', area)
  await dialog.getByLabel('考试名称').click()
  await dialog.getByRole('button', { name: /保存/ }).click()
  await toast(page, '新增成功')
  await front(page)
    .getByRole('row', { name: new RegExp(EXAM) })
    .getByRole('button', { name: '进入考试' })
    .click()
  await expect(front(page).getByRole('heading', { name: EXAM })).toBeVisible()
}

async function fillDate(dialog: Locator, label: string, day: string): Promise<void> {
  await dialog.getByLabel(label).fill(day)
  await dialog.getByLabel(label).press('Enter')
}

function nextStep(page: Page): Locator {
  return front(page).locator('.exam-next')
}

async function setCourses(page: Page): Promise<void> {
  await expect(nextStep(page)).toContainText('先确定科目和满分')
  await front(page).getByRole('button', { name: '快速填入' }).click()
  await page.getByRole('menuitem', { name: '2026届高三第二次模拟考试' }).click()
  await expect(front(page).getByLabel('语文 满分')).toHaveValue('150')
  await front(page).getByLabel('语文 优秀线').fill('160')
  await expect(front(page).getByText('不能高于满分')).toBeVisible()
  await expect(front(page).getByRole('button', { name: '保存科目' })).toHaveAttribute('aria-disabled', 'true')
  await front(page).getByLabel('语文 优秀线').fill('')
  await front(page).getByRole('button', { name: '保存科目' }).click()
  await toast(page, '科目已保存')
  await expect(nextStep(page)).toContainText('请导入考生名单')
}

/** The cell of a staged row as the wizard shows it. */
function cell(page: Page, column: string, row: number): Locator {
  return front(page).getByLabel(`${column}，第 ${row} 行`, { exact: true })
}

async function upload(page: Page, paths: string[]): Promise<void> {
  await front(page).locator('.ant-upload-drag input[type=file]').setInputFiles(paths)
}

async function judged(page: Page): Promise<void> {
  await expect(front(page).getByRole('heading', { name: '校验结果' })).toBeVisible({ timeout: JOB_MS })
  await expect(front(page).getByRole('button', { name: /^(?!保存).*重新校验$/ })).toBeEnabled({ timeout: JOB_MS })
}

async function importRoster(page: Page): Promise<void> {
  await nextStep(page).getByRole('button').click()
  await upload(page, [books.dirty(ROSTER)])
  await judged(page)
  for (const fault of books.faults.filter((one) => one.file.endsWith(ROSTER) && one.level === 'error')) {
    await expect
      .soft(cell(page, fault.column, fault.row), `${fault.code} ${fault.note}`)
      .toHaveAttribute('aria-invalid', 'true')
  }
  const gender = books.faults.find((one) => one.code === 'F02' && one.file.endsWith(ROSTER))
  await cell(page, '性别', gender?.row ?? 0).fill('男')
  await front(page).getByRole('button', { name: '保存并重新校验' }).click()
  await judged(page)
  await expect(cell(page, '性别', gender?.row ?? 0)).toBeHidden()

  await front(page).locator('.imp-links input[type=file]').setInputFiles(books.clean(ROSTER))
  await expect(front(page).getByRole('button', { name: '下一步' })).toBeEnabled({ timeout: JOB_MS })
  await commit(page)
}

/** Says yes to the warnings, if there are any, and waits until everything is written. */
async function commit(page: Page): Promise<void> {
  await front(page).getByRole('button', { name: '下一步' }).click()
  const yes = front(page).getByRole('checkbox', { name: /我已核对以上警告/ })
  const write = front(page).locator('.imp-foot').getByRole('button', { name: /^导入/ })
  await expect(write).toBeVisible()
  if (await yes.isVisible()) {
    await expect(write).toBeDisabled()
    await yes.check()
  }
  await write.click()
  await expect(front(page).getByText('导入完成')).toBeVisible({ timeout: JOB_MS })
}

const TEXT_FILE = '.csv'

async function importScores(page: Page): Promise<void> {
  const [first = '', ...others] = books.scoreFiles
  const text = others.find((name) => name.endsWith(TEXT_FILE)) ?? ''
  const rest = others.filter((name) => name !== text)
  await front(page).getByRole('button', { name: '接着导入成绩' }).click()
  await upload(page, [books.dirty(first), books.dirty(text), ...rest.map(books.clean)])
  await judged(page)

  await test.step('the cells of the text table are typed over', () => mendText(page, text))
  await test.step('the other file is replaced by the mended one', async () => {
    await front(page)
      .getByRole('button', { name: /上传文件/ })
      .click()
    const line = front(page).getByRole('listitem').filter({ hasText: first })
    await line.getByRole('button', { name: '移除' }).click()
    await confirm(page)
    await expect(line).toBeHidden()
    await expect(front(page).locator('.ant-upload-drag input[type=file]')).toBeEnabled({ timeout: JOB_MS })
    await upload(page, [books.clean(first)])
    await expect(front(page).getByRole('button', { name: '下一步' })).toBeEnabled({ timeout: JOB_MS })
    await front(page)
      .getByRole('list', { name: '步骤' })
      .getByRole('button', { name: /校验结果/ })
      .click()
  })
  await judged(page)
  await commit(page)
}

/** Every error of the text file at its row and column, each with a mark that can be right. */
async function mendText(page: Page, file: string): Promise<void> {
  await front(page).getByLabel('工作表').click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: file }).click()
  const errors = books.faults.filter((one) => one.file === file && one.level === 'error')
  expect(errors.length).toBeGreaterThan(2)
  for (const fault of errors) {
    const found = cell(page, fault.column, fault.row)
    await expect.soft(found, `${fault.code} ${fault.note}`).toHaveAttribute('aria-invalid', 'true')
    await found.fill('60')
  }
  await front(page).getByRole('button', { name: '保存并重新校验' }).click()
  await judged(page)
  await expect(front(page).locator('[aria-invalid=true]')).toHaveCount(0)
}

async function checkAndArchive(page: Page): Promise<void> {
  await front(page).getByRole('button', { name: '去校验与归档' }).click()
  await expect(nextStep(page)).toContainText('校验全部数据后即可归档', { timeout: JOB_MS })
  await nextStep(page).getByRole('button', { name: /校验/ }).click()
  const warned = front(page).getByRole('button', { name: /确认 [\d,]+ 条警告并校验/ })
  await expect(nextStep(page)).toContainText('需要您确认的警告', { timeout: JOB_MS })
  await warned.click()
  await confirm(page, /确认并校验/)
  await expect(nextStep(page)).toContainText('校验已通过', { timeout: JOB_MS })
  await front(page).getByRole('button', { name: '数据完整性' }).click()
  await expect(front(page).getByRole('row', { name: new RegExp(books.ownSchool) })).toBeVisible()
  await nextStep(page).getByRole('button', { name: /归档/ }).click()
  await confirm(page, /归档/)
  await expect(nextStep(page)).toContainText('数据已归档', { timeout: JOB_MS })
}

async function computeAndPublish(page: Page): Promise<void> {
  await front(page).getByRole('button', { name: '数据进度' }).click()
  await nextStep(page)
    .getByRole('button', { name: /执行数据处理/ })
    .click()
  await expect(nextStep(page)).toContainText('计算已完成', { timeout: JOB_MS })
  await expect(front(page).locator('[data-task=STAT_BASE]')).toContainText('成功')
  await nextStep(page).getByRole('button', { name: /打包/ }).click()
  await expect(nextStep(page)).toContainText('数据包已就绪', { timeout: JOB_MS })
  await nextStep(page).getByRole('button', { name: /发布/ }).click()
  await Promise.all([toast(page, '已发布'), confirm(page, /发布/)])
  await expect(nextStep(page)).toContainText('报表已发布')
}

async function readAsSchool(page: Page): Promise<void> {
  const card = page.getByRole('listitem').filter({ hasText: EXAM })
  await card.getByRole('link', { name: '一分两率 · 各班' }).click()
  const rows = front(page).locator('.report-table tbody tr[data-row-key]')
  await expect(rows.first()).toContainText(books.ownSchool)
  for (const row of await rows.all()) await expect(row).toContainText(books.ownSchool)
  await expect(front(page)).not.toContainText(books.otherSchool)
  await test.step('the exported figures equal the screen', () => compareExport(page, rows))

  const className = (await rows.first().getByRole('button').first().innerText()).trim()
  await rows.first().getByRole('button').first().click()
  await expect(page).toHaveURL(/classCode=/)
  await expect(rows.first()).toContainText(className)
  const student = rows.first().getByRole('button').first()
  const name = (await student.innerText()).trim()
  await student.click()
  await expect(front(page).getByText(name).first()).toBeVisible()
  await test.step('another school is not there, whatever the address says', () => askForOther(page))
}

async function compareExport(page: Page, rows: Locator): Promise<void> {
  const shown = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((td) => td.innerText.trim())),
  )
  expect(shown.length).toBeGreaterThan(2)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    front(page).getByRole('button', { name: '导出' }).click(),
  ])
  const exported = asShown(await rowsOf(download)).map(figures)
  for (const row of shown) expect(exported).toContainEqual(figures(row))
}

/** The rows below the two header rows; shares, which a workbook keeps as fractions, as the screen shows them. */
function asShown(sheet: string[][]): string[][] {
  const at = sheet.findIndex((cells) => cells.includes('平均分'))
  const titles = (sheet[at] ?? []).map((title, column) => sheet[at + 1]?.[column] || title)
  const isShare = (column: number) => titles[column]?.endsWith('率') === true
  return sheet
    .slice(at + 2)
    .map((cells) =>
      cells.map((text, column) =>
        isShare(column) && text !== '' ? String(Math.round(Number(text) * 10_000) / 100) : text,
      ),
    )
}

/** What a row says, whatever the order of its columns: numbers as numbers, blanks and dashes left out. */
function figures(cells: string[]): (string | number)[] {
  return cells
    .map((text) => text.replace(/[%,]/g, '').trim())
    .filter((text) => text !== '' && text !== '—')
    .map((text) => (Number.isNaN(Number(text)) ? text : Number(text)))
    .toSorted((one, other) => String(one).localeCompare(String(other)))
}

async function askForOther(page: Page): Promise<void> {
  const { search } = new URL(page.url())
  const examId = new URLSearchParams(search).get('examId') ?? ''
  await page.goto(
    `/bigdata/report/oneScoreTwoRate?report=oneScoreTwoRateByClass&examId=${examId}&schoolCode=${books.otherCode}`,
  )
  await expect(front(page).getByText('没有符合条件的数据')).toBeVisible()
  await expect(front(page)).not.toContainText(books.otherSchool)
}

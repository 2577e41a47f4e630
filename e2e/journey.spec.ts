import { type Locator, type Page, expect, test } from '@playwright/test'
import { CHECK_RULES } from '@xueheng/contract/domains/exam/check-rules.ts'
import type { PlantedFault } from '../server/src/demo/sample-model.ts'
import { commit, judged, nextStep, saveMended, upload } from './support/exam-desk.ts'
import { confirm, front, pick, toast } from './support/page.ts'
import { type Account, signIn, signOut } from './support/people.ts'
import { rowsOf } from './support/sheets.ts'
import { ROSTER, type Workbooks, makeWorkbooks } from './support/workbooks.ts'

const EXAM = `2026届高三全流程${Date.now() % 100_000}`

let books: Workbooks
test.beforeAll(async () => {
  books = await makeWorkbooks()
})
test.afterAll(() => books?.dispose())

test('from workbooks to a report a school can trust', async ({ page }) => {
  await signIn(page, 'exam')
  await test.step('create an exam', () => createExam(page))
  await test.step('set its courses', () => setCourses(page))
  await test.step('import the roster: see, mend, replace', () => importRoster(page))
  await test.step('import the scores of twelve files', () => importScores(page))
  await test.step('check and archive', () => checkAndArchive(page))
  await test.step('compute, package, publish', () => computeAndPublish(page))
  await signOut(page)
  await signIn(page, 'school')
  await test.step('the school reads its own numbers only', () => readAsSchool(page))
  await test.step('one mark is corrected, approved by another, and published anew', () => correct(page))
})

const STALE = '数据已更新，待重新发布'

async function correct(page: Page): Promise<void> {
  const { number, mark } = books.somebody
  await enter(page, 'exam')
  await openDesk(page)
  await front(page).getByRole('button', { name: '成绩更正' }).click()
  await front(page).getByRole('button', { name: '批量更正' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('更正的成绩').fill(`${number}\t语文\t${mark + 1}`)
  await dialog.getByLabel('更正原因').fill('复核时发现漏加一分')
  await dialog.getByRole('button', { name: '提交审批' }).click()
  await toast(page, '已提交 1 条更正')
  await enter(page, 'admin')
  await page.goto('/bigdata/score/examScoreCorrection/audit')
  await front(page)
    .getByText(`${mark} → ${mark + 1}`)
    .click()
  await front(page).getByRole('button', { name: '批准更正' }).click()
  await expect(front(page).getByText(`${mark} → ${mark + 1}`)).toBeHidden()
  expect(await alertsFor(page)).toBe(1)
  await enter(page, 'exam')
  await openDesk(page)
  await nextStep(page)
    .getByRole('button', { name: /重新计算并发布/ })
    .click()
  await confirm(page, '重新发布')
  await expect(nextStep(page)).toContainText('报表已发布')
  expect(await alertsFor(page)).toBe(0)
}

async function enter(page: Page, account: Account): Promise<void> {
  await signOut(page)
  await signIn(page, account)
}

async function openDesk(page: Page): Promise<void> {
  await page.goto(`/bigdata/exam/examInfo?examName=${encodeURIComponent(EXAM)}`)
  const row = front(page).getByRole('row', { name: new RegExp(EXAM) })
  await row.getByRole('button', { name: '进入考试' }).click()
  await expect(front(page).getByRole('heading', { name: EXAM })).toBeVisible()
}

/** How often the school is told that its report is out of date. */
async function alertsFor(page: Page): Promise<number> {
  await enter(page, 'school')
  const card = page.getByRole('listitem').filter({ hasText: EXAM })
  await card.getByRole('link', { name: '一分两率 · 各班' }).click()
  await expect(front(page).locator('.report-table tbody tr[data-row-key]').first()).toContainText(books.ownSchool)
  return front(page).getByText(STALE).count()
}

async function createExam(page: Page): Promise<void> {
  await page.goto('/bigdata/exam/examInfo')
  await front(page).getByRole('button', { name: /新增/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('考试名称').fill(EXAM)
  for (const proposed of ['考试年份', '学年']) await expect(dialog.getByLabel(proposed)).not.toHaveValue('')
  await dialog.getByLabel('考试年份').fill('2026')
  await dialog.getByRole('spinbutton', { name: /学年$/ }).fill('2025')
  await pick(dialog, '学期', '下学期')
  await pick(dialog, '学段', '高中')
  await pick(dialog, '年级', '高三')
  await pick(dialog, '考试类型', '二模')
  await pick(dialog, '考试模式', '3+1+2')
  await fillDate(dialog, '开始日期', '2026-05-06')
  await fillDate(dialog, '结束日期', '2026-05-08')
  // The areas are those of the last exam.
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

interface Fault {
  code: string
  fileNo: number
  rowNo: number
  level: string
}

/** Every fault of the batch that is open, in the order of its files. */
async function faultsFound(page: Page): Promise<Fault[]> {
  const batchId = new URL(page.url()).searchParams.get('batchId')
  return page.evaluate(async (id) => {
    const { token } = JSON.parse(localStorage.getItem('xueheng-session') ?? '{}').content
    const path = `/api/bigdata-service/examimport/faults?size=20000&batchId=${id}`
    const answer = await (await fetch(path, { headers: { 'Blade-Auth': token } })).json()
    return answer.data.records.map((record: { fault: Fault }) => record.fault)
  }, batchId)
}

/** Opens a planted fault from the list and types over its cell. */
async function mend(page: Page, { file, row, column, code, note }: PlantedFault, text: string): Promise<void> {
  const list = front(page).getByRole('list', { name: /问题清单/ })
  const { title } = CHECK_RULES[code]
  await front(page).getByRole('group', { name: '规则' }).getByRole('button', { name: title }).click()
  const line = list
    .getByRole('button')
    .filter({ hasText: file })
    .filter({ hasText: new RegExp(`第 ${row} 行`) })
  await expect.soft(line, `${code} ${note}`).toBeVisible()
  await line.click()
  const cell = front(page).getByLabel(`${column}，第 ${row} 行`, { exact: true })
  await expect(cell).toHaveAttribute('aria-invalid', 'true')
  await cell.fill(text)
  await cell.press('Enter')
}

async function importRoster(page: Page): Promise<void> {
  await nextStep(page).getByRole('button').click()
  await upload(page, [books.dirty(ROSTER)])
  await judged(page)
  const planted = books.faults.filter((one) => one.file === ROSTER && one.level === 'error')
  const found = await faultsFound(page)
  expect(planted.length).toBeGreaterThan(5)
  expect(found.map(({ code, rowNo }) => `${code} ${rowNo}`)).toEqual(
    expect.arrayContaining(planted.map(({ code, row }) => `${code} ${row}`)),
  )
  for (const gender of planted.filter(({ code }) => code === 'F02')) await mend(page, gender, '男')
  await saveMended(page)
  expect((await faultsFound(page)).filter(({ code }) => code === 'F02')).toEqual([])

  await front(page).locator('.imp-links input[type=file]').setInputFiles(books.clean(ROSTER))
  await expect(front(page).getByRole('button', { name: '下一步' })).toBeEnabled()
  await commit(page)
}

/** Twelve files in five layouts, three of them with errors: one is typed over, two are replaced. */
async function importScores(page: Page): Promise<void> {
  const errors = books.faults.filter((one) => one.file !== ROSTER && one.level === 'error')
  const files = [...new Set(errors.map(({ file }) => file))]
  const typed = files.find((name) => errors.filter(({ file }) => file === name).length > 1) ?? ''
  const replaced = files.filter((name) => name !== typed).slice(0, 2)
  const dirty = new Set([typed, ...replaced])
  await front(page).getByRole('button', { name: '接着导入成绩' }).click()
  await upload(
    page,
    books.scoreFiles.map((name) => (dirty.has(name) ? books.dirty(name) : books.clean(name))),
  )
  await judged(page)
  await test.step('the cells of one file are typed over', async () => {
    for (const fault of errors.filter(({ file }) => file === typed)) await mend(page, fault, '60')
    await saveMended(page)
  })
  await test.step('the other files are replaced by the mended ones', async () => {
    await front(page).locator('.imp-links input[type=file]').setInputFiles(replaced.map(books.clean))
    await expect(front(page).getByRole('button', { name: '下一步' })).toBeEnabled()
  })
  expect((await faultsFound(page)).filter(({ level }) => level === 'error')).toEqual([])
  await commit(page)
}

async function checkAndArchive(page: Page): Promise<void> {
  await front(page).getByRole('button', { name: '去校验与归档' }).click()
  await expect(nextStep(page)).toContainText('校验全部数据后即可归档')
  await nextStep(page).getByRole('button', { name: /校验/ }).click()
  const warned = front(page).getByRole('button', { name: /确认 [\d,]+ 条警告并校验/ })
  await expect(nextStep(page)).toContainText('需要您确认的警告')
  await warned.click()
  await confirm(page, /确认并校验/)
  await expect(nextStep(page)).toContainText('校验已通过')
  await front(page).getByRole('button', { name: '数据完整性' }).click()
  await expect(front(page).getByRole('row', { name: new RegExp(books.ownSchool) })).toBeVisible()
  await nextStep(page).getByRole('button', { name: /归档/ }).click()
  await confirm(page, /归档/)
  await expect(nextStep(page)).toContainText('数据已归档')
}

async function computeAndPublish(page: Page): Promise<void> {
  await front(page).getByRole('button', { name: '数据进度' }).click()
  await nextStep(page)
    .getByRole('button', { name: /开始计算/ })
    .click()
  await expect(nextStep(page)).toContainText('计算已完成')
  await expect(front(page).locator('[data-task=STAT_BASE]')).toContainText('成功')
  await nextStep(page)
    .getByRole('button', { name: /生成报表/ })
    .click()
  await expect(nextStep(page)).toContainText('报表已就绪')
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

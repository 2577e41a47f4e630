import { exif } from '../server/test/fixtures/jpeg.ts'
import { type Browser, type Locator, type Page, expect, test } from '@playwright/test'
import { demoBureau } from '../server/src/demo/bureau.ts'
import { demoClassCode } from '../server/src/demo/load.ts'
import { className } from '../server/src/demo/sample-lines.ts'
import { commit, judged } from './support/exam-desk.ts'
import { addExam } from './support/exams.ts'
import { gridCell, paste } from './support/grid.ts'
import { act, confirm, front, listenForComplaints, pick, toast } from './support/page.ts'
import { type Account, comeIn } from './support/people.ts'
import { overflowing } from './support/tour.ts'

const MARK = String(Date.now() % 100_000)
const TASK = `学生信息核对${MARK}`
const PHONE = { width: 390, height: 844 }
const REASON = '民族与户口簿不一致'

/** The class of the account `teacher`. */
const CLASS = demoBureau().students.filter(({ klass }) => klass.code === demoClassCode())
const [FIRST, SECOND, REFUSED] = CLASS
/** Numbers nobody has had before, also where a test is tried again: the register keeps them. */
const LAST = MARK.slice(-4).padStart(4, '0')
const BOOK_PHONE = `1381234${LAST}`
const PARENT_PHONE = `1391234${LAST}`
const guardianPhone = (i: number) => String(13_700_000_000 + Number(MARK) * 100 + i)

/** As screens show a number. */
const masked = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(-4)}`

interface People {
  bureau: Page
  teacher: Page
  parent: Page
  school: Page
  auditor: Page
}

test('a collection is filled by class and parents, audited twice, archived, and an exam takes its candidates from it', async ({
  browser,
  page,
}) => {
  const complaints = listenForComplaints(page)
  await comeIn(page, 'exam', '/gather/gatherTask')
  const people: People = {
    bureau: page,
    teacher: await visit(browser, 'teacher'),
    parent: await onPhone(browser),
    school: await visit(browser, 'school'),
    auditor: await visit(browser, 'admin'),
  }
  const others = Object.values(people).slice(1).map(listenForComplaints)
  await test.step('the bureau opens a task', () => openTask(people.bureau))
  await test.step('the class teacher fills in by paste', () => fillByPaste(people.teacher))
  await test.step('and by workbook', () => fillByWorkbook(people.teacher))
  const link = await test.step('a parent is given a link', () => makeLink(people.teacher))
  await test.step('and corrects the own child on a phone', () => correct(people.parent, link))
  await test.step('the class is handed in', () => handIn(people.teacher, CLASS.length))
  await test.step('the school refuses one and passes the others', () => auditFirst(people.school))
  await test.step('the refused one comes back and is put right', () => putRight(people.teacher))
  await test.step('the school passes it', () => passAll(people.school, '/gather/gatherStudentAudit1', 1))
  await test.step('the bureau audits', () => passAll(people.auditor, '/gather/gatherStudentAudit2', CLASS.length))
  await test.step('and collates', () => passAll(people.auditor, '/gather/gatherStudentCollate', CLASS.length))
  await test.step('the collection is analysed', () => analyse(people.bureau))
  await test.step('the difference is shown before the archive', () => archive(people.bureau))
  await test.step('the register shows it', () => seeRegister(people.bureau))
  await test.step('a new exam takes its candidates from it', () => takeCandidates(people.bureau))
  expect([...complaints, ...others.flat()]).toEqual([])
})

async function visit(browser: Browser, account: Account): Promise<Page> {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  await comeIn(page, account)
  return page
}

async function onPhone(browser: Browser): Promise<Page> {
  return (await browser.newContext({ viewport: PHONE, isMobile: true, hasTouch: true })).newPage()
}

function rowOf(page: Page, name: string | undefined): Locator {
  return front(page)
    .getByRole('row', { name: new RegExp(name ?? '') })
    .first()
}

async function openTask(page: Page): Promise<void> {
  await front(page).getByRole('button', { name: '新增' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('任务名称').fill(TASK)
  await dialog.getByLabel('学年').fill('2025')
  await pickSeveral(dialog, '年级', ['高三'])
  await pickSeveral(dialog, '采集项', ['学号', '联系电话', '民族', '监护人电话', '照片'])
  await pickSeveral(dialog, '必填项', ['民族'])
  for (const [label, time] of [
    ['开始时间', '2026-01-01 08:00:00'],
    ['截止时间', '2099-01-01 18:00:00'],
  ] as const) {
    await dialog.getByLabel(label).fill(time)
    await dialog.getByLabel(label).press('Enter')
  }
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
  await act(rowOf(page, TASK), '开放')
  await confirm(page)
  await expect(rowOf(page, TASK)).toContainText('开放')
}

async function pickSeveral(dialog: Locator, label: string, entries: string[]): Promise<void> {
  for (const entry of entries) await pick(dialog, label, entry)
  await dialog.page().keyboard.press('Escape')
}

/** Answers a dialog that asks for the collection alone. */
async function ofTask(page: Page, button: string, said: RegExp): Promise<void> {
  await front(page).getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await pick(dialog, '采集任务', TASK)
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  await toast(page, said)
}

/** Chooses the collection on a screen about one. */
async function chooseTask(scope: Locator): Promise<void> {
  await pick(scope, '采集任务', TASK)
  await expect(scope.getByTitle(TASK, { exact: true }).first()).toBeVisible()
}

async function fillByPaste(page: Page): Promise<void> {
  await page.goto('/gather/gatherStudent')
  await ofTask(page, '带出学生采集', new RegExp(`${CLASS.length}`))
  await front(page).getByRole('button', { name: '表格填报' }).click()
  await chooseTask(front(page))
  await (await gridCell(page, '民族 *', 1)).click()
  await paste(page, CLASS.map((_one, i) => `汉族\t${guardianPhone(i)}`).join('\n'))
  await front(page)
    .getByRole('button', { name: `保存${CLASS.length}行` })
    .click()
  await toast(page, `已保存${CLASS.length}行`)
  await front(page).getByRole('button', { name: '返回列表' }).click()
}

async function fillByWorkbook(page: Page): Promise<void> {
  await front(page).getByRole('button', { name: /导入$/ }).click()
  const dialog = page.getByRole('dialog', { name: /^导入/ })
  const line = (of: (typeof CLASS)[number] | undefined, phone: string) =>
    [TASK, of?.code, of?.name, of?.klass.school.name, '高三', phone].join()
  const body = ['采集任务,学籍号,姓名,学校,年级,联系电话', line(FIRST, BOOK_PHONE), line(SECOND, '1380000')]
  await dialog.locator('input[type=file]').setInputFiles([book(body)])
  await expect(dialog.getByText(/1 行有错误/)).toBeVisible()
  await dialog.locator('[role=gridcell][data-level=error]').click()
  await page.keyboard.type(BOOK_PHONE)
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: '保存并重新检查' }).click()
  await importBoth(dialog)
  await dialog.getByRole('button', { name: '撤销导入' }).click()
  await page.getByRole('button', { name: /^确\s*定$/ }).click()
  await expect(dialog.getByText('已撤销导入')).toBeVisible()
  await expect(dialog.getByText('删除新增的0行，恢复变更的2行')).toBeVisible()
  await dialog.getByRole('button', { name: '完成' }).click()
  await front(page).getByRole('button', { name: /导入$/ }).click()
  body[2] = line(SECOND, BOOK_PHONE)
  await dialog.locator('input[type=file]').setInputFiles([book(body)])
  await importBoth(dialog)
  await dialog.getByRole('button', { name: '完成' }).click()
}

async function importBoth(dialog: Locator): Promise<void> {
  await expect(dialog.getByText('共 2 行：新增 0，变更 2，未变 0')).toBeVisible()
  await dialog.getByRole('button', { name: '导入 2 行' }).click()
  await expect(dialog.getByText('导入完成')).toBeVisible()
}

function book(lines: string[]) {
  return { name: '学生信息.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
}

async function makeLink(page: Page): Promise<string> {
  await page.goto('/gather/gatherLink')
  await front(page).getByRole('button', { name: '生成家长链接' }).click()
  const dialog = page.getByRole('dialog')
  await pick(dialog, '采集任务', TASK)
  await dialog.getByRole('button', { name: '确定' }).click()
  const sheet = page.getByRole('dialog', { name: `${CLASS.length}个家长链接` })
  await sheet.getByRole('button', { name: '复制名单和链接' }).click()
  await toast(page, '已复制')
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
  return lines.find((one) => one.includes(`\t${SECOND?.name}\t`))?.split('\t')[2] ?? ''
}

async function correct(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await expect(page.getByRole('heading', { name: TASK })).toBeVisible()
  await expect(page.getByText(SECOND?.name ?? '')).toHaveCount(0)
  await expect(page.getByLabel('监护人电话')).toHaveValue(masked(guardianPhone(1)))
  expect(await overflowing(page)).toEqual([])
  await expect(page.getByLabel('联系电话')).toHaveValue(masked(BOOK_PHONE))
  await page.getByLabel('联系电话').fill(PARENT_PHONE)
  await page.locator('input[type=file]').setInputFiles([await lyingPhoto(page)])
  const chosen = page.getByAltText('选好的照片')
  await expect(chosen).toBeVisible()
  expect(await sidesOf(chosen)).toEqual([295, 413])
  expect(await cornerOf(chosen)).toBe('green')
  await page.getByRole('button', { name: /^提\s?交$/ }).tap()
  await expect(page.getByText('已提交，谢谢')).toBeVisible()
}

/** A picture as a phone takes it upright: stored lying, with a place, to be turned to the right. Its lower left corner is green: seen, the upper left. */
async function lyingPhoto(page: Page) {
  const drawn = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 413, height: 295 })
    const pen = canvas.getContext('2d')
    for (const [colour, x, y] of [
      ['#a33', 0, 0],
      ['#2a2', 0, 147],
      ['#33a', 206, 0],
      ['#ccc', 206, 147],
    ] as const) {
      if (pen) pen.fillStyle = colour
      pen?.fillRect(x, y, 207, 148)
    }
    return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? ''
  })
  const bytes = Buffer.from(drawn, 'base64')
  const buffer = Buffer.concat([bytes.subarray(0, 2), exif(6, 'MM'), bytes.subarray(2)])
  return { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer }
}

function sidesOf(picture: Locator): Promise<number[]> {
  return picture.evaluate((one: HTMLImageElement) => [one.naturalWidth, one.naturalHeight])
}

/** What colour the upper left of a picture has, as far as it is green. */
function cornerOf(picture: Locator): Promise<string> {
  return picture.evaluate((one: HTMLImageElement) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
    const pen = canvas.getContext('2d')
    pen?.drawImage(one, 60, 60, 1, 1, 0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = pen?.getImageData(0, 0, 1, 1).data ?? []
    return green > red && green > blue ? 'green' : `${red},${green},${blue}`
  })
}

async function handIn(page: Page, num: number): Promise<void> {
  await page.goto('/gather/gatherStudent')
  await ofTask(page, '提交全部', new RegExp(`^已提交${num}人$`))
}

async function auditFirst(page: Page): Promise<void> {
  await openQueue(page, '/gather/gatherStudentAudit1', CLASS.length)
  await front(page)
    .getByRole('searchbox', { name: '姓名' })
    .fill(REFUSED?.name ?? '')
  await front(page).getByRole('searchbox', { name: '姓名' }).press('Enter')
  await expect(front(page).getByText('共 1 条')).toBeVisible()
  await front(page).getByLabel('审核意见').fill(REASON)
  await front(page)
    .getByRole('button', { name: /^驳\s?回$/ })
    .click()
  await toast(page, '已驳回')
  await passAll(page, '/gather/gatherStudentAudit1', CLASS.length - 1)
}

async function openQueue(page: Page, path: string, num: number): Promise<void> {
  await page.goto(path)
  await pick(front(page).getByRole('search'), '采集任务', TASK)
  await expect(front(page).getByText(`共 ${num} 条`)).toBeVisible()
}

/** A page of the queue after the other. */
async function passAll(page: Page, path: string, num: number): Promise<void> {
  await openQueue(page, path, num)
  for (let left = num; left > 0; left -= 20) {
    await expect(front(page).getByText(`共 ${left} 条`)).toBeVisible()
    await front(page).getByRole('checkbox', { name: '全选' }).check()
    await front(page)
      .getByRole('button', { name: `批量通过（${Math.min(left, 20)}）` })
      .click()
    await confirm(page)
  }
  await expect(front(page).getByText('没有待审核的采集信息')).toBeVisible()
}

async function putRight(page: Page): Promise<void> {
  await page.goto('/gather/gatherStudent?gatherStatus=11')
  const row = rowOf(page, REFUSED?.name)
  await expect(row).toContainText(REASON)
  await act(row, '编辑')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('民族').fill('回族')
  await dialog.getByRole('button', { name: /修\s?改|保\s?存/ }).click()
  await expect(dialog).toBeHidden()
  await act(row, '提交审核')
  await confirm(page)
  await expect(row).toBeHidden()
}

async function analyse(page: Page): Promise<void> {
  await page.goto('/gather/analyse')
  await chooseTask(front(page))
  await front(page).getByRole('button', { name: '开始分析' }).click()
  const line = rowOf(page, '市直属')
  await expect(line.getByRole('cell').nth(1)).toHaveText(String(CLASS.length))
  await line.getByRole('cell').last().getByRole('button').click()
  const findings = page.getByRole('dialog')
  await expect(findings.getByRole('row', { name: new RegExp(SECOND?.name ?? '') })).toContainText('联系电话')
  await page.keyboard.press('Escape')
}

async function archive(page: Page): Promise<void> {
  await page.goto('/gather/gatherStudent')
  await front(page).getByRole('button', { name: '归档学生' }).click()
  const dialog = page.getByRole('dialog', { name: '归档学生' })
  await chooseTask(dialog)
  await expect(dialog.getByRole('row', { name: new RegExp(SECOND?.name ?? '') })).toContainText('联系电话')
  await dialog.getByRole('button', { name: '全部归档' }).click()
  await confirm(page)
  await toast(page, `已归档${CLASS.length}人：新增学生0人，更新2人`)
}

async function seeRegister(page: Page): Promise<void> {
  await page.goto(`/bigdata/basic/basicStudent?studentCode=${SECOND?.code}`)
  await act(rowOf(page, SECOND?.name), '查看')
  await expect(page.getByRole('dialog').getByRole('textbox', { name: '联系电话' })).toHaveValue(masked(PARENT_PHONE))
  await page.keyboard.press('Escape')
}

async function takeCandidates(page: Page): Promise<void> {
  const examId = await addExam(page, { examName: `从采集组考${MARK}` })
  await page.goto(`/bigdata/exam/examInfo/${examId}?part=import`)
  await front(page).getByRole('region', { name: '考生' }).getByRole('button', { name: '从采集导入' }).click()
  const dialog = page.getByRole('dialog')
  await pick(dialog, '采集任务', TASK)
  await dialog.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '校验这些行' }).click()
  await judged(page)
  await commit(page)
  await page.goto(`/bigdata/exam/examStudentImport?examId=${examId}`)
  await expect(front(page).getByText(`共 ${CLASS.length} 条`)).toBeVisible()
  await expect(rowOf(page, SECOND?.name)).toContainText(className(SECOND!.klass))
}

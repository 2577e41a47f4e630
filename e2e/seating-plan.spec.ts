import { readFile } from 'node:fs/promises'
import { type Page, expect, test } from '@playwright/test'
import { extractText } from 'unpdf'
import { demoBureau } from '../server/src/demo/bureau.ts'
import { className } from '../server/src/demo/sample-lines.ts'
import { commit, judged, upload } from './support/exam-desk.ts'
import { addExam } from './support/exams.ts'
import { confirm, front, listenForComplaints, pick, toast } from './support/page.ts'
import { comeIn } from './support/people.ts'

const PLAN = `期末编排${Date.now() % 100_000}`
const NEW_EXAM = `期末${PLAN.slice(4)}`
const LAST_EXAM = '2026届高三第一次模拟考试'

test('a plan goes from the candidates of an exam over rooms, seats and numbers to a lock and an exam task', async ({
  page,
}) => {
  const complaints = listenForComplaints(page)
  await comeIn(page, 'exam', '/bigdata/arrange/examArrangeTask')
  const examId = await addExam(page, { examName: NEW_EXAM })
  await test.step('a plan is made and opened', () => addPlan(page))
  await test.step('candidates come from the last exam', () => takeCandidates(page))
  await test.step('rooms are made and seats arranged', () => arrange(page))
  await test.step('two seats are swapped and swapped back', () => swap(page))
  await test.step('candidates are numbered and the plan is locked', () => numberAndLock(page))
  await test.step('the chart of a room is printed and opened', () => openChart(page))
  await test.step('the plan is handed over to the exam task', () => handOver(page))
  await test.step('a roster without numbers takes those of the plan', () => importRoster(page, examId))
  expect(complaints).toEqual([])
})

async function addPlan(page: Page): Promise<void> {
  await front(page).getByRole('button', { name: '新增' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('任务名称').fill(PLAN)
  await dialog.getByLabel('学年').fill('2025')
  await pick(dialog, '考试', NEW_EXAM)
  await pick(dialog, '年级', '高三')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
  await front(page)
    .getByRole('row', { name: new RegExp(PLAN) })
    .getByRole('button', { name: '编排', exact: true })
    .click()
  await expect(front(page).getByRole('heading', { name: PLAN })).toBeVisible()
}

async function takeCandidates(page: Page): Promise<void> {
  await front(page).getByRole('button', { name: '从考试导入' }).click()
  const dialog = page.getByRole('dialog')
  await pick(dialog, '考试', LAST_EXAM)
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  await toast(page, /^新增[1-9]\d*条/)
}

async function arrange(page: Page): Promise<void> {
  await front(page).getByRole('button', { name: '建立考场' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('备用考场').fill('1')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  await front(page).getByRole('button', { name: '排座', exact: true }).click()
  await expect(front(page).locator('.arrange-seat').first()).toBeVisible()
}

async function swap(page: Page): Promise<void> {
  const seat = (no: number) =>
    front(page)
      .locator('.arrange-seat')
      .nth(no - 1)
  const names = [await nameAt(page, 1), await nameAt(page, 8)]
  await seat(8).scrollIntoViewIfNeeded()
  await seat(1).dragTo(seat(8))
  await expect(seat(1)).toContainText(names[1] ?? '')
  await seat(1).click()
  await seat(8).click()
  await expect(seat(1)).toContainText(names[0] ?? '')
  const undo = front(page).getByRole('button', { name: '撤销对调' })
  await undo.click()
  await expect(seat(1)).toContainText(names[1] ?? '')
  await undo.click()
  await expect(seat(1)).toContainText(names[0] ?? '')
}

async function nameAt(page: Page, no: number): Promise<string> {
  return front(page)
    .locator('.arrange-seat')
    .nth(no - 1)
    .locator('b')
    .innerText()
}

async function numberAndLock(page: Page): Promise<void> {
  await front(page).getByRole('button', { name: '编考号' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('考号模板').fill('26[考场3][座位2]')
  await expect(dialog.getByText('示例 2601207')).toBeVisible()
  await dialog.getByRole('button', { name: '编考号' }).click()
  await expect(dialog).toBeHidden()
  await front(page).getByRole('button', { name: '锁定', exact: true }).click()
  await confirm(page)
  await expect(front(page).getByRole('button', { name: '解除锁定' })).toBeVisible()
}

async function openChart(page: Page): Promise<void> {
  const first = await nameAt(page, 1)
  await front(page).getByRole('button', { name: '印制材料' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('座位图').check()
  await dialog.getByLabel('考场号').fill('001')
  await dialog.getByLabel(/理由/).fill('考前张贴')
  await dialog.getByRole('button', { name: '开始印制' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: /^任务中心/ }).click()
  // Others of the office have jobs as well, and theirs may come in between.
  const jobs = page.getByRole('region', { name: '任务中心' }).getByRole('listitem')
  const job = jobs.filter({ hasText: `${PLAN} 座位图` })
  await expect(job).toContainText('已完成')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    job.getByRole('button', { name: '下载' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/座位图_\d{8}\.pdf$/)
  const { totalPages, text } = await extractText(new Uint8Array(await readFile(await download.path())), {
    mergePages: true,
  })
  expect(totalPages).toBe(1)
  expect(text).toContain(first)
  await page.keyboard.press('Escape')
}

async function handOver(page: Page): Promise<void> {
  await front(page).getByRole('button', { name: '转入考务任务' }).click()
  const dialog = page.getByRole('dialog')
  await pick(dialog, '考务任务', '高三下次联考考生与任课上报')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
}

/** Some students of one school who sat the last exam: who they are and where, without a number. */
function rosterOf(): { names: string[]; csv: string } {
  const bureau = demoBureau()
  const last = bureau.exams.find(({ name }) => name === LAST_EXAM)
  const sittings = last?.sittings ?? []
  const own = sittings.filter(({ klass }) => klass === sittings[0]?.klass).slice(0, 12)
  const lines = own.map(({ student, klass }) =>
    [student.code, student.name, klass.school.name, className(klass)].join(','),
  )
  return { names: own.map(({ student }) => student.name), csv: `学籍号,姓名,学校,班级\n${lines.join('\n')}\n` }
}

async function importRoster(page: Page, examId: string): Promise<void> {
  const { names, csv } = rosterOf()
  await page.goto(`/bigdata/exam/import?examId=${examId}&kind=student`)
  await upload(page, { name: '名单.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await judged(page)
  await commit(page)
  await page.goto(`/bigdata/exam/examStudentImport?examId=${examId}`)
  const rows = front(page).locator('tbody tr[data-row-key]')
  await expect(rows.filter({ hasText: /26\d{5}/ })).toHaveCount(Math.min(names.length, 10))
}

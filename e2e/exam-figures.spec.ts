import { type Page, expect, test } from '@playwright/test'
import { type ClassTests, LAST_MARK, PAPER_TEXT, makeClassTests } from './support/class-tests.ts'
import { commit, judged, nextStep, saveMended, takeNextStep, upload } from './support/exam-desk.ts'
import { addExam } from './support/exams.ts'
import { gridCell, paste } from './support/grid.ts'
import { confirm, front, pick, toast } from './support/page.ts'
import {
  approve,
  askCorrection,
  askFigure,
  openHeatMap,
  openStudents,
  printSheet,
  readFirstStudent,
  readQuestions,
  republish,
  rewordSheet,
  seeChange,
  seeStale,
  weakestOf,
} from './support/lesson.ts'
import { compareFigures } from './support/four-places.ts'
import { keepPaper } from './support/paper.ts'
import { comeIn, signIn } from './support/people.ts'
import { LOOK_MS } from './support/patience.ts'

const COURSE = '物理'

// The second goes on with what the first published.
test.describe.configure({ mode: 'serial' })

let tests: ClassTests
const exam = { id: '', name: '' }
test.beforeAll(async () => {
  tests = await makeClassTests()
})

test('from a pasted paper and question scores with faults to published reports', async ({ page }) => {
  exam.name = `2026届高三物理小题${Date.now() % 100_000}`
  await signIn(page, 'exam')
  exam.id = await addExam(page, { examName: exam.name }, ['语文', COURSE], 100)
  const desk = (part: string) => page.goto(`/bigdata/exam/examInfo/${exam.id}?part=${part}`)

  await test.step('a roster and the marks of the courses', () => importMarks(page, exam.id))
  await test.step('the paper is pasted, and says that its marks do not add up', async () => {
    await desk('paper')
    await pastePaper(page)
  })
  await test.step('question scores of two files are mended and kept', () => importQuestions(page, exam.id))
  await test.step('everything is archived', async () => {
    await desk('import')
    await archive(page, exam.id)
  })
  await test.step('levels are tried, saved and deployed', async () => {
    await desk('level')
    await assignLevels(page)
  })
  await test.step('a line is moved, taken over and drawn', async () => {
    await desk('line')
    await drawLine(page)
  })
  await test.step('compute, package, publish', async () => {
    await desk('progress')
    await publish(page)
  })
})

test('from the heat map of questions to the lesson, a correction, and what it changed', async ({ page, browser }) => {
  const lesson = {
    ...exam,
    course: COURSE,
    question: '6',
    school: tests.ownSchool,
    className: '高三(2)班',
    classSize: 24,
  }
  await keepPaper(page)
  await comeIn(page, 'school')
  await test.step('the heat map leads to the weakest question', () => openHeatMap(page, lesson))
  const before = await readQuestions(page)
  expect(weakestOf(before)).toBe(lesson.question)
  await test.step('a figure tells what it is made of, and who is behind it', () => askFigure(page, lesson))
  await test.step('the question leads to its students', () => openStudents(page, lesson))
  const child = await readFirstStudent(page)
  await test.step('the sheet for the lesson has the figures of the screen', () => printSheet(page, lesson, before))
  await test.step('its words are changed before it is printed', () => rewordSheet(page, lesson))
  await test.step('screen, workbook, page and call tell the same figures', () => comparePlaces(page, lesson.id))
  await test.step('a correction is asked for', () => askCorrection(page, lesson, child))
  const office = await (await browser.newContext()).newPage()
  await comeIn(office, 'exam')
  await test.step('another one approves it', () => approve(office, child))
  const old = await test.step('the published report says that it is out of date', () => seeStale(page, lesson))
  await test.step('a new version takes its place', () => republish(office, lesson))
  await test.step('what changed is named with its figures', () => seeChange(page, lesson, old, before))
  await office.context().close()
})

async function importMarks(page: Page, examId: string): Promise<void> {
  for (const [kind, file] of [
    ['student', tests.roster],
    ['score', tests.scores],
  ] as const) {
    await page.goto(`/bigdata/exam/import?examId=${examId}&kind=${kind}`)
    await upload(page, file)
    await judged(page)
    await commit(page)
  }
}

async function pastePaper(page: Page): Promise<void> {
  const course = front(page).getByRole('navigation', { name: '科目' }).getByRole('button', { name: COURSE })
  await course.click()
  const first = await gridCell(page, '题号', 1)
  // The sheet is drawn anew once the words of its columns are there.
  await expect(async () => {
    await first.click({ timeout: LOOK_MS })
    await expect(page.locator(':focus')).toHaveAttribute('aria-label', /题号/, { timeout: LOOK_MS })
  }).toPass()
  await paste(page, PAPER_TEXT)
  await expect(front(page).getByText('还差 10 分')).toBeVisible()
  await (await gridCell(page, '分值', 8)).click()
  await page.keyboard.type(LAST_MARK)
  await page.keyboard.press('Enter')
  await front(page).getByRole('button', { name: '保存题目' }).click()
  await toast(page, '题目已保存')
  await expect(course).toContainText('100 / 100')
}

async function importQuestions(page: Page, examId: string): Promise<void> {
  await page.goto(`/bigdata/exam/import?examId=${examId}&kind=question`)
  await upload(page, [tests.own, tests.other])
  await judged(page)
  for (const { file, row, column, rule, text } of tests.faults) {
    await front(page).getByRole('group', { name: '规则' }).getByRole('button', { name: rule }).click()
    const list = front(page).getByRole('list', { name: /问题清单/ })
    await list
      .getByRole('button')
      .filter({ hasText: file })
      .filter({ hasText: new RegExp(`第 ${row} 行`) })
      .click()
    await (await gridCell(page, column, row)).click()
    const cell = page.locator(':focus')
    await cell.fill(text)
    await cell.press('Enter')
  }
  await saveMended(page)
  await commit(page)
}

async function archive(page: Page, examId: string): Promise<void> {
  await takeNextStep(page, /校验/)
  const warned = nextStep(page).getByRole('button', { name: '确认警告' })
  const passed = nextStep(page).getByText('校验已通过')
  await expect(warned.or(passed)).toBeVisible()
  if (await warned.isVisible()) {
    await front(page)
      .getByRole('button', { name: /确认 [\d,]+ 条警告并校验/ })
      .click()
    await confirm(page, /确认并校验/)
  }
  await expect(passed).toBeVisible()
  await takeNextStep(page, /归档/)
  await confirm(page, /归档/)
  await expect(nextStep(page)).toContainText('小题分已导入，还没有归档')
  await takeNextStep(page, '归档小题分')
  await expect(nextStep(page)).toContainText('数据已归档')
  await page.goto(`/bigdata/exam/examScoreStudentCourseQuestion?examId=${examId}`)
  await expect(front(page).getByText(`${tests.students} 人，已归档`)).toBeVisible()
}

async function assignLevels(page: Page): Promise<void> {
  await pick(front(page), `${COURSE}的赋分模型`, '3+1+2（多数省份）')
  // Known before anything is saved.
  await expect(
    front(page)
      .getByRole('table', { name: `${COURSE}的等级` })
      .getByRole('row')
      .nth(1),
  ).toContainText(tests.bestShare)
  await front(page).getByRole('button', { name: '保存参数' }).click()
  await toast(page, '等级赋分参数已保存')
  await front(page).getByRole('button', { name: '赋分', exact: true }).click()
  await expect(front(page).getByRole('button', { name: '重新赋分' })).toBeEnabled()
}

async function drawLine(page: Page): Promise<void> {
  await front(page).getByRole('button', { name: '增加档次' }).click()
  await front(page).getByLabel('档次', { exact: true }).first().fill('本科线')
  const trial = front(page).getByRole('region', { name: '试划' })
  const own = trial.getByRole('row', { name: new RegExp(tests.ownSchool) })
  const before = await own.innerText()
  const line = trial.getByRole('slider', { name: '试划的分数线' })
  await line.focus()
  for (let step = 0; step < 20; step += 1) await line.press('ArrowRight')
  await expect(own).not.toHaveText(before)
  const [, , reached = ''] = (await trial.getByRole('row', { name: /合计/ }).innerText()).split('\t')
  await trial.getByRole('button', { name: '用作分数线' }).click()
  await front(page).getByRole('button', { name: '保存分数线' }).click()
  await toast(page, '分数线已保存')
  await front(page).getByRole('button', { name: '划线', exact: true }).click()
  await expect(front(page).locator('.line-grid tbody tr').first()).toContainText(reached)
}

async function publish(page: Page): Promise<void> {
  await front(page).getByRole('button', { name: '全部执行' }).click()
  await expect(nextStep(page)).toContainText('计算已完成')
  for (const task of ['QUES_STAT', 'QUES_PAPER', 'QUES_KNOWLEDGE', 'LINE_STAT', 'CALC_LEVEL'])
    await expect(front(page).locator(`[data-task=${task}]`)).toContainText(/成功|无变化/)
  await takeNextStep(page, '生成报表')
  await expect(nextStep(page)).toContainText('报表已就绪')
  await takeNextStep(page, '发布')
  await Promise.all([toast(page, '已发布'), confirm(page, /发布/)])
  await expect(nextStep(page)).toContainText('报表已发布')
}

/** A report of every family an exam without an earlier one has: ranks, rates, bands, questions, lines, marks assigned by levels, and what is drawn from them. */
const COMPARED: Record<string, Record<string, string>> = {
  scoreRankByClass: {},
  oneScoreTwoRateByClass: { courseName: COURSE },
  oneScoreParagraphBySchool: { courseName: COURSE, step: '10' },
  courseQuestionSchoolClass: { courseName: COURSE },
  lineStdnumByClass: {},
  scoreRankByStudent: {},
  generalBriefByClass: {},
  schoolFrontN: { courseName: COURSE, countNum: '10' },
  balanceBySchool: { courseName: COURSE },
  knowledgeRateByClass: { courseName: COURSE },
  paperQuality: {},
}

async function comparePlaces(page: Page, examId: string): Promise<void> {
  for (const [name, asked] of Object.entries(COMPARED))
    await test.step(name, async () => {
      expect(await compareFigures(page, name, { examId, ...asked })).toBeGreaterThan(5)
    })
}

import { readFile } from 'node:fs/promises'
import { type Locator, type Page, expect } from '@playwright/test'
import { extractText } from 'unpdf'
import { nextStep, takeNextStep } from './exam-desk.ts'
import { confirm, front, pick, toast } from './page.ts'

/** A published exam with question scores, and the class whose lesson comes after it. */
export interface Lesson {
  id: string
  name: string
  course: string
  /** The one most was lost at. */
  question: string
  school: string
  className: string
  classSize: number
}

/** A question as the table of classes has it: per cent, without their sign. */
export interface QuestionLine {
  no: string
  all: string
  area: string
  school: string
  /** Of the class of the lesson. */
  own: string
  difference: string
}

export interface Child {
  number: string
  /** Marks of the question and of the course. */
  mark: number
  total: number
}

/** Marks the question is corrected by, of so many. */
const [MORE, QUESTION_FULL] = [10, 20]

export async function openHeatMap(page: Page, { id, course }: Lesson): Promise<void> {
  await page.goto(`/bigdata/report/courseQuestion?examId=${id}`)
  await front(page).getByText('试题分析（班级）', { exact: true }).click()
  await front(page).getByRole('tab', { name: course }).click()
  await front(page).getByTitle('图形').click()
  await expect(front(page).getByRole('img', { name: /试题分析（班级）/ })).toBeVisible()
  await front(page).getByTitle('表格').click()
  await expect(rows(page).first()).toBeVisible()
}

function rows(page: Page): Locator {
  return front(page).locator('.report-table tbody tr[data-row-key]')
}

/** Cells of the table by the place of their columns: 16 about the question, then three of each class. */
export async function readQuestions(page: Page): Promise<QuestionLine[]> {
  const lines = await rows(page).evaluateAll((found) =>
    found.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
  )
  return lines.map((cells) => ({
    no: cells[0] ?? '',
    all: cells[7] ?? '',
    area: cells[8] ?? '',
    school: cells[9] ?? '',
    own: cells[20] ?? '',
    difference: cells[21] ?? '',
  }))
}

export function weakestOf(lines: QuestionLine[]): string | undefined {
  return lines.toSorted((one, other) => Number(one.difference) - Number(other.difference))[0]?.no
}

function lineOf(page: Page, question: string): Locator {
  return rows(page).filter({ has: page.getByRole('button', { name: question, exact: true }) })
}

/** The rate of the class at the question: formula, numerator, denominator, and as many students as there were asked. */
export async function askFigure(page: Page, { question, classSize }: Lesson): Promise<void> {
  await lineOf(page, question).locator('td').nth(20).click()
  const card = page.locator('.figure-card')
  await expect(card).toContainText('得分之和 ÷（满分 × 作答人数）')
  await expect(card.getByRole('heading', { name: `考生 ${classSize} 人` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
}

export async function openStudents(page: Page, { question, school, className, classSize }: Lesson): Promise<void> {
  await lineOf(page, question).getByRole('button', { name: question, exact: true }).click()
  await expect(front(page).getByText(`共 ${2 * classSize} 条`)).toBeVisible()
  await pick(front(page), /^学校$/, school)
  await pick(front(page), /^班级$/, className)
  await front(page).getByRole('button', { name: '查询' }).click()
  await expect(front(page).getByText(`共 ${classSize} 条`)).toBeVisible()
}

/** Who lost most. */
export async function readFirstStudent(page: Page): Promise<Child> {
  const cells = await rows(page).first().locator('td').allInnerTexts()
  return { number: cells[1] ?? '', mark: Number(cells[6]), total: Number(cells[10]) }
}

/** Prints the sheet of the class; every figure in it is the one of the screen. */
export async function printSheet(page: Page, lesson: Lesson, lines: QuestionLine[]): Promise<void> {
  await front(page).getByRole('button', { name: '印制报告' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /讲评单/ }).check()
  await pick(dialog, '科目', lesson.course)
  await dialog.getByRole('button', { name: '开始印制' }).click()
  await toast(page, '已开始印制')
  const { totalPages, text } = await fetchPaper(page, `${lesson.name} 讲评单`)
  expect(totalPages).toBe(1)
  expect(text).toContain(`${lesson.school}${lesson.className}`)
  for (const { no, own, school, area, all, difference } of lines) {
    const rates = [own, school, area, all].map((rate) => `${rate}%`).join('')
    expect(text, `question ${no}`).toContain(rates + difference)
  }
}

const OWN_WORDS = '第6题失分集中，先讲解题步骤。'

/** Puts the sentences of the sheet into other words; the next printing has them, with who wrote them. */
export async function rewordSheet(page: Page, lesson: Lesson): Promise<void> {
  await front(page).getByRole('button', { name: '印制报告' }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: '开始印制' })
  await dialog.getByRole('radio', { name: /讲评单/ }).check()
  await pick(dialog, '科目', lesson.course)
  await dialog.getByRole('button', { name: '核对与改写' }).click()
  const texts = page.getByRole('dialog', { name: /讲评单 · 报告中的文字/ })
  const box = texts.getByLabel('各题得分率')
  await expect(box).toHaveValue(new RegExp(`最需要讲评的是第 ${lesson.question} 题`))
  await box.fill(OWN_WORDS)
  await texts.getByRole('button', { name: '保存文字' }).click()
  await expect(texts.getByText('已改写')).toBeVisible()
  await texts.locator('.ant-modal-close').click()
  await dialog.getByRole('button', { name: '开始印制' }).click()
  // Closed once the list of jobs has been read again: the newest one is that of this printing.
  await expect(dialog).toBeHidden()
  const { text } = await fetchPaper(page, `${lesson.name} 讲评单`)
  expect(text).toContain(OWN_WORDS)
  expect(text).toContain('改写。')
  expect(text).not.toContain('最需要讲评的是第')
}

async function fetchPaper(page: Page, title: string): Promise<{ totalPages: number; text: string }> {
  await page.getByRole('button', { name: /^任务中心/ }).click()
  const job = page.getByRole('region', { name: '任务中心' }).getByRole('listitem').filter({ hasText: title }).first()
  await expect(job).toContainText('已完成')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    job.getByRole('button', { name: '下载' }).click(),
  ])
  await page.keyboard.press('Escape')
  const bytes = new Uint8Array(await readFile(await download.path()))
  const { totalPages, text } = await extractText(bytes, { mergePages: true })
  return { totalPages, text: text.replaceAll(/\s/g, '') }
}

/** The mark of the question, and that of the course with it. */
export async function askCorrection(page: Page, { id, course, question }: Lesson, child: Child): Promise<void> {
  await page.goto(`/bigdata/score/examScoreCorrection?examId=${id}`)
  await front(page).getByRole('button', { name: '批量更正' }).click()
  const dialog = page.getByRole('dialog')
  await pick(dialog, '考试', await examName(page))
  const { number, mark, total } = child
  const lines = [`${number}\t${course}\t${question}\t${mark + MORE}`, `${number}\t${course}\t${total + MORE}`]
  await dialog.getByLabel('更正的成绩').fill(lines.join('\n'))
  await dialog.getByLabel('更正原因').fill('第 6 题漏评一页')
  await dialog.getByRole('button', { name: '提交审批' }).click()
  await toast(page, '已提交 2 条更正')
}

/** A picker knows a row by its number until the name is there. */
async function examName(page: Page): Promise<string> {
  const picked = front(page).locator('.ant-select-content').first()
  await expect(picked).toHaveText(/\D/)
  return picked.innerText()
}

/** Both marks, each by its old and its new one. */
export async function approve(page: Page, { mark, total }: Child): Promise<void> {
  await page.goto('/bigdata/score/examScoreCorrection/audit')
  for (const old of [mark, total]) {
    const asked = front(page)
      .locator('.review-queue')
      .getByText(`${old} → ${old + MORE}`, { exact: true })
    await asked.first().click()
    await front(page).getByRole('button', { name: '批准更正' }).click()
    await expect(asked).toBeHidden()
  }
}

/** Readers are told that the figures will change, and keep the old ones until then. Answers those of the class. */
export async function seeStale(page: Page, { id, course, className }: Lesson): Promise<string[]> {
  await page.goto(`/bigdata/report/oneScoreTwoRate?examId=${id}&courseName=${course}&report=oneScoreTwoRateByClass`)
  await expect(front(page).getByText('数据已更新，待重新发布').first()).toBeVisible()
  const line = rows(page).filter({ hasText: className }).first()
  await expect(line).toBeVisible()
  return line.locator('td').allInnerTexts()
}

export async function republish(page: Page, { id }: Lesson): Promise<void> {
  await page.goto(`/bigdata/exam/examInfo/${id}`)
  await expect(nextStep(page)).toContainText('各学校看到的仍是旧版')
  await takeNextStep(page, '重新计算并发布')
  await confirm(page, '重新发布')
  await expect(nextStep(page)).toContainText('报表已发布')
}

/** The mean of the class before and after, as the reports had and have it, and by which corrections it moved. */
export async function seeChange(page: Page, lesson: Lesson, old: string[], before: QuestionLine[]): Promise<void> {
  const { id, course, question, className, classSize } = lesson
  await page.goto(`/bigdata/report/packageChange?examId=${id}`)
  await front(page).getByText('班级', { exact: true }).click()
  const line = rows(page).filter({ hasText: className }).filter({ hasText: course })
  await expect(line).toBeVisible()
  const [, , , , moved, was = '', is, change] = await line.locator('td').allInnerTexts()
  const step = MORE / classSize
  expect([moved, change]).toEqual(['1', step.toFixed(2)])
  expect(old).toContain(was)
  expect(Math.abs(Number(is) - Number(was) - step)).toBeLessThan(0.02)
  const causes = front(page).locator('.report-foot')
  for (const cause of [`成绩更正：${course} 1 条`, `小题更正：${course} 第${question}题 1 条`])
    await expect(causes).toContainText(cause)
  await openHeatMap(page, lesson)
  await expect(front(page).getByText('待重新发布')).toBeHidden()
  const [rate, now] = [before, await readQuestions(page)].map((some) => some.find(({ no }) => no === question)?.own)
  expect(Math.abs(Number(now) - Number(rate) - (100 * MORE) / (QUESTION_FULL * classSize))).toBeLessThan(0.02)
}

import { type Page, type Route, expect, test } from '@playwright/test'
import { registry } from '@xueheng/contract'
import { reportPath } from '@xueheng/contract/derive/report-path.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import { front } from './support/page.ts'
import { SHEET, answerOf, dropPaper, keepPaper, pagesOf, pdfOf, tallestCell } from './support/paper.ts'
import { comeIn } from './support/people.ts'
import { countRequests, settle } from './support/settle.ts'
import { closeOthers, goTo } from './support/tour.ts'

const EXAM = '2026届高三第一次模拟考试'
const SCHOOLS = 60
const MOST_PAGES = 3
/** Sixteen bands of four figures beside sixty names, and all a student's courses, are more than three pages hold. */
const MORE_PAGES: Record<string, number> = { areaParagraph: 5, schoolParagraph: 5, studentScore: 4 }

const HALVES = 2

test.describe.configure({ mode: 'parallel' })

for (let half = 0; half < HALVES; half += 1) {
  const title = 'every report prints sixty units on a few pages that lie on their side, no name broken up'
  test(`${title}, part ${half + 1}`, async ({ page }) => {
    countRequests(page)
    await page.setViewportSize(SHEET)
    await keepPaper(page)
    await comeIn(page, 'admin')
    await page.route('**/examinfo/listall*', giveExams)
    const reports = registry.reports.filter((_report, at) => at % HALVES === half)
    for (const [at, report] of reports.entries()) await test.step(report.name, () => printsWell(page, report, at === 0))
    // Who is asked again at the end need not hear of it.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
}

/**
 * The exams with reports, each with versions to compare, the demo's newest first: other journeys publish exams at the same
 * time, which would be opened instead and have nothing to be compared with.
 */
async function giveExams(route: Route): Promise<void> {
  const response = await route.fetch()
  const answer: { data: { examName: string; packageVersion: number }[] } = await response.json()
  const ready = answer.data.filter((exam) => exam.packageVersion > 0).map((exam) => ({ ...exam, packageVersion: 3 }))
  const data = [...ready.filter((exam) => exam.examName === EXAM), ...ready.filter((exam) => exam.examName !== EXAM)]
  await route.fulfill({ response, json: { ...answer, data } })
}

/** A page whose answers are given here reads every file of the program anew when it loads: reports are gone to within it. */
async function printsWell(page: Page, report: AnyReport, isLoaded: boolean): Promise<void> {
  const answer = answerOf(report, SCHOOLS)
  const isAsked = ({ pathname }: URL): boolean => pathname.endsWith(report.url)
  await page.route(isAsked, (route) => route.fulfill({ json: { code: 200, success: true, msg: '', data: answer } }))
  await dropPaper(page)
  const path = `${reportPath(report, registry.menu)}?report=${report.name}&studentNumber=26001`
  const given = page.waitForResponse((response) => isAsked(new URL(response.url())))
  await (isLoaded ? page.goto(path) : goTo(page, path))
  await given
  await closeOthers(page)
  await settle(page)
  await expect(front(page).locator('.report-foot')).toBeVisible()
  await front(page).getByRole('button', { name: '打印' }).click()
  const paper = page.locator('.xh-print.is-kept')
  await expect(paper).toBeAttached()
  const pdf = await pdfOf(page)
  expect(pagesOf(pdf), report.name).toBeLessThanOrEqual(MORE_PAGES[report.name] ?? MOST_PAGES)
  expect(/MediaBox \[0 0 84\d[.\d]* 59\d/.test(pdf.toString('latin1')), `${report.name} lies on its side`).toBe(true)
  const text = await paper.evaluate((sheet) => sheet.textContent ?? '')
  for (const wanted of [answer.heading.bureau, answer.heading.exam, report.title, '范围：全体', '口径：', '报表版本 3'])
    expect(text, report.name).toContain(wanted)
  expect(await tallestCell(page), report.name).toBeLessThanOrEqual(2)
}

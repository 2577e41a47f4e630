import { readFile } from 'node:fs/promises'
import { type Page, expect } from '@playwright/test'
import { registry } from '@xueheng/contract'
import { leavesOf, withFixedFirst } from '@xueheng/contract/derive/report-headers.ts'
import { isOfStudents } from '@xueheng/contract/derive/report-call.ts'
import { reportPath } from '@xueheng/contract/derive/report-path.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { Header, ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { readXlsx } from 'hucre/xlsx'
import { extractText } from 'unpdf'
import { front } from './page.ts'
import { pdfOf } from './paper.ts'

type Line = Record<string, unknown>

/** The figures of one report in four places: as the call answers, on the screen, in the workbook, on the printed page. */
interface Places {
  leaves: Header[]
  lines: Line[]
  screen: string[][]
  workbook: unknown[][]
  /** Tables of the sheet that is printed, and the figures of its pages as text. */
  sheet: string[][][]
  paper: string
}

/** Compares every figure that the screen of a report shows, and says how many there were. */
export async function compareFigures(page: Page, name: string, asked: Record<string, string>): Promise<number> {
  const places = await readPlaces(page, registry.report(name), asked)
  const { leaves, lines, screen } = places
  expect(screen.length, `${name}: rows of the screen`).toBeGreaterThan(0)
  let figures = 0
  for (const [at, shown] of screen.entries()) {
    const line = lines[at] ?? {}
    const numbers = leaves.flatMap((leaf, column) =>
      typeof line[leaf.key] === 'number' ? [{ leaf, column, value: Number(line[leaf.key]) }] : [],
    )
    for (const { leaf, column, value } of numbers)
      expect(Math.abs(numberOn(shown[column] ?? '') - value), `${name} ${leaf.key} on the screen`).toBeLessThan(
        halfDigit(leaf),
      )
    expect(
      places.workbook.some((row) => numbers.every((one) => isInWorkbook(row, one))),
      `${name} ${at} as workbook`,
    ).toBe(true)
    expectOnPaper(
      places,
      shown,
      numbers.map(({ column }) => column),
      `${name} ${at}`,
    )
    figures += numbers.length
  }
  return figures
}

async function readPlaces(page: Page, report: AnyReport, asked: Record<string, string>): Promise<Places> {
  const isCall = (url: string) => new URL(url).pathname.endsWith(report.url)
  const [response] = await Promise.all([
    page.waitForResponse((one) => isCall(one.url()) && one.ok()),
    page.goto(`${reportPath(report, registry.menu)}?${new URLSearchParams({ ...asked, report: report.name })}`),
  ])
  const { data }: { data: ReportAnswer } = await response.json()
  const rows = front(page).locator('.report-table [data-row-key]')
  await expect(rows.first()).toBeVisible()
  const screen = await rows.evaluateAll((found) =>
    found.map((row) => [...row.querySelectorAll('.ant-table-cell')].map((cell) => cell.textContent ?? '')),
  )
  const workbook = await readWorkbook(page, report)
  const { sheet, paper } = await readPaper(page)
  return { leaves: leavesOf(withFixedFirst(data.headers)), lines: data.records, screen, workbook, sheet, paper }
}

/** What the screen hands over as a workbook; the rows of students for a reason. */
async function readWorkbook(page: Page, report: AnyReport): Promise<unknown[][]> {
  const download = page.waitForEvent('download')
  await front(page).getByRole('button', { name: '导出Excel' }).click()
  if (isOfStudents(report)) {
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/理由/).fill('核对四处数字')
    await dialog.getByRole('button', { name: '导出', exact: true }).click()
  }
  const { sheets } = await readXlsx(await readFile(await (await download).path()))
  return sheets[0]?.rows ?? []
}

async function readPaper(page: Page): Promise<Pick<Places, 'sheet' | 'paper'>> {
  await front(page).getByRole('button', { name: '打印' }).click()
  const kept = page.locator('.xh-print.is-kept')
  await expect(kept).toBeAttached()
  const sheet = await kept
    .locator('table')
    .evaluateAll((tables) =>
      tables.map((table) =>
        [...table.querySelectorAll('tbody tr')].map((row) =>
          [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? ''),
        ),
      ),
    )
  const { text } = await extractText(new Uint8Array(await pdfOf(page)), { mergePages: true })
  return { sheet, paper: figuresOf(text) }
}

/** Each part of the printed line is what the screen shows, and stands on the page as it is; no figure is left out. */
function expectOnPaper({ sheet, paper, leaves }: Places, shown: string[], columns: number[], about: string): void {
  const named = leaves.flatMap((leaf, column) => (leaf.fixed && shown[column] ? [shown[column]] : []))
  // What all lines have in common stands above the table.
  const names = named.filter((name) => sheet.some((rows) => rows.some((row) => row.includes(name))))
  const printed = sheet.flatMap((rows) => rows.filter((row) => names.every((name) => row.includes(name))))
  for (const column of columns)
    expect(
      printed.some((row) => row.includes(shown[column] ?? '')),
      `${about}, column ${column} printed`,
    ).toBe(true)
  for (const row of printed) expect(paper, about).toContain(figuresOf(row.join('')))
}

function isInWorkbook(
  row: unknown[],
  { leaf, column, value }: { leaf: Header; column: number; value: number },
): boolean {
  const cell = row[column]
  return typeof cell === 'number' && Math.abs(cell * (leaf.kind === 'percent' ? 100 : 1) - value) < 1e-9
}

/** Half of the last digit a column shows. */
function halfDigit({ kind, scale = 2 }: Header): number {
  return (kind === 'integer' ? 0 : 0.5 / 10 ** scale) + 1e-9
}

/** The number a cell shows; places won and lost stand there as arrows. */
function numberOn(text: string): number {
  const [, arrow, digits = ''] = /^\s*([▲▼])?\s*(.*)$/.exec(text) ?? []
  if (digits === '—') return 0
  return Number(digits.replaceAll(/[,%+\s]/g, '').replace('−', '-')) * (arrow === '▼' ? -1 : 1)
}

/** Browsers write some characters of a page as the radicals they look like: figures are what is compared. */
function figuresOf(text: string): string {
  return text.replaceAll(/[\s\u2e80-\u9fff]/g, '')
}

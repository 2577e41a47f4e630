import type { Page } from '@playwright/test'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { headersOf } from '../../server/src/domains/report/headers.ts'

const COURSES = ['总分', '语文', '数学', '英语', '物理', '化学', '生物', '政治', '历史', '地理'].slice(1)
const BANDS = Array.from({ length: 16 }, (_none, at) => `${(15 - at) * 50}-${(15 - at) * 50 + 49}.5`)
const SCHOOLS = ['青川县第一高级中学', '市实验中学', '东城区外国语学校', '北湖中学', '西山职业技术学校（高中部）']
const NAMES: Record<string, (at: number) => string> = {
  areaName: (at) => ['青川县', '东城区', '高新技术产业开发区'][at % 3] ?? '',
  schoolName: (at) => `${SCHOOLS[at % SCHOOLS.length]}${at % 7 === 0 ? '东校区' : ''}`,
  className: (at) => `高三（${(at % 20) + 1}）班`,
  studentName: (at) => ['欧阳明月', '王强', '买买提·吐尔逊'][at % 3] ?? '',
  bandName: (at) => `${700 - at}`,
  courseName: () => '总分',
  examName: (at) => `2026届高三第${at}次模拟考试`,
}

/** What the server would answer for so many units: names as long as they are, numbers as wide as they get. */
export function answerOf(report: AnyReport, rows: number): ReportAnswer {
  const titles =
    report.pivot === undefined
      ? []
      : report.pivot.title === '分数段'
        ? BANDS
        : report.pivot.title === '单位'
          ? SCHOOLS
          : COURSES
  const measures = new Set(Object.keys(report.pivot?.columns ?? {}))
  const groups = titles.map((title, sort) => ({ key: `g${sort}`, title, sort, measures }))
  const row = (at: number) => ({
    ...valuesOf(report.columns, at),
    ...Object.assign({}, ...groups.map(({ key }) => prefixed(key, valuesOf(report.pivot?.columns ?? {}, at)))),
  })
  return {
    heading: { bureau: '青川市教育局', exam: '2026届高三第二次模拟考试', units: '全体', alert: '' },
    records: Array.from({ length: rows }, (_none, at) => row(at)),
    totals:
      report.grain === 'student'
        ? []
        : [
            { ...row(0), schoolName: '县区' },
            { ...row(1), areaName: '联考' },
          ],
    lines: [{ name: '及格线', mark: 450 }],
    headers: headersOf(report, groups),
    total: rows,
    size: 5000,
    current: 1,
    pages: 1,
    basis: [
      '统计对象：名单中标记“计入统计”的考生；率的分母：实考人数',
      '缺考：任一计入总分的科目缺考即不计总分；零分：计入均分',
    ],
    notes: report.notes ?? [],
    packageVersion: 3,
  }
}

function valuesOf(fields: Fields, at: number): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueOf(name, field, at)]))
}

function valueOf(name: string, field: Field, at: number): unknown {
  const text = NAMES[name]
  if (text) return text(at)
  if (field.kind === 'percent') return 88.88 - at
  if (field.kind === 'decimal') return 532.25 - at
  if (field.kind === 'integer') return name === 'status' ? 0 : /Num$|num$/.test(name) ? 1200 + at : at + 1
  return field.kind === 'date' ? '2026-05-06' : '20260512345'
}

function prefixed(key: string, values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${key}.${name}`, value]))
}

/** Keeps what a page would print, instead of printing it: the sheet stays in the page. */
export async function keepPaper(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => {
      document.querySelector('.xh-print.is-kept')?.remove()
      const sheet = document.querySelector('.xh-print')?.cloneNode(true) as HTMLElement
      sheet.classList.add('is-kept')
      setTimeout(() => document.body.append(sheet))
    }
  })
}

/** Takes away the sheet that was kept last. */
export async function dropPaper(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector('.xh-print.is-kept')?.remove())
}

/** The printed document. */
export function pdfOf(page: Page): Promise<Buffer> {
  return page.pdf({ preferCSSPageSize: true, printBackground: true })
}

export function pagesOf(pdf: Buffer): number {
  return (pdf.toString('latin1').match(/\/Type \/Page\b/g) ?? []).length
}

/** A window as wide as what is printed on a sheet that lies on its side. */
export const SHEET = { width: 1047, height: 703 }

/** Lines of the tallest cell below the heads of the kept sheet, as a window of `SHEET` prints it; nothing may stick out of it. */
export async function tallestCell(page: Page): Promise<number> {
  await page.emulateMedia({ media: 'print' })
  const lines = await page.evaluate(() => {
    const cells = [...document.querySelectorAll<HTMLElement>('.xh-print.is-kept tbody td')]
    const wide = cells.find((cell) => cell.scrollWidth > cell.clientWidth + 1)
    if (wide) throw new Error(`does not fit: ${wide.textContent}`)
    return Math.max(
      ...cells.map((cell) => cell.clientHeight / (Number.parseFloat(getComputedStyle(cell).fontSize) * 1.2)),
    )
  })
  await page.emulateMedia({ media: 'screen' })
  return Math.floor(lines)
}

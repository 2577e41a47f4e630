import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { leavesOf, withFixedFirst } from '@xueheng/contract/derive/report-headers.ts'
import { markWord } from '@xueheng/contract/domains/report/mark-words.ts'
import { report as reportDomain } from '@xueheng/contract/domains/report/index.ts'
import { comparesExams } from '@xueheng/contract/derive/report-call.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { Header } from '@xueheng/contract/kit/report.ts'
import { type Sheet, readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from '../../platform/ctx.ts'
import { readSheets } from '../../platform/sheet/read.ts'
import { type Desk, openDesk } from '../../../test/fixtures/report-fixture.ts'
import { exportReport } from './export.ts'
import { openExam } from './open-exam.ts'
import type { Page } from './run.ts'
import { prepareRun } from './run-report.ts'
import { readEntries, readText } from '../../../test/unzip.ts'

const SCHOOL: Scope = { level: 'school', schoolCodes: ['S1'] }
const TITLE_LINES = 2

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

/** Cells of a workbook as texts, one list per row. */
async function cellsOf(body: Readable | Buffer): Promise<string[][]> {
  const path = join(desk.folder, '..', 'export.xlsx')
  await writeFile(path, body)
  const rows: string[][] = []
  for await (const row of readSheets({ path, name: 'export.xlsx' })) rows.push(row.cells.map(String))
  return rows
}

function examsOf(report: AnyReport): string {
  if ('entryExamId' in report.params) return '二模'
  return comparesExams(report) ? '一模、二模' : '一模'
}

/** A report of one unit is of the first in sight. */
function unitsOf({ oneUnit }: AnyReport, scope: Scope | undefined): string {
  if (oneUnit === 'class') return '一中1班'
  return oneUnit === 'school' || scope ? '一中' : '全体'
}

function depthOf(headers: Header[]): number {
  return 1 + Math.max(0, ...headers.map(({ children }) => (children ? depthOf(children) : 0)))
}

describe.each(reportDomain.reports.map((one) => [one.name, one] as const))('%s', (name, report) => {
  it.each([
    ['everyone', undefined],
    ['a school', SCHOOL],
  ])('exports for %s what the screen shows, in the order of the screen', async (_who, scope) => {
    const shown = await desk.ask(name, { size: 1000 }, scope)
    const { body, name: fileName } = await desk.askFile(name, {}, scope)
    const rows = await cellsOf(body)
    const leaves = leavesOf(withFixedFirst(shown.headers))
    const values = [...shown.records, ...shown.totals].map((row) =>
      leaves.map((leaf) => markWord(leaf, row) ?? row[leaf.key] ?? ''),
    )
    const top = TITLE_LINES + depthOf(shown.headers)
    const body_ = rows.slice(top, top + values.length)
    expect(body_.map((row) => leaves.map((leaf, i) => read(row[i] ?? '', leaf.kind)))).toEqual(values)
    const foot = rows.slice(top + values.length).map(([line = '']) => line.slice(0, 5))
    expect(foot).toEqual(
      ['口径：', '说明：', '导出时间：']
        .filter((line) => line !== '说明：' || shown.notes.length > 0)
        .map((line) => expect.stringContaining(line)),
    )
    expect(rows.at(-1)?.[0]).toContain('导出人：王主任')
    expect(fileName).toBe(`${examsOf(report)}_${report.title}_${unitsOf(report, scope)}_20260105.xlsx`)
  })

  it('leaves the printer as a page to hand out: on its side, fitted, ruled, head and number on every page', async () => {
    const shown = await desk.ask(name, { size: 1000 })
    const { body } = await desk.askFile(name)
    const [sheet] = (await readXlsx(body as Buffer, { readStyles: true })).sheets as [Sheet]
    const depth = depthOf(shown.headers)
    expect(sheet.pageSetup?.orientation).toBe('landscape')
    const isWhole =
      sheet.pageSetup?.fitToPage === true && sheet.pageSetup.fitToWidth === 1 && sheet.pageSetup.fitToHeight === 0
    expect(isWhole || Number(sheet.pageSetup?.scale) >= 60).toBe(true)
    expect(sheet.headerFooter?.oddFooter).toMatch(/[一二]模.*第 &P 页，共 &N 页$/)
    const book = readEntries(body as Buffer).find((entry) => entry.name === 'xl/workbook.xml')
    expect(book && readText(body as Buffer, book)).toContain(
      `$${TITLE_LINES + 1}:$${TITLE_LINES + depth}</definedName>`,
    )
    const leaves = leavesOf(withFixedFirst(shown.headers))
    const first = TITLE_LINES + depth
    leaves.forEach((leaf, column) => {
      const style = sheet.cells?.get(`${first},${column}`)?.style
      expect([leaf.key, style?.border?.top?.style]).toEqual([leaf.key, 'thin'])
      expect([leaf.key, style?.numFmt]).toEqual([leaf.key, formatOf(leaf)])
    })
    expect(sheet.rows[0]?.[0]).toBe(`${examsOf(report)} ${report.title}`)
    const last = sheet.rows.length
    expect(
      sheet.cells?.get(`${first + shown.records.length + shown.totals.length},0`)?.style?.alignment?.wrapText,
    ).toBe(true)
    const merged = sheet.merges?.map(({ startRow, endCol }) => [startRow, endCol]) ?? []
    expect(merged.filter(([row = 0]) => row === 0 || row === last - 1).map(([, end]) => Number(end) > 2)).toEqual([
      true,
      true,
    ])
  })
})

it('columns hidden on the screen are not in the workbook; those that name a row stay', async () => {
  const shown = await desk.ask('scoreRank', { size: 1000 })
  const leaves = leavesOf(withFixedFirst(shown.headers))
  const hidden = leaves.slice(0, 4).map(({ key }) => key)
  const { body } = await desk.askFile('scoreRank', { hidden: hidden.join(',') })
  const head = (await cellsOf(body)).slice(TITLE_LINES, TITLE_LINES + depthOf(shown.headers)).flat()
  const kept = leaves.filter(({ key, fixed }) => fixed || !hidden.includes(key))
  expect(leaves.length - kept.length).toBeGreaterThan(0)
  expect(
    leavesOf(shown.headers).filter(
      ({ title, key }) => !head.some((cell) => cell.startsWith(title)) && kept.some((one) => one.key === key),
    ),
  ).toEqual([])
  const gone = leaves.filter((leaf) => !kept.includes(leaf) && !kept.some(({ title }) => title === leaf.title))
  expect(gone.filter(({ title }) => head.includes(title))).toEqual([])
})

it('a report with more rows than a sheet has lines, its own around them, is not exported', async () => {
  const report = reportDomain.reports.find((one) => one.name === 'scoreRank')
  if (!report) throw new Error('no report')
  const input = { reason: '核对成绩名单' }
  const ctx = desk.ctx()
  const run = await prepareRun(ctx, desk.library, report, await openExam(ctx, desk.library, '1001'), input)
  const answer = await desk.ask('scoreRank')
  const parts: Page[] = []
  const read = async (page: Page) => {
    parts.push(page)
    return { ...answer, total: 1_048_476 }
  }
  const refusal = '超过一张工作表的1048575行，请加上筛选条件分次导出'
  await expect(exportReport(ctx, run, input, read)).rejects.toThrow(refusal)
  expect(parts).toEqual([{ current: 1, size: 1 }])
})

it('a file about a unit that took no part says whose it is', async () => {
  const { name } = await desk.askFile(reportDomain.reports.find((one) => 'schoolCode' in one.params)?.name ?? '', {
    schoolCode: 'S9',
  })
  expect(name).toMatch(/_王主任（未参加）_20260105\.xlsx$/)
})

function formatOf({ kind = 'text', scale = 2 }: Header): string {
  const digits = kind === 'integer' || scale === 0 ? '' : `.${'0'.repeat(scale)}`
  if (kind === 'percent') return `0${digits}%`
  return kind === 'integer' || kind === 'decimal' ? `#,##0${digits}` : '@'
}

/** A cell as the screen's value: numbers as numbers, per cent as shown, words as they are. */
function read(cell: string, kind = 'text'): unknown {
  if (cell === '' || !['integer', 'decimal', 'percent'].includes(kind)) return cell
  const number = Number(cell.replaceAll(/[,%]/g, ''))
  if (Number.isNaN(number)) return cell
  return kind === 'percent' && !cell.endsWith('%') ? Math.round(number * 1e4) / 100 : number
}

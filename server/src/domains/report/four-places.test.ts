import { leavesOf } from '@xueheng/contract/derive/report-headers.ts'
import { report as reportDomain } from '@xueheng/contract/domains/report/index.ts'
import { readXlsx } from 'hucre/xlsx'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../test/fixtures/report-fixture.ts'
import { withPress } from '../../platform/paper/paper.ts'
import { writeWorkbook } from '../../platform/sheet/write.ts'
import { openPaperDesk } from './paper/paper-desk.ts'
import { type PaperDoc, toRequest } from './paper/paper-doc.ts'
import { cellText, setTable } from './paper/set-table.ts'
import { reportSheet } from './report-sheet.ts'

const TEMPLATE = new URL('paper/review-sheet.typ', import.meta.url)
/** Rows of each report that are printed. */
const MOST_ROWS = 4

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

/** The first rows of a report as its call answers them, few bands and few of the first N. */
async function firstRows(name: string) {
  const { params, title } = reportDomain.reports.find((one) => one.name === name)!
  const short = { ...('step' in params && { step: 50 }), ...('countNum' in params && { countNum: 3 }) }
  const { records, totals, headers } = await desk.ask(name, { size: MOST_ROWS, ...short })
  return { caption: `${title}${name}`, headers, records: records.slice(0, MOST_ROWS), totals }
}

/**
 * Four places: the call, the workbook and the paper are here; the screen draws the digits of the same headers
 * (web/src/domains/report/frame/report-parts.test.ts) and is held against a printed sheet by e2e/exam-figures.spec.ts.
 */
test('four places: a figure of the call is the same in the workbook and on paper', { timeout: 300_000 }, async () => {
  const tables = await Promise.all(reportDomain.reports.map(({ name }) => firstRows(name)))
  for (const { caption, headers, records, totals } of tables) {
    const leaves = leavesOf(headers)
    const rows = [...records, ...totals]
    // On paper as many digits as the column has, nothing lost.
    for (const row of rows)
      for (const leaf of leaves.filter(({ key }) => typeof row[key] === 'number')) {
        const told = Number(cellText(leaf, row).replaceAll(/[,%]/g, ''))
        const half = leaf.kind === 'integer' ? 0 : 0.5 / 10 ** (leaf.scale ?? 2)
        expect(Math.abs(told - Number(row[leaf.key])), `${caption} ${leaf.key}`).toBeLessThanOrEqual(half + 1e-9)
      }
    const sheet = reportSheet('报表', { title: [], foot: [], pageFoot: '' }, headers, records, totals)
    const { sheets } = await readXlsx(await writeWorkbook([sheet]))
    const kept = (sheets[0]?.rows ?? []).flat().filter((cell) => typeof cell === 'number')
    for (const row of rows)
      for (const { key, kind } of leaves.filter((leaf) => typeof row[leaf.key] === 'number')) {
        const value = Number(row[key])
        const isThere = kept.some((cell) => Math.abs(cell * (kind === 'percent' ? 100 : 1) - value) < 1e-9)
        expect(isThere, `${caption} ${key} ${value}`).toBe(true)
      }
  }
  const open = await openPaperDesk(desk.ctx(), desk.library, { examId: '1001' })
  const sections = tables.map((table) => ({ title: table.caption, tables: [table] }))
  const about = { name: '四处', title: '四处', unit: '', template: TEMPLATE, isOfStudents: false, students: 0 }
  const doc: PaperDoc = { ...about, facts: [], basis: [], sections }
  const pdf = await withPress('', new AbortController().signal, (press) => press.print(toRequest(open, doc)))
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
  const paper = text.replaceAll(/\s/g, '')
  for (const part of tables.flatMap((table) => setTable(table)))
    for (const row of part.rows) expect(paper, part.caption).toContain(row.join('').replaceAll(/\s/g, ''))
})

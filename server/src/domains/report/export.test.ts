import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { report as reportDomain } from '@xueheng/contract/domains/report/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from '../../platform/ctx.ts'
import { readSheets } from '../../platform/sheet/read.ts'
import { leavesOf } from './headers.ts'
import { type Desk, openDesk } from '../../../test/fixtures/report-fixture.ts'

const SCHOOL: Scope = { level: 'school', schoolCodes: ['S1'] }

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

describe.each(reportDomain.reports.map((one) => [one.name, one] as const))('%s', (name) => {
  it.each([
    ['everyone', undefined],
    ['a school', SCHOOL],
  ])('exports for %s what the screen shows', async (_who, scope) => {
    const shown = await desk.ask(name, { size: 1000 }, scope)
    const { body, name: fileName } = await desk.askFile(name, {}, scope)
    const rows = await cellsOf(body)
    const leaves = leavesOf(shown.headers)
    const values = [...shown.records, ...shown.totals].map((row) => leaves.map(({ key }) => row[key] ?? ''))
    const body_ = rows.slice(-values.length)
    expect(body_.map((row) => leaves.map((leaf, i) => read(row[i] ?? '', leaf.kind)))).toEqual(values)
    expect(rows.flat().join()).toContain('口径：')
    expect(rows.flat().join()).toContain('导出人：王主任')
    expect(fileName).toMatch(scope ? /^一模_.+_一中_20260105\.xlsx$/ : /^一模_.+_全体_20260105\.xlsx$/)
  })
})

/** A cell as the screen's value: numbers as numbers, per cent as shown. */
function read(cell: string, kind = 'text'): unknown {
  if (cell === '' || !['integer', 'decimal', 'percent'].includes(kind)) return cell
  if (kind !== 'percent') return Number(cell)
  return cell.endsWith('%') ? Number(cell.slice(0, -1)) : Math.round(Number(cell) * 1e4) / 100
}

import { leavesOf, withFixedFirst } from '@xueheng/contract/derive/report-headers.ts'
import { report as reportDomain } from '@xueheng/contract/domains/report/index.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, EVERYTHING, openDesk } from '../../../test/fixtures/report-fixture.ts'
import type { Scope } from '../../platform/ctx.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

/** 三中 has a student without 物理, who is not on every page. */
const SCOPES: [string, Scope][] = [
  ['everyone', EVERYTHING],
  ['one school', { level: 'school', schoolCodes: ['S3'] }],
]

/** Few bands and few of the first N keep it short. */
function shortOf({ params }: AnyReport): object {
  return { ...('step' in params && { step: 50 }), ...('countNum' in params && { countNum: 10 }) }
}

function keysOf({ headers }: ReportAnswer): string[] {
  return leavesOf(withFixedFirst(headers)).map(({ key }) => key)
}

const paged = reportDomain.reports.filter((one) => one.paged && one.pivot)

describe.each(paged.map((one) => [one.name, one] as const))('%s', (name, report) => {
  it.each(SCOPES)('has the same heads on every page and in the workbook, for %s', async (_who, scope) => {
    const ask = (page: object) => desk.ask(name, { ...shortOf(report), ...page }, scope)
    const whole = await ask({ size: 1000 })
    const pages = await Promise.all(whole.records.map((_row, at) => ask({ current: at + 1, size: 1 })))
    for (const page of pages) expect(keysOf(page)).toEqual(keysOf(whole))
    const { body } = await desk.askFile(name, shortOf(report), scope)
    const [sheet] = (await readXlsx(body as Buffer)).sheets
    expect(Math.max(...(sheet?.rows ?? []).map((row) => row.length))).toBe(keysOf(whole).length)
  })
})

it('every report whose columns follow from its rows is asked, students and units alike', () => {
  expect(new Set(paged.map(({ grain }) => grain))).toEqual(new Set(['all', 'area', 'school', 'class', 'student']))
})

it('a page of students without a course has its column, empty; without anybody who takes it there is none', async () => {
  const last = await desk.ask('scoreRankByStudent', { size: 1, current: 11 })
  expect(last.records[0]).toMatchObject({ studentName: '褚十一', 'c2.score': 65 })
  expect(keysOf(last)).toContain('c3.score')
  const alone = await desk.ask('studentScore', { studentNumber: '26011' })
  expect(keysOf(alone)).not.toContain('物理.score')
})

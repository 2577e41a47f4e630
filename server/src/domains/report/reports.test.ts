import { report as reportDomain } from '@xueheng/contract/domains/report/index.ts'
import { camel } from '@xueheng/contract/kit/name.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, openDesk } from '../../../test/fixtures/report-fixture.ts'
import { bind, reportSql } from './report-sql.ts'

/** Beside its declared columns a row may carry these: keys for drilling, the cells of a pivot, what kind of row it is. */
const KEYS = ['areaCode', 'schoolCode', 'classCode', 'examId', 'cells', 'rowsTotal', 'unitGrain']
const SCOPES = ['areaScope', 'schoolScope', 'classScope']
const NEEDED: Record<string, string[]> = {
  all: [],
  area: SCOPES.slice(0, 1),
  school: SCOPES.slice(0, 2),
  class: SCOPES,
  student: SCOPES,
}
const VALUES = {
  courseId: 0,
  fullMark: 300,
  size: 10,
  skip: 0,
  step: 10,
  countNum: 5,
  frontNList: [3, 5],
  sdType: 'population',
}

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

describe.each(reportDomain.reports.map((one) => [one.name, one] as const))('%s', (_name, report) => {
  const columnsOf = async (which: 'rows' | 'totals') => {
    const statement = reportSql(report)[which]
    if (!statement) return []
    const values = bind(statement, { ...VALUES, package: desk.folder })
    const [row] = await desk.ctx().analytics.query(statement.sql, values)
    return Object.keys(row ?? {}).map(camel)
  }

  it('answers the declared columns', async () => {
    const columns = await columnsOf('rows')
    expect(columns.filter((name) => !KEYS.includes(name))).toEqual(Object.keys(report.columns))
  })

  it('totals only what is declared', async () => {
    const columns = await columnsOf('totals')
    expect(columns.filter((name) => !KEYS.includes(name) && !(name in report.columns))).toEqual([])
  })

  it('is cut by the data scope down to its grain', () => {
    const { rows } = reportSql(report)
    expect(SCOPES.filter((name) => rows.params.includes(name))).toEqual(NEEDED[report.grain])
  })

  it('names existing columns and reports in its layout', () => {
    const known = (name: string) => expect(report.columns).toHaveProperty(name)
    const named = [...(report.sortable ?? []), ...(report.highlight ?? []), ...(report.fixed ?? [])]
    for (const name of [...named, ...Object.values(report.groups ?? {}).flat()]) known(name)
    if (!report.drill) return
    const target = reportDomain.reports.find((one) => one.name === report.drill?.report)
    expect(Object.keys(target?.params ?? {})).toEqual(expect.arrayContaining(Object.keys(report.drill.params)))
  })

  it('answers pages with a header for every value shown', async () => {
    const answer = await desk.ask(report.name, { size: 1000 })
    expect(answer.records.length).toBeGreaterThan(0)
    expect(answer.total).toBe(answer.records.length)
    expect(answer.basis.length).toBeGreaterThan(0)
    const beyond = await desk.ask(report.name, { current: 99, size: 2 })
    if (report.paged) expect([beyond.records, beyond.total]).toEqual([[], answer.total])
  })
})

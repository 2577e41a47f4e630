import { levelCells } from '@xueheng/contract/domains/report/columns.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { report as reportDomain } from '@xueheng/contract/domains/report/index.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import type { Header, ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, openDesk } from '../../../test/fixtures/report-fixture.ts'
import { leavesOf } from '@xueheng/contract/derive/report-headers.ts'
import { bind, REPORT_MACROS, reportSql } from './report-sql.ts'

/** What leads on from a row, beside its declared columns and cells. */
const KEYS = ['areaCode', 'schoolCode', 'classCode', 'examId', 'unitGrain']
const SCOPES = ['areaScope', 'schoolScope', 'classScope']
const NEEDED: Record<string, string[]> = {
  all: [],
  area: SCOPES.slice(0, 1),
  school: SCOPES.slice(0, 2),
  class: SCOPES,
  student: SCOPES,
}
const UNITS = /99010|[东西北]县|[一二三四]中|S[1-4]|赵一/

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

/** The whole report on the exam that has one before it; few bands and few of the first N keep it short. */
function askWhole({ name, params }: AnyReport, more: object = {}): Promise<ReportAnswer> {
  const short = { ...('step' in params && { step: 10 }), ...('countNum' in params && { countNum: 3 }) }
  // One item of each kind.
  const items = 'itemCodes' in params && { itemCodes: 'avgScore,passRate,studentNum' }
  return desk.ask(name, { examId: '1002', size: 1000, ...short, ...items, ...more })
}

function declaredOnly(rows: Record<string, unknown>[]): string[] {
  const names = new Set(rows.flatMap((row) => Object.keys(row)))
  return [...names].filter((name) => !KEYS.includes(name) && !name.includes('.'))
}

describe.each(reportDomain.reports.map((one) => [one.name, one] as const))('%s', (_name, report) => {
  it('answers exactly the declared columns', async () => {
    const { records, totals } = await askWhole(report)
    expect(declaredOnly(records)).toEqual(Object.keys(report.columns))
    expect(Object.keys(report.columns)).toEqual(expect.arrayContaining(declaredOnly(totals)))
  })

  it('has a head for every declared column and for the measures of each group, in this order', async () => {
    const { headers, records, totals } = await askWhole(report)
    const shown = (fields: AnyReport['columns']) => Object.keys(fields).filter((name) => fields[name].list !== false)
    const columns = shown(report.columns)
    const groups = groupsOf(headers)
    const values = new Set([...records, ...totals].flatMap((row) => Object.keys(row)))
    const all = shown(report.pivot?.columns ?? {})
    const measuresOf = (key: string) => all.filter((name) => values.has(`${key}.${name}`))
    const measures = report.pivot ? groups.flatMap(({ key }) => measuresOf(key).map((name) => `${key}.${name}`)) : []
    expect(leavesOf(headers).map((head) => head.key)).toEqual([...columns, ...measures])
    // No course of this exam is assigned marks by levels, so no cell carries grades: score-levels.test.ts has an exam with them.
    const isCarried = (name: string) => BASES[name]?.includes(report.grain) ?? !Object.hasOwn(levelCells, name)
    const carried = all.filter(isCarried)
    expect([...new Set(measures.map((key) => key.replace(/^.*\./, '')))].toSorted()).toEqual(carried.toSorted())
  })

  it.each(NEEDED[report.grain] ?? [])('names no unit outside %s', async (scope) => {
    const { rows } = reportSql(report)
    const exam = {
      grain: report.grain,
      package: desk.folder,
      before: desk.folder,
      courseId: needsCourse(report) ? 2 : 0,
      fullMark: 300,
      frontNList: [3],
    }
    const item = { items: ['passRate'], itemNames: ['及格率'], units: ['share'], directions: [1] }
    const exams = {
      files: [join(desk.folder, 'quota.parquet')],
      courseIds: [0],
      sdTypes: ['population'],
      labels: ['一模'],
    }
    const given = { ...exam, ...exams, ...item, size: 10, skip: 0, step: 10, countNum: 5, [scope]: ['elsewhere'] }
    const found = await desk.ctx().analytics.query(rows.sql, bind(rows, given), REPORT_MACROS)
    expect(JSON.stringify(found)).not.toMatch(UNITS)
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

  it('answers the expected table: heads, rows in order, totals', async () => {
    const expected = readFileSync(new URL(`${report.name}.txt`, TABLES), 'utf8')
    expect(tableOf(await askWhole(report))).toBe(expected)
  })
})

/** Reports over questions are of one course; 数学 has some. */
function needsCourse({ params }: AnyReport): boolean {
  return (params as Fields)['courseName']?.required === true
}

/** The heads over the measures of one cell, at any depth. */
function groupsOf(headers: Header[]): Header[] {
  return headers.flatMap((head) => {
    if (!head.children) return []
    return head.children.some(({ key }) => key.startsWith(`${head.key}.`)) ? [head] : groupsOf(head.children)
  })
}

/** Grains of which the measures against students and population are told: the base number is of schools, the population of areas. */
const BASES: Record<string, string[]> = { baseRate: ['school', 'area'], perTenThousand: ['area'] }

const TABLES = new URL('../../../test/fixtures/report-tables/', import.meta.url)

it('no expected table is left without its report', () => {
  const names = reportDomain.reports.map((one) => `${one.name}.txt`)
  expect(readdirSync(TABLES).toSorted()).toEqual(names.toSorted())
})

/** An answer as text: a line of heads, the rows, the totals; nothing is `-`, an empty cell a value that is not there. */
function tableOf({ headers, records, totals }: ReportAnswer): string {
  const leaves = leavesOf(headers)
  const line = (row: Record<string, unknown>) => leaves.map(({ key }) => textOf(row[key])).join(' | ')
  const lines = [headsOf(headers).join(' | '), ...records.map(line), '---', ...totals.map(line)]
  return lines.map((text) => `${text.trimEnd()}\n`).join('')
}

function headsOf(headers: Header[]): string[] {
  return headers.flatMap(({ title, children }) =>
    children ? headsOf(children).map((child) => `${title}·${child}`) : [title],
  )
}

function textOf(value: unknown): string {
  if (value === undefined) return ''
  return value === null ? '-' : String(value)
}

describe('cumulated numbers', () => {
  const running = (numbers: unknown[]) => {
    let sum = 0
    return numbers.map((number) => (sum += Number(number)))
  }

  it.each(['oneScoreParagraphBrief', 'oneScoreParagraphByArea', 'oneScoreParagraphBySchool'])(
    '%s: run down the bands and end at the total, of everyone and of each unit',
    async (name) => {
      const { records, totals, headers } = await desk.ask(name)
      const nums = leavesOf(headers).flatMap(({ key }) => (/(^|\.)num$/.test(key) ? [key] : []))
      expect(nums.length).toBeGreaterThan(name === 'oneScoreParagraphBrief' ? 0 : 3)
      for (const num of nums) {
        const cumulated = records.map((row) => row[num.replace(/num$/, 'cumNum')])
        expect(cumulated).toEqual(running(records.map((row) => row[num])))
        expect(cumulated.at(-1)).toBe(totals[0]?.[num])
      }
    },
  )

  it.each(['areaParagraph', 'schoolParagraph'])('%s: run over the bands and end at who sat the paper', async (name) => {
    const { records, totals, headers } = await desk.ask(name)
    const bands = headers.filter(({ children }) => children).map(({ key }) => key)
    expect(bands.length).toBeGreaterThan(10)
    for (const row of [...records, ...totals]) {
      const cumulated = bands.map((band) => row[`${band}.cumNum`])
      expect(cumulated).toEqual(running(bands.map((band) => row[`${band}.num`])))
      expect(cumulated.at(-1)).toBe(row['studentNum'])
      expect(row[`${bands.at(-1)}.cumRate`]).toBe(100)
    }
  })
})

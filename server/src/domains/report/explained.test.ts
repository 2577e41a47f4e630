import { join } from 'node:path'
import { courseFrontN } from '@xueheng/contract/domains/report/front-n.ts'
import { report as reportDomain } from '@xueheng/contract/domains/report/index.ts'
import { parseFields } from '@xueheng/contract/derive/schema.ts'
import type { Row } from '@xueheng/contract/kit/field.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildFixturePackage } from '../../../test/fixture-package.ts'
import { type Desk, EVERYTHING, openDesk, pick } from '../../../test/fixtures/report-fixture.ts'
import type { Scope } from '../../platform/ctx.ts'
import { reportSql } from './report-sql.ts'
import { queryRows } from './read-rows.ts'

type Values = Record<string, unknown>

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

describe('应考', () => {
  const counting = reportDomain.reports.filter(({ columns }) => 'planNum' in columns)

  it.each(counting.map(({ name }) => name))('%s: is 实考, 缺考 and 其他 in every row', async (name) => {
    const { records, totals } = await desk.ask(name, { size: 1000 })
    const sums = [...records, ...totals].map((row) => [
      row['planNum'],
      Number(row['studentNum']) + Number(row['absentNum']) + Number(row['otherNum']),
    ])
    expect(sums.length).toBeGreaterThan(2)
    for (const [plan, sum] of sums) expect(sum).toBe(plan)
  })

  it('is short of no student: who cheated is among 其他', async () => {
    const { records } = await desk.ask('oneScoreTwoRateBySchool', { courseName: '数学' })
    expect(pick(records, 'schoolName', 'planNum', 'studentNum', 'absentNum', 'otherNum')).toEqual([
      ['一中', 5, 5, 0, 0],
      ['二中', 3, 3, 0, 0],
      ['三中', 5, 4, 0, 1],
      ['四中', 2, 1, 1, 0],
    ])
  })
})

describe('综合值 by the best of the table', () => {
  it('compares units, and no row of the whole with itself', async () => {
    const { analytics } = desk.ctx()
    const rule = { composite: { kind: 'county' as const, weights: [0.4, 0.3, 0.3] as [number, number, number] } }
    const { folder } = await buildFixturePackage(analytics, join(desk.folder, '..', 'county'), { rule })
    const given = { package: folder, grain: 'school', courseId: 0, size: 10, skip: 0, sdType: 'population' }
    for (const name of ['score-rank', 'score-area-rank', 'one-score-two-rate']) {
      const { rows, totals } = reportSql({ sql: name })
      const values = { ...given, compositeKind: 'county', areaScope: ['990101'], order: null }
      const best = await queryRows(desk.ctx(), rows, values)
      expect(Math.max(...best.map((row) => Number(row['compositeScore'])))).toBe(100)
      const whole = totals ? await queryRows(desk.ctx(), totals, values) : []
      expect(whole.length).toBeGreaterThan(0)
      expect(whole.map((row) => row['compositeScore'])).toEqual(whole.map(() => null))
    }
  })
})

const OWN_COUNTS = new Set(['planNum', 'studentNum', 'absentNum', 'otherNum', 'schoolNum'])
const READERS: [string, Scope][] = [
  ...['S1', 'S2', 'S3', 'S4'].map((code): [string, Scope] => [code, { level: 'school', schoolCodes: [code] }]),
  ...['990101', '990102', '990103'].map((code): [string, Scope] => [code, { level: 'area', areaCodes: [code] }]),
  ['一中2班', { level: 'class', schoolCodes: ['S1'], classCodes: ['S1-3202302'] }],
  ['everyone', EVERYTHING],
]

describe('a withheld figure', () => {
  const means = reportDomain.reports.filter(({ columns }) => 'avgScore' in columns)

  it.each(means.map(({ name }) => name))('%s: takes every figure of its row with it', async (name) => {
    for (const [reader, scope] of READERS) {
      const { records, totals } = await desk.ask(name, { size: 1000 }, scope)
      const withheld = [...records, ...totals].filter((row) => row['avgScore'] === null && row['studentNum'] !== 0)
      for (const row of withheld) expect([reader, figuresOf(row)]).toEqual([reader, []])
    }
  })

  it('is not told by its distance from a shown one: both means and the distance, or neither', async () => {
    let withheld = 0
    for (const name of ['oneScoreTwoRateByArea', 'oneScoreTwoRateBySchool', 'oneScoreTwoRateByClass']) {
      for (const [reader, scope] of READERS) {
        const { records, totals } = await desk.ask(name, { size: 1000 }, scope)
        for (const row of records) {
          const above = totals.find((total) => isAbove(total, row, name))
          if (!above) continue
          const isTold = row['avgScore'] !== null && above['avgScore'] !== null
          expect([reader, row['schoolName'], row['diffAvg'] !== null, row['overAvgRate'] !== null]).toEqual([
            reader,
            row['schoolName'],
            isTold,
            isTold,
          ])
          if (!isTold) withheld += 1
        }
      }
    }
    expect(withheld).toBeGreaterThan(2)
  })

  it('of a small area is not told mark by mark', async () => {
    const fourth: Scope = { level: 'school', schoolCodes: ['S4'] }
    const { records } = await desk.ask('oneScoreParagraphByArea', {}, fourth)
    expect(records.map((row) => row['990103.num'])).toEqual(records.map(() => null))
    expect(records.map((row) => row['990103.cumNum'])).toEqual(records.map(() => null))
  })
})

/** Names of what a row tells of how its students did. */
function figuresOf(row: Values): string[] {
  const told = Object.entries(row).filter(([, value]) => typeof value === 'number')
  return told.flatMap(([name]) => (OWN_COUNTS.has(name.replace(/^.*\./, '')) ? [] : [name]))
}

function isAbove(total: Values, row: Values, report: string): boolean {
  const grain = total['unitGrain']
  if (report.endsWith('ByArea')) return grain === 'all'
  if (report.endsWith('BySchool')) return grain === 'area' && total['areaCode'] === row['areaCode']
  return grain === 'school' && total['schoolCode'] === row['schoolCode']
}

describe('bands', () => {
  /** 语文 of all who count. */
  const MARKS = [90, 85, 60, 85, 70, 39.5, 55, 88, 75, 75, 60, 66, 50]
  const STEPS = [1, 3, 7, 10, 30, 100]
  /** None; below all marks, a mark of somebody, between two of them, the full mark, above it. */
  const ENDS = [undefined, 5, 55, 77, 100, 150]

  it('hold the marks their names say, also where the step does not divide the ends', async () => {
    for (const step of STEPS) {
      for (const low of ENDS) {
        for (const high of ENDS) {
          if (low !== undefined && high !== undefined && high < low) continue
          const asked = { courseName: '语文', step, ...(low && { low }), ...(high && { high }) }
          const { headers, totals } = await desk.ask('areaParagraph', asked)
          const bands = headers.filter(({ children }) => children && !children[0]?.key.startsWith('group.'))
          const told = bands.map(({ key, title }) => [title, totals[0]?.[`${key}.num`]])
          const meant = bands.map(({ title }) => [title, MARKS.filter(within(title)).length])
          expect([asked, told]).toEqual([asked, meant])
        }
      }
    }
  })

  it('are refused where the highest mark lies below the lowest', async () => {
    for (const name of ['areaParagraph', 'schoolParagraph', 'oneScoreParagraphBrief', 'oneScoreParagraphByArea']) {
      await expect(desk.ask(name, { low: 60, high: 50 })).rejects.toThrow('最高分不能低于最低分')
      expect((await desk.ask(name, { low: 60, high: 60 })).size).toBeGreaterThan(0)
    }
  })
})

/** Whether a mark belongs to the band of that name. */
function within(name: string): (mark: number) => boolean {
  const [from = 0, to] = name.split('-').map((text) => Number.parseFloat(text.replace(/[^\d.]/g, '')))
  if (name.startsWith('低于')) return (mark) => mark < from
  if (name.endsWith('及以上')) return (mark) => mark >= from
  return (mark) => (to === undefined ? Math.floor(mark) === from : mark >= from && mark <= to)
}

describe('the first N of a course', () => {
  it.each(courseFrontN.map(({ call }) => [call.path, call] as const))('%s: wants the course', (_path, call) => {
    const parsed = parseFields(call.input, { examId: '1001', countNum: 3 })
    expect(parsed.ok ? [] : parsed.problems.map(({ message }) => message)).toEqual(['请输入科目'])
    expect(parseFields(call.input, { examId: '1001', countNum: 3, courseName: '数学' } as Row<never>).ok).toBe(true)
  })
})

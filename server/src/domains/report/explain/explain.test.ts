import { CONTRAST_ITEMS } from '@xueheng/contract/domains/report/contrast-item.ts'
import { behindFields, explainFigure } from '@xueheng/contract/domains/report/explain-figure.ts'
import { defaultDisclosure } from '@xueheng/contract/domains/exam/disclosure.ts'
import { INDICATORS, indicatorOf } from '@xueheng/contract/domains/report/indicators.ts'
import { report as reportDomain } from '@xueheng/contract/domains/report/index.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import { parseFields } from '@xueheng/contract/derive/schema.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, EVERYTHING, openDesk, pick } from '../../../../test/fixtures/report-fixture.ts'
import { FIXTURE_LINES } from '../../../../test/fixture-package.ts'
import type { CtxUser, Scope } from '../../../platform/ctx.ts'
import type { FigureInput } from './figure-place.ts'
import { explain } from './explain-figure.ts'
import { listOf } from './list-behind.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterEach(() => desk.setPolicy(defaultDisclosure('3')))
afterAll(() => desk.close())

const FIRST: Scope = { level: 'school', schoolCodes: ['S1'] }
const SECOND: Scope = { level: 'school', schoolCodes: ['S2'] }
const CLASS_ONE: Scope = { level: 'class', schoolCodes: ['S1'], classCodes: ['S1-3202301'] }

function inputOf(asked: object): FigureInput {
  const parsed = parseFields(explainFigure.input ?? {}, { examId: '1001', ...asked })
  if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message).join())
  return parsed.value as FigureInput
}
const figureOf = (asked: object, scope: Scope = EVERYTHING, user: Partial<CtxUser> = {}) =>
  explain(desk.ctx(scope, user), desk.library, inputOf(asked))
const behind = (asked: object, scope: Scope = EVERYTHING, user: Partial<CtxUser> = {}) =>
  listOf(desk.ctx(scope, user), desk.library, { ...inputOf(asked), current: 1, size: 100 })

const NUMBERS = new Set(['integer', 'decimal', 'percent'])
const numbersIn = (fields: Fields) =>
  Object.entries(fields).flatMap(([name, { kind, list }]) => (NUMBERS.has(kind) && list !== false ? [name] : []))

it('every figure of every report has an indicator, and every indicator a figure', () => {
  const figures = reportDomain.reports.flatMap((report) =>
    [...numbersIn(report.columns), ...keysOf(report)].map((name) => ({ report, name })),
  )
  const without = figures.filter(({ report, name }) => !indicatorOf(report, name))
  expect(without.map(({ report, name }) => `${report.family}.${name}`)).toEqual([])
  const used = new Set(figures.map(({ report, name }) => indicatorOf(report, name)?.formula))
  expect(Object.keys(INDICATORS).filter((name) => !used.has(INDICATORS[name]?.formula))).toEqual([])
})

/** Cells of a report by their keys; those of exams beside each other are of an item and an exam. */
function keysOf({ family, pivot }: AnyReport): string[] {
  const names = numbersIn(pivot?.columns ?? {})
  if (family !== 'contrast') return names
  return CONTRAST_ITEMS.flatMap(({ itemCode }) => names.map((name) => `${itemCode}-0.${name}`))
}

/** Where as many students stand behind a figure as it says. */
const OTHERS: ReadonlySet<string | undefined> = new Set([undefined, 'units', 'inside', 'ends', 'paperQuestions'])

const UNIT_REPORTS = reportDomain.reports.filter(
  ({ grain, family }) =>
    grain !== 'student' && ['oneScoreTwoRate', 'threeRate', 'scoreRank', 'paragraph'].includes(family),
)

describe.each(
  [...UNIT_REPORTS, ...reportDomain.reports.filter(({ name }) => name === 'generalBrief')].map(
    (one) => [one.name, one] as const,
  ),
)('%s', (reportName, report) => {
  const columns = numbersIn(report.columns).filter((name) => !OTHERS.has(indicatorOf(report, name)?.behind))

  it.each(columns)('%s: the figure follows from its parts, and as many students stand behind it', async (column) => {
    // The lists of one unit of each kind.
    const indicator = indicatorOf(report, column)
    const { records, totals } = await desk.ask(reportName, { size: 1000 })
    expect(records.length).toBeGreaterThan(1)
    for (const row of [...records, ...totals]) {
      const { unitGrain, areaCode, schoolCode, classCode, courseName } = row
      const asked = { reportName, column, unitGrain, areaCode, schoolCode, classCode, courseName }
      const { numerator, denominator, packageVersion } = await figureOf(asked)
      expect(packageVersion).toBe(1)
      if (column.endsWith('Num')) expect([column, numerator]).toEqual([column, row[column]])
      if (column.endsWith('Rate') && column !== 'overAvgRate' && row[column] !== null) {
        expect((100 * Number(numerator)) / Number(denominator)).toBeCloseTo(Number(row[column]), 1)
      }
      if (column === 'avgScore' && row[column] !== null) {
        expect(Number(numerator) / Number(denominator)).toBeCloseTo(Number(row[column]), 2)
      }
      if (row !== records.at(-1) && row !== totals.at(-1)) continue
      const { total, records: students } = await behind(asked)
      const count = indicator?.behind === 'sat' ? row['studentNum'] : numerator
      if (indicator?.behind === 'highest' || indicator?.behind === 'lowest') {
        expect(new Set(students.map(({ score }) => score))).toEqual(new Set(total > 0 ? [row[column]] : []))
      } else expect([row, total]).toEqual([row, count ?? 0])
      expect(students).toHaveLength(total)
    }
  })
})

describe('the students behind a figure', () => {
  it('are those of the unit with their marks; their codes are personal', async () => {
    const asked = { reportName: 'oneScoreTwoRateBySchool', column: 'passNum', schoolCode: 'S2', courseName: '数学' }
    const { records } = await behind(asked)
    expect(pick(records, 'studentName', 'schoolName', 'score')).toEqual([['吴六', '二中', 60]])
    expect(behindFields.studentCode.personal).toBe('studentCode')
  })

  it('are cut to what the reader sees, and no student of another school is among them', async () => {
    const whole = { reportName: 'oneScoreTwoRateBySchool', column: 'avgScore', unitGrain: 'all' }
    expect((await figureOf(whole, FIRST)).isWhole).toBe(0)
    const seen = await behind(whole, FIRST)
    expect(new Set(seen.records.map(({ schoolName }) => schoolName))).toEqual(new Set(['一中']))
    const foreign = { reportName: 'oneScoreTwoRateBySchool', column: 'avgScore', schoolCode: 'S3' }
    expect((await behind(foreign, FIRST)).total).toBe(0)
    expect(await figureOf(foreign, FIRST)).toMatchObject({ numerator: null, denominator: null })
  })

  it('are withheld with the report: of an area with fewer than five others nothing is told', async () => {
    const area = { reportName: 'oneScoreTwoRateBySchool', column: 'avgScore', unitGrain: 'area', areaCode: '990101' }
    expect(await figureOf(area, FIRST)).toMatchObject({ numerator: null, denominator: null })
    expect(await figureOf(area)).toMatchObject({ numerator: 1322, denominator: 7 })
    const own = { reportName: 'oneScoreTwoRateBySchool', schoolCode: 'S1' }
    expect(await figureOf({ ...own, column: 'diffAvg' }, FIRST)).toMatchObject({ numerator: null, denominator: null })
    expect((await figureOf({ ...own, column: 'avgScore' }, FIRST)).denominator).toBe(4)
    expect(
      (
        await figureOf(
          { reportName: 'oneScoreTwoRateByClass', column: 'avgScore', unitGrain: 'school', schoolCode: 'S1' },
          CLASS_ONE,
        )
      ).numerator,
    ).toBeNull()
  })

  it('are for those who may see marks of students, and figures for those who may open the report', async () => {
    const asked = { reportName: 'oneScoreTwoRateBySchool', column: 'avgScore', schoolCode: 'S1' }
    const reader = { isAdministrator: false, permissions: new Set(['onescoretworatebyschool_view']) }
    expect((await figureOf(asked, FIRST, reader)).behind).toBe('')
    await expect(behind(asked, FIRST, reader)).rejects.toThrow('这个数字没有可以查看的名单')
    const nobody = { isAdministrator: false, permissions: new Set<string>() }
    await expect(figureOf(asked, FIRST, nobody)).rejects.toThrow('请求被拒绝')
    for (const column of ['nothing', 'nothing.avgScore'])
      await expect(figureOf({ ...asked, column })).rejects.toThrow('没有这一列')
  })

  it('of one student are for those who may see marks of students, too', async () => {
    const asked = { reportName: 'scoreRankByStudent', column: 'totalScore', studentNumber: '26003' }
    const rights = (...permissions: string[]) => ({ isAdministrator: false, permissions: new Set(permissions) })
    const reader = rights('scorerankbystudent_view', 'scorerank_view')
    expect((await figureOf(asked, FIRST, reader)).behind).toBe('')
    await expect(behind(asked, FIRST, reader)).rejects.toThrow('这个数字没有可以查看的名单')
    const teacher = rights('scorerankbystudent_view', 'scorerank_view', 'studentscore_view')
    expect((await figureOf(asked, FIRST, teacher)).behind).toBe('parts')
    expect((await behind(asked, FIRST, teacher)).total).toBe(3)
  })

  it('of nobody in particular are none', async () => {
    const asked = { reportName: 'scoreRankByStudent', column: 'totalScore' }
    expect((await figureOf(asked, FIRST)).behind).toBe('')
  })
})

describe('the units behind a rank', () => {
  const asked = { reportName: 'oneScoreTwoRateBySchool', column: 'avgRank', schoolCode: 'S2', areaCode: '990101' }

  it('are those in sight with mean and rank; the base is all of the exam', async () => {
    expect(await figureOf(asked, SECOND)).toMatchObject({
      behind: 'units',
      denominator: 4,
      denominatorName: '参加排名的个数',
    })
    expect(pick((await behind(asked, SECOND)).records, 'schoolName', 'score', 'rank')).toEqual([['二中', 129.83, 4]])
    expect((await figureOf({ ...asked, column: 'avgRankInArea' }, SECOND)).denominator).toBe(2)
    expect((await figureOf(asked, SECOND)).isWhole).toBe(0)
  })

  it('are all of them for the bureau, of the area where the place is one in the area', async () => {
    const names = async (column: string) => pick((await behind({ ...asked, column })).records, 'schoolName').flat()
    expect(await names('avgRank')).toEqual(['一中', '二中', '三中', '四中'])
    expect(await names('avgRankInArea')).toEqual(['一中', '二中'])
    expect((await figureOf(asked)).isWhole).toBe(1)
    expect((await figureOf({ ...asked, column: 'avgRankInArea' })).isWhole).toBe(1)
  })

  it('are not told where ranks are not', async () => {
    const { rankVisible, ...policy } = defaultDisclosure('3')
    desk.setPolicy({ ...policy, rankVisible: { ...rankVisible, school: 'band' } })
    expect(await figureOf(asked, SECOND)).toMatchObject({ behind: '', denominator: null })
    await expect(behind(asked, SECOND)).rejects.toThrow('这个数字没有可以查看的名单')
  })
})

it('a figure of a line has the counts of the line as its parts', async () => {
  const { records } = await desk.ask('lineStdnumByArea')
  const asked = { reportName: 'lineStdnumByArea', column: 'l1.onlineRate', areaCode: '990101' }
  const { numerator, denominator } = await figureOf(asked)
  expect([numerator, (100 * Number(numerator)) / Number(denominator)]).toEqual([
    records[0]?.['l1.onlineNum'],
    expect.closeTo(Number(records[0]?.['l1.onlineRate']), 1),
  ])
})

describe('a figure at a line of a course', () => {
  it.each(['onlineNum', 'singleNum', 'doubleNum'])('has its count as its part: %s', async (column) => {
    const { records } = await desk.ask('lineStdnumCourse', { size: 100 })
    for (const row of records) {
      const { schoolCode, courseName, lineNo } = row
      const { numerator } = await figureOf({ reportName: 'lineStdnumCourse', column, schoolCode, courseName, lineNo })
      expect([courseName, schoolCode, numerator]).toEqual([courseName, schoolCode, row[column]])
    }
    expect(records.length).toBeGreaterThan(0)
  })

  it('of the general brief counts by the line of the course itself', async () => {
    const { records } = await desk.ask('generalBrief')
    const column = 'l1.onlineNum'
    for (const row of records) {
      const { numerator } = await figureOf({ reportName: 'generalBrief', column, courseName: row['courseName'] })
      expect([row['courseName'], numerator]).toEqual([row['courseName'], row[column]])
    }
  })
})

it('behind the students of a line of one stream stand those of the stream alone', async () => {
  const own = await openDesk(FIXTURE_LINES.flatMap((line) => [{ ...line, stream: 1 }, line]).slice(0, 2))
  const { records } = await own.ask('lineStdnumByArea')
  const west = records.find(({ areaName }) => areaName === '西县')
  const asked = inputOf({ reportName: 'lineStdnumByArea', column: 'l1.studentNum', areaCode: west?.['areaCode'] })
  const { total } = await listOf(own.ctx(), own.library, { ...asked, current: 1, size: 100 })
  expect([west?.['studentNum'], west?.['l1.studentNum'], total]).toEqual([4, 1, 1])
  await own.close()
})

it('a figure whose row names no unit has its formula and no parts', async () => {
  const nameless = { reportName: 'oneScoreTwoRateByClass', column: 'avgRank', courseName: '数学' }
  const formula = expect.stringContaining('单位数')
  expect(await figureOf(nameless)).toMatchObject({
    formula,
    numerator: null,
    denominator: null,
    behind: '',
    isWhole: 0,
  })
  await expect(behind(nameless)).rejects.toThrow('这个数字没有可以查看的名单')
})

/** Codes of the row and what the report was asked for, as the screen sends them. */
function askedOf(reportName: string, column: string, row: Record<string, unknown>, more: object = {}) {
  const { unitGrain, areaCode, schoolCode, classCode, courseName, lineNo, bandLow, questionNo, pointName } = row
  const own = { unitGrain, areaCode, schoolCode, classCode, courseName, lineNo, bandLow, questionNo, pointName }
  const known = Object.entries(own).filter(([, value]) => value !== undefined && value !== null)
  return { reportName, column, ...more, ...Object.fromEntries(known) }
}
/** The first, the last and the one in the middle. */
const endsOf = <T>(all: T[]): T[] => [...new Set([0, Math.floor(all.length / 2), all.length - 1])].map((at) => all[at]!)
const countOf = async (asked: object, scope?: Scope) => (await behind(asked, scope)).total

describe('as many students stand behind every count', () => {
  const LINES = ['onlineNum', 'belowNum', 'aboveNum']
  it.each(['lineStdnumByArea', 'lineStdnum', 'lineStdnumByClass'])('of a line: %s', async (name) => {
    const { records, totals } = await desk.ask(name, { size: 100 })
    for (const row of [...records, ...totals])
      for (const column of LINES.flatMap((one) => [`l1.${one}`, `l2.${one}`]))
        if (typeof row[column] === 'number' && (row['unitGrain'] || row['areaCode']))
          expect([column, row, await countOf(askedOf(name, column, row))]).toEqual([column, row, row[column]])
  })

  it.each(['singleNum', 'doubleNum', 'missNum', 'onlineNum'])('at a line of a course: %s', async (column) => {
    const { records, totals } = await desk.ask('lineStdnumCourse', { size: 100 })
    for (const row of [...records, ...totals])
      expect([row, await countOf(askedOf('lineStdnumCourse', column, row))]).toEqual([row, row[column]])
    expect(records.length).toBeGreaterThan(0)
  })

  it.each([
    ['areaParagraph', {}],
    ['schoolParagraph', { step: 50, low: 120, high: 230 }],
    ['schoolParagraph', { courseName: '数学', step: 7 }],
  ])('of a band: %s %j', async (name, more) => {
    const { records, totals, headers } = await desk.ask(name, { size: 100, ...more })
    const keys = headers.flatMap(({ children = [] }) => children.map(({ key }) => key))
    const counts = ['num', 'cumNum'].flatMap((name) =>
      endsOf(keys.filter((key) => key.match(/^b.*\.(\w+)$/)?.[1] === name)),
    )
    expect(counts.length).toBeGreaterThan(3)
    for (const row of [...records, ...totals])
      for (const column of counts)
        expect([column, row, await countOf(askedOf(name, column, row, more))]).toEqual([column, row, row[column]])
  })

  it.each(['num', 'cumNum', 'tenNum', 'artsNum', 'scienceCum'])('of one mark of everyone: %s', async (column) => {
    const { records } = await desk.ask('oneScoreParagraphBrief', { courseName: '语文' })
    const told = endsOf(records.filter((row) => typeof row[column] === 'number'))
    expect(told).toHaveLength(3)
    for (const row of told)
      expect([row, await countOf(askedOf('oneScoreParagraphBrief', column, row, { courseName: '语文' }))]).toEqual([
        row,
        row[column],
      ])
  })

  it('of one mark of a unit beside the others', async () => {
    const name = 'oneScoreParagraphBySchool'
    const { records } = await desk.ask(name, { step: 20 })
    for (const row of endsOf(records))
      for (const column of ['S1.num', 'S3.cumNum', 'num'].filter((one) => typeof row[one] === 'number'))
        expect([row, column, await countOf(askedOf(name, column, row, { step: 20 }))]).toEqual([
          row,
          column,
          row[column],
        ])
  })

  it.each(['areaFrontN', 'schoolFrontN'])('of the first N: %s', async (name) => {
    const { records, headers } = await desk.ask(name, { countNum: 3, size: 100 })
    const keys = headers.flatMap(({ key, children = [] }) => [key, ...children.map((one) => one.key)])
    for (const row of records)
      for (const column of keys.filter((key) => /(^|\.)num$/.test(key)))
        expect([column, row, await countOf(askedOf(name, column, row, { countNum: 3 }))]).toEqual([
          column,
          row,
          row[column],
        ])
  })

  it.each(['generalBriefBySchool', 'generalBriefByClass'])('of the first N by the total: %s', async (name) => {
    const { records } = await desk.ask(name, { size: 100 })
    for (const row of records) {
      const columns = Object.keys(row).filter((key) => /^n\d+\.num$/.test(key))
      expect(columns.length).toBeGreaterThan(0)
      if (row['areaCode'] && (name === 'generalBriefBySchool' || row['classCode']))
        for (const column of columns)
          expect([column, row, await countOf(askedOf(name, column, row))]).toEqual([column, row, row[column]])
    }
  })

  it('of a question: who answered it, of every unit, and who chose an option', async () => {
    const name = 'courseQuestionSchool'
    const { records } = await desk.ask(name)
    const more = { courseName: '数学' }
    for (const row of records) {
      const total = await countOf(askedOf(name, 'studentNum', row, more))
      expect([row, total]).toEqual([row, row['studentNum']])
      for (const [column, part] of [
        ['fullRate', 'fullRate'],
        ['zeroRate', 'zeroRate'],
        ['oB.share', 'oB.share'],
      ] as const)
        if (typeof row[column] === 'number')
          expect((100 * (await countOf(askedOf(name, column, row, more)))) / total).toBeCloseTo(Number(row[part]), 1)
      const answered = await behind(askedOf(name, 'S1.scoreRate', row, more))
      const marks = answered.records.map(({ score }) => Number(score))
      const rate = (100 * marks.reduce((sum, one) => sum + one, 0)) / (marks.length * Number(row['questionScore']))
      expect([row, rate]).toEqual([row, expect.closeTo(Number(row['S1.scoreRate']), 1)])
    }
    expect(records).toHaveLength(4)
  })
})

describe('behind a knowledge point', () => {
  it.each([
    ['knowledgeRateBySchool', {}, /^(allRate|S\d\.scoreRate)$/],
    ['knowledgeRateByClass', { schoolCode: 'S1' }, /^(allRate|areaRate|schoolRate|S1-\d+\.scoreRate)$/],
  ])('%s: what the students got of it is the rate of the unit', async (name, more, columns) => {
    const { records } = await desk.ask(name, { courseName: '数学', ...more })
    expect(records).toHaveLength(4)
    for (const row of records)
      for (const column of Object.keys(row).filter((key) => columns.test(key) && row[key] !== null)) {
        const { records: students } = await behind(askedOf(name, column, row, { courseName: '数学' }))
        const got = students.reduce((sum, { score }) => sum + Number(score), 0)
        const rate = (100 * got) / (students.length * Number(row['fullScore']))
        expect([row['pointName'], column, rate]).toEqual([
          row['pointName'],
          column,
          expect.closeTo(Number(row[column]), 1),
        ])
      }
  })

  it('stand the students in sight alone, and no unit of others', async () => {
    const asked = { reportName: 'knowledgeRateBySchool', courseName: '数学', pointName: '函数' }
    const seen = await behind({ ...asked, column: 'allRate' }, SECOND)
    expect(new Set(seen.records.map(({ schoolName }) => schoolName))).toEqual(new Set(['二中']))
    expect(await countOf({ ...asked, column: 'S1.scoreRate' }, SECOND)).toBe(0)
    await expect(behind({ ...asked, pointName: undefined, column: 'allRate' })).rejects.toThrow('没有可以查看的名单')
  })
})

describe('behind the options of a question', () => {
  it.each([
    ['best', 'oB.highShare', '前 27% 的考生里选这一项的人数 ÷ 前 27% 的人数'],
    ['worst', 'oB.lowShare', '后 27% 的考生里选这一项的人数 ÷ 后 27% 的人数'],
  ])('stand those of the %s 27 percent who chose it', async (whose, column, formula) => {
    const of = { reportName: 'questionOption', unitGrain: 'all', courseName: '数学', questionNo: '1' }
    expect(await figureOf({ ...of, column })).toMatchObject({ behind: 'students', formula })
    const paper = { reportName: 'paperQuality', column: 'studentNum', courseName: '数学', paperCode: 'A' }
    const takers = (await behind(paper)).records.toSorted((a, b) => Number(b.score) - Number(a.score))
    const last = (whose === 'best' ? takers : takers.toReversed())[Math.ceil(takers.length * 0.27) - 1]?.score
    const isOf = (score: number | null) =>
      whose === 'best' ? Number(score) >= Number(last) : Number(score) <= Number(last)
    const ends = takers.filter(({ score }) => isOf(score)).map(({ studentNumber }) => studentNumber)
    const chose = (await behind({ ...of, column: 'oB.ownShare' })).records.map(({ studentNumber }) => studentNumber)
    const told = (await behind({ ...of, column })).records.map(({ studentNumber }) => studentNumber)
    expect(ends.length).toBeLessThan(takers.length)
    expect(new Set(told)).toEqual(new Set(chose.filter((one) => ends.includes(one))))
  })

  it.each([
    ['everyone', EVERYTHING, {}],
    ['one school', FIRST, {}],
    ['a school that was asked for', EVERYTHING, { schoolCode: 'S3' }],
    ['two schools together', { level: 'school', schoolCodes: ['S1', 'S2'] } satisfies Scope, {}],
  ])('stand those of the units in sight who chose it: %s', async (_who, scope, more) => {
    const { records } = await desk.ask('questionOption', { courseName: '数学', ...more }, scope)
    expect(records).toHaveLength(2)
    for (const row of records) {
      const of = (column: string) =>
        countOf(askedOf('questionOption', column, row, { courseName: '数学', ...more }), scope)
      const answered = await of('studentNum')
      expect([row, answered]).toEqual([row, row['studentNum']])
      const shares = Object.keys(row).filter((key) => key.endsWith('.ownShare') && row[key] !== null)
      expect(shares.length).toBeGreaterThan(0)
      for (const column of shares)
        expect([column, (100 * (await of(column))) / answered]).toEqual([
          column,
          expect.closeTo(Number(row[column]), 1),
        ])
    }
  })
})

describe('a list that would tell more than the reader may know', () => {
  it('of the first N is withheld with the places, and cut to the own students', async () => {
    const asked = { reportName: 'schoolFrontN', column: 'n10.num', unitGrain: 'all' }
    const seen = await behind(asked, SECOND)
    expect(new Set(seen.records.map(({ schoolName }) => schoolName))).toEqual(new Set(['二中']))
    const { rankVisible, ...policy } = defaultDisclosure('3')
    desk.setPolicy({ ...policy, rankVisible: { ...rankVisible, school: 'band' } })
    expect((await figureOf(asked, SECOND)).behind).toBe('')
    await expect(behind(asked, SECOND)).rejects.toThrow('这个数字没有可以查看的名单')
  })

  it('of a question names the own students alone, and none of another school', async () => {
    const asked = { reportName: 'courseQuestionSchool', column: 'fullRate', courseName: '数学', questionNo: '1' }
    const seen = await behind(asked, SECOND)
    expect(new Set(seen.records.map(({ schoolName }) => schoolName))).toEqual(new Set(['二中']))
    expect((await figureOf(asked, SECOND)).isWhole).toBe(0)
    expect(await countOf({ ...asked, column: 'S1.scoreRate' }, SECOND)).toBe(0)
  })

  it('is none where the figure does not say which line, band, N or question it is of', async () => {
    for (const asked of [
      { reportName: 'lineStdnumCourse', column: 'singleNum', schoolCode: 'S1' },
      { reportName: 'schoolFrontN', column: 'num', schoolCode: 'S1' },
      { reportName: 'courseQuestionSchool', column: 'S1.scoreRate', courseName: '数学' },
    ])
      await expect(behind(asked)).rejects.toThrow('这个数字没有可以查看的名单')
  })
})

it('beyond the last page a list still says how many there are', async () => {
  const asked = inputOf({ reportName: 'oneScoreTwoRateBySchool', column: 'avgScore', schoolCode: 'S1' })
  const { records, total } = await listOf(desk.ctx(), desk.library, { ...asked, current: 3, size: 10 })
  expect([records, total]).toEqual([[], 4])
})

import { explainFigure } from '@xueheng/contract/domains/report/explain-figure.ts'
import { defaultDisclosure } from '@xueheng/contract/domains/exam/disclosure.ts'
import { report as reportDomain } from '@xueheng/contract/domains/report/index.ts'
import { leavesOf } from '@xueheng/contract/derive/report-headers.ts'
import { parseFields } from '@xueheng/contract/derive/schema.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { Header } from '@xueheng/contract/kit/report.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, EVERYTHING, openDesk } from '../../../../test/fixtures/report-fixture.ts'
import type { Scope } from '../../../platform/ctx.ts'
import { sum } from '../../exam/formulas/statistics.ts'
import { explain } from './explain-figure.ts'
import type { FigureInput } from './figure-place.ts'
import { listOf } from './list-behind.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterEach(() => desk.setPolicy(defaultDisclosure('3')))
afterAll(() => desk.close())

type Row = Record<string, unknown>

/** What the screen is set to; few bands and few of the first N keep reports short. */
function valuesOf({ params }: AnyReport): Record<string, string> {
  const set = { courseName: params.courseName?.required ? '数学' : '', step: '50', countNum: '3' }
  return Object.fromEntries(Object.entries(set).filter(([name, value]) => value !== '' && name in params))
}

/** Asked as the screen asks: the column, what the screen is set to, and what the row says of itself. */
function inputOf(report: AnyReport, { key }: Header, row: Row): FigureInput {
  const input = explainFigure.input ?? {}
  const own = Object.entries(row).filter(([name, value]) => name in input && value !== null && value !== '')
  const asked = {
    ...examOf(report, key),
    reportName: report.name,
    column: key,
    ...valuesOf(report),
    ...Object.fromEntries(own),
  }
  const parsed = parseFields(input, asked)
  if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message).join())
  return parsed.value as FigureInput
}

/** Of exams beside each other the one of the cell, the last one for what changed. */
function examOf({ family }: AnyReport, key: string): Record<string, string> {
  if (family === 'valueAdded') return { examId: '1002', entryExamId: '1001' }
  return { examId: family === 'contrast' && !key.includes('-0.') ? '1002' : '1001' }
}

async function openCell(report: AnyReport, header: Header, row: Row, scope: Scope = EVERYTHING) {
  const input = inputOf(report, header, row)
  const origin = await explain(desk.ctx(scope), desk.library, input)
  const list = origin.behind && (await listOf(desk.ctx(scope), desk.library, { ...input, current: 1, size: 200 }))
  return { origin, list: list || undefined }
}

function figuresOf(headers: Header[], row: Row): Header[] {
  return leavesOf(headers).filter(
    ({ key, kind = '' }) => ['integer', 'decimal', 'percent'].includes(kind) && typeof row[key] === 'number',
  )
}

type Cell = readonly [header: Header, row: Row]

/** Columns of a course, a line, a band, a question or a unit are of one kind. */
const kindOf = ([{ key }]: Cell) => key.replace(/^([a-z]+)\d[\w-]*\./i, '$1.')

/** Of each kind of column the last cell of these rows, one that is not 0 if there is any; of columns that repeat the first too. */
function endsOf(headers: Header[], rows: Row[]): Cell[] {
  const all = rows.flatMap((row) => figuresOf(headers, row).map((header): Cell => [header, row]))
  const isZero = ([{ key }, row]: Cell) => row[key] === 0
  const last = new Map(
    [...all.filter(isZero), ...all.filter((cell) => !isZero(cell))].map((cell) => [kindOf(cell), cell]),
  )
  const first = new Map(all.toReversed().map((cell) => [kindOf(cell), cell]))
  const repeated = [...first].filter(([kind, [{ key }]]) => last.get(kind)?.[0].key !== key)
  return [...repeated.map(([, cell]) => cell), ...last.values()]
}

/** Lines below are those of the whole exam in every report of a family: the first with rows of its own is asked about them. */
const hasOwnTotals = ({ name, family }: AnyReport) =>
  reportDomain.reports.find((one) => one.family === family && one.grain !== 'all')?.name === name

describe.each(reportDomain.reports.map((one) => [one.name, one] as const))('%s', (_name, report) => {
  it('opens figures of every kind: a list holds as many as it says, or the reader is told why there is none', async () => {
    const { records, totals, headers } = await desk.ask(report.name, { size: 1000, ...valuesOf(report) })
    const cells = [...endsOf(headers, records), ...(hasOwnTotals(report) ? endsOf(headers, totals) : [])]
    expect(cells.length).toBeGreaterThan(0)
    for (const [header, row] of cells) {
      const { origin, list } = await openCell(report, header, row)
      const about = [report.name, header.key, row['studentName'] ?? row['schoolName'] ?? row['areaName']]
      expect([...about, origin.formula]).not.toContain('')
      expect([...about, list !== undefined, origin.alone]).toEqual([
        ...about,
        list !== undefined,
        list ? '' : expect.stringMatching(/./),
      ])
      if (list) holds(header, row, origin, list, about)
    }
  })
})

type Opened = Awaited<ReturnType<typeof openCell>>

/** A place has one less before it; parts add up to the mark; of students as many as were counted or divided by. */
function holds(
  header: Header,
  row: Row,
  origin: Opened['origin'],
  list: NonNullable<Opened['list']>,
  about: unknown[],
) {
  const { numerator, denominator, behind } = origin
  const value = Number(row[header.key])
  const name = header.key.replace(/^.*\./, '')
  if (behind === 'parts') {
    if (numerator === null) return
    const sums = [
      sum(list.records.map(({ score }) => score ?? 0)),
      sum(list.records.map((part) => part.fullScore ?? 0)),
    ]
    if (name === 'gap') expect(Number(numerator) - Number(denominator), about.join(' ')).toBeCloseTo(value, 6)
    else if (list.total > 0) expect([...about, ...sums]).toEqual([...about, numerator, denominator])
    if (name === 'totalScore' || name === 'score') expect([...about, numerator]).toEqual([...about, value])
  } else if (behind === 'units' && denominator !== null) expect([...about, list.total]).toEqual([...about, denominator])
  else if (name === 'rank' || name.endsWith('Rank')) expect([...about, list.total]).toEqual([...about, value - 1])
  else if (/Num$|^num$/.test(name)) expect([...about, list.total]).toEqual([...about, value])
  else if (origin.numeratorName?.endsWith('人数')) expect([...about, list.total]).toEqual([...about, numerator])
  else if (origin.denominatorName?.endsWith('人数')) expect([...about, list.total]).toEqual([...about, denominator])
  else if (value !== 0) expect([...about, list.total]).not.toEqual([...about, 0])
}

const FIRST: Scope = { level: 'school', schoolCodes: ['S1'] }
const reportOf = (name: string) => reportDomain.reports.find((one) => one.name === name)!
const column = (key: string): Header => ({ key, title: key, kind: 'integer' })

describe('behind a figure of one student', () => {
  const of = (name: string, key: string, row: Row, scope?: Scope) => openCell(reportOf(name), column(key), row, scope)

  it('stand the courses of a total, and the questions of a mark', async () => {
    const total = await of('scoreRankByStudent', 'totalScore', { studentNumber: '26002' })
    expect(total.origin).toMatchObject({ numerator: 240, denominator: 300, behind: 'parts', isWhole: 1 })
    expect(total.list?.records.map(({ partName, score, fullScore }) => [partName, score, fullScore])).toEqual([
      ['语文', 85, 100],
      ['数学', 80, 100],
      ['物理', 75, 100],
    ])
    const mark = await of('scoreRankByStudent', 'c2.score', { studentNumber: '26002' })
    expect(mark.origin).toMatchObject({ numerator: 80, denominator: 100 })
    expect(sum((mark.list?.records ?? []).map(({ score }) => score ?? 0))).toBe(80)
  })

  it('stand those ahead in the range of the place, as far as they are in sight', async () => {
    const ahead = async (key: string, scope?: Scope) => {
      const { origin, list } = await of('scoreRankByStudent', key, { studentNumber: '26003' }, scope)
      return [origin.isWhole, list?.records.map(({ studentName }) => studentName)]
    }
    expect(await ahead('classRank')).toEqual([1, ['赵一', '钱二']])
    expect(await ahead('schoolRank')).toEqual([1, ['赵一', '钱二', '李四']])
    expect(await ahead('areaRank')).toEqual([1, ['赵一', '钱二', '李四', '吴六']])
    expect(await ahead('groupRank', FIRST)).toEqual([0, ['赵一', '钱二', '李四']])
    expect((await of('scoreRankByStudent', 'groupRank', { studentNumber: '26011' })).list?.total).toBe(0)
    expect((await of('scoreRankByStudent', 'groupRank', { studentNumber: '26003' })).origin.denominator).toBe(11)
    // 吴六 is of another school of the area.
    expect(await ahead('areaRank', FIRST)).toEqual([0, ['赵一', '钱二', '李四']])
    expect(await ahead('schoolRank', FIRST)).toEqual([1, ['赵一', '钱二', '李四']])
  })

  it('stand all he is compared with behind his T, and those not ahead behind his percentile', async () => {
    const row = { studentNumber: '26003' }
    const names = async (key: string, scope?: Scope) => {
      const { origin, list } = await of('scoreRankByStudent', key, row, scope)
      return [origin.isWhole, list?.total, list?.records.some(({ studentName }) => studentName === '赵一')]
    }
    const { records } = await desk.ask('oneScoreTwoRateBrief', { courseName: '总分' })
    const everyone = Number(records[0]?.['studentNum'])
    expect(await names('tScore')).toEqual([1, everyone, true])
    const { list } = await of('scoreRankByStudent', 'allRank', row)
    expect(await names('pr')).toEqual([1, everyone - Number(list?.total), false])
    const own = await of('scoreRankByStudent', 'tScore', row, FIRST)
    expect([own.origin.isWhole, new Set(own.list?.records.map(({ schoolName }) => schoolName))]).toEqual([
      0,
      new Set(['一中']),
    ])
  })

  it('stand the marks of the class at a question of the S-P table', async () => {
    const { records, headers, totals } = await desk.ask('spTable', {
      courseName: '数学',
      schoolCode: 'S1',
      classCode: 'S1-3202301',
    })
    const [first] = leavesOf(headers).filter(({ key }) => /^q\d+\.score$/.test(key))
    const row: Row = { ...records[0], courseName: '数学' }
    const { origin, list } = await of('spTable', first?.key ?? '', row)
    expect(origin).toMatchObject({ behind: 'students', numerator: row[first?.key ?? ''] })
    expect(list?.records.map(({ studentName }) => studentName).toSorted()).toEqual(['孙三', '赵一', '钱二'])
    // Of a line below the table, the one class there is.
    const whole = await of('spTable', first?.key ?? '', { ...totals[0], courseName: '数学' })
    expect([whole.origin.numerator, whole.list?.total]).toEqual([null, 3])
  })

  it('stands nobody of others, and nobody where a band is told', async () => {
    const foreign = await of('scoreRankByStudent', 'totalScore', { studentNumber: '26009' }, FIRST)
    expect([foreign.origin.numerator, foreign.list?.total]).toEqual([null, 0])
    const { rankVisible, ...policy } = defaultDisclosure('3')
    desk.setPolicy({ ...policy, rankVisible: { ...rankVisible, school: 'band' } })
    const banded = await of('scoreRankByStudent', 'areaRank', { studentNumber: '26003' }, FIRST)
    expect([banded.origin.behind, banded.origin.denominator]).toEqual(['', null])
    expect(banded.origin.alone).toContain('名单不公开')
    const share = await of('scoreRankByStudent', 'pr', { studentNumber: '26003' }, FIRST)
    expect(share.list).toBeUndefined()
  })
})

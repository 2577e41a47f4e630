import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import {
  type Audience,
  type DisclosurePolicy,
  type OthersTold,
  type RanksTold,
  AUDIENCES,
  defaultDisclosure,
  disclosureFault,
} from '@xueheng/contract/domains/exam/disclosure.ts'
import { report as reportDomain } from '@xueheng/contract/domains/report/index.ts'
import { BESIDE_PLACES, bandOf, PLACES } from '@xueheng/contract/domains/report/places.ts'
import * as facts from '@xueheng/contract/domains/report/score-facts.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import { leavesOf } from '@xueheng/contract/derive/report-headers.ts'
import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, openDesk, pick } from '../../../../test/fixtures/report-fixture.ts'
import type { CtxUser, Scope } from '../../../platform/ctx.ts'
import { readSheets } from '../../../platform/sheet/read.ts'
import { courseFacts, findFact, listFacts, studentFacts } from '../facts/list-facts.ts'
import { audienceOf, disclosureOf, strictest } from './disclosure.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterEach(() => desk.setPolicy(defaultDisclosure('3')))
afterAll(() => desk.close())

function policy(told: RanksTold, others: OthersTold = 'hidden', smallestGroup = 5): DisclosurePolicy {
  const rankVisible = { student: told, parent: told, teacher: told, school: told, bureau: told }
  return { rankVisible, otherUnitNames: others, smallestGroup }
}

const FIRST: Scope = { level: 'school', schoolCodes: ['S1'] }
const SECOND: Scope = { level: 'school', schoolCodes: ['S2'] }
const CLASS_ONE: Scope = { level: 'class', schoolCodes: ['S1'], classCodes: ['S1-3202301'] }
/** Everyone the policy tells apart, and each that it may tell; every report takes out places in one way. */
const CASES: [RanksTold, string, Scope, Partial<CtxUser>][] = [
  ['none', 'the bureau', { level: 'all' }, {}],
  ['band', 'the bureau', { level: 'all' }, {}],
  ['band', 'an area', { level: 'area', areaCodes: ['990101'] }, {}],
  ['none', 'a school', FIRST, {}],
  ['band', 'a class teacher', CLASS_ONE, {}],
  ['none', 'a parent', CLASS_ONE, { isAdministrator: false, roles: ['parent'] }],
]
const REPORTS = reportDomain.reports.map((one) => [one.name, one] as const)
const BAND = /^(前\d+%|\d+%–\d+%)$/
const lastOf = (key: string) => key.slice(key.lastIndexOf('.') + 1)

/** Values of rank columns that are told although they are not to be. */
function untold({ records, totals }: Pick<ReportAnswer, 'records' | 'totals'>, told: RanksTold): unknown[] {
  return [...records, ...totals].flatMap((row) =>
    Object.entries(row).filter(([key, value]) => {
      const name = lastOf(key)
      const isBand = told === 'band' && name in PLACES && BAND.test(String(value))
      return (name in PLACES || BESIDE_PLACES.includes(name)) && value !== null && !isBand
    }),
  )
}

describe.each(REPORTS)('%s', (name, report) => {
  it.each(CASES)(
    'where ranks are told as %s, tells %s none in rows, totals and heads',
    async (told, _who, scope, user) => {
      desk.setPolicy(policy(told))
      const answer = await desk.ask(name, { size: 1000 }, scope, user)
      expect(untold(answer, told)).toEqual([])
      const places = leavesOf(answer.headers).filter(({ key }) => lastOf(key) in PLACES)
      expect(places.filter(({ kind, sortable }) => told === 'none' || kind !== 'text' || sortable)).toEqual([])
      expect(leavesOf(answer.headers).filter(({ key }) => BESIDE_PLACES.includes(lastOf(key)))).toEqual([])
      expect(answer.basis.join()).toContain('披露规则（')
      expect(report.isOfPlaces === true && answer.records.length > 0).toBe(false)
      if (report.isOfPlaces) expect(answer.reason).toContain('不向您公布名次')
    },
  )

  it('carries no column of ranks in its workbook', async () => {
    desk.setPolicy(policy('none'))
    const shown = new Set(leavesOf((await desk.ask(name, { size: 1000 }, FIRST)).headers).map(({ title }) => title))
    const labels = [report.columns, report.pivot?.columns ?? {}].flatMap((fields: Fields) =>
      Object.entries(fields).filter(([key]) => key in PLACES || BESIDE_PLACES.includes(key)),
    )
    const hidden = labels.map(([, { label }]) => label).filter((label) => !shown.has(label))
    const cells = (await cellsOf((await desk.askFile(name, {}, FIRST)).body)).flat()
    expect(cells.filter((cell) => hidden.includes(cell))).toEqual([])
    expect(cells.join()).toContain('披露规则（学校）')
  })

  it('shows a school another one by no name that is not its own, in rows, totals and workbook', async () => {
    desk.setPolicy(policy('exact', 'anonymised'))
    const { records, totals, headers } = await desk.ask(name, { size: 1000 }, SECOND)
    const foreign = /西县|北县|一中|三中|四中|S1|S3|S4|赵一|冯九/
    expect(JSON.stringify([records, totals, headers])).not.toMatch(foreign)
    expect((await cellsOf((await desk.askFile(name, {}, SECOND)).body)).flat().join()).not.toMatch(foreign)
  })
})

const ORDERED = REPORTS.filter(([, { params }]) => 'order' in params)

it.each(ORDERED)('%s answers in the same order whatever rank it is to be put in order by', async (name) => {
  desk.setPolicy(policy('band'))
  const [first, ...others] = await Promise.all(
    ['avg', 'composite', 'bureau'].map((order) => desk.ask(name, { order, size: 1000 })),
  )
  for (const { records } of others) expect(records).toEqual(first?.records)
})

const byName = ([one]: unknown[], [other]: unknown[]) => (String(one) < String(other) ? -1 : 1)

async function cellsOf(body: Readable | Buffer): Promise<string[][]> {
  const path = join(desk.folder, '..', 'disclosed.xlsx')
  await writeFile(path, body)
  const rows: string[][] = []
  for await (const row of readSheets({ path, name: 'disclosed.xlsx' })) rows.push(row.cells.map(String))
  return rows
}

it('every column that is called a rank is declared to be one', () => {
  const lists = [facts.scoreStudentList, facts.scoreCourseList].map(({ output }) => output ?? {})
  const all = reportDomain.reports
    .filter(({ isOfPlaces }) => !isOfPlaces)
    .flatMap(({ columns, pivot }) => [columns, pivot?.columns ?? {}])
  const unknown = [...all, ...lists].flatMap((fields: Fields) =>
    Object.entries(fields).filter(
      ([name, { label }]) =>
        /名次$|位次$|校次$|升降|名次变化$|百分等级|^上次|名次差/.test(label) &&
        !(name in PLACES) &&
        !BESIDE_PLACES.includes(name),
    ),
  )
  expect(unknown).toEqual([])
})

describe('other schools of the area', () => {
  it('are shown by name, without those of fewer students than the smallest group', async () => {
    desk.setPolicy(policy('exact', 'shown'))
    const ofSecond = await desk.ask('oneScoreTwoRateBySchool', { courseName: '数学' }, SECOND)
    expect(pick(ofSecond.records, 'schoolName', 'studentNum')).toEqual([
      ['一中', 5],
      ['二中', 3],
    ])
    // Of 总分 一中 has four.
    expect(pick((await desk.ask('generalBriefBySchool', {}, SECOND)).records, 'schoolName')).toEqual([['二中']])
    expect(pick((await desk.ask('generalBriefBySchool', {}, FIRST)).records, 'schoolName')).toEqual([['一中']])
  })

  it('stand without name, code and numbers of students where they are anonymised', async () => {
    desk.setPolicy(policy('exact', 'anonymised'))
    const { records } = await desk.ask('oneScoreTwoRateBySchool', { courseName: '数学' }, SECOND)
    expect(pick(records, 'schoolName', 'schoolCode', 'studentNum', 'passNum').toSorted(byName)).toEqual([
      ['二中', 'S2', 3, 1],
      ['学校A', null, null, null],
    ])
  })

  it('are never there where two versions are compared: what moved would tell of the few who were corrected', async () => {
    const names = async (scope: Scope) =>
      pick((await desk.ask('packageChangeBySchool', {}, scope)).records, 'schoolName')
    desk.setPolicy(policy('exact', 'shown'))
    expect(new Set((await names({ level: 'all' })).flat())).toContain('一中')
    expect(new Set((await names(SECOND)).flat())).toEqual(new Set(['二中']))
    expect((await desk.ask('packageChangeByAll', {}, SECOND)).reason).toBe(
      '成绩更正只涉及少数考生，本单位以外的变化不公布。',
    )
  })

  it('are never for a class teacher, and never beside a choice of one school', async () => {
    desk.setPolicy(policy('exact', 'shown'))
    const names = async (input: object, scope: Scope) =>
      pick((await desk.ask('generalBriefBySchool', input, scope)).records, 'schoolName')
    expect(await names({}, CLASS_ONE)).toEqual([['一中']])
    expect(await names({ schoolCode: 'S2' }, SECOND)).toEqual([['二中']])
    expect(await names({ schoolCode: 'S1' }, SECOND)).toEqual([])
  })
})

describe('the lists of marks', () => {
  const lists = [
    ['totals', studentFacts(facts.scoreStudentList)],
    ['papers', courseFacts(facts.scoreCourseList)],
  ] as const
  const ask = (list: (typeof lists)[number][1], query: object = {}, scope: Scope = FIRST) =>
    listFacts(desk.ctx(scope), desk.library, list as ReturnType<typeof studentFacts>, { examId: '1001', ...query })

  it.each(lists)('of %s tell bands in one column and no rank', async (_what, list) => {
    desk.setPolicy(policy('band'))
    const { records } = await ask(list)
    expect(records.length).toBeGreaterThan(0)
    expect(untold({ records, totals: [] }, 'none')).toEqual([])
    expect(records.some(({ rankBand }) => String(rankBand).startsWith('联考前50%'))).toBe(true)
    expect(records.some(({ rankBand }) => String(rankBand).endsWith('组合前50%'))).toBe(true)
    expect(JSON.stringify(records)).not.toMatch(/"schoolRank":\d/)
    const id = String(records[0]?.['id'])
    const detail = await findFact(desk.ctx(FIRST), desk.library, list as ReturnType<typeof studentFacts>, id)
    expect(untold({ records: [detail], totals: [] }, 'none')).toEqual([])
  })

  it.each(lists)('of %s are neither sorted nor narrowed by a rank that is not told', async (_what, list) => {
    desk.setPolicy(policy('none'))
    const untoldQueries = [
      { ascs: 'schoolRank' },
      { descs: 'all_rank' },
      { allRank: 3 },
      { allRank_le: 3 },
      { ascs: 'groupRank' },
      { groupRank: 3 },
    ]
    for (const query of [...untoldQueries, { percentile_ge: 90 }]) {
      await expect(ask(list, query)).rejects.toThrow('披露规则不向您公布名次')
    }
    expect((await ask(list, { descs: 'score' })).records[0]?.['rankBand']).toBeNull()
  })
})

describe('a policy', () => {
  it('tells bands to schools in compulsory education, and everything in senior schools', () => {
    const told = ['1', '2', '3', '4'].map((stage) => {
      const { rankVisible, otherUnitNames } = defaultDisclosure(stage)
      return [...AUDIENCES.map((audience) => rankVisible[audience]), otherUnitNames]
    })
    const bands = ['band', 'band', 'band', 'band', 'exact', 'hidden']
    const exact = ['exact', 'exact', 'exact', 'exact', 'exact', 'hidden']
    expect(told).toEqual([bands, bands, exact, exact])
  })

  it('with other schools beside bands is refused: everyone would count his place', () => {
    expect(disclosureFault(policy('band', 'shown'))).toBe('向学校公布其他学校的成绩时，学校的名次只能是准确名次')
    expect(disclosureFault(policy('exact', 'hidden', 4))).toBe('最少人数应为5到100的整数')
    expect(disclosureFault(policy('exact', 'anonymised', 30))).toBeUndefined()
  })

  it('with a larger smallest group withholds what five would show', async () => {
    const mean = async () => pick((await desk.ask('scoreRank', {}, FIRST)).totals, 'areaName', 'avgScore')
    expect(await mean()).toEqual([
      ['东县', null],
      ['联考', 191],
    ])
    desk.setPolicy(policy('exact', 'hidden', 13))
    expect(await mean()).toEqual([
      ['东县', null],
      ['联考', null],
    ])
  })
})

describe('who somebody is to an exam', () => {
  const user = (...roles: string[]): Partial<CtxUser> => ({ isAdministrator: false, roles })

  it.each<[string, Scope, Partial<CtxUser>, Audience]>([
    ['the bureau', { level: 'all' }, user(), 'bureau'],
    ['an area', { level: 'area', areaCodes: ['990101'] }, user(), 'bureau'],
    ['a school', FIRST, user(), 'school'],
    ['a class teacher', CLASS_ONE, user(), 'teacher'],
    ['a student, whatever units the account has', FIRST, user('student'), 'student'],
    ['a parent, also one who is a student', FIRST, user('student', 'parent'), 'parent'],
    [
      'an administrator of a school, whatever other roles',
      FIRST,
      { isAdministrator: true, roles: ['parent'] },
      'school',
    ],
  ])('%s', async (_who, scope, reader, audience) => {
    const told = { student: 'none', parent: 'band', teacher: 'none', school: 'exact', bureau: 'exact' } as const
    const ctx = desk.ctx(scope, reader)
    expect(await audienceOf(ctx)).toBe(audience)
    const policyOfAll = { rankVisible: told, otherUnitNames: 'shown' as const, smallestGroup: 7 }
    expect(await disclosureOf(ctx, policyOfAll)).toEqual({
      audience,
      ranks: told[audience],
      others: audience === 'school' ? 'shown' : 'hidden',
      smallest: 7,
    })
    expect(await disclosureOf(ctx, policyOfAll, 'parent')).toMatchObject({ audience: 'parent', ranks: 'band' })
  })

  it('several exams together tell the least of each, and no other school', () => {
    const one = { audience: 'school', ranks: 'exact', others: 'shown', smallest: 5 } as const
    const other = { ...one, ranks: 'band', smallest: 9 } as const
    expect(strictest([one, other])).toEqual({ ...one, ranks: 'band', others: 'hidden', smallest: 9 })
    expect(strictest([one, other, { ...one, ranks: 'none' }])?.ranks).toBe('none')
    expect(strictest([])).toBeUndefined()
  })
})

describe('a band', () => {
  it.each([
    [1, 50, '前10%'],
    [5, 50, '前10%'],
    [6, 50, '10%–20%'],
    [50, 50, '90%–100%'],
    [13, 25, '40%–60%'],
    [7, 20, '25%–50%'],
    [5, 10, '前50%'],
    [6, 10, '50%–100%'],
    [1, 9, null],
  ])('of place %i among %i is %s', (rank, size, band) => {
    expect(bandOf(rank, size, 5)).toBe(band)
  })
})

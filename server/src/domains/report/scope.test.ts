import { report as reportDomain } from '@xueheng/contract/domains/report/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from '../../platform/ctx.ts'
import { type Desk, openDesk, pick } from '../../../test/fixtures/report-fixture.ts'

const EAST: Scope = { level: 'area', areaCodes: ['990101'] }
const SECOND: Scope = { level: 'school', schoolCodes: ['S2'] }
const CLASS_ONE: Scope = { level: 'class', schoolCodes: ['S1'], classCodes: ['S1-3202301'] }
const NOWHERE: Scope = { level: 'school', schoolCodes: ['S9'] }

/** Names of units that must not appear for a user, anywhere in an answer. */
const FOREIGN: [string, Scope, RegExp][] = [
  ['县区', EAST, /西县|北县|三中|四中|S3|S4|冯九|沈十四/],
  ['学校', SECOND, /西县|北县|一中|三中|四中|S1|S3|S4|赵一|冯九/],
  ['班级', CLASS_ONE, /西县|北县|二中|三中|四中|S2|S3|2班|李四|冯九/],
]
const WITH_UNITS = reportDomain.reports.filter((one) => one.grain !== 'all')

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

describe.each(WITH_UNITS.map((one) => one.name))('%s', (name) => {
  it.each(FOREIGN)('%s用户 sees own units only, also by asking for others', async (_level, scope, foreign) => {
    for (const input of [
      {},
      { areaCode: '990102' },
      { schoolCode: 'S3' },
      { schoolCode: 'S3', classCode: 'S3-3202301' },
    ]) {
      const { records, totals, headers } = await desk.ask(name, { size: 1000, ...input }, scope)
      expect(JSON.stringify([records, totals, headers])).not.toMatch(foreign)
    }
  })

  it('gives an own user rows', async () => {
    const { records } = await desk.ask(name, { size: 1000 }, EAST)
    expect(records.length).toBeGreaterThan(0)
  })
})

describe.each(reportDomain.reports.map((one) => one.name))('%s', (name) => {
  it.each([
    ['school', NOWHERE],
    ['class', { level: 'class', schoolCodes: ['S1'], classCodes: ['S9-3202301'] }],
    ['area', { level: 'area', areaCodes: ['990109'] }],
  ] satisfies [string, Scope][])(
    'answers a %s that had no part in the exam as if there were none',
    async (_level, scope) => {
      for (const input of [{}, { studentNumber: '26001' }, { areaCode: '990101', schoolCode: 'S1' }])
        await expect(desk.ask(name, input, scope)).rejects.toThrow(/数据不存在或已被删除/)
      await expect(desk.askFile(name, {}, scope)).rejects.toThrow('数据不存在或已被删除')
    },
  )
})

const COUNTED = /(^|\.)(planNum|studentNum|absentNum|otherNum|schoolNum)$/

describe.each(reportDomain.reports.filter(({ grain }) => grain === 'school').map((one) => one.name))('%s', (name) => {
  it('shows a school no figure of an area in which fewer than five others sat', async () => {
    const first: Scope = { level: 'school', schoolCodes: ['S1'] }
    const { totals } = await desk.ask(name, {}, first)
    for (const row of totals.filter(({ unitGrain }) => unitGrain === 'area')) {
      const told = Object.entries(row).filter(([key, value]) => typeof value === 'number' && !COUNTED.test(key))
      expect(told).toEqual([])
    }
  })
})

describe('reference rows', () => {
  it('show a school its own row, its area and everyone', async () => {
    const { records, totals } = await desk.ask('oneScoreTwoRateBySchool', {}, SECOND)
    expect(pick(records, 'schoolName', 'avgScore', 'avgRank')).toEqual([['二中', 129.83, 4]])
    expect(pick(totals, 'areaName', 'studentNum', 'avgScore')).toEqual([
      ['东县', 7, null],
      ['联考', 12, 191],
    ])
  })

  it('withhold the mean of an area that would tell of fewer than five others, with all that is derived from it', async () => {
    // 东县 has 7 totals with a mean of 188.86, 二中 3 of them with 129.83: (7 × 188.86 − 3 × 129.83) / 4 = 233.13, the mean
    // of the four of 一中. Of 一中's readers the rest are three. 西县 is 三中 alone, which knows it already.
    for (const [code, own] of [
      ['S1', 233.13],
      ['S2', 129.83],
    ] as const) {
      const scope: Scope = { level: 'school', schoolCodes: [code] }
      const { records, totals } = await desk.ask('oneScoreTwoRateBySchool', {}, scope)
      expect(pick(records, 'avgScore', 'diffAvg', 'overAvgRate')).toEqual([[own, null, null]])
      expect(pick(totals, 'areaName', 'avgScore', 'passRate', 'maxScore', 'scoreRate')).toEqual([
        ['东县', null, null, null, null],
        ['联考', 191, 58.33, 273, 63.67],
      ])
      const { records: areas } = await desk.ask('scoreAreaRank', {}, scope)
      expect(pick(areas, 'areaName', 'studentNum', 'avgScore', 'c1.avgScore')).toEqual([['东县', 7, null, null]])
      const bands = await desk.ask('oneScoreParagraphByArea', {}, scope)
      expect(new Set(bands.records.map((row) => row['990101.num']))).toEqual(new Set([null]))
    }
    const both: Scope = { level: 'school', schoolCodes: ['S1', 'S2'] }
    const { totals } = await desk.ask('oneScoreTwoRateBySchool', { schoolCode: 'S1' }, both)
    expect(pick(totals, 'areaName', 'avgScore')).toEqual([
      ['东县', 188.86],
      ['联考', 191],
    ])
  })

  it('withhold the means of other units below five students, but not how many sat the paper', async () => {
    const fourth: Scope = { level: 'school', schoolCodes: ['S4'] }
    const { records, totals } = await desk.ask('oneScoreTwoRateBySchool', {}, fourth)
    expect(pick(records, 'studentNum', 'avgScore')).toEqual([[1, 150]])
    expect(pick(totals, 'areaName', 'studentNum', 'avgScore', 'passNum', 'maxScore')).toEqual([
      ['北县', 1, null, null, null],
      ['联考', 12, 191, 7, 273],
    ])
    const area = await desk.ask('scoreAreaRank', {}, fourth)
    expect(pick(area.records, 'areaName', 'studentNum', 'avgScore', 'c1.avgScore')).toEqual([['北县', 1, null, null]])
  })

  it('withhold with the mean of everyone what tells it beside own means: the T of units and students', async () => {
    // 北县 has one total: who sees the two other areas would know it from the mean of everyone.
    const both: Scope = { level: 'area', areaCodes: ['990101', '990102'] }
    const units = await desk.ask('generalBriefByArea', {}, both)
    expect(pick(units.records, 'areaName', 'tScore', 'c1.tScore')).toEqual([
      ['东县', null, null],
      ['西县', null, null],
    ])
    const { records } = await desk.ask('highSchoolRankByStudent', {}, both)
    expect(pick(records.slice(0, 1), 'studentName', 'allRank', 'tScore')).toEqual([['赵一', 1, null]])
    // 50 + 10 × (188.857 − 191) ÷ 57.09
    const east = await desk.ask('generalBriefByArea', {}, EAST)
    expect(pick(east.records, 'areaName', 'tScore')).toEqual([['东县', 49.62]])
  })

  it('withhold single courses of a group', async () => {
    const third: Scope = { level: 'school', schoolCodes: ['S3'] }
    const { totals } = await desk.ask('scoreRank', {}, third)
    // 西县 is 三中 alone: five sat 语文, four the rest
    expect(pick(totals.slice(0, 1), 'areaName', 'avgScore', 'c1.avgScore', 'c2.avgScore')).toEqual([
      ['西县', null, null, null],
    ])
  })
})

describe('packages', () => {
  it('are a preview for those who see everything until they are published', async () => {
    desk.setStatus(6)
    expect((await desk.ask('scoreRank')).records).toHaveLength(4)
    await expect(desk.ask('scoreRank', {}, SECOND)).rejects.toThrow('数据不存在或已被删除')
    await expect(desk.ask('studentScore', { examId: '', studentName: '吴' }, SECOND)).rejects.toThrow('数据不存在')
    desk.setStatus(9)
    expect((await desk.ask('scoreRank', {}, SECOND)).records).toHaveLength(1)
    desk.setStatus(7)
  })

  it('of an unknown exam answer like a hidden one', async () => {
    await expect(desk.ask('scoreRank', { examId: '404' }, SECOND)).rejects.toThrow('数据不存在或已被删除')
    await expect(desk.ask('scoreRank', { examId: '404' })).rejects.toThrow('该考试不存在或尚未生成报表')
  })
})

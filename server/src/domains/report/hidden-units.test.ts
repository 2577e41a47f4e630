import { describe, expect, it } from 'vitest'
import { FIXTURE_LINES } from '../../../test/fixture-package.ts'
import { openDesk, pick } from '../../../test/fixtures/report-fixture.ts'
import { findHidden } from './hidden-units.ts'
import type { CountedUnit, UnitGrain } from './unit-course.ts'

function unit(grain: UnitGrain, studentNum: number, areaCode: string | null = null, schoolCode: string | null = null) {
  return { grain, areaCode, schoolCode, classCode: null, courseId: 0, studentNum } satisfies CountedUnit
}

describe('a unit above the own one', () => {
  it.each([
    ['without others', 30, 30, []],
    ['with one other', 31, 30, ['area A 0']],
    ['with four others', 34, 30, ['area A 0']],
    ['with five others', 35, 30, []],
    ['of four, all of them own', 4, 4, ['area A 0']],
  ])('%s', (_case, area, own, hidden) => {
    const units = [unit('school', own, 'A', 'S'), unit('area', area, 'A'), unit('all', 1000)]
    expect([...findHidden('school', units, 5)]).toEqual(hidden)
  })

  it('is held against all own units together', () => {
    const units = [unit('school', 10, 'A', 'S'), unit('school', 10, 'A', 'T'), unit('area', 23, 'A'), unit('all', 1000)]
    expect([...findHidden('school', units, 5)]).toEqual(['area A 0'])
  })

  it('is held against the shown units in between: the whole less the area', () => {
    const units = [unit('school', 10, 'A', 'S'), unit('area', 20, 'A'), unit('all', 23)]
    expect([...findHidden('school', units, 5)]).toEqual(['all  0'])
  })

  it('is shown where the units in between are withheld and enough others remain', () => {
    const units = [unit('school', 10, 'A', 'S'), unit('area', 13, 'A'), unit('all', 16)]
    expect([...findHidden('school', units, 5)]).toEqual(['area A 0'])
  })

  it('is told apart by course', () => {
    const units = [unit('school', 10, 'A', 'S'), unit('area', 20, 'A'), unit('all', 100)]
    const course = [unit('school', 6, 'A', 'S'), unit('area', 8, 'A'), unit('all', 100)]
    const both = [...units, ...course.map((one) => ({ ...one, courseId: 3 }))]
    expect([...findHidden('school', both, 5)]).toEqual(['area A 3'])
  })

  it('is told apart by the stream of a line', () => {
    const units = [unit('school', 10, 'A', 'S'), unit('area', 20, 'A'), unit('all', 100)]
    const stream = [unit('school', 6, 'A', 'S'), unit('area', 8, 'A'), unit('all', 100)]
    const both = [...units, ...stream.map((one) => ({ ...one, lineNo: 2 }))]
    expect([...findHidden('school', both, 5)]).toEqual(['area A 0 2'])
  })
})

it('the lines of a stream with fewer than five others are withheld, those of everyone are shown', async () => {
  const desk = await openDesk(FIXTURE_LINES.flatMap((line) => [{ ...line, stream: 2 }, line]).slice(0, 2))
  const east = { level: 'area' as const, areaCodes: ['990101'] }
  try {
    // 12 totals, 7 in 东县; of 物理类 11, so that four are others
    const { totals } = await desk.ask('lineStdnumByArea', {}, east)
    expect(
      pick(totals, 'areaName', 'l1.studentNum', 'l1.onlineNum', 'l1.aboveNum', 'l2.studentNum', 'l2.onlineNum'),
    ).toEqual([['联考', 11, null, null, 12, 4]])
    // 数学 of 物理类: three of 三中, who cheated does not count, and one of 四中
    // the line of 语文 is 240 × 87 ÷ 253.25 = 82.4, that of 物理 240 × 77 ÷ 253.25 = 73
    const courses = await desk.ask('lineStdnumCourseByArea', { artsScience: '2' }, east)
    expect(pick(courses.totals, 'courseName', 'studentNum', 'singleNum')).toEqual([
      ['语文', 12, 4],
      ['数学', 12, null],
      ['物理', 13, 3],
    ])
  } finally {
    await desk.close()
  }
})

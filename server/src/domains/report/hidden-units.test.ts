import { describe, expect, it } from 'vitest'
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
    expect([...findHidden('school', units)]).toEqual(hidden)
  })

  it('is held against all own units together', () => {
    const units = [unit('school', 10, 'A', 'S'), unit('school', 10, 'A', 'T'), unit('area', 23, 'A'), unit('all', 1000)]
    expect([...findHidden('school', units)]).toEqual(['area A 0'])
  })

  it('is held against the shown units in between: the whole less the area', () => {
    const units = [unit('school', 10, 'A', 'S'), unit('area', 20, 'A'), unit('all', 23)]
    expect([...findHidden('school', units)]).toEqual(['all  0'])
  })

  it('is shown where the units in between are withheld and enough others remain', () => {
    const units = [unit('school', 10, 'A', 'S'), unit('area', 13, 'A'), unit('all', 16)]
    expect([...findHidden('school', units)]).toEqual(['area A 0'])
  })

  it('is told apart by course', () => {
    const units = [unit('school', 10, 'A', 'S'), unit('area', 20, 'A'), unit('all', 100)]
    const course = [unit('school', 6, 'A', 'S'), unit('area', 8, 'A'), unit('all', 100)]
    const both = [...units, ...course.map((one) => ({ ...one, courseId: 3 }))]
    expect([...findHidden('school', both)]).toEqual(['area A 3'])
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Free, type School, drawTeachers } from './draw-teachers.ts'
import { countNeeded, countNeededFor } from './need.ts'
import { type Sharer, sharePlaces } from './share-places.ts'

const DOUBLE = { paperNum: 12_000, marksPerPaper: '2.00', speed: 60, hours: '24.0' }

describe('people needed for a course', () => {
  // 12,000 × 2 ÷ (60 × 24) = 16.67
  test.each([
    [DOUBLE, 17],
    [{ ...DOUBLE, paperNum: 11_520 }, 16],
    [{ ...DOUBLE, marksPerPaper: '2.10' }, 18],
    [{ ...DOUBLE, hours: '0.1' }, 4000],
    [{ paperNum: 1, marksPerPaper: '1.00', speed: 60, hours: '24.0' }, 1],
  ])('papers, marks, speed and hours %o make %i', (workload, people) => {
    expect(countNeeded(workload)).toBe(people)
  })

  test('for the papers of one school are its part, rounded up', () => {
    // 3,000 of 12,000: 12,000 × 2 × 0.25 ÷ 1,440 = 4.17
    expect(countNeededFor(DOUBLE, 3000, 12_000)).toBe(5)
    expect(countNeededFor(DOUBLE, 0, 12_000)).toBe(0)
  })
})

function school(schoolCode: string, teacherNum: number, more: Partial<Sharer> = {}): Sharer {
  return { schoolCode, teacherNum, heldNum: 0, freeNum: teacherNum, mostNum: null, ...more }
}

const placesOf = (schools: Sharer[], need: number) => Object.fromEntries(sharePlaces(schools, need))

describe('places of schools', () => {
  test('are proportional to their teachers, the rest by the largest remainder', () => {
    // 10 × 7/15 = 4.67, 10 × 5/15 = 3.33, 10 × 3/15 = 2
    expect(placesOf([school('A', 7), school('B', 5), school('C', 3)], 10)).toEqual({ A: 5, B: 3, C: 2 })
    // 7 × 5/11 = 3.18, 7 × 4/11 = 2.55, 7 × 2/11 = 1.27
    expect(placesOf([school('A', 5), school('B', 4), school('C', 2)], 7)).toEqual({ A: 3, B: 3, C: 1 })
  })

  test('of equal remainders go to the larger school, then to the lower code', () => {
    // 3 × 3/6 = 1.5, 3 × 1/6 = 0.5 each
    expect(placesOf([school('B', 1), school('C', 1), school('A', 3), school('D', 1)], 3)).toEqual({
      A: 2,
      B: 1,
      C: 0,
      D: 0,
    })
  })

  test('that are held stay, and what is open goes to who is furthest below its share', () => {
    const schools = [school('A', 7, { heldNum: 6 }), school('B', 5), school('C', 3, { heldNum: 1 })]
    // Shares 4.67, 3.33, 2; A has more already: B lacks 3.33, C lacks 1.
    expect(placesOf(schools, 10)).toEqual({ A: 0, B: 3, C: 0 })
  })

  test('a school may not have, or has nobody for, go to the others', () => {
    expect(placesOf([school('A', 7, { mostNum: 4 }), school('B', 5), school('C', 3)], 10)).toEqual({ A: 4, B: 4, C: 2 })
    expect(placesOf([school('A', 7, { freeNum: 2 }), school('B', 5), school('C', 3)], 10)).toEqual({ A: 2, B: 5, C: 3 })
  })

  test('stay open where nobody is left', () => {
    expect(placesOf([school('A', 2), school('B', 1)], 9)).toEqual({ A: 2, B: 1 })
  })

  const sizes = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 12 })

  test('lie within one of the exact share, and are all given while there are teachers', () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 0, max: 60 }), (teachers, need) => {
        const all = teachers.reduce((sum, num) => sum + num, 0)
        const places = sharePlaces(
          teachers.map((num, i) => school(`S${i}`, num)),
          need,
        )
        expect([...places.values()].reduce((sum, num) => sum + num, 0)).toBe(Math.min(need, all))
        if (need > all) return
        for (const [i, num] of teachers.entries())
          expect(Math.abs((places.get(`S${i}`) ?? 0) - (need * num) / Math.max(all, 1))).toBeLessThan(1)
      }),
    )
  })
})

const bureau = fc
  .array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 8 })
  .map((sizes): { schools: School[]; free: Free[] } => ({
    schools: sizes.map((teacherNum, i) => ({ schoolCode: `S${i}`, teacherNum, heldNum: 0, mostNum: null })),
    free: sizes.flatMap((num, i) =>
      Array.from({ length: num }, (_, k) => ({ schoolCode: `S${i}`, teacherCode: `T${i}-${k}` })),
    ),
  }))
const seeds = fc.integer({ min: 1, max: 999_999_999 })
const codesOf = (drawn: Free[]) => drawn.map(({ teacherCode }) => teacherCode).toSorted()

describe('who is pulled', () => {
  test('is the same for the same seed, in whatever order the teachers stand', () => {
    fc.assert(
      fc.property(bureau, seeds, fc.integer({ min: 0, max: 80 }), ({ schools, free }, seed, need) => {
        const key = { seed, courseName: '语文' }
        const drawn = codesOf(drawTeachers(schools, free, need, key))
        expect(codesOf(drawTeachers(schools.toReversed(), free.toReversed(), need, key))).toEqual(drawn)
        expect(new Set(drawn).size).toBe(Math.min(need, free.length))
      }),
    )
  })

  test('differs with the seed', () => {
    const free = Array.from({ length: 30 }, (_, i) => ({ schoolCode: 'A', teacherCode: `T${i}` }))
    const schools = [{ schoolCode: 'A', teacherNum: 30, heldNum: 0, mostNum: null }]
    const drawn = (seed: number) => codesOf(drawTeachers(schools, free, 10, { seed, courseName: '语文' }))
    expect(drawn(1)).not.toEqual(drawn(2))
  })

  test('of those who are left replaces one who is sent back, and keeps the others', () => {
    fc.assert(
      fc.property(bureau, seeds, ({ schools, free }, seed) => {
        const need = Math.ceil(free.length / 2)
        const key = { seed, courseName: '数学' }
        const [returned, ...kept] = drawTeachers(schools, free, need, key)
        const taken = new Set([returned, ...kept].map((one) => one?.teacherCode))
        const held = schools.map((one) => ({
          ...one,
          heldNum: kept.filter(({ schoolCode }) => schoolCode === one.schoolCode).length,
        }))
        const left = free.filter(({ teacherCode }) => !taken.has(teacherCode))
        expect(drawTeachers(held, left, need, key)).toHaveLength(Math.min(1, left.length))
      }),
    )
  })
})

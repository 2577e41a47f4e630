import { describe, expect, test } from 'vitest'
import {
  countCritical,
  countLines,
  lineByNumber,
  lineByRatio,
  lineBySameShare,
  lineByWindow,
  numberOfShare,
  reachedBy,
} from './lines.ts'

/** 98 95.5 95.5 90 88 88 88 60 0, the scores of vector V5. */
const V5 = [980, 955, 955, 900, 880, 880, 880, 600, 0]

describe('a line by number (F25)', () => {
  test.each([
    ['atLeast', 1, 980, 1],
    ['atLeast', 2, 955, 3],
    ['atLeast', 5, 880, 7],
    ['atMost', 2, 980, 1],
    ['atMost', 5, 900, 4],
    ['nearest', 2, 980, 1],
    ['nearest', 5, 900, 4],
    ['nearest', 6, 880, 7],
  ] as const)('%s %i is drawn at %i and reaches %i', (tie, planned, line10, reached) => {
    expect(lineByNumber(V5, planned, tie)).toBe(line10)
    expect(reachedBy(V5, line10)).toBe(reached)
  })

  test('for more than there are is the lowest score', () => expect(lineByNumber(V5, 10)).toBe(0))
  test('stands half a mark above the best when even those are too many', () =>
    expect(lineByNumber([500, 500], 1, 'atMost')).toBe(505))
  test('is not drawn without scores', () => expect(lineByNumber([], 1)).toBeNull())
})

test('a share is a number of students, rounded up (F26)', () => {
  expect([0.15, 0.25, 0.6].map((share) => numberOfShare(9, share))).toEqual([2, 3, 6])
  expect(numberOfShare(100, 0.07)).toBe(7)
})

/** Four students with two courses that make up the total. */
const CHINESE = [
  { total10: 1800, score10: 1000 },
  { total10: 1600, score10: 700 },
  { total10: 1500, score10: 800 },
  { total10: 1000, score10: 400 },
]
const MATHS = CHINESE.map(({ total10, score10 }) => ({ total10, score10: total10 - score10 }))

describe('a course line', () => {
  test('by ratio adds up with the others to the line of the total (F27)', () => {
    // 1500 × 2500 / 4900 = 765.3, 1500 × 2400 / 4900 = 734.7
    expect([lineByRatio(CHINESE, 1500), lineByRatio(MATHS, 1500)]).toEqual([765, 735])
  })

  test('by ratio counts only those who took the course', () => {
    expect(lineByRatio([...CHINESE, { total10: 1900, score10: null }], 1500)).toBe(765)
    expect(lineByRatio(CHINESE, 1900)).toBeNull()
    expect(lineByRatio([{ total10: 0, score10: 0 }], 0)).toBeNull()
  })

  test('by ratio is rounded half up to a tenth', () => {
    expect(lineByRatio([{ total10: 1, score10: 1 }], 1)).toBe(1)
    expect(lineByRatio([{ total10: 2, score10: 1 }], 1)).toBe(1)
    expect(lineByRatio([{ total10: 3, score10: 1 }], 1)).toBe(0)
  })

  test('by the same share reaches the share of the total, rounded down (F28)', () => {
    // ⌊9 × 3 / 9⌋ = 3: the third best has 95.5.
    expect(lineBySameShare(V5, 3, 9)).toBe(955)
    expect(lineBySameShare(V5, 1, 10)).toBeNull()
  })

  test('by window is the mean of the 25 nearest, whole marks at a time (F29)', () => {
    const ring = (away: number, n: number, score10: number) =>
      Array.from({ length: n }, (_one, at) => ({ total10: 5000 + (at % 2 ? away : -away), score10 }))
    // 20 within one mark, 6 within two; those five marks away stay outside: (20 × 80 + 6 × 93) / 26 = 83
    expect(lineByWindow([...ring(10, 20, 800), ...ring(15, 6, 930), ...ring(50, 9, 100)], 5000)).toBe(830)
    expect(lineByWindow([{ total10: 1000, score10: 400 }], 5000)).toBe(400)
    expect(lineByWindow([], 5000)).toBeNull()
  })
})

test('online, single and double counts are of those at or above (F30, F31)', () => {
  expect(countLines(CHINESE, 1500, 765)).toEqual({ online: 3, single: 2, double: 2 })
  expect(countLines(MATHS, 1500, 735)).toEqual({ online: 3, single: 2, double: 2 })
})

test('critical students stand in ranges that leave out their upper end (F34)', () => {
  expect(countCritical(V5, 900, 55)).toEqual({ below: 3, above: 1 })
  expect(countCritical(V5, 900, 56)).toEqual({ below: 3, above: 3 })
})

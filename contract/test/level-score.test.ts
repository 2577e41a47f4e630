import { expect, test } from 'vitest'
import { LEVEL_MODELS } from '../src/domains/exam/level/level-models.ts'
import { DEFAULT_LEVEL_OPTIONS, type LevelOptions } from '../src/domains/exam/level/level-param.ts'
import { assignLevels, assignMark, normalQuantile } from '../src/domains/exam/level/level-score.ts'

/** One interval as the vectors give it: a raw mark, the raw ends, the assigned ends. */
function mapped(score: number, y1: number, y2: number, t1: number, t2: number): number {
  const ends = { y1: y1 * 10, y2: y2 * 10, t1: t1 * 10, t2: t2 * 10 }
  return assignMark(score * 10, ends, DEFAULT_LEVEL_OPTIONS) / 10
}

test('V1 to V4: marks are mapped along the line of their grade and rounded half up', () => {
  expect(mapped(75, 61, 80, 71, 82)).toBe(79)
  expect(mapped(81, 61, 82, 71, 85)).toBe(84)
  expect(mapped(77, 71, 78, 81, 90)).toBe(89)
  expect([mapped(66, 61, 81, 71, 85), mapped(76, 61, 81, 71, 85)]).toEqual([75, 82])
  expect([mapped(61, 61, 80, 71, 82), mapped(80, 61, 80, 71, 82)]).toEqual([71, 82])
})

const V13 = [
  96, 93, 91, 91, 88, 86, 85, 85, 83, 82, 80, 79, 78, 78, 78, 76, 74, 73, 71, 70, 69, 68, 66, 66, 65, 63, 61, 60, 58,
  57, 55, 54, 52, 50, 47, 44, 41, 36, 30, 22,
]

function assign(model: string, change: Partial<LevelOptions> = {}, raw: number[] = V13, full = 100) {
  const marks = [...new Set(raw)].map((score) => ({
    score10: score * 10,
    num: raw.filter((one) => one === score).length,
  }))
  const grades = LEVEL_MODELS[model]?.grades ?? []
  const assigned = assignLevels(marks, { model, grades, options: { ...DEFAULT_LEVEL_OPTIONS, ...change } }, full * 10)
  const of = new Map(assigned.marks.map(({ score10, assigned10 }) => [score10 / 10, assigned10 / 10]))
  return {
    intervals: assigned.intervals.map(({ high10, low10, num }) => [(high10 ?? -10) / 10, (low10 ?? -10) / 10, num]),
    of: (...scores: number[]) => scores.map((score) => of.get(score)),
  }
}

test('V13: the shares of 3+1+2 part forty marks into five grades', () => {
  const { intervals, of } = assign('p312')
  expect(intervals).toEqual([
    [96, 86, 6],
    [85, 70, 14],
    [69, 50, 14],
    [47, 30, 5],
    [22, 22, 1],
  ])
  expect(of(96, 93, 91, 88, 86, 85, 78, 76, 70, 69, 58, 50, 47, 41, 36, 30, 22)).toEqual([
    100, 96, 93, 89, 86, 85, 78, 77, 71, 70, 62, 56, 55, 50, 46, 41, 40,
  ])
})

test('V13: a grade that ends above its share takes the last one in, and E is lost', () => {
  const { intervals, of } = assign('p312', { boundary: 'upper_min' })
  expect(intervals.slice(3)).toEqual([
    [47, 22, 6],
    [-1, -1, 0],
  ])
  expect(of(41, 36, 30, 22)).toEqual([52, 49, 45, 41])
})

test('V13: the shares of Guangdong and Shandong give their own grades and marks', () => {
  const guangdong = assign('gd312')
  expect(guangdong.intervals).toEqual([
    [96, 86, 6],
    [85, 70, 14],
    [69, 52, 13],
    [50, 30, 6],
    [22, 22, 1],
  ])
  expect(guangdong.of(93, 91, 88, 86, 85, 79, 70, 69, 52, 50, 30, 22)).toEqual([
    95, 92, 86, 83, 82, 78, 71, 70, 59, 58, 41, 40,
  ])
  const shandong = assign('shandong')
  expect(shandong.intervals.map(([, , num]) => num)).toEqual([1, 3, 6, 10, 10, 6, 3, 1])
  expect(shandong.of(96, 93, 91, 88, 82, 80, 70, 57, 55, 44, 41, 30, 22)).toEqual([
    100, 90, 81, 80, 71, 70, 61, 51, 50, 41, 40, 31, 30,
  ])
})

test('every published model has shares that make a whole', () => {
  for (const { grades } of Object.values(LEVEL_MODELS))
    expect(grades.reduce((sum, { ratio }) => sum + ratio, 0)).toBe(100)
  expect([LEVEL_MODELS['zhejiang20'], LEVEL_MODELS['zhejiang21']].map((one) => one?.grades.at(-1))).toEqual([
    { name: '20', ratio: 2, t2: 42, t1: 40 },
    { name: '21', ratio: 1, t2: 40, t1: 40 },
  ])
  expect(LEVEL_MODELS['shanghai']?.grades.at(-1)?.t1).toBe(40)
})

test('the ends of the first and the last grade may be the full mark and zero', () => {
  expect(assign('p312', { topEndpoint: 'fullMark' }).of(96, 86)).toEqual([96, 86])
  expect(assign('p312', { lastEndpoint: 'zero' }).of(22)).toEqual([40])
  expect(assign('p312', { singlePoint: 'to_min' }).of(22)).toEqual([30])
  expect(assign('p312', { singlePoint: 'to_mean' }).of(22)).toEqual([35])
})

test('a zero takes part, stays as it is, or is assigned zero, as the parameters say', () => {
  const raw = [80, 70, 60, 0]
  expect(assign('p312', {}, raw).of(0)).not.toEqual([0])
  expect(assign('p312', { zeroScore: 'exclude' }, raw).of(0)).toEqual([undefined])
  expect(assign('p312', { zeroScore: 'zero' }, raw).of(0)).toEqual([0])
  expect(assign('p312', { zeroScore: 'zero' }, raw).of(80)).toEqual(assign('p312', {}, [80, 70, 60]).of(80))
})

test('shares that are not added up are measured from where the grade above really ended', () => {
  // Ten marks, the best four equal: A (15 %) takes four, B (35 %) is to end at 4 + 3.5, C (35 %) at 8 + 3.5, beyond the last.
  const raw = [90, 90, 90, 90, 80, 79, 78, 77, 76, 75]
  const counts = (change: Partial<LevelOptions>) => assign('p312', change, raw).intervals.map(([, , num]) => num)
  expect(counts({ boundary: 'upper_min' })).toEqual([4, 1, 4, 1, 0])
  expect(counts({ boundary: 'upper_min', cumulative: false })).toEqual([4, 4, 2, 0, 0])
})

test('a standard score follows the percentile rank of the mark', () => {
  // Middle of five: percentile rank 50, so the mean of 180; the best: 90, z 1.2816, 180 + 38.4.
  expect(assign('hainan', {}, [90, 80, 70, 60, 50]).of(70, 90, 50)).toEqual([180, 218, 142])
  expect(normalQuantile(0.975)).toBeCloseTo(1.959963985, 7)
  expect(normalQuantile(0.01)).toBeCloseTo(-2.326347874, 7)
})

test('nobody with a valid mark leaves every grade empty', () => {
  expect(assign('p312', {}, []).intervals.every(([, , num]) => num === 0)).toBe(true)
})

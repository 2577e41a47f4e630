import { describe, expect, test } from 'vitest'
import { etaSquared, extremeRatio, gini, intraclass, unitVariation } from './balance.ts'
import { bands, frontNum, oneMarkTable } from './bands.ts'
import { growthPercentiles, rankAdded, ventiles } from './growth.ts'
import { assignedScore } from './interpolation.ts'
import { fractionRanks, overtakenRate, percentileRank, rankChange, ranks, ranksWithin, sequenceRanks } from './ranks.ts'
import { countyComposite, halfMarkShare, weightedComposite } from './rates.ts'
import { halfUp, percent, ratio, scoreMean } from './rounding.ts'
import { ceeb, normalisedZ, tScore, zScore } from './standard-scores.ts'
import {
  boxPlot,
  coefficientOfVariation,
  modes,
  overMeanRate,
  quantile,
  standardDeviation,
  topMean,
  twoWayDeviation,
} from './statistics.ts'
import { takenPaper, totalOf } from './total.ts'

describe('conformance vectors', () => {
  test.each([
    ['V1', 75, 61, 80, 71, 82, 79],
    ['V2', 81, 61, 82, 71, 85, 84],
    ['V3', 77, 71, 78, 81, 90, 89],
    ['V4', 66, 61, 81, 71, 85, 75],
    ['V4 second', 76, 61, 81, 71, 85, 82],
  ])('%s: assigned score of %d', (_id, raw, rawLow, rawHigh, low, high, expected) => {
    expect(assignedScore(raw, { rawLow, rawHigh, low, high })).toBe(expected)
  })

  const V5 = [98, 95.5, 95.5, 90, 88, 88, 88, 60, 0]

  test('V5: equal scores share a rank and leave a gap', () => {
    expect(ranks(V5)).toEqual([1, 2, 2, 4, 5, 5, 5, 8, 9])
  })

  test('V6: percentile ranks of V5', () => {
    const pr = V5.map((own) => {
      const below = V5.filter((other) => other < own).length
      return halfUp(percentileRank(below, V5.filter((other) => other === own).length, V5.length) ?? 0, 2)
    })
    expect(pr).toEqual([94.44, 77.78, 77.78, 61.11, 38.89, 38.89, 38.89, 16.67, 5.56])
  })

  test('V7: deviation and standard scores', () => {
    const values = [60, 70, 80, 90, 100]
    expect(standardDeviation(values, 'population')).toBeCloseTo(14.1421, 4)
    expect(standardDeviation(values, 'sample')).toBeCloseTo(15.8114, 4)
    const z = zScore(90, 80, standardDeviation(values, 'population') ?? 0) ?? 0
    expect(z).toBeCloseTo(0.7071, 4)
    expect(halfUp(tScore(z), 2)).toBe(57.07)
    expect(halfUp(ceeb(z), 2)).toBe(570.71)
  })

  test('V8: quartiles of type 7', () => {
    const values = [35, 42, 50, 58, 61, 66, 70, 74, 83, 90]
    expect([0.25, 0.5, 0.75].map((p) => quantile(values, p))).toEqual([52, 63.5, 73])
  })

  test('V9: composite of ratios to the best', () => {
    const own = { mean10: 700, passRate: 0.6, excellentRate: 0.2 }
    const best = { mean10: 800, passRate: 0.75, excellentRate: 0.3 }
    expect(countyComposite(own, best, [0.4, 0.3, 0.3])).toBeCloseTo(79, 10)
  })

  test('V10: balance between schools', () => {
    const means = [52, 58, 61, 64, 75]
    expect(unitVariation(means, [100, 200, 300, 250, 150])).toBeCloseTo(0.10109, 5)
    expect(unitVariation(means, [1, 1, 1, 1, 1])).toBeCloseTo(0.12284, 5)
    expect(gini(means)).toBeCloseTo(0.0671, 4)
    expect(extremeRatio(means)).toBeCloseTo(1.4423, 4)
  })

  test('V11: variance between groups', () => {
    const groups = [
      [60, 70, 80],
      [50, 55, 60],
      [80, 85, 90],
    ]
    expect(etaSquared(groups)).toBeCloseTo(0.8182, 4)
    expect(intraclass(groups)).toBeCloseTo(0.8065, 4)
  })
})

describe('nobody, or nobody who differs', () => {
  test('has no balance', () => {
    expect([unitVariation([], []), unitVariation([50], [0])]).toEqual([null, null])
    expect([etaSquared([]), etaSquared([[60, 60], [60]])]).toEqual([null, null])
    expect([intraclass([]), intraclass([[60, 70]]), intraclass([[60], [70]])]).toEqual([null, null, null])
    expect([gini([]), gini([0, 0]), gini([60, 60])]).toEqual([null, null, 0])
    expect([extremeRatio([]), extremeRatio([0, 60])]).toEqual([null, null])
  })

  test('has no statistics', () => {
    expect([modes([]), quantile([], 0.5), boxPlot([]), topMean([90], 0.5)]).toEqual([[], null, null, null])
    expect(coefficientOfVariation([0, 0], 'population')).toBeNull()
    expect([percentileRank(0, 0, 0), overtakenRate(1, 0)]).toEqual([null, null])
  })

  test('has no total without papers, and an absence where a mark is missing', () => {
    expect(totalOf([], 'anyAbsent')).toEqual({ score10: null, status: 1 })
    expect(totalOf([{ score10: null, status: 0 }], 'anyAbsent')).toEqual({ score10: null, status: 1 })
    expect(totalOf([{ score10: 0, status: 0 }], 'anyAbsent')).toEqual({ score10: 0, status: 2 })
  })

  test('has a mark that is called zero, a blank that is an absence, and none where the paper is void', () => {
    expect(takenPaper({ score10: 0, status: 0 })).toEqual({ score10: 0, status: 2 })
    expect(takenPaper({ score10: 5, status: 2 })).toEqual({ score10: 5, status: 0 })
    expect(takenPaper({ score10: null, status: 2 })).toEqual({ score10: null, status: 1 })
    expect(takenPaper({ score10: 900, status: 3 })).toEqual({ score10: null, status: 3 })
  })

  test('takes the top of the grade with a single raw score', () => {
    expect(assignedScore(75, { rawLow: 75, rawHigh: 75, low: 71, high: 82 })).toBe(82)
  })
})

describe('rounding', () => {
  test('halves go up where doubles and bankers go down', () => {
    expect(halfUp(1.005, 2)).toBe(1.01)
    expect(halfUp(74.5, 0)).toBe(75)
    expect(halfUp(-1.005, 2)).toBe(-1.01)
    expect(ratio(1, 8)).toBe(0.13)
    expect(ratio(-1, 8)).toBe(-0.13)
  })

  test('nothing divided is nothing, not zero', () => {
    expect(scoreMean(0, 0)).toBeNull()
    expect(percent(0, 0)).toBeNull()
    expect(scoreMean(0, 3)).toBe(0)
    expect(scoreMean(2005, 3)).toBe(66.83)
    expect(percent(1, 3)).toBe(33.33)
  })
})

describe('statistics', () => {
  test('every mode, means of the best, deviations', () => {
    expect(modes([70, 60, 70, 60, 50])).toEqual([60, 70])
    expect(topMean([50, 60, 70, 80, 90], 0.5)).toBe(85)
    expect(coefficientOfVariation([60, 70, 80, 90, 100], 'population')).toBeCloseTo(17.6777, 4)
    expect(overMeanRate(66, 60)).toBeCloseTo(0.1, 12)
    expect(overMeanRate(66, 0)).toBeNull()
    expect(twoWayDeviation(0.7, 0.6, 0.65, 0.6)).toBeCloseTo(0.05, 12)
    expect(boxPlot([35, 42, 50, 58, 61, 66, 70, 74, 83, 90])).toEqual({
      min: 35,
      q1: 52,
      median: 63.5,
      q3: 73,
      max: 90,
    })
  })

  test('groups too small have no deviation, equal ones no z', () => {
    expect(standardDeviation([], 'population')).toBeNull()
    expect(standardDeviation([80], 'sample')).toBeNull()
    expect(zScore(80, 80, 0)).toBeNull()
  })

  test('normalised z inverts the normal distribution', () => {
    expect(normalisedZ(50)).toBeCloseTo(0, 12)
    expect(normalisedZ(97.5)).toBeCloseTo(1.959964, 6)
    expect(normalisedZ(2.5)).toBeCloseTo(-1.959964, 6)
  })
})

describe('ranks', () => {
  test('no score, no rank; units rank apart', () => {
    expect(ranks([80, null, 90])).toEqual([2, null, 1])
    expect(ranksWithin([80, 90, 70, null], ['a', 'a', 'b', 'b'])).toEqual([2, 1, 1, null])
    expect(ranks([0.1, 0.2, 0.1], 'low')).toEqual([1, 3, 1])
  })

  test('fractions rank without rounding', () => {
    const third: [number, number] = [333_333_333, 1_000_000_000]
    expect(fractionRanks([[1, 3], [2, 6], third, [0, 0]])).toEqual([1, 1, 3, null])
  })

  test('ties of the total are broken score by score', () => {
    expect(
      sequenceRanks([
        [600, 230],
        [600, 240],
        [610, 200],
        [600, 230],
      ]),
    ).toEqual([3, 2, 1, 3])
  })

  test('share left behind and change', () => {
    expect(overtakenRate(3, 4)).toBe(75)
    expect(rankChange(12, 5)).toBe(7)
  })
})

describe('rates and bands', () => {
  test('a line is rounded up to half a mark', () => {
    expect(halfMarkShare(1500, 0.85)).toBe(1275)
    expect(halfMarkShare(1500, 0.555)).toBe(835)
    expect(halfMarkShare(1000, 0.6)).toBe(600)
  })

  test('weighted composite does not depend on others', () => {
    const own = { mean10: 700, passRate: 0.6, excellentRate: 0.2 }
    expect(weightedComposite(own, 1000, [0.4, 0.3, 0.3])).toBeCloseTo(52, 10)
    expect(weightedComposite({ ...own, mean10: null }, 1000, [0.4, 0.3, 0.3])).toBeNull()
    expect(countyComposite(own, { mean10: 700, passRate: 0, excellentRate: 0 }, [0.4, 0.3, 0.3])).toBeCloseTo(40, 10)
  })

  test('the full mark falls into the top band', () => {
    expect(bands([1000, 995, 900, 895, 0], 100, 10).filter(({ num }) => num > 0)).toEqual([
      { low: 90, high: 100, num: 3, cumulative: 3 },
      { low: 80, high: 90, num: 1, cumulative: 4 },
      { low: 0, high: 10, num: 1, cumulative: 5 },
    ])
  })

  test('the one-mark table has no gaps', () => {
    expect(oneMarkTable([625, 620, 600])).toEqual([
      { score: 62, num: 2, cumulative: 2 },
      { score: 61, num: 0, cumulative: 2 },
      { score: 60, num: 1, cumulative: 3 },
    ])
    expect(frontNum([1, 2, 2, 4, null], 2)).toBe(3)
  })
})

describe('totals', () => {
  const sat = { score10: 900, status: 0 }
  const absent = { score10: null, status: 1 }

  test('absence voids, counts nothing, or voids only when complete', () => {
    expect(totalOf([sat, absent], 'anyAbsent')).toEqual({ score10: null, status: 1 })
    expect(totalOf([sat, absent], 'sumTaken')).toEqual({ score10: 900, status: 0 })
    expect(totalOf([absent, absent], 'sumTaken')).toEqual({ score10: 0, status: 2 })
    expect(totalOf([sat, absent], 'allAbsentOnly')).toEqual({ score10: 900, status: 0 })
    expect(totalOf([absent], 'allAbsentOnly')).toEqual({ score10: null, status: 1 })
  })

  test('an exemption neither adds nor voids', () => {
    expect(totalOf([sat, { score10: null, status: 6 }], 'anyAbsent')).toEqual({ score10: 900, status: 0 })
    expect(totalOf([{ score10: null, status: 6 }], 'anyAbsent')).toEqual({ score10: null, status: 6 })
  })
})

describe('growth between two exams', () => {
  const PAIRS = [
    { pre: 90, post: 70 },
    { pre: 90, post: 80 },
    { pre: 60, post: 75 },
    { pre: 50, post: 60 },
  ]

  test('F54: ranks gained are those of the mean student among all who are matched', () => {
    // Entry ranks 1 1 3 4, later 3 1 2 4.
    expect(rankAdded(PAIRS, (_one, at) => at < 2)).toBe(-1)
    expect(rankAdded(PAIRS, (_one, at) => at === 2)).toBe(1)
    expect(rankAdded(PAIRS, () => false)).toBeNull()
  })

  test('F56: equal starts are one ventile, and half of the equals count', () => {
    expect(ventiles(PAIRS)).toEqual([0, 0, 10, 15])
    expect(growthPercentiles(PAIRS)).toEqual([25, 75, 50, 50])
  })
})

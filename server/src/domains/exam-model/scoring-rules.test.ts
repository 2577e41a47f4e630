import { RULE } from '@xueheng/contract/domains/exam-model/scoring-rule.ts'
import { expect, test } from 'vitest'
import { type Scored, pointsOf } from './scoring-rules.ts'

const PLAIN: Scored = { ruleKind: 0, fullPoints: 10, rule: {}, minPoints: null, maxPoints: null, isLessBetter: false }

function points(scored: Partial<Scored>, values: (number | null)[], targets?: (number | null)[]): (number | null)[] {
  return pointsOf({ ...PLAIN, ...scored }, values, targets).map((one) => one.points)
}

test('占最优比: the county composite of 40, 30 and 30 points gives 79', () => {
  const [mean] = points({ ruleKind: RULE.best, fullPoints: 40 }, [70, 80])
  const [pass] = points({ ruleKind: RULE.best, fullPoints: 30 }, [60, 75])
  const [excellent] = points({ ruleKind: RULE.best, fullPoints: 30 }, [20, 30])
  expect([mean, pass, excellent]).toEqual([35, 24, 20])
})

test('占最优比: where the best is 0 the points are 0, and who is missing has none', () => {
  expect(points({ ruleKind: RULE.best }, [0, 0, null])).toEqual([0, 0, null])
  expect(points({ ruleKind: RULE.best }, [null, null])).toEqual([null, null])
})

test('占最优比: where less is better the best is the least', () => {
  expect(points({ ruleKind: RULE.best, isLessBetter: true }, [2, 4, 8])).toEqual([10, 5, 2.5])
  expect(points({ ruleKind: RULE.best, isLessBetter: true }, [0, 4])).toEqual([10, 0])
})

test('线性区间: from nothing at the low end to everything at the high end, cut at both', () => {
  const rule = { low: 60, high: 90 }
  const found = pointsOf({ ...PLAIN, ruleKind: RULE.linear, fullPoints: 30, rule }, [50, 60, 75, 90, 99, null])
  expect(found.map((one) => one.points)).toEqual([0, 0, 15, 30, 30, null])
  expect(found[0]).toMatchObject({ uncut: -10 })
  expect(found[2]?.uncut).toBeUndefined()
})

test('线性区间: the other way round where less is better', () => {
  expect(points({ ruleKind: RULE.linear, rule: { low: 20, high: 0 } }, [0, 5, 20, 30])).toEqual([10, 7.5, 0, 0])
})

test('分段表: a band begins at its lower end, in whatever order they were written', () => {
  const bands = [
    { from: 60, points: 4 },
    { from: 90, points: 10 },
    { from: 75, points: 7 },
  ]
  const values = [95, 90, 89.99, 75, 60, 59.9, null]
  expect(points({ ruleKind: RULE.bands, rule: { bands } }, values)).toEqual([10, 10, 7, 7, 4, 0, null])
  const open = [...bands, { from: null, points: 1 }]
  expect(points({ ruleKind: RULE.bands, rule: { bands: open } }, [59.9, -5])).toEqual([1, 1])
})

test('分段表: a value that only a computer tells from the end of a band is in it', () => {
  expect(points({ ruleKind: RULE.bands, rule: { bands: [{ from: 0.3, points: 10 }] } }, [0.1 + 0.2])).toEqual([10])
  expect(points({ ruleKind: RULE.bands, rule: { bands: [{ from: 4.8, points: 10 }] } }, [6 * 0.4 + 4 * 0.6])).toEqual([
    10,
  ])
})

test('标准分: mid + k × Z over the units', () => {
  // 60 70 80 90 100: mean 80, population deviation 14.1421, Z of 90 .7071
  const rule = { mid: 6, k: 2 }
  const found = pointsOf({ ...PLAIN, ruleKind: RULE.standard, rule }, [60, 70, 80, 90, 100])
  expect(found.map((one) => Number(one.points?.toFixed(4)))).toEqual([3.1716, 4.5858, 6, 7.4142, 8.8284])
  expect(found[3]?.against).toMatchObject({ mean: 80 })
  expect(found[3]?.against['z']).toBeCloseTo(0.70711, 5)
  expect(points({ ruleKind: RULE.standard, rule: { mid: 6, k: 9 } }, [60, 100])).toEqual([0, 10])
  expect(points({ ruleKind: RULE.standard, rule, isLessBetter: true }, [60, 100])).toEqual([8, 4])
  expect(points({ ruleKind: RULE.standard, rule }, [70, 70, null])).toEqual([6, 6, null])
})

test('名次分: equal values share a rank, spread evenly or by steps', () => {
  expect(points({ ruleKind: RULE.rank }, [90, 80, 80, 50])).toEqual([10, 7.5, 7.5, 2.5])
  expect(points({ ruleKind: RULE.rank, rule: { step: 1.5 } }, [90, 80, 80, 50, null])).toEqual([
    10,
    8.5,
    8.5,
    5.5,
    null,
  ])
  expect(points({ ruleKind: RULE.rank, rule: { step: 6 } }, [90, 80, 50])).toEqual([10, 4, 0])
  expect(points({ ruleKind: RULE.rank, isLessBetter: true }, [5, 1])).toEqual([5, 10])
})

test('目标完成: 30 for the target, 5 more for the largest excess', () => {
  const scored = { ruleKind: RULE.target, fullPoints: 35, rule: { bonus: 5 } }
  // 80 of 100; exactly; 10 above; 20 above, the most
  expect(points(scored, [80, 100, 110, 120], [100, 100, 100, 100])).toEqual([24, 30, 32.5, 35])
  expect(points(scored, [80, 50], [100, null])).toEqual([24, null])
  expect(points({ ...scored, rule: { bonus: 5, target: 100 } }, [50, null])).toEqual([15, null])
  expect(points({ ruleKind: RULE.target, rule: { target: 4 }, isLessBetter: true }, [2, 4, 8, 0])).toEqual([
    10, 10, 5, 10,
  ])
})

test('加减分: so much per unit, free in both directions unless limited', () => {
  expect(points({ ruleKind: RULE.bonus, fullPoints: 0, rule: { per: -0.5 } }, [3, 0, null])).toEqual([-1.5, -0, null])
  const limited = { ruleKind: RULE.bonus, fullPoints: 0, rule: { per: 2 }, minPoints: -5, maxPoints: 5 }
  expect(pointsOf({ ...PLAIN, ...limited }, [1, 4, -9])).toMatchObject([
    { points: 2 },
    { points: 5, uncut: 8 },
    { points: -5, uncut: -18 },
  ])
})

test('limits of the scoring item cut every rule', () => {
  const scored = { ruleKind: RULE.best, minPoints: 4, maxPoints: 9 }
  expect(points(scored, [10, 5, 1])).toEqual([9, 5, 4])
})

test('points do not hang on the order of the units', () => {
  const values = [88.5, 61, 70.25, 70.25, 94]
  for (const ruleKind of [RULE.best, RULE.standard, RULE.rank]) {
    const scored = { ruleKind, rule: { mid: 5, k: 1.5 } }
    const there = points(scored, values)
    const back = points(scored, values.toReversed()).toReversed()
    for (const [at, value] of there.entries()) expect(back[at]).toBeCloseTo(value ?? -1, 8)
  }
})

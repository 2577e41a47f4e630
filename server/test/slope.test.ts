import { expect, test } from 'vitest'
import { slopeOf } from './slope.ts'

test.each<[string, [number, number][], number]>([
  [
    'a straight line',
    [
      [0, 10],
      [1, 12],
      [2, 14],
    ],
    2,
  ],
  [
    'one that stays',
    [
      [0, 5],
      [1, 5],
      [3, 5],
    ],
    0,
  ],
  [
    'points beside a line',
    [
      [0, 0],
      [1, 3],
      [2, 1],
      [3, 4],
    ],
    1,
  ],
  ['a single point', [[1, 7]], 0],
  ['no point', [], 0],
])('the slope of %s', (_title, points, slope) => {
  expect(slopeOf(points)).toBeCloseTo(slope, 10)
})

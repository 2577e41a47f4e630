import { expect, test } from 'vitest'
import { floorsOf, slopeOf } from './slope.ts'

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

test('the floor of a sawtooth that stands on level ground is level', () => {
  const teeth = Array.from({ length: 60 }, (_none, at): [number, number] => [at / 60, 400 + ((at * 7) % 10)])
  expect(floorsOf(teeth, 1 / 6).map(([, lowest]) => lowest)).toEqual([400, 400, 400, 400, 400, 400])
  expect(slopeOf(floorsOf(teeth, 1 / 6))).toBe(0)
})

test('the floor of what grows beneath a sawtooth grows as fast', () => {
  const teeth = Array.from({ length: 60 }, (_none, at): [number, number] => [at / 60, 400 + at + ((at * 7) % 10)])
  expect(slopeOf(floorsOf(teeth, 1 / 6))).toBeCloseTo(60, -1)
})

import { expect, test } from 'vitest'
import { sharesOf } from './shares.ts'

test('parts sum to exactly 100', () => {
  expect(sharesOf([1, 1, 1])).toEqual([33.34, 33.33, 33.33])
  expect(sharesOf([1, 2, 3])).toEqual([16.67, 33.33, 50])
  expect(sharesOf([7, 0, 0])).toEqual([100, 0, 0])
  const many = sharesOf([13, 7, 29, 3, 11, 1, 17])
  expect(many.reduce((sum, part) => sum + Math.round(part * 100), 0)).toBe(10_000)
})

test('of nobody there are no parts', () => expect(sharesOf([0, 0])).toEqual([0, 0]))

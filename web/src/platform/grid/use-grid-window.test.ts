import { expect, test } from 'vitest'
import { drawnColumns, spanOf } from './use-grid-window.ts'

/** Four columns of a hundred pixels behind one of fifty. */
const EDGES = [50, 150, 250, 350, 450]

test.each([
  [0, 500, 0, 4],
  [0, 120, 0, 2],
  [200, 100, 0, 4],
  [260, 60, 1, 4],
  [349, 10, 1, 4],
  [350, 10, 2, 4],
])('scrolled by %i in a box of %i pixels, the columns from %i to %i are drawn', (left, width, first, behind) => {
  expect(spanOf(EDGES, left, width)).toEqual({ first, behind })
})

test('every column is drawn where the width of the box is not known', () => {
  expect(spanOf(EDGES, 0, 0)).toEqual({ first: 0, behind: 4 })
})

test.each([
  [undefined, [1, 2]],
  [2, [1, 2]],
  [0, [0, 1, 2]],
  [3, [1, 2, 3]],
])('with the keys in column %s the columns drawn are %j', (active, drawn) => {
  expect(drawnColumns({ first: 1, behind: 3 }, active)).toEqual(drawn)
})

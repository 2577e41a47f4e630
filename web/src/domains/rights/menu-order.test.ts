import { expect, test } from 'vitest'
import { type SortNode, movedBefore, movedBy, siblingsOf } from './menu-order.ts'

function node(id: string, children?: SortNode[]): SortNode {
  return { id, key: id, title: id, ...(children && { children }) }
}

const TREE = [
  node(
    'a',
    ['1', '2', '3'].map((id) => node(id)),
  ),
  node('b'),
]

test('a node moves by one among its neighbours, and no further than the ends', () => {
  expect(movedBy(TREE, '2', -1)).toEqual(['2', '1', '3'])
  expect(movedBy(TREE, '2', 1)).toEqual(['1', '3', '2'])
  expect(movedBy(TREE, '1', -1)).toBeUndefined()
  expect(movedBy(TREE, 'b', 1)).toBeUndefined()
  expect(movedBy(TREE, 'nobody', 1)).toBeUndefined()
})

test('a dropped node stands before or behind its new neighbour, never on another level', () => {
  expect(movedBefore(TREE, '3', '1', false)).toEqual(['3', '1', '2'])
  expect(movedBefore(TREE, '1', '3', true)).toEqual(['2', '3', '1'])
  expect(movedBefore(TREE, 'a', 'b', true)).toEqual(['b', 'a'])
  expect(movedBefore(TREE, '1', 'b', true)).toBeUndefined()
  expect(siblingsOf(TREE, '2').map((node) => node.id)).toEqual(['1', '2', '3'])
})

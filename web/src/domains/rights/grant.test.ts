import { expect, test } from 'vitest'
import { withNode } from './GrantDialog.tsx'

const TREE = [
  {
    id: '1',
    title: '系统',
    children: [
      {
        id: '2',
        title: '参数',
        children: [
          { id: '3', title: '查看' },
          { id: '4', title: '修改' },
        ],
      },
    ],
  },
]

test('a ticked node brings what is above and below it', () => {
  expect(withNode(TREE, [], '3', true).toSorted()).toEqual(['1', '2', '3'])
  expect(withNode(TREE, ['9'], '2', true).toSorted()).toEqual(['1', '2', '3', '4', '9'])
})

test('an unticked node takes what is below it, and leaves what is above', () => {
  expect(withNode(TREE, ['1', '2', '3', '4'], '2', false)).toEqual(['1'])
  expect(withNode(TREE, ['1', '2', '3', '4'], '4', false)).toEqual(['1', '2', '3'])
})

import { expect, test } from 'vitest'
import { formatBlock, layBlock, layByTitles, parseBlock, rangeOf } from './block.ts'

test.each([
  ['a', [['a']]],
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a\t\tb\n\nc', [['a', '', 'b'], [''], ['c']]],
  ['"第一行\n第二行"\t"他说""好"""', [['第一行\n第二行', '他说"好"']]],
  ['5" 管\tb', [['5" 管', 'b']]],
  ['', [['']]],
])('the copied text %j is a block of cells', (text, rows) => {
  expect(parseBlock(text)).toEqual(rows)
})

test('a block that was copied is pasted as it was', () => {
  const rows = [
    ['a', '', 'b"c'],
    ['d\te', 'f\ng', ''],
  ]
  expect(parseBlock(formatBlock(rows))).toEqual(rows)
})

test('what does not fit into the grid is cut off and counted', () => {
  const block = [
    ['1', '2', '3'],
    ['4', '5', '6'],
    ['7', '8', '9'],
  ]
  expect(layBlock(block, { row: 3, column: 4 }, { rowCount: 5, columnCount: 6 })).toEqual({
    rows: [
      ['1', '2'],
      ['4', '5'],
    ],
    lostRows: 1,
    lostColumns: 1,
  })
})

test('the marked cells are those between two corners, whichever came first', () => {
  expect(rangeOf({ row: 4, column: 1 }, { row: 2, column: 3 })).toEqual({ top: 2, bottom: 4, left: 1, right: 3 })
})

const TITLED = [{ title: '题号', also: ['题目编号'] }, { title: '题型' }, { title: '分值', also: ['满分'] }]

test('a block copied with its head goes by its titles, and cells it says nothing of are left alone', () => {
  const block = [['满分', ' 题目编号 ', ''], ['5', '1', '乱写'], ['10']]
  expect(layByTitles(block, TITLED)).toEqual([
    ['1', undefined, '5'],
    ['', undefined, '10'],
  ])
})

test.each([
  [[['题号', '题型']], 'a head without lines'],
  [[['题号'], ['1']], 'one title alone'],
  [
    [
      ['题号', '班级'],
      ['1', '2'],
    ],
    'a title no column has',
  ],
  [
    [
      ['题号', '题目编号'],
      ['1', '2'],
    ],
    'two titles of one column',
  ],
  [
    [
      ['1', '单选题'],
      ['2', '单选题'],
    ],
    'lines without a head',
  ],
])('%j is no head: %s', (block) => {
  expect(layByTitles(block, TITLED)).toBeUndefined()
})

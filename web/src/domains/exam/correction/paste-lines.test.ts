import { expect, test } from 'vitest'
import { readPasted, writePasted } from './paste-lines.ts'

const LINES = [
  { studentNumber: '0101', courseName: '语文', newScore: '118.5' },
  { studentNumber: '0102', courseName: '数学', newScore: '缺考' },
]

test.each([
  ['tabs, as a table gives them', '0101\t语文\t118.5\n0102\t数学\t缺考\n'],
  ['commas and blanks of either width', ' 0101，语文, 118.5\r\n\r\n0102　数学 缺考'],
])('lines apart by %s are read', (_title, text) => {
  expect(readPasted(text)).toEqual({ lines: LINES, broken: [] })
})

test('a line with too little or too much is named by its number', () => {
  expect(readPasted('0101 语文\n0101 语文 118.5\n0101 语文 3(1) 118.5 90')).toEqual({
    lines: LINES.slice(0, 1),
    broken: [1, 3],
  })
})

test('four parts are the mark of a question', () => {
  const lines = [{ studentNumber: '0101', courseName: '语文', questionNo: '3(1)', newScore: '未作答' }]
  expect(readPasted('0101 语文 3(1) 未作答')).toEqual({ lines, broken: [] })
  expect(writePasted(lines)).toBe('0101\t语文\t3(1)\t未作答')
})

test('what was read is written so that it is read alike', () => {
  expect(readPasted(writePasted(LINES)).lines).toEqual(LINES)
})

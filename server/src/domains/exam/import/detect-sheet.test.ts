import { expect, test } from 'vitest'
import { detectSheet } from './detect-sheet.ts'

const COURSES = [
  { name: '语文', aliases: [] },
  { name: '外语', aliases: ['英语'] },
]

test('finds a header below titles and knows aliases, parts and decorations', () => {
  const head = [
    { rowNo: 1, cells: ['望澜区高三成绩表'] },
    { rowNo: 2, cells: ['说明', '语文'] },
    {
      rowNo: 4,
      cells: ['准考证号 ', '姓名*', '语文（原始分）', '英语', '英语_客观', '英语（主观题）', '总分', '姓名'],
    },
    { rowNo: 5, cells: ['001', '张三', '98', '100', '60', '40', '198', ''] },
  ]
  expect(detectSheet('score', head, COURSES)).toEqual({
    headerRow: 4,
    layout: 'wide',
    titles: head[2]?.cells,
    targets: [
      'studentNumber',
      'studentName',
      'course:语文:score',
      'course:外语:score',
      'course:外语:objective',
      'course:外语:subjective',
      '',
      '',
    ],
  })
})

test('tells long score lists and rosters', () => {
  expect(detectSheet('score', [{ rowNo: 1, cells: ['考号', '科目', '成绩'] }], COURSES).layout).toBe('long')
  expect(detectSheet('student', [{ rowNo: 1, cells: ['考号', '姓名', '学校', '班级'] }], COURSES).layout).toBe('roster')
  expect(detectSheet('score', [{ rowNo: 1, cells: ['考号', '姓名'] }], COURSES).layout).toBe('unknown')
})

test('answers unknown where no row looks like a header', () => {
  expect(detectSheet('student', [{ rowNo: 1, cells: ['随便写写'] }], COURSES).headerRow).toBe(0)
})

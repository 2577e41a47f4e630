import { expect, test } from 'vitest'
import { widthOf } from './columns.ts'

test('a column is as wide as the longest of its texts, neither too narrow nor too wide', () => {
  expect(widthOf([])).toBe(widthOf(['语文']))
  expect(widthOf(['语文', '任课教师身份证号'])).toBe(8 * 14 + 34)
  expect(widthOf(['语'.repeat(80)])).toBe(260)
})

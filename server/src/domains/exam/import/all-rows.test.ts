import { expect, test } from 'vitest'
import { requireAllRows } from './left-out.ts'

const COUNTS = { read: 5, left: 2, rows: 3, fresh: 3, changed: 0, unchanged: 0, faulty: 0, warned: 0 }

test('a row that is neither imported nor named holds the import back', () => {
  expect(() => requireAllRows(COUNTS)).not.toThrow()
  expect(() => requireAllRows({ ...COUNTS, read: 6 })).toThrow('读取 6 行，待导入 3 行，不导入 2 行，行数不符')
})

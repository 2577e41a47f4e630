import { expect, test } from 'vitest'
import { targetOf } from './grid-keys.ts'

const SIZE = { rowCount: 100, columnCount: 5, pageRows: 10 }
const NONE = { shiftKey: false, ctrlKey: false, metaKey: false }

test.each([
  ['ArrowUp', {}, [3, 2]],
  ['ArrowDown', {}, [5, 2]],
  ['ArrowLeft', {}, [4, 1]],
  ['ArrowRight', { ctrlKey: true }, [4, 4]],
  ['Enter', {}, [5, 2]],
  ['Enter', { shiftKey: true }, [3, 2]],
  ['Tab', {}, [4, 3]],
  ['Tab', { shiftKey: true }, [4, 1]],
  ['Home', {}, [4, 0]],
  ['End', { ctrlKey: true }, [99, 4]],
  ['PageDown', {}, [14, 2]],
  ['PageUp', {}, [0, 2]],
])('%s with %j leads from row 4, column 2 to %j', (key, held, [row, column]) => {
  expect(targetOf({ ...NONE, ...held, key }, { row: 4, column: 2 }, SIZE)).toEqual({ row, column })
})

test('Tab goes on in the next row, and leaves the grid behind the last cell', () => {
  expect(targetOf({ ...NONE, key: 'Tab' }, { row: 4, column: 4 }, SIZE)).toEqual({ row: 5, column: 0 })
  expect(targetOf({ ...NONE, key: 'Tab' }, { row: 99, column: 4 }, SIZE)).toBeUndefined()
  expect(targetOf({ ...NONE, key: 'Tab', shiftKey: true }, { row: 0, column: 0 }, SIZE)).toBeUndefined()
})

test('other keys do not move', () => {
  expect(targetOf({ ...NONE, key: 'a' }, { row: 0, column: 0 }, SIZE)).toBeUndefined()
})

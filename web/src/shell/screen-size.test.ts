import { expect, test } from 'vitest'
import { screenSizeOf } from './screen-size.ts'

test('the class changes at 768, 992 and 1200', () => {
  const widths = [390, 767, 768, 991, 992, 1199, 1200, 1920]
  expect(widths.map(screenSizeOf)).toEqual([0, 0, 1, 1, 2, 2, 3, 3])
})

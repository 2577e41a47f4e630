import { expect, test } from 'vitest'
import { evaluate, holds, parseText } from './expression.ts'

const variables = {
  days: 5,
  name: '王芳',
  pass: true,
  passed: { staff: true, principal: false },
  list: [],
  half: '3.0',
}

test.each([
  ['${days > 3}', true],
  ['${days gt 5}', false],
  ['${half == 3}', true],
  ['${name == "王芳" && pass}', true],
  ["${name eq '李明' or not pass}", false],
  ['${passed.staff && passed.principal}', false],
  ['${passed.staff || passed.nobody}', true],
  ['${empty list}', true],
  ['${!empty name}', true],
  ['${missing == null}', true],
  ['${missing > 3}', false],
  ['#{1 + 2 * 3 == 7}', true],
  ['${(1 + 2) * 3 == 9 ? pass : false}', true],
  ['${days % 2 == 1}', true],
  ['yes', false],
])('%s holds: %s', (source, expected) => {
  expect(holds(source, variables)).toBe(expected)
})

test('a text around expressions is put together', () => {
  expect(evaluate('${name}请假${days}天', variables)).toBe('王芳请假5天')
  expect(evaluate('${days}', variables)).toBe(5)
  expect(evaluate('PT24H', variables)).toBe('PT24H')
})

test('only what a process has set can be read', () => {
  for (const path of ['constructor', 'passed.constructor', 'name.length', '__proto__', 'passed.__proto__.x']) {
    expect(evaluate(`\${${path}}`, variables)).toBeNull()
  }
})

test.each([
  '${days >}',
  '${passed.}',
  '${passed.1}',
  '${a(1)}',
  '${a = 1}',
  '${a; b}',
  '${a[0]}',
  '${}',
  "${'open}",
  '${a b}',
  '${new a}',
  '${(1 + 2}',
  '${days ? 1}',
])('%s is not understood', (source) => {
  expect(() => parseText(source)).toThrow(SyntaxError)
})

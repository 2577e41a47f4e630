import { expect, test } from 'vitest'
import { evaluate, holds, namesIn, namesOfValue, parseText, textOf } from './expression.ts'

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
  ['true', true],
  ['false', false],
  ["${'true'}", true],
  ['${1}', false],
  ['${true && false || true}', true],
  ['${true || true && false}', true],
  ['${false && missing || false}', false],
  ['${"true" && "yes"}', false],
  ['${days lt 6 and days le 5 and days ge 5 and days gt 4}', true],
  ['${days < 5}', false],
  ['${days > 5}', false],
  ['${days <= 4}', false],
  ['${days >= 6}', false],
  ['${days <= 5 && days >= 5}', true],
  ['${"9" < "10"}', true],
  ['${"9" < "a"}', true],
  ['${"10" < "9a"}', true],
  ['${"b" > "a" && "a" <= "a" && "a" >= "a"}', true],
  ['${null <= 3}', false],
  ['${3 >= null}', false],
  ['${missing >= null}', false],
  ['${days ne 5}', false],
  ['${days != "5.0"}', false],
  ['${name != "李明"}', true],
  ['${"5" == "05"}', true],
  ['${"5" == "5a"}', false],
  ['${"" == null}', false],
  ['${0 == null}', false],
  ['${missing == passed.nobody}', true],
  ['${list == null}', false],
  ['${7 - 2 - 1 == 4}', true],
  ['${12 div 3 / 2 == 2}', true],
  ['${7 mod 4 == 3}', true],
  ['${2 * 3 % 4 == 2}', true],
  ['${-days == -5}', true],
  ['${- -days == 5}', true],
  ['${!!pass}', true],
  ['${!name}', true],
  ['${empty missing && empty ""}', true],
  ['${empty 0}', false],
  ['${empty name}', false],
  ['${empty passed}', false],
  ['${pass ? passed.principal : pass}', false],
  ['${pass ? pass : false ? false : false}', true],
  ['${false ? true : false ? false : true}', true],
  ['${"1.5" > 1}', true],
  ['${"1." == 1}', false],
  ['${" 5 " == 5}', true],
  ['${"-5" < 0}', true],
])('%s holds: %s', (source, expected) => {
  expect(holds(source, variables)).toBe(expected)
})

test('a text around expressions is put together', () => {
  expect(evaluate('${name}请假${days}天', variables)).toBe('王芳请假5天')
  expect(evaluate('${days}', variables)).toBe(5)
  expect(evaluate('PT24H', variables)).toBe('PT24H')
  expect(evaluate(' ${days} ', variables)).toBe(5)
  expect(evaluate('', variables)).toBe('')
  expect(evaluate('${days}#{days}', variables)).toBe('55')
  expect(evaluate('${missing}-${list}-${pass}', variables)).toBe('--true')
})

test.each([
  ['${days + 1}', 6],
  ['${half + 1}', 4],
  ["${'a' + 1}", 'a1'],
  ['${1 + name}', '1王芳'],
  ['${missing + name}', '王芳'],
  ["${'a' + 'b'}", 'ab'],
  ['${"it\'s"}', "it's"],
  ['${null}', null],
  ['${2.50}', 2.5],
  ['${days ? 1 : 2}', 2],
  ['${passed}', variables.passed],
])('%s is worth %j', (source, value) => {
  expect(evaluate(source, variables)).toEqual(value)
})

test('a value is told in words where it has some', () => {
  expect(['a', 0, false, null, undefined, {}, ['a']].map(textOf)).toEqual(['a', '0', 'false', '', '', '', ''])
})

test('a text names the variables it asks for, each once', () => {
  expect(namesIn("${a.b > 1 && !c}x#{d ? e : a}${1 + -f}${'g'}")).toEqual(['a', 'c', 'd', 'e', 'f'])
  expect(namesIn('a')).toEqual([])
})

test('a text names the variables its value is made of, not those that choose it', () => {
  expect(namesOfValue('${a ? b : c ? d.x : e},${f}g')).toEqual(['b', 'd', 'e', 'f'])
  expect(namesOfValue('a')).toEqual([])
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
  '${days ? 1 : }',
  '${1 2}',
  '${(1}',
  '${)}',
  '${a.true}',
  '${a && }',
  '${@}',
])('%s is not understood', (source) => {
  expect(() => parseText(source)).toThrow(SyntaxError)
})

import { expect, test } from 'vitest'
import { isSafeName, kebab, nameOf, quoted, remark, spoken } from './code-names.ts'

const RESERVED = new Set(['select', 'create_time', 'class'])

test.each<[string, boolean]>([
  ['bookInfo', true],
  ['a', true],
  [`a${'b'.repeat(39)}`, true],
  [`a${'b'.repeat(40)}`, false],
  [`a${'B'.repeat(30)}`, false],
  ['BookInfo', false],
  ['1st', false],
  ['book_info', false],
  ['书', false],
  ['', false],
  ['select', false],
  ['createTime', false],
])('the name %j may be used: %s', (name, isSafe) => {
  expect(isSafeName(name, RESERVED)).toBe(isSafe)
})

test.each<[string, string]>([
  ['book_info', 'bookInfo'],
  ['bookInfo', 'bookInfo'],
  ['BOOK_INFO', 'bookInfo'],
  ['书名', 'shuMing'],
  ['1st', 'field1st'],
  ['--', 'field'],
  ['select', 'selectValue'],
  ['x'.repeat(40), 'x'.repeat(28)],
])('the column %j is named %s', (column, name) => {
  expect(nameOf(column, RESERVED, new Set())).toBe(name)
})

test('a name that is taken gets a number', () => {
  expect(nameOf('a', RESERVED, new Set(['a']))).toBe('aValue')
  expect(nameOf('a', RESERVED, new Set(['a', 'aValue']))).toBe('a2')
  expect(nameOf('a', RESERVED, new Set(['a', 'aValue', 'a2']))).toBe('a3')
})

test('whatever stands in a text stays text', () => {
  expect(quoted(`it's "a" \\ b\n\${c}\u2028d`)).toBe(String.raw`'it\'s "a" \\ b\n${'${c}'} d'`)
  expect(remark(' a\n b */ c ')).toBe('a b * / c')
})

test('names are written for paths and for people', () => {
  expect([kebab('bookInfoList'), spoken('bookInfoList')]).toEqual(['book-info-list', 'Book info list'])
})

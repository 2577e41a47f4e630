import { describe, expect, test } from 'vitest'
import { cellText, dateText, isFormulaLike, neutralText, numberText } from './cell-text.ts'

describe('the text of a cell', () => {
  test.each<[string, unknown, string]>([
    ['trims a text', '　 01\t', '01'],
    ['leaves out marks nobody sees', '\ufeff张\u200b三\u0000', '张三'],
    ['keeps line ends and tabs within', 'a\tb\nc', 'a\tb\nc'],
    ['takes the mark off a formula', "'=1+1", '=1+1'],
    ['keeps a quote before anything else', "'01", "'01"],
    ['keeps a quote before a signed number', "'-1", "'-1"],
    ['writes a whole number plainly', 20260101000001, '20260101000001'],
    ['writes a number without binary noise', 0.1 + 0.2, '0.3'],
    ['says whether something holds', false, 'FALSE'],
    ['says nothing of what is no value', { a: 1 }, ''],
    ['says nothing of a blank', null, ''],
  ])('%s', (_title, value, text) => {
    expect(cellText(value)).toBe(text)
  })
})

test.each<[number, string]>([
  [2 ** 53 - 1, '9007199254740991'],
  [1e21, '1000000000000000000000'],
  [-3, '-3'],
  [98.5, '98.5'],
  [1.23456789012345, '1.23456789012345'],
  [1 / 3, '0.333333333333333'],
])('the number %d reads %s', (value, text) => {
  expect(numberText(value)).toBe(text)
})

test.each<[string, string]>([
  ['2026-03-01T00:00:00.000Z', '2026-03-01'],
  ['2026-02-28T23:59:59.600Z', '2026-03-01'],
  ['2026-03-01T08:05:00.400Z', '2026-03-01 08:05:00'],
  ['no moment', ''],
])('the moment %s reads %j', (moment, text) => {
  expect(dateText(new Date(moment))).toBe(text)
})

test.each<[string, boolean]>([
  ['=1', true],
  ['@SUM(A1)', true],
  ['+cmd', true],
  ['-x', true],
  ['\tx', true],
  ['\rx', true],
  ['-1', false],
  ['+86', false],
  ['-1.50%', false],
  ['-1.', true],
  ['a=1', false],
  ['', false],
])('%j would be run as a formula: %s', (text, isRun) => {
  expect(isFormulaLike(text)).toBe(isRun)
  expect(neutralText(text)).toBe(isRun ? `'${text}` : text)
})

import { expect, test } from 'vitest'
import { fieldMessage, normalize } from '../src/derive/schema.ts'
import { date, dict, flag, integer, json, paragraph, secret, text } from '../src/kit/field.ts'

const NUMERIC = dict('类型', 'kind', { numeric: true })

test.each([
  ['a number', integer('页码')],
  ['a flag', flag('封存')],
  ['a numeric key', NUMERIC],
  ['a key', dict('类型', 'kind')],
  ['a day', date('日期')],
])('blanks alone are no value of %s', (_what, field) => {
  expect(normalize(field, ' ')).toBeNull()
})

test.each([
  ['a number', integer('页码'), ' 12 ', 12],
  ['a flag', flag('封存'), ' 1', 1],
  ['a key', dict('类型', 'kind'), ' a ', 'a'],
  ['a day', date('日期'), ' 2026-09-01 ', '2026-09-01'],
  ['a text', text('名称'), ' 甲 ', '甲'],
])('blanks around %s are taken off', (_what, field, given, kept) => {
  expect(normalize(field, given)).toBe(kept)
})

test.each([
  ['a paragraph', paragraph('备注')],
  ['a secret', secret('密钥')],
])('blanks around %s are part of it', (_what, field) => {
  expect(normalize(field, ' 甲 ')).toBe(' 甲 ')
})

const TEXTS = json<string[]>('菜单', { shape: 'texts' })
const WHOLE = json<number[]>('行', { shape: 'integers' })
const ROW = json<object>('条件', { shape: 'row' })
const ROWS = json<object[]>('题目', { shape: 'rows' })

test.each([
  [TEXTS, 'a', '菜单应为列表'],
  [TEXTS, {}, '菜单应为列表'],
  [TEXTS, ['a', null], '菜单的第2项格式不正确'],
  [TEXTS, [['a']], '菜单的第1项格式不正确'],
  [TEXTS, ['a', 1], undefined],
  [WHOLE, [1, '2', -3], undefined],
  [WHOLE, [1, 1.5], '行的第2项格式不正确'],
  [WHOLE, [3e9], '行的第1项格式不正确'],
  [WHOLE, [true], '行的第1项格式不正确'],
  [WHOLE, 1, '行应为列表'],
  [ROW, [], undefined],
  [ROW, [1], '条件的格式不正确'],
  [ROW, 'a', '条件的格式不正确'],
  [ROW, {}, undefined],
  [ROWS, {}, '题目应为列表'],
  [ROWS, [{}, []], '题目的第2项格式不正确'],
  [ROWS, [{}], undefined],
  [json('规则'), 'anything', undefined],
])('a structured value is held to its shape: %#', (field, value, message) => {
  expect(fieldMessage(field, value)).toBe(message)
})

test('ids that came as numbers are texts, and numbers that came as texts are numbers', () => {
  expect(normalize(TEXTS, ['a', 1])).toEqual(['a', '1'])
  expect(normalize(WHOLE, ['2', 3])).toEqual([2, 3])
  expect(normalize(ROWS, [{ a: 1 }])).toEqual([{ a: 1 }])
  expect(normalize(ROW, [])).toBeNull()
})

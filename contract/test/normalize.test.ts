import { expect, test } from 'vitest'
import { normalize } from '../src/derive/schema.ts'
import { date, dict, flag, integer, paragraph, secret, text } from '../src/kit/field.ts'

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

import { describe, expect, test } from 'vitest'
import { codesOf, evaluate, isItemCode, parseExpression } from './expression.ts'

const VALUES: Record<string, number | null> = { A: 6, B: 4, 平均分: 80, C_1: 0.5, 缺: null, 零: 0 }

function work(text: string): number | null {
  return evaluate(parseExpression(text), (code) => VALUES[code] ?? null)
}

test.each([
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['8 - 3 - 2', 3],
  ['16 / 4 / 2', 2],
  ['2 - -3', 5],
  ['-A * B', -24],
  ['-(A - B) * 2', -4],
  ['A / B', 1.5],
  ['A * 0.4 + B * 0.6', 4.8],
  ['平均分/100', 0.8],
  ['C_1*2', 1],
  ['min(A, B, 9)', 4],
  ['max(A, B)', 6],
  ['round(1.005, 2)', 1.01],
  ['round(74.5)', 75],
  ['round(-74.5)', -75],
  ['round(A / 7, 3)', 0.857],
  ['max(min(A, 5), min(B，9))', 5],
  ['round(1000000000000000000000000)', 1e24],
])('%s is %d', (text, value) => {
  expect(work(text)).toBeCloseTo(value as number, 12)
})

describe('what cannot be computed is missing, not zero', () => {
  test.each(['1 / 0', 'A / 零', 'A / (B - 4)', '缺 + 1', 'min(A, 缺)', '0 * 缺', 'max(1 / 0, 5)'])('%s', (text) => {
    expect(work(text)).toBeNull()
  })
})

describe('faults are told where they are', () => {
  test.each([
    ['', '请输入表达式'],
    ['1 +', '表达式不完整'],
    ['(1 + 2', '表达式末尾缺少「)」'],
    ['1 2', '表达式在「2」处无法理解'],
    ['1 + * 2', '表达式在「*」处无法理解'],
    ['A % B', '表达式在「%」处无法理解'],
    ['sqrt(4)', '没有函数「sqrt」，可用 min、max、round'],
    ['round(1, 2, 3)', '函数「round」的参数个数不对'],
    ['constructor(1)', '没有函数「constructor」，可用 min、max、round'],
    ['A.B', '表达式在「.」处无法理解'],
    [`${'('.repeat(60)}1${')'.repeat(60)}`, '表达式的括号套得太深'],
    [`${'-'.repeat(60)}1`, '表达式的括号套得太深'],
    ['1+'.repeat(300), '表达式不能超过500个字符'],
  ])('%j', (text, message) => {
    expect(() => parseExpression(text)).toThrow(message)
  })
})

test('the codes an expression names, each once', () => {
  expect(codesOf(parseExpression('(A + B) * A / max(平均分, -C_1)'))).toEqual(['A', 'B', '平均分', 'C_1'])
})

test.each([
  ['AVG', true],
  ['语文_平均分2', true],
  ['2AVG', false],
  ['A-B', false],
  ['min', false],
  ['', false],
])('%j can be a code: %s', (code, isCode) => {
  expect(isItemCode(code)).toBe(isCode)
})

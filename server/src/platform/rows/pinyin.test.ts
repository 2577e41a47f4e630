import { expect, test } from 'vitest'
import { readPinyin } from './pinyin.ts'

test.each([
  ['wang', [['WANG']]],
  ['wxm', [['*WXM']]],
  ['wangxm', [['WANG', '*WXM']]],
  ['Wang Ming', [['WANG', 'MING', '*WM']]],
  ['xian', [['XI', 'AN', '*XA'], ['XIAN']]],
  ["xi'an", [['XI', 'AN', '*XA']]],
  ['lü', [['LV']]],
  ['abkhj', [['A', '*ABKH', '*BKHJ']]],
] as const)('%s is looked for as %j', (text, pieces) => {
  const sorted = (readings: readonly (readonly string[])[]) =>
    readings.map((one) => one.toSorted().join(' ')).toSorted()
  expect(sorted(readPinyin(text))).toEqual(sorted(pieces))
})

test.each(['王', '', '高三1班', 'iu', 'S0001', '%', 'a'.repeat(25)])('%j is no pinyin', (text) => {
  expect(readPinyin(text)).toEqual([])
})

test('a long text has a few readings, not all', () => {
  expect(readPinyin('xianxianxianxianxianxian').length).toBeLessThanOrEqual(8)
})

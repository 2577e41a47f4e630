import { expect, test } from 'vitest'
import { type UnitSums, quotaField } from './quota-fields.ts'

/** Ten planned, eight sat: 60 marks each on average of 100, where the unit above has 50. */
const UNIT: UnitSums = {
  plan: 10,
  sat: 8,
  absent: 2,
  base: 10,
  sum10: 4800,
  sumsq100: 3_200_000,
  full10: 8000,
  max10: 955,
  min10: 205,
  median: 615,
  excellent: 1,
  good: 3,
  pass: 6,
  low: 2,
  fullMarks: 4,
  allPass: 5,
  composite: 71.25,
  avgRank: 3,
  compositeRank: 7,
  aboveSum10: 10_000,
  above: 20,
  front: 2,
}

const NOBODY: UnitSums = {
  ...UNIT,
  sat: 0,
  base: 0,
  plan: 0,
  sum10: null,
  sumsq100: null,
  full10: 0,
  max10: null,
  min10: null,
  median: null,
  composite: null,
  avgRank: null,
  compositeRank: null,
}

function of(name: string, unit: UnitSums) {
  return quotaField(name)?.of(unit)
}

test.each([
  ['avgScore', 4800, 80, 60],
  ['scoreRate', 4800, 8000, 60],
  ['excellentRate', 1, 10, 10],
  ['goodRate', 3, 10, 30],
  ['passRate', 6, 10, 60],
  ['lowRate', 2, 10, 20],
  ['allPassRate', 5, 10, 50],
  ['attendRate', 8, 10, 80],
  ['frontRate', 2, 8, 25],
])('%s is %d of %d: %d', (name, top, base, value) => {
  expect(of(name, UNIT)).toEqual({ top, base, value })
  expect(of(name, NOBODY)?.value).toBeNull()
})

test.each([
  ['fullNum', 4],
  ['studentNum', 8],
  ['planNum', 10],
  ['absentNum', 2],
  ['maxScore', 95.5],
  ['minScore', 20.5],
  ['medianScore', 61.5],
  // Mean 600 and mean of squares 400 000, in tenths: the root of 40 000 is 200.
  ['stdScore', 20],
  ['compositeScore', 71.25],
  ['diffAvg', 10],
  ['overAvgRate', 20],
  ['avgRank', 3],
  ['compositeRank', 7],
  ['frontNum', 2],
])('%s is %d, and no fraction', (name, value) => {
  expect(of(name, UNIT)).toEqual({ top: null, base: null, value })
})

test.each(['maxScore', 'minScore', 'medianScore', 'stdScore', 'compositeScore', 'avgRank', 'compositeRank'])(
  '%s is missing where nobody sat the exam',
  (name) => expect(of(name, NOBODY)).toEqual({ top: null, base: null, value: null }),
)

test.each([
  ['nobody sat it', { sat: 0 }],
  ['no sum is known', { sum10: null }],
  ['no unit stands above', { above: null }],
  ['the unit above is empty', { above: 0 }],
  ['no sum of the unit above is known', { aboveSum10: null }],
])('a distance from the unit above is missing where %s', (_title, change) => {
  expect([of('diffAvg', { ...UNIT, ...change })?.value, of('overAvgRate', { ...UNIT, ...change })?.value]).toEqual([
    null,
    null,
  ])
})

test('a distance from a mean of nothing is a distance, and no share of it', () => {
  const unit = { ...UNIT, aboveSum10: 0 }
  expect([of('diffAvg', unit)?.value, of('overAvgRate', unit)?.value]).toEqual([60, null])
})

test('a spread is missing where a sum is, and nothing where all have the same', () => {
  expect(of('stdScore', { ...UNIT, sumsq100: null })?.value).toBeNull()
  expect(of('stdScore', { ...UNIT, sum10: null })?.value).toBeNull()
  expect(of('stdScore', { ...UNIT, sumsq100: 2_880_000 })?.value).toBe(0)
})

test('where nobody was counted among the first, none is', () => {
  const { front: _front, ...unit } = UNIT
  expect([of('frontNum', unit)?.value, of('frontRate', unit)?.value]).toEqual([0, 0])
})

test('says for whom a field is, for what, and with which number', () => {
  const names = ['allPassRate', 'medianScore', 'compositeScore', 'diffAvg', 'overAvgRate', 'avgRank', 'compositeRank']
  for (const name of names) expect([name, quotaField(name)?.except]).toEqual([name, ['teacher']])
  for (const name of ['frontNum', 'frontRate'])
    expect(quotaField(name)).toMatchObject({ except: ['class', 'teacher'], needsN: true })
  expect(quotaField('allPassRate')?.isOfTotal).toBe(true)
  expect([quotaField('avgScore')?.except, quotaField('avgScore')?.needsN]).toEqual([undefined, undefined])
  expect([quotaField(null), quotaField('toString')]).toEqual([undefined, undefined])
})

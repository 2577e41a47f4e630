import { TIE } from '@xueheng/contract/domains/exam-model/exam-model.ts'
import type { ScoringPart } from '@xueheng/contract/domains/exam-model/explain.ts'
import { expect, test } from 'vitest'
import { totalsOf } from './total.ts'

/** One line of a unit: what it adds, and to which section. */
function part(weighted: number | null, section = '水平'): ScoringPart {
  return {
    itemCode: 'AVG',
    itemName: '平均分',
    item: { kind: 'manual', value: weighted },
    value: weighted,
    decimals: 2,
    ruleKind: 1,
    rule: {},
    isLessBetter: false,
    fullPoints: 100,
    against: {},
    points: weighted,
    scoringCode: 'S',
    scoringName: '评分',
    section,
    weight: 1,
    weighted,
  }
}

const units = (...rows: (number | null)[][]) => rows.map((row) => row.map((points) => part(points)))
const places = (rows: ScoringPart[][], tie: number | null) => totalsOf(rows, tie).map(({ rank }) => rank)

test('equal totals share a place, and the next one counts them both', () => {
  const rows = units([40, 20], [30, 30], [50, 20], [10, 10])
  expect(places(rows, TIE.shared)).toEqual([2, 2, 1, 4])
  expect(places(rows, null)).toEqual([2, 2, 1, 4])
})

test('equal totals are told apart by their parts, in the order of the parts', () => {
  expect(places(units([30, 30], [40, 20], [50, 20], [10, 10]), TIE.byParts)).toEqual([3, 2, 1, 4])
  expect(places(units([20, 10, 30], [20, 30, 10], [20, 20, 20]), TIE.byParts)).toEqual([3, 1, 2])
})

test('those equal in all parts share a place, whatever the rule', () => {
  const rows = units([20, 20], [40, 20], [20, 20], [10, 10])
  expect(places(rows, TIE.byParts)).toEqual([2, 1, 2, 4])
})

test('a unit that lacks a part has no place, and takes none from the others', () => {
  const rows = units([null, 90], [10, 10], [20, 5], [15, 5])
  for (const tie of [TIE.shared, TIE.byParts]) {
    const totals = totalsOf(rows, tie)
    expect(totals.map(({ totalPoints }) => totalPoints)).toEqual([null, 20, 25, 20])
    expect(totals.map(({ rank }) => rank)).toEqual(tie === TIE.byParts ? [null, 3, 1, 2] : [null, 2, 1, 2])
  }
})

test('a section lacks its points where one of its own parts does, and no other section', () => {
  const [unit] = totalsOf([[part(10, '水平'), part(null, '合格'), part(0.1, '水平'), part(0.2, '水平')]], TIE.shared)
  expect(unit).toEqual({ sectionPoints: { 水平: 10.3, 合格: null }, totalPoints: null, rank: null })
})

test('nothing adds up to no total', () => {
  expect(totalsOf([[]], TIE.shared)).toEqual([{ sectionPoints: {}, totalPoints: null, rank: null }])
})

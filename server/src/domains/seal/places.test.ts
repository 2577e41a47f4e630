import { expect, test } from 'vitest'
import { pdfOf } from '../../../test/fixtures/pdf.ts'
import { PdfFile } from './pdf/document.ts'
import { findText } from './pdf/find-text.ts'
import { type RuleRow, pagesOf, placesOf, seamGroups } from './places.ts'
import { pagesIn } from './sign-rule.ts'

const SEAL = { width: 42, height: 42 }
const rule = (values: Partial<RuleRow>): RuleRow => ({ ruleName: '规则', pageScope: 1, ...values }) as RuleRow
const pages = (count: number) =>
  new PdfFile(pdfOf(Array.from({ length: count }, (_none, i) => ({ text: `Seal ${i}` }))))

test('pages are chosen by their scope, those that do not exist are left out', () => {
  const chosen = (pageScope: number, pageList?: string) => pagesOf({ pageScope, pageList: pageList ?? null }, 5)
  expect([1, 2, 3, 4, 5].map((scope) => chosen(scope))).toEqual([[1, 2, 3, 4, 5], [1], [5], [1, 3, 5], [2, 4]])
  expect(chosen(6, '4-9, 2，2')).toEqual([2, 4, 5])
  expect(pagesIn('7-9', 5)).toEqual([])
})

test('a seal stands round its centre, and never beyond the edge of the page', async () => {
  const put = (coordX: number, coordY: number) => placesOf(pages(1), [rule({ ruleType: 2, coordX, coordY })], SEAL)
  expect(await put(100, 100)).toMatchObject([{ page: 1, x: 79, y: 79, width: 42, height: 42, from: 0, to: 1 }])
  const [corner] = await put(2000, 0)
  expect([Math.round((corner?.x ?? 0) + 42), corner?.y]).toEqual([210, 0])
})

test('strips of a seal across pages put together are the seal, each at the edge of its page', async () => {
  const places = await placesOf(pages(3), [rule({ ruleType: 4, seamEdge: 1, seamPosition: 50 })], SEAL)
  expect(places.map(({ page, from, to }) => [page, from, to])).toEqual([
    [1, 0, 1 / 3],
    [2, 1 / 3, 2 / 3],
    [3, 2 / 3, 1],
  ])
  for (const { x, to } of places) expect(x + to * 42).toBeCloseTo(209.9, 1)
  const left = await placesOf(pages(2), [rule({ ruleType: 4, seamEdge: 2, seamPosition: 0 })], SEAL)
  expect(left.map(({ x, y, from }) => [x + from * 42, y])).toEqual([
    [0, 0],
    [0, 0],
  ])
})

test('a group of one page joins the one before it, and a strip is never narrower than asked', async () => {
  const sizes = (count: number, size: number) =>
    seamGroups(
      Array.from({ length: count }, (_none, i) => i + 1),
      size,
    ).map((group) => group.length)
  expect([sizes(13, 12), sizes(25, 12), sizes(14, 12), sizes(2, 12)]).toEqual([[13], [12, 13], [12, 2], [2]])
  const places = await placesOf(pages(24), [rule({ ruleType: 4, seamMinStrip: 7, seamGroupPages: 12 })], SEAL)
  expect(places.map(({ from, to }) => Math.round((to - from) * 42))).toEqual(Array.from({ length: 24 }, () => 7))
})

test('one page has no seam: other rules seal it, and a seam alone is refused', async () => {
  const seam = rule({ ruleType: 4, seamEdge: 1 })
  const both = await placesOf(pages(1), [rule({ ruleType: 2, coordX: 100, coordY: 100 }), seam], SEAL)
  expect(both).toHaveLength(1)
  await expect(placesOf(pages(1), [seam], SEAL)).rejects.toThrow('骑缝章至少需要两页，规则「规则」只有一页')
})

test('pages that are not there, and more seals than a document may carry, are refused', async () => {
  const listed = rule({ ruleType: 3, pageScope: 6, pageList: '4-5', coordX: 100, coordY: 100 })
  await expect(placesOf(pages(3), [listed], SEAL)).rejects.toThrow('规则「规则」指定的页不存在，文件共3页')
  const everywhere = rule({ ruleType: 3, coordX: 100, coordY: 100 })
  const many = Array.from({ length: 1001 }, () => everywhere)
  expect(await placesOf(pages(2), many.slice(1), SEAL)).toHaveLength(2000)
  await expect(placesOf(pages(2), many, SEAL)).rejects.toThrow('规则会盖2002处，超过2000处，请检查规则')
})

test('a keyword is found by its number, or refused in words', async () => {
  const put = (values: Partial<RuleRow>) =>
    placesOf(pages(3), [rule({ ruleType: 1, keyword: 'Seal', ...values })], SEAL)
  expect((await put({ keywordIndex: 0 })).map(({ page }) => page)).toEqual([1, 2, 3])
  expect((await put({ keywordIndex: -1 })).map(({ page }) => page)).toEqual([3])
  const [second] = await put({ keywordIndex: 2 })
  // The text begins 200 points from the left and 442 from the top.
  expect([second?.page, Math.abs((second?.x ?? 0) + 21 - 75) < 6, Math.abs((second?.y ?? 0) + 21 - 154) < 4]).toEqual([
    2,
    true,
    true,
  ])
  await expect(put({ keywordIndex: 4 })).rejects.toThrow('关键字「Seal」只有3处')
  await expect(put({ keyword: 'nothing' })).rejects.toThrow('未找到关键字「nothing」')
})

test('a document whose text cannot be read says so', async () => {
  await expect(findText(Buffer.from('%PDF-1.7 and nothing else'), 'Seal', [1])).rejects.toMatchObject({
    trouble: 'broken',
    message: 'text cannot be read',
  })
})

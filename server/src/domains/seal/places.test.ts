import { expect, test } from 'vitest'
import { pdfFile, pdfOf } from '../../../test/fixtures/pdf.ts'
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

test('a seal stands over a keyword, beside it or below it, and is moved as the rule says', async () => {
  const file = pages(1)
  const [found] = await findText(file.bytes, 'Seal', [1])
  if (!found) throw new Error('the keyword is not there')
  const put = async (values: Partial<RuleRow>) => {
    const [place] = await placesOf(file, [rule({ ruleType: 1, keyword: 'Seal', ...values })], SEAL)
    return [place?.x, place?.y]
  }
  const { x, y, width, height } = found
  const middle = [x + width / 2 - 21, y + height / 2 - 21] as const
  const near = (...values: number[]) => values.map((value) => expect.closeTo(value, 1))
  expect(await put({})).toEqual(near(...middle))
  expect(await put({ keywordAnchor: 1, offsetX: 3, offsetY: -4 })).toEqual(near(middle[0] + 3, middle[1] - 4))
  expect(await put({ keywordAnchor: 2, offsetX: 3, offsetY: -4 })).toEqual(near(x - 42 + 3, middle[1] - 4))
  expect(await put({ keywordAnchor: 3, offsetX: 3, offsetY: -4 })).toEqual(near(x + width + 3, middle[1] - 4))
  expect(await put({ keywordAnchor: 4, offsetX: 3, offsetY: -4 })).toEqual(near(middle[0] + 3, y + height - 4))
})

test('a keyword is found where it stands, whatever spaces are within it', async () => {
  const find = (text: string, wanted: string, numbers = [1]) => findText(pdfOf([{ text }, { text }]), wanted, numbers)
  const mm = (points: number) => expect.closeTo((points * 25.4) / 72, 2)
  const [whole] = await find('Seal 0', 'Seal0')
  const [half] = await find('Seal 0', ' Se al ')
  const [end] = await find('Seal 0', '0')
  expect(half).toMatchObject({ page: 1, x: mm(200), y: mm(842 - 400 - 12), height: mm(12) })
  const share = (of: number) => expect.closeTo((whole?.width ?? 0) * of, 4)
  expect([half?.width, end?.width, (end?.x ?? 0) - (whole?.x ?? 0)]).toEqual([share(4 / 6), share(1 / 6), share(5 / 6)])
  expect((await find('aaaaa', 'aa', [2, 1])).map(({ page }) => page)).toEqual([2, 2, 1, 1])
  expect(await find('aaaa', 'aaaaa')).toEqual([])
  expect(await find('abab', 'ba')).toHaveLength(1)
  expect(await find('aaaa', ' ')).toEqual([])
})

test('a keyword of a page on its side is found where it is read', async () => {
  const content = 'BT /F 12 Tf 0 1 -1 0 200 100 Tm (a Seal) Tj ET'
  const page =
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Rotate 90/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>'
  const file = pdfFile([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    page,
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ])
  const [[whole], [found]] = [await findText(file, 'aSeal', [1]), await findText(file, 'Seal', [1])]
  const mm = (points: number) => expect.closeTo((points * 25.4) / 72, 2)
  expect(whole).toMatchObject({ x: mm(100), y: mm(200 - 12), height: mm(12) })
  const step = (whole?.width ?? 0) / 6
  expect(found).toMatchObject({
    x: expect.closeTo((whole?.x ?? 0) + 2 * step, 3),
    y: mm(200 - 12),
    width: expect.closeTo(4 * step, 3),
  })
})

test('one place is on the first page of those chosen, or on each of them', async () => {
  const put = async (values: Partial<RuleRow>) =>
    (await placesOf(pages(3), [rule({ coordX: 100, coordY: 100, ...values })], SEAL)).map(({ page }) => page)
  expect(await put({ ruleType: 2, pageScope: 6, pageList: '2-3' })).toEqual([2])
  expect(await put({ ruleType: 3, pageScope: 6, pageList: '2-3' })).toEqual([2, 3])
  const [corner] = await placesOf(pages(1), [rule({ ruleType: 2, coordY: 2000 })], SEAL)
  expect([corner?.x, corner?.y]).toEqual([0, 255.04])
  const wide = await placesOf(pages(1), [rule({ ruleType: 2, coordX: 1 })], { width: 300, height: 20 })
  expect(wide).toMatchObject([{ x: 0, y: 0, width: 300, height: 20 }])
})

test('a strip stands at its edge, at the height that is chosen', async () => {
  const put = async (values: Partial<RuleRow>, seal = { width: 40, height: 30 }) =>
    (await placesOf(pages(2), [rule({ ruleType: 4, ...values })], seal)).map(({ x, y, along }) => [x, y, along])
  const [width, height] = [209.9, 297.04]
  expect(await put({})).toEqual([
    [expect.closeTo(width - 20, 1), expect.closeTo((height - 30) / 2, 1), 'x'],
    [expect.closeTo(width - 40, 1), expect.closeTo((height - 30) / 2, 1), 'x'],
  ])
  expect(await put({ seamEdge: 2, seamPosition: 100 })).toEqual([
    [-0, expect.closeTo(height - 30, 1), 'x'],
    [-20, expect.closeTo(height - 30, 1), 'x'],
  ])
  expect(await put({ seamEdge: 3, seamPosition: 0 })).toEqual([
    [0, -0, 'y'],
    [0, -15, 'y'],
  ])
  expect(await put({ seamEdge: 4, seamPosition: 25 })).toEqual([
    [expect.closeTo((width - 40) / 4, 1), expect.closeTo(height - 15, 1), 'y'],
    [expect.closeTo((width - 40) / 4, 1), expect.closeTo(height - 30, 1), 'y'],
  ])
  expect(await put({ seamEdge: 1 }, { width: 40, height: 400 })).toMatchObject([
    [expect.anything(), 0, 'x'],
    [expect.anything(), 0, 'x'],
  ])
})

test('so many pages share a seal as its strips are wide enough for', async () => {
  const shares = async (count: number, values: Partial<RuleRow>, seal = { width: 42, height: 21 }) =>
    (await placesOf(pages(count), [rule({ ruleType: 4, ...values })], seal))
      .filter(({ from }) => from === 0)
      .map(({ to }) => Math.round(1 / to))
  expect(await shares(28, {})).toEqual([14, 14])
  expect(await shares(28, { seamGroupPages: 20 })).toEqual([14, 14])
  expect(await shares(14, { seamEdge: 3 })).toEqual([7, 7])
  expect(await shares(14, { seamEdge: 4 })).toEqual([7, 7])
  expect(await shares(14, { seamEdge: 2 })).toEqual([14])
  expect(await shares(4, { seamMinStrip: 30 })).toEqual([2, 2])
  expect(await shares(4, { seamGroupPages: 2 })).toEqual([2, 2])
  expect(seamGroups([1], 2)).toEqual([[1]])
})

test('a document whose text cannot be read says so', async () => {
  await expect(findText(Buffer.from('%PDF-1.7 and nothing else'), 'Seal', [1])).rejects.toMatchObject({
    trouble: 'broken',
    message: 'text cannot be read',
  })
})

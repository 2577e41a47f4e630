import type { SealPlace, signRule } from '@xueheng/contract/domains/seal/sign-rule.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { refuse } from '../../platform/error.ts'
import type { PdfFile } from './pdf/document.ts'
import { type Found, findText } from './pdf/find-text.ts'
import { sizeOf } from './pdf/page-frame.ts'
import { PAGES, RULES, pagesIn } from './sign-rule.ts'

export type RuleRow = EntityRow<typeof signRule.fields>

interface Size {
  width: number
  height: number
}

/** A document as rules look at it: its pages in millimetres, in the order they are read. */
interface Sheets {
  file: PdfFile
  pages: Size[]
}

const ANCHORS = { centre: 1, left: 2, right: 3, below: 4 } as const
const EDGES = { right: 1, left: 2, top: 3, bottom: 4 } as const
/** More seals than this in one document is a mistake in a rule. */
const MOST_PLACES = 2000

/** Where the rules put a seal of that size; refuses where a rule finds no place. */
export async function placesOf(file: PdfFile, rules: RuleRow[], seal: Size): Promise<SealPlace[]> {
  const sheets: Sheets = { file, pages: file.pages().map(sizeOf) }
  const places: SealPlace[] = []
  for (const rule of rules) places.push(...(await placesBy(rule, sheets, seal)))
  const [seam] = rules.filter((rule) => rule.ruleType === RULES.seam)
  if (places.length === 0 && seam) throw refuse(`骑缝章至少需要两页，规则「${seam.ruleName}」只有一页`)
  if (places.length > MOST_PLACES) throw refuse(`规则会盖${places.length}处，超过${MOST_PLACES}处，请检查规则`)
  return places
}

async function placesBy(rule: RuleRow, sheets: Sheets, seal: Size): Promise<SealPlace[]> {
  const numbers = pagesOf(rule, sheets.pages.length)
  if (numbers.length === 0) throw refuse(`规则「${rule.ruleName}」指定的页不存在，文件共${sheets.pages.length}页`)
  switch (rule.ruleType) {
    case RULES.keyword:
      return byKeyword(rule, sheets, numbers, seal)
    case RULES.seam:
      return acrossPages(rule, sheets, numbers, seal)
    default: {
      const chosen = rule.ruleType === RULES.place ? numbers.slice(0, 1) : numbers
      return chosen.map((page) => at(sheets, page, { x: rule.coordX ?? 0, y: rule.coordY ?? 0 }, seal))
    }
  }
}

/** A whole seal round a centre, moved so that no part of it leaves the page. */
function at({ pages }: Sheets, page: number, centre: { x: number; y: number }, { width, height }: Size): SealPlace {
  const sheet = pages[page - 1] ?? { width: 0, height: 0 }
  const within = (value: number, size: number, room: number) => Math.max(0, Math.min(value - size / 2, room - size))
  const [x, y] = [within(centre.x, width, sheet.width), within(centre.y, height, sheet.height)]
  return { page, x: round(x), y: round(y), width, height, from: 0, to: 1, along: 'x' }
}

export function pagesOf({ pageScope, pageList }: Pick<RuleRow, 'pageScope' | 'pageList'>, count: number): number[] {
  const all = Array.from({ length: count }, (_none, i) => i + 1)
  switch (pageScope) {
    case PAGES.first:
      return all.slice(0, 1)
    case PAGES.last:
      return all.slice(-1)
    case PAGES.odd:
      return all.filter((page) => page % 2 === 1)
    case PAGES.even:
      return all.filter((page) => page % 2 === 0)
    case PAGES.listed:
      return pagesIn(pageList ?? '', count)
    default:
      return all
  }
}

async function byKeyword(rule: RuleRow, sheets: Sheets, numbers: number[], seal: Size): Promise<SealPlace[]> {
  const keyword = rule.keyword ?? ''
  const found = await findText(sheets.file.bytes, keyword, numbers)
  const index = rule.keywordIndex ?? 1
  const chosen = index === 0 ? found : found.slice(...(index < 0 ? [index] : [index - 1, index]))
  if (chosen.length === 0) {
    throw refuse(found.length === 0 ? `未找到关键字「${keyword}」` : `关键字「${keyword}」只有${found.length}处`)
  }
  return chosen.map((one) => at(sheets, one.page, besides(rule, one, seal), seal))
}

function besides(rule: RuleRow, { x, y, width, height }: Found, seal: Size): { x: number; y: number } {
  const [right, down] = [rule.offsetX ?? 0, rule.offsetY ?? 0]
  const middle = { x: x + width / 2 + right, y: y + height / 2 + down }
  switch (rule.keywordAnchor) {
    case ANCHORS.left:
      return { ...middle, x: x - seal.width / 2 + right }
    case ANCHORS.right:
      return { ...middle, x: x + width + seal.width / 2 + right }
    case ANCHORS.below:
      return { ...middle, y: y + height + seal.height / 2 + down }
    default:
      return middle
  }
}

/** 骑缝: groups of pages share a seal, each page a strip of it at its edge. One page alone has no seam: other rules seal it. */
function acrossPages(rule: RuleRow, sheets: Sheets, numbers: number[], seal: Size): SealPlace[] {
  if (numbers.length < 2) return []
  const edge = rule.seamEdge ?? EDGES.right
  const isUpright = edge === EDGES.right || edge === EDGES.left
  const across = isUpright ? seal.width : seal.height
  const most = Math.max(2, Math.floor(across / (rule.seamMinStrip ?? 3)))
  const groups = seamGroups(numbers, Math.min(rule.seamGroupPages ?? most, most))
  return groups.flatMap((group) =>
    group.map((page, i) => strip(sheets, rule, page, { from: i / group.length, to: (i + 1) / group.length }, seal)),
  )
}

/** A last group of one page joins the one before it. */
export function seamGroups(numbers: number[], size: number): number[][] {
  const groups: number[][] = []
  for (let i = 0; i < numbers.length; i += size) groups.push(numbers.slice(i, i + size))
  const last = groups.at(-1)
  if (groups.length > 1 && last?.length === 1) groups.splice(-2, 2, [...(groups.at(-2) ?? []), ...last])
  return groups
}

function strip(
  { pages }: Sheets,
  rule: RuleRow,
  page: number,
  { from, to }: { from: number; to: number },
  { width, height }: Size,
): SealPlace {
  const sheet = pages[page - 1] ?? { width: 0, height: 0 }
  const edge = rule.seamEdge ?? EDGES.right
  const isUpright = edge === EDGES.right || edge === EDGES.left
  const share = (rule.seamPosition ?? 50) / 100
  const free = isUpright ? sheet.height - height : sheet.width - width
  const other = Math.max(0, free * share)
  const beyond = isUpright ? width : height
  const shown = isUpright ? sheet.width : sheet.height
  const isFar = edge === EDGES.right || edge === EDGES.bottom
  const along = isFar ? shown - to * beyond : -from * beyond
  const [x, y] = isUpright ? [along, other] : [other, along]
  return { page, x: round(x), y: round(y), width, height, from, to, along: isUpright ? 'x' : 'y' }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

import type { Header } from '../kit/report.ts'

/** The columns under a header tree, left to right. */
export function leavesOf(headers: Header[]): Header[] {
  return headers.flatMap((header) => (header.children ? leavesOf(header.children) : [header]))
}

/**
 * The tree in the order of the screen, of paper and of the workbook: columns that stay in sight come first, out of
 * their groups (a group half of which scrolls away cannot be drawn), the rest keeps its order.
 */
export function withFixedFirst(headers: Header[]): Header[] {
  const fixed = leavesOf(headers).filter((header) => header.fixed)
  return [...fixed, ...headers.flatMap(withoutFixed)]
}

/** The tree without the columns of these keys; those that name a row always stay. */
export function withoutColumns(headers: Header[], keys: ReadonlySet<string>): Header[] {
  return headers.flatMap((header) => {
    if (!header.children) return keys.has(header.key) && !header.fixed ? [] : [header]
    const children = withoutColumns(header.children, keys)
    return children.length > 0 ? [{ ...header, children }] : []
  })
}

function withoutFixed(header: Header): Header[] {
  if (!header.children) return header.fixed ? [] : [header]
  const children = header.children.flatMap(withoutFixed)
  return children.length > 0 ? [{ ...header, children }] : []
}

/** Width of a column in the unit of the budget it is compared with. */
export type WidthOf = (leaf: Header) => number

/**
 * The tree as tables no wider than `budget`: each begins with the columns that name a row, no group is torn (one wider
 * than the budget stands alone), and the parts are about equally wide.
 */
export function splitHeaders(headers: Header[], widthOf: WidthOf, budget: number): Header[][] {
  const ordered = withFixedFirst(headers)
  const names = ordered.filter((header) => header.fixed)
  const rest = ordered.filter((header) => !header.fixed)
  const room = Math.max(0, budget - totalWidth(names, widthOf))
  const parts = fill(rest, widthOf, room)
  const even = fill(rest, widthOf, Math.min(room, evenWidth(rest, widthOf, parts.length)))
  return (even.length === parts.length ? even : parts).map((part) => [...names, ...part])
}

/** The sum of the columns' widths. */
export function totalWidth(headers: Header[], widthOf: WidthOf): number {
  return leavesOf(headers).reduce((sum, leaf) => sum + widthOf(leaf), 0)
}

/** What each of so many parts takes when the widest group may lie across a border. */
function evenWidth(headers: Header[], widthOf: WidthOf, parts: number): number {
  const widest = Math.max(0, ...headers.map((header) => totalWidth([header], widthOf)))
  return totalWidth(headers, widthOf) / parts + widest
}

/** As many neighbours into one part as its room holds. */
function fill(headers: Header[], widthOf: WidthOf, room: number): Header[][] {
  const parts: Header[][] = [[]]
  let used = 0
  for (const header of headers) {
    const width = totalWidth([header], widthOf)
    if (used > 0 && used + width > room) {
      parts.push([])
      used = 0
    }
    parts.at(-1)?.push(header)
    used += width
  }
  return parts
}

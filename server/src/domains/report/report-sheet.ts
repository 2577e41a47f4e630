import {
  type WidthOf,
  leavesOf,
  splitHeaders,
  totalWidth,
  withFixedFirst,
} from '@xueheng/contract/derive/report-headers.ts'
import { markWord } from '@xueheng/contract/domains/report/mark-words.ts'
import type { Header } from '@xueheng/contract/kit/report.ts'
import { type HeaderSpec, type SheetSpec, layOutHeader } from '../../platform/sheet/write.ts'
import type { Row } from './run.ts'

const NUMBERS = new Set(['integer', 'decimal'])
/** Characters of the narrowest and the widest column. */
const [NARROWEST, WIDEST] = [6, 40]

/** What stands around the table on paper: its title above, below how its numbers were made, by whom and when. */
export interface PaperLines {
  title: string[]
  foot: string[]
  pageFoot: string
}

/** Characters a page on its side holds at full size, and the smallest size that is still read, in per cent. */
const PAGE_CHARACTERS = 148
const SMALLEST = 65

/**
 * A table of a report as a sheet for screen and paper: columns in the order of the screen, totals last and bold. Records that are
 * read later stand behind those given, whose columns are wide enough for them.
 */
export function reportSheet(
  name: string,
  lines: PaperLines,
  headers: Header[],
  records: Row[],
  totals: Row[] = [],
  later?: AsyncIterable<Row[]>,
): SheetSpec {
  const { leaves, rows, header, widthOf } = layOutTable(headers, records, totals)
  const parts = splitHeaders(headers, widthOf, (PAGE_CHARACTERS * 100) / SMALLEST)
  const nameColumns = leaves.filter((leaf) => leaf.fixed).length
  const widest = Math.max(...parts.map((part) => totalWidth(part, widthOf)))
  return {
    name,
    title: lines.title,
    header,
    rows: later ? allRows(leaves, rows, records.length, later) : rows,
    freeze: { rows: lines.title.length + layOutHeader(header).depth, columns: nameColumns },
    paper: {
      foot: lines.foot,
      pageFoot: lines.pageFoot,
      nameColumns,
      breaks: breaksOf(parts, nameColumns),
      scale: Math.min(100, Math.floor((PAGE_CHARACTERS * 97) / widest)),
    },
  }
}

async function* allRows(
  leaves: Header[],
  rows: Row[],
  given: number,
  later: AsyncIterable<Row[]>,
): AsyncGenerator<Row> {
  yield* rows.slice(0, given)
  for await (const part of later) for (const row of part) yield inWords(leaves, row)
  yield* rows.slice(given)
}

/** A table as it stands on paper: its columns in order, each as wide as what stands in it (characters), its rows in words. */
export interface TableLayout {
  leaves: Header[]
  header: HeaderSpec[]
  rows: Row[]
  widthOf: WidthOf
}

/** Totals come last and are marked by `_isTotal`. */
export function layOutTable(headers: Header[], records: Row[], totals: Row[]): TableLayout {
  const ordered = withFixedFirst(headers)
  const leaves = leavesOf(ordered)
  const rows = [...records, ...totals.map((row) => ({ ...row, _isTotal: true }))].map((row) => inWords(leaves, row))
  const header = fitted(ordered.map(toSpec), rows)
  const widths = new Map(leavesOfSpecs(header).map(({ key, width = 0 }) => [key, width]))
  return { leaves, header, rows, widthOf: ({ key }) => widths.get(key) ?? 0 }
}

/** The first column of every part but the first. */
function breaksOf(parts: Header[][], nameColumns: number): number[] {
  let column = nameColumns
  return parts.slice(0, -1).map((part) => (column += leavesOf(part).length - nameColumns))
}

/** A mark that is not there says why, as on the screen. */
function inWords(leaves: Header[], row: Row): Row {
  const words = leaves.flatMap((leaf) => {
    const word = markWord(leaf, row)
    return word ? [[leaf.key, word]] : []
  })
  return words.length > 0 ? { ...row, ...Object.fromEntries(words) } : row
}

/** A header as the head of a sheet: titles with their units, numbers with their digits. */
export function toSpec(header: Header): HeaderSpec {
  if (header.children) return { title: header.title, children: header.children.map(toSpec) }
  const kind = header.kind === 'percent' ? 'percent' : NUMBERS.has(header.kind ?? '') ? 'number' : 'text'
  return {
    title: header.unit && kind !== 'percent' ? `${header.title}(${header.unit})` : header.title,
    key: header.key,
    kind,
    ...(kind !== 'text' && { scale: header.kind === 'integer' ? 0 : (header.scale ?? 2), isGrouped: true }),
  }
}

function leavesOfSpecs(header: HeaderSpec[]): HeaderSpec[] {
  return header.flatMap((spec) => (spec.children ? leavesOfSpecs(spec.children) : [spec]))
}

/** Columns as wide as what stands in them; the title of a number may take two lines. */
function fitted(header: HeaderSpec[], rows: Row[]): HeaderSpec[] {
  return header.map((spec) => {
    if (spec.children) return { ...spec, children: fitted(spec.children, rows) }
    const title = charactersOf(spec.title) / (spec.kind === 'text' ? 1 : 2)
    const longest = rows.reduce((most, row) => Math.max(most, charactersOf(shownText(spec, row))), title)
    return { ...spec, width: Math.min(WIDEST, Math.max(NARROWEST, longest + 2)) }
  })
}

/** A value as its cell shows it: thousands apart, with the digits of its column. */
function shownText({ key = '', kind, scale = 0 }: HeaderSpec, row: Row): string {
  const value = row[key] ?? ''
  if (typeof value !== 'number') return String(value)
  const whole = String(Math.trunc(Math.abs(value))).length
  const signs = Math.floor((whole - 1) / 3) + (value < 0 ? 1 : 0) + (kind === 'percent' ? 1 : 0)
  return '0'.repeat(whole + signs + (scale > 0 ? scale + 1 : 0))
}

/** A Chinese character takes the room of two others. */
function charactersOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? 2 : 1), 0)
}

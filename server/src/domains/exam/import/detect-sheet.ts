import {
  FAULT_COLUMN,
  IMPORT_COLUMNS,
  IMPORT_KINDS,
  LONG_COLUMNS,
  MARK_WORDS,
  PART_WORDS,
  courseTarget,
  parseCourseTarget,
} from '@xueheng/contract/domains/exam/import-kinds.ts'
import type { ImportKind, ImportSheet } from '@xueheng/contract/domains/exam/import.ts'

export interface HeadRow {
  rowNo: number
  cells: string[]
}

export interface CourseNames {
  name: string
  aliases: string[]
}

export type Detected = Pick<ImportSheet, 'headerRow' | 'layout' | 'titles' | 'targets'>

/** Rows among which a header is looked for: titles and remarks may stand above it. */
export const HEAD_ROWS = 15
const PART = Object.keys(PART_WORDS).join('|')
const NAMED = new RegExp(`[_\\-(]?(${PART})题?分?\\)?$`)
const BRACKETS = new RegExp(`\\((?!${PART})[^)]*\\)`, 'g')
const WHOLE = new RegExp(`[_-]?(${MARK_WORDS.filter(Boolean).join('|')})$`)
const COURSE_MARK = '_'

/** Finds the header among the first rows of a sheet and says what each column fills. */
export function detectSheet(kind: ImportKind, head: HeadRow[], courses: CourseNames[]): Detected {
  const found = candidates(kind, head, courses)
    .map((row) => ({ row, targets: targetsOf(kind, row.cells, courses) }))
    .map((one) => ({ ...one, hits: hitsOf(one.targets) }))
    .reduce<{ row: HeadRow; targets: string[]; hits: number } | undefined>(
      (best, one) => (one.hits > (best?.hits ?? 1) ? one : best),
      undefined,
    )
  if (!found) return { headerRow: 0, layout: 'unknown', titles: head[0]?.cells ?? [], targets: [] }
  return {
    headerRow: found.row.rowNo,
    layout: layoutOf(kind, found.targets),
    titles: found.row.cells,
    targets: found.targets,
  }
}

/**
 * The kind that knows more of a sheet than the one it came in for. A list of single marks or lessons is what it says;
 * whose school and class stand beside them is no roster.
 */
export function otherKindOf(kind: ImportKind, head: HeadRow[], courses: CourseNames[]): ImportKind | undefined {
  const view = (one: ImportKind) => {
    const { layout, targets } = detectSheet(one, head, courses)
    return { layout, hits: layout === 'unknown' ? 0 : hitsOf(targets) }
  }
  const own = view(kind)
  if (own.layout === 'long') return undefined
  return (Object.keys(IMPORT_KINDS) as ImportKind[]).find((one) => {
    const other = view(one)
    return one !== kind && other.hits > own.hits && (own.layout !== 'wide' || other.layout === 'wide')
  })
}

function hitsOf(targets: string[]): number {
  return targets.filter(Boolean).length
}

/** Every pair of lines that is one header, courses above and what is told of each below; then every line. */
function candidates(kind: ImportKind, head: HeadRow[], courses: CourseNames[]): HeadRow[] {
  const pairs = head.flatMap((lower, i) => {
    const upper = head[i - 1]
    return upper && upper.rowNo === lower.rowNo - 1 ? joinLines(kind, upper, lower, courses) : []
  })
  return [...pairs, ...head]
}

/** A merged cell holds its text in its first column only; it reaches as far as there is something below it. */
function joinLines(kind: ImportKind, upper: HeadRow, lower: HeadRow, courses: CourseNames[]): HeadRow[] {
  let above = ''
  let isHeader = false
  const width = Math.max(upper.cells.length, lower.cells.length)
  const cells = Array.from({ length: width }, (_none, i) => {
    const [top = '', below = ''] = [upper.cells[i], lower.cells[i]]
    if (top || !below) above = top
    if (!below) return top
    if (!courseOf(kind, bareTitle(above), courses)) return below
    const title = above + COURSE_MARK + below
    isHeader ||= courseOf(kind, bareTitle(title), courses) !== undefined
    return title
  })
  return isHeader ? [{ rowNo: lower.rowNo, cells }] : []
}

/** The layout follows from what the columns fill. */
export function layoutOf(kind: ImportKind, targets: string[]): ImportSheet['layout'] {
  const has = (target: string) => targets.includes(target)
  const { needs, parts } = IMPORT_KINDS[kind]
  if (!needs.every((choice) => choice.some(has))) return 'unknown'
  if (parts.length === 0) return 'roster'
  if (LONG_COLUMNS[kind]?.every(has)) return 'long'
  return targets.some((target) => parseCourseTarget(target)) ? 'wide' : 'unknown'
}

/** One target per column; of several columns with one meaning the plainest title has it, the others are passed over. */
export function targetsOf(kind: ImportKind, titles: string[], courses: CourseNames[]): string[] {
  const read = titles.map((title) => readTitle(kind, title, courses))
  return read.map((one, i) => {
    const isBeaten = read.some(
      (other, j) => other.target === one.target && (other.rank < one.rank || (other.rank === one.rank && j < i)),
    )
    return isBeaten ? '' : one.target
  })
}

interface Reading {
  target: string
  /** How far the title is from the plain name; the nearest wins. */
  rank: number
}

const NOTHING: Reading = { target: '', rank: 0 }

function readTitle(kind: ImportKind, title: string, courses: CourseNames[]): Reading {
  const word = bareTitle(title)
  if (!word || word === FAULT_COLUMN) return NOTHING
  const column = IMPORT_COLUMNS[kind].find((one) => one.title === word || one.aliases.includes(word))
  return column ? { target: column.target, rank: 0 } : (courseOf(kind, word, courses) ?? NOTHING)
}

/** ` * 语文（原始分） ` → 语文. */
function bareTitle(title: string): string {
  return title.normalize('NFKC').replaceAll(/\s|\*/g, '').replaceAll(BRACKETS, '')
}

/** 语文, 语文成绩, 语文_客观, 语文(主观题). */
function courseOf(kind: ImportKind, word: string, courses: CourseNames[]): Reading | undefined {
  const named = NAMED.exec(word)
  const whole = named ? null : WHOLE.exec(word)
  const part = named ? PART_WORDS[named[1] ?? ''] : 'score'
  const base = word.slice(0, (named ?? whole)?.index)
  const course = courses.find((one) => one.name === base || one.aliases.includes(base))
  if (!course || !part || !IMPORT_KINDS[kind].parts.includes(part)) return undefined
  return { target: courseTarget(course.name, part), rank: Math.max(0, MARK_WORDS.indexOf(whole?.[1] ?? '')) }
}

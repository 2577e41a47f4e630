import {
  FAULT_COLUMN,
  IMPORT_COLUMNS,
  IMPORT_KINDS,
  LONG_COLUMNS,
  MARK_WORDS,
  PART_WORDS,
  courseTarget,
  parseCourseTarget,
  parseQuestionTarget,
} from '@xueheng/contract/domains/exam/import-kinds.ts'
import { type CourseNames, findCourse } from '@xueheng/contract/domains/exam/course-words.ts'
import type { DoubledColumn } from '@xueheng/contract/domains/exam/doubled-column.ts'
import type { ImportKind, ImportSheet } from '@xueheng/contract/domains/exam/import.ts'

export interface HeadRow {
  rowNo: number
  cells: string[]
}

export type Detected = Required<Pick<ImportSheet, 'headerRow' | 'layout' | 'titles' | 'targets' | 'questions'>>

/** Rows among which a header is looked for: titles and remarks may stand above it. */
export const HEAD_ROWS = 15
const PART = Object.keys(PART_WORDS).join('|')
const NAMED = new RegExp(`[_\\-(]?(${PART})题?分?\\)?$`)
const BRACKETS = new RegExp(`\\((?!${PART})[^)]*\\)`, 'g')
const WHOLE = new RegExp(`[_-]?(${MARK_WORDS.filter(Boolean).join('|')})$`)
const FULL_MARK = /[/:-]?(满分)?\d{2,3}分?$/
const COURSE_MARK = '_'
/** So many texts of a column help to choose it. */
const SAMPLES = 3
/** A header has at most so many lines. */
const HEAD_LINES = 3

/** Finds the header among the first rows of a sheet and says what each column fills. */
export function detectSheet(kind: ImportKind, head: HeadRow[], courses: CourseNames[], hasPlan = false): Detected {
  const found = candidates(kind, head, courses)
    .map((row) => ({ row, targets: targetsOf(kind, row.cells, courses) }))
    .map((one) => ({ ...one, hits: hitsOf(one.targets) }))
    .reduce<{ row: HeadRow; targets: string[]; hits: number } | undefined>(
      (best, one) => (one.hits > (best?.hits ?? 1) ? one : best),
      undefined,
    )
  if (!found) return { headerRow: 0, layout: 'unknown', titles: head[0]?.cells ?? [], targets: [], questions: [] }
  const { cells, rowNo } = found.row
  return {
    headerRow: rowNo,
    layout: layoutOf(kind, found.targets, hasPlan),
    titles: cells,
    targets: found.targets,
    questions: doubledColumns(kind, found.row, head, courses),
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
  const width = Math.max(...head.map(({ cells }) => cells.length))
  // Nothing knows more than every column.
  if (own.layout === 'long' || own.hits >= width) return undefined
  // Questions are told by the paper a sheet is of, which is known for its own kind alone.
  const others = (Object.keys(IMPORT_KINDS) as ImportKind[]).filter((one) => one !== 'question')
  return others.find((one) => {
    const other = view(one)
    return one !== kind && other.hits > own.hits && (own.layout !== 'wide' || other.layout === 'wide')
  })
}

function hitsOf(targets: string[]): number {
  return targets.filter(Boolean).length
}

/**
 * What may be the header, the likeliest first: lines with courses above and what is told of each below; every single line;
 * lines of which the upper one reaches down where nothing stands below, and else only names groups.
 */
function candidates(kind: ImportKind, head: HeadRow[], courses: CourseNames[]): HeadRow[] {
  const joined = head.flatMap((_row, i) => joinsFrom(kind, head.slice(i, i + HEAD_LINES), courses))
  return [...joined.filter((one) => one.namesCourse), ...head, ...joined.filter((one) => !one.namesCourse)]
}

interface JoinedRow extends HeadRow {
  /** Whether a course above and a word below make one title. */
  namesCourse: boolean
}

/** The first line with one, then two lines below it, as long as they follow on each other. */
function joinsFrom(kind: ImportKind, lines: HeadRow[], courses: CourseNames[]): JoinedRow[] {
  const joins: JoinedRow[] = []
  let above: JoinedRow | undefined
  for (const line of lines) {
    if (above && line.rowNo !== above.rowNo + 1) break
    above = above ? joinLines(kind, above, line, courses) : { ...line, namesCourse: false }
    if (line !== lines[0]) joins.push(above)
  }
  return joins
}

/** A merged cell holds its text in its first column only; it reaches as far as there is something below it. */
function joinLines(kind: ImportKind, upper: JoinedRow, lower: HeadRow, courses: CourseNames[]): JoinedRow {
  let above = ''
  let { namesCourse } = upper
  const width = Math.max(upper.cells.length, lower.cells.length)
  const cells = Array.from({ length: width }, (_none, i) => {
    const [top = '', below = ''] = [upper.cells[i], lower.cells[i]]
    if (top || !below) above = top
    if (!below) return top
    if (!courseOf(kind, bareTitle(above), courses)) return below
    const title = above + COURSE_MARK + below
    namesCourse ||= courseOf(kind, bareTitle(title), courses) !== undefined
    return title
  })
  return { rowNo: lower.rowNo, cells, namesCourse }
}

/** The layout follows from what the columns fill; with a seating plan a roster may do without numbers. */
export function layoutOf(kind: ImportKind, targets: string[], hasPlan = false): ImportSheet['layout'] {
  const has = (target: string) => targets.includes(target)
  const { needs: plain, plannedNeeds = plain, parts } = IMPORT_KINDS[kind]
  const needs = hasPlan ? plannedNeeds : plain
  if (!needs.every((choice) => choice.some(has))) return 'unknown'
  if (LONG_COLUMNS[kind]?.every(has)) return 'long'
  if (kind === 'question')
    return targets.some((target) => parseQuestionTarget(target) !== undefined) ? 'wide' : 'unknown'
  if (parts.length === 0) return 'roster'
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

/**
 * Targets that several columns seem to fill: which of them is meant only the user can say. A column under its own title
 * stands before one under another word for it; of the marks of a course none does.
 */
function doubledColumns(kind: ImportKind, header: HeadRow, head: HeadRow[], courses: CourseNames[]): DoubledColumn[] {
  const below = head.filter((row) => row.rowNo > header.rowNo)
  const samplesOf = (column: number) =>
    below.flatMap(({ cells }) => (cells[column] ? [cells[column]] : [])).slice(0, SAMPLES)
  const read = header.cells.map((title, column) => ({ ...readTitle(kind, title, courses), column }))
  const targets = new Set(read.map((one) => one.target).filter(Boolean))
  return [...targets].flatMap((target) => {
    const all = read.filter((one) => one.target === target)
    const first = Math.min(...all.map((one) => one.rank))
    const equal = parseCourseTarget(target) ? all : all.filter((one) => one.rank === first)
    if (equal.length < 2) return []
    return [{ target, columns: equal.map(({ column }) => ({ column, samples: samplesOf(column) })) }]
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
  if (!column) return courseOf(kind, word, courses) ?? NOTHING
  return { target: column.target, rank: word === column.title || word === column.label ? 0 : 1 }
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
  const course = findCourse(courses, base) ?? findCourse(courses, base.replace(FULL_MARK, ''))
  if (!course || !part || !IMPORT_KINDS[kind].parts.includes(part)) return undefined
  return { target: courseTarget(course.name, part), rank: Math.max(0, MARK_WORDS.indexOf(whole?.[1] ?? '')) }
}

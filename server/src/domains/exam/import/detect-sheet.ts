import {
  FAULT_COLUMN,
  IMPORT_COLUMNS,
  type ImportKind,
  type ScorePart,
  courseTarget,
  parseCourseTarget,
} from '@xueheng/contract/domains/exam/import-kinds.ts'
import type { ImportSheet } from '@xueheng/contract/domains/exam/import.ts'

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
const PARTS: Record<string, ScorePart> = {
  客观: 'objective',
  主观: 'subjective',
  选择: 'objective',
  非选择: 'subjective',
}

/** Finds the header among the first rows of a sheet and says what each column fills. */
export function detectSheet(kind: ImportKind, head: HeadRow[], courses: CourseNames[]): Detected {
  const found = head
    .map((row) => ({ row, targets: targetsOf(kind, row.cells, courses) }))
    .map((one) => ({ ...one, hits: one.targets.filter(Boolean).length }))
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

/** The layout follows from what the columns fill. */
export function layoutOf(kind: ImportKind, targets: string[]): ImportSheet['layout'] {
  const has = (target: string) => targets.includes(target)
  if (!has('studentNumber')) return 'unknown'
  if (kind === 'student') return has('studentName') ? 'roster' : 'unknown'
  if (has('courseName') && has('scoreText')) return 'long'
  return targets.some((target) => parseCourseTarget(target)) ? 'wide' : 'unknown'
}

/** One target per column; a second column of the same meaning is passed over. */
export function targetsOf(kind: ImportKind, titles: string[], courses: CourseNames[]): string[] {
  const seen = new Set<string>()
  return titles.map((title) => {
    const target = targetOf(kind, title, courses)
    if (seen.has(target)) return ''
    if (target) seen.add(target)
    return target
  })
}

function targetOf(kind: ImportKind, title: string, courses: CourseNames[]): string {
  const word = bareTitle(title)
  if (!word || word === FAULT_COLUMN) return ''
  const column = IMPORT_COLUMNS[kind].find((one) => one.title === word || one.aliases.includes(word))
  if (column) return column.target
  return kind === 'score' ? courseOf(word, courses) : ''
}

/** ` * 语文（原始分） ` → 语文. */
function bareTitle(title: string): string {
  return title
    .normalize('NFKC')
    .replaceAll(/\s|\*/g, '')
    .replaceAll(/\((?!客观|主观|选择|非选择)[^)]*\)/g, '')
}

/** 语文, 语文成绩, 语文_客观, 语文(主观题). */
function courseOf(word: string, courses: CourseNames[]): string {
  const part = /[_\-(]?(客观|主观|非选择|选择)题?分?\)?$/.exec(word)
  const base = (part ? word.slice(0, part.index) : word).replace(/[_-]?(成绩|分数|得分|原始分|总分)$/, '')
  const course = courses.find((one) => one.name === base || one.aliases.includes(base))
  return course ? courseTarget(course.name, part ? PARTS[part[1] ?? ''] : 'score') : ''
}

import type { Scope } from '../../platform/ctx.ts'
import { unitCourse } from './unit-course.ts'

type Row = Record<string, unknown>
export type Grain = keyof typeof ORDER

const ORDER = { all: 0, area: 1, school: 2, class: 3, student: 4 }
const ABOVE: Partial<Record<Grain, Grain>> = { class: 'school', school: 'area', area: 'all' }
/** Counts stay: they say how many sat the paper, nothing of how they did. */
const COUNTS = new Set(['planNum', 'studentNum', 'absentNum', 'otherNum', 'schoolNum'])
/** What a unit is by the one above it: beside its own mean it would tell the other. */
const COMPARED = ['diffAvg', 'overAvgRate']
/** What somebody is by everyone: two of them beside the own means would tell the mean of all. */
const BY_ALL = 'tScore'
/** Whether units of a grain are wider than what is the user's own. */
export function isOthers(grain: Grain, scope: Scope): boolean {
  return ORDER[grain] < ORDER[scope.level]
}

/** The grain of a row: its own where rows of several stand together. */
export function grainOf(row: Row, grain: Grain): Grain {
  return (row['unitGrain'] as Grain | undefined) ?? grain
}

/** Fewest students of a unit of this grain whose figures the user may see; `smallest` of others. */
export function smallestGroup(grain: Grain, scope: Scope, smallest: number): number {
  return isOthers(grain, scope) ? smallest : 0
}

/** Whose rows are withheld, and of which courses. */
export interface Withholding {
  grain: Grain
  scope: Scope
  /** Fewest students of others whose figures are shown. */
  smallest: number
  /** Units that would tell of fewer others, as `unitCourse` names them with a course. */
  hidden: ReadonlySet<string>
  /** The course of rows that name none. */
  courseId: number
  /** By name of the course. */
  courseIds: ReadonlyMap<string, number>
}

/**
 * Blanks the measures of units that are not the user's own and have fewer students than the smallest group, or fewer besides
 * those the user knows, and in the own rows what compares them with such a unit. Rows name their grain, or have the
 * report's; `aboveNum` counts the unit above.
 */
export function withholdSmallGroups(rows: Row[], about: Withholding): Row[] {
  return rows.map((given) => {
    const row = withoutPlace(given, about)
    const grain = grainOf(row, about.grain)
    if (isOthers(grain, about.scope)) return withhold(row, grain, about)
    const above = ABOVE[grain]
    const isCompared = above && isOthers(above, about.scope)
    return isCompared && (isSmall(row['aboveNum'], about) || isHidden(row, above, about)) ? withoutComparison(row) : row
  })
}

/** Without the T where the means of everyone are withheld. */
function withoutPlace(row: Row, about: Withholding): Row {
  const isUntold = (courseId: number) => about.hidden.has(unitCourse('all', row, courseId))
  const shown = BY_ALL in row && isUntold(about.courseId) ? { ...row, [BY_ALL]: null } : row
  if (!Array.isArray(shown['cells'])) return shown
  const cells = (shown['cells'] as Row[]).map((cell) =>
    BY_ALL in cell && isUntold(numberOf(cell, 'c') ?? about.courseId) ? { ...cell, [BY_ALL]: null } : cell,
  )
  return { ...shown, cells }
}

/** The number of the course or line a cell is of, if it is of one. */
function numberOf(cell: Row, letter: 'c' | 'l'): number | undefined {
  const [, kind, number] = /^([cl])(\d+)$/.exec(String(cell['key'])) ?? []
  return kind === letter ? Number(number) : undefined
}

function isHidden(row: Row, grain: Grain, { hidden, courseId, courseIds }: Withholding): boolean {
  const course = courseIds.get(String(row['courseName'])) ?? courseId
  const { lineNo } = row
  const isOfFew = typeof lineNo === 'number' && hidden.has(unitCourse(grain, row, course, lineNo))
  return isOfFew || hidden.has(unitCourse(grain, row, course))
}

function withoutComparison(row: Row): Row {
  return { ...row, ...Object.fromEntries(COMPARED.filter((name) => name in row).map((name) => [name, null])) }
}

function withhold(row: Row, grain: Grain, about: Withholding): Row {
  if (isSmall(row['studentNum'], about) || isHidden(row, grain, about)) {
    return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, blank(key, value)]))
  }
  if (!Array.isArray(row['cells'])) return row
  const cells = (row['cells'] as Row[]).map((cell) =>
    isSmall(cell['studentNum'], about) || isHiddenCell(cell, row, grain, about) ? blankCell(cell) : cell,
  )
  return { ...row, cells }
}

/** A cell is of a course or line of the row's unit, or of a unit, mark by mark. */
function isHiddenCell(cell: Row, row: Row, grain: Grain, { hidden, courseId }: Withholding): boolean {
  const key = String(cell['key'])
  const course = numberOf(cell, 'c')
  if (course !== undefined) return hidden.has(unitCourse(grain, row, course))
  const line = numberOf(cell, 'l')
  if (line !== undefined) return hidden.has(unitCourse(grain, row, courseId, line))
  const codes = { areaCode: key, schoolCode: key, classCode: key }
  return 'cumNum' in cell && !('unitGrain' in row) && hidden.has(unitCourse(grain, codes, courseId))
}

export function isSmall(students: unknown, { smallest }: Withholding): boolean {
  return typeof students === 'number' && students < smallest
}

function blankCell(cell: Row): Row {
  return Object.fromEntries(
    Object.entries(cell).map(([key, value]) => [key, key === 'sort' ? value : blank(key, value)]),
  )
}

function blank(key: string, value: unknown): unknown {
  if (Array.isArray(value)) return (value as Row[]).map(blankCell)
  return typeof value === 'number' && !COUNTS.has(key) ? null : value
}

import type { Scope } from '../../platform/ctx.ts'

type Row = Record<string, unknown>
type Grain = keyof typeof ORDER

const ORDER = { all: 0, area: 1, school: 2, class: 3, student: 4 }
const ABOVE: Partial<Record<Grain, Grain>> = { class: 'school', school: 'area', area: 'all' }
/** Counts stay: they say how many sat the paper, nothing of how they did. */
const COUNTS = new Set(['planNum', 'studentNum', 'absentNum', 'otherNum', 'schoolNum'])
/** What a unit is by the one above it: beside its own mean it would tell the other. */
const COMPARED = ['diffAvg', 'overAvgRate']
const SMALLEST_GROUP = 5

/** A unit is the user's own when it is no wider than his level. */
function isOthers(grain: Grain, scope: Scope): boolean {
  return ORDER[grain] < ORDER[scope.level]
}

/** Fewest students of a unit of this grain whose figures the user may see. */
export function smallestGroup(grain: Grain, scope: Scope): number {
  return isOthers(grain, scope) ? SMALLEST_GROUP : 0
}

/**
 * Blanks the measures of units that are not the user's own and have fewer than five students, and in the own rows what
 * compares them with such a unit. Rows name their grain, or have the report's; `aboveNum` counts the unit above.
 */
export function withholdSmallGroups(rows: Row[], grain: Grain, scope: Scope): Row[] {
  return rows.map((row) => {
    const unitGrain = (row['unitGrain'] as Grain | undefined) ?? grain
    if (isOthers(unitGrain, scope)) return withhold(row)
    const above = ABOVE[unitGrain]
    return above && isOthers(above, scope) && isSmall(row['aboveNum']) ? withoutComparison(row) : row
  })
}

function withoutComparison(row: Row): Row {
  return { ...row, ...Object.fromEntries(COMPARED.filter((name) => name in row).map((name) => [name, null])) }
}

function withhold(row: Row): Row {
  if (isSmall(row['studentNum'])) {
    return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, blank(key, value)]))
  }
  if (!Array.isArray(row['cells'])) return row
  return { ...row, cells: (row['cells'] as Row[]).map(blankSmallCell) }
}

function isSmall(students: unknown): boolean {
  return typeof students === 'number' && students < SMALLEST_GROUP
}

function blankSmallCell(cell: Row): Row {
  return isSmall(cell['studentNum']) ? blankCell(cell) : cell
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

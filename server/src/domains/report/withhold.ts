import type { Scope } from '../../platform/ctx.ts'

type Row = Record<string, unknown>

const ORDER = { all: 0, area: 1, school: 2, class: 3, student: 4 }
/** Counts stay: they say how many sat the paper, nothing of how they did. */
const COUNTS = new Set(['planNum', 'studentNum', 'absentNum', 'schoolNum'])
export const SMALLEST_GROUP = 5

/**
 * Blanks the measures of units that are not the user's own and have fewer than five students.
 * A unit is own when it is no wider than the user's level; rows name their grain, or have the report's.
 */
export function withholdSmallGroups(rows: Row[], grain: keyof typeof ORDER, scope: Scope): Row[] {
  return rows.map((row) => {
    const unitGrain = (row['unitGrain'] as keyof typeof ORDER | undefined) ?? grain
    return ORDER[unitGrain] < ORDER[scope.level] ? withhold(row) : row
  })
}

function withhold(row: Row): Row {
  if (isSmall(row)) return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, blank(key, value)]))
  if (!Array.isArray(row['cells'])) return row
  return { ...row, cells: (row['cells'] as Row[]).map(blankSmallCell) }
}

function isSmall(row: Row): boolean {
  return typeof row['studentNum'] === 'number' && row['studentNum'] < SMALLEST_GROUP
}

function blankSmallCell(cell: Row): Row {
  return isSmall(cell) ? blankCell(cell) : cell
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

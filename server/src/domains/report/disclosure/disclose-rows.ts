import { BESIDE_PLACES, bandOf, PLACES } from '@xueheng/contract/domains/report/places.ts'
import type { Scope } from '../../../platform/ctx.ts'
import type { Row } from '../run.ts'
import { type Grain, grainOf, isOthers } from '../withhold.ts'
import type { Disclosure, OtherSchools, PlaceSizes } from './disclosure.ts'
import { discloseOther } from './other-schools.ts'
import { sizeOf } from './place-sizes.ts'

/** What the rows are of. */
export interface DisclosedRows {
  disclosure: Disclosure
  scope: Scope
  grain: Grain
  /** None where places are not told as bands. */
  sizes: PlaceSizes
  /** Other schools among the rows. */
  others: OtherSchools
  /** The course of rows that name none. */
  courseId: number
  /** By name of the course. */
  courseIds: ReadonlyMap<string, number>
}

/**
 * Rows of any statement over a package without the places the policy does not tell: a band stands in the column of a place,
 * nothing in those beside it, and how many of the others have so many marks is left out, as it counts to a place.
 */
export function discloseRows<T extends Row>(rows: T[], about: DisclosedRows): T[] {
  const { disclosure, others } = about
  const told = disclosure.ranks === 'exact' ? rows : rows.map((row) => discloseRow(row, about))
  return others.size === 0 ? told : told.flatMap((row) => discloseOther(row, others, disclosure.smallest))
}

function discloseRow<T extends Row>(row: T, about: DisclosedRows): T {
  const grain = grainOf(row, about.grain)
  const courseId = about.courseIds.get(String(row['courseName'])) ?? about.courseId
  const told = withoutPlaces(row, row, grain, courseId, about)
  const whole = 'unitGrain' in row || !isDistribution(told, 'all', about) ? told : withoutCounts(told)
  return { ...whole, ...cellsOf(row, grain, courseId, about) }
}

function cellsOf(row: Row, grain: Grain, courseId: number, about: DisclosedRows): Row {
  const out: Row = {}
  for (const name of ['cells', 'courses']) {
    const cells = row[name]
    if (Array.isArray(cells)) out[name] = cells.flatMap((cell: Row) => discloseCell(cell, row, grain, courseId, about))
  }
  return out
}

/** Of how many of a unit are among the first N. */
const FRONT = /^n\d+$/

function discloseCell(cell: Row, row: Row, grain: Grain, courseId: number, about: DisclosedRows): Row[] {
  const key = String(cell['key'] ?? cell['courseName'])
  if (FRONT.test(key) || key in PLACES) return []
  const course = /^c\d+$/.test(key) ? Number(key.slice(1)) : (about.courseIds.get(key) ?? courseId)
  const told = withoutPlaces(cell, row, grain, course, about)
  return [isDistribution(told, grain, about) ? withoutCounts(told) : told]
}

function withoutPlaces<T extends Row>(
  row: T,
  unit: Row,
  grain: Grain,
  courseId: number,
  { disclosure: { ranks, smallest }, sizes }: DisclosedRows,
): T {
  const hidden: Row = {}
  for (const name of Object.keys(row)) {
    if (BESIDE_PLACES.includes(name)) hidden[name] = null
    const place = PLACES[name]
    if (!place) continue
    const rank = row[name]
    const size = ranks === 'band' ? sizeOf(sizes, place, grain, unit, courseId) : undefined
    hidden[name] = typeof rank === 'number' && size !== undefined ? bandOf(rank, size, smallest) : null
  }
  return { ...row, ...hidden }
}

/** Numbers of students by mark of a unit that is not the reader's own. */
function isDistribution(row: Row, grain: Grain, { scope }: DisclosedRows): boolean {
  return 'cumNum' in row && isOthers(grain, scope)
}

const BY_MARK = ['num', 'rate', 'cumNum', 'cumRate', 'tenNum', 'artsNum', 'artsCum', 'scienceNum', 'scienceCum']

function withoutCounts<T extends Row>(row: T): T {
  return { ...row, ...Object.fromEntries(BY_MARK.filter((name) => name in row).map((name) => [name, null])) }
}

import { portfolioStates } from '@xueheng/contract/domains/portfolio/portfolio-states.ts'
import type * as shape from '@xueheng/contract/domains/portfolio/statics.ts'
import { type RawBuilder, sql } from 'kysely'
import { dictLabels } from '../../platform/rows/labels.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { every } from '../../platform/access/doors.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'

const SCHOOL_NAMES = every(basicSchool, 'names of schools on lines the caller sees')

const { draft, waitSchool, schoolRefused, waitBureau, bureauRefused, passed, archived } = portfolioStates.states

/** What the numbers are taken from: entries and teachers the caller may see under the filters. */
export interface Basis {
  ctx: Ctx
  entries: RawBuilder<unknown>
  teachers: RawBuilder<unknown>
  /** Entries in these states count as what a teacher has. */
  counted: RawBuilder<unknown>
}

interface UnitCounts {
  areaCode: string | null
  schoolCode: string | null
  total: number
  draft: number
  wait1: number
  wait2: number
  rejected: number
  passed: number
}

interface UnitTeachers {
  areaCode: string | null
  schoolCode: string | null
  total: number
  filled: number
}

/**
 * Sums over nothing, over areas and over schools at once; a teacher of two schools counts in both and once in all. An entry
 * made before a move fills the line of the teacher wherever that line takes in the school it was made at.
 */
const GROUPS = sql`grouping sets ((), (area_code), (area_code, school_code))`

export function inState(...states: { value: number }[]) {
  return sql`count(*) filter (where audit_status = any(${states.map((state) => state.value)}::int[]))::int`
}

export async function byUnit({ ctx, entries, teachers, counted }: Basis) {
  const counts =
    await sql<UnitCounts>`select area_code, school_code, count(*)::int as total, ${inState(draft)} as draft,
      ${inState(waitSchool)} as wait1, ${inState(waitBureau)} as wait2, ${inState(schoolRefused, bureauRefused)} as rejected,
      ${inState(passed, archived)} as passed
    from ${entries} group by ${GROUPS}`.execute(ctx.db)
  const people = await sql<UnitTeachers>`select area_code, school_code, count(distinct id)::int as total,
      (case when grouping(school_code) = 0 then count(distinct id) filter (where in_school)
        when grouping(area_code) = 0 then count(distinct id) filter (where in_area)
        else count(distinct id) filter (where anywhere) end)::int as filled
    from ${teachers} cross join lateral (select count(*) > 0 as anywhere,
        bool_or(entry.area_code = teacher.area_code) as in_area,
        bool_or(entry.school_code = teacher.school_code) as in_school
      from ${entries} where entry.teacher_id = teacher.id::text and ${counted}) as own
    group by ${GROUPS}`.execute(ctx.db)
  const areas = await dictLabels(ctx, 'exam_area')
  const schools = await schoolNames(ctx)
  const units = unitsOf(counts.rows, people.rows)
  return {
    summary: summaryOf(units.find((unit) => unit.area === null)),
    byArea: units
      .filter((unit) => unit.area !== null && unit.school === null)
      .map((unit) => lineOf(unit, unit.area ?? '', areas.get(unit.area ?? ''))),
    bySchool: units
      .filter((unit) => unit.school !== null)
      .map((unit) => lineOf(unit, unit.school ?? '', schools.get(unit.school ?? ''))),
  }
}

async function schoolNames(ctx: Ctx): Promise<Map<string, string>> {
  const found = await sql<{ code: string; name: string }>`select school_code as code, school_name as name
    from ${SCHOOL_NAMES} where is_deleted = 0`.execute(ctx.db)
  return new Map(found.rows.map((row) => [row.code, row.name]))
}

interface Unit {
  area: string | null
  school: string | null
  counts: UnitCounts | undefined
  people: UnitTeachers | undefined
}

function unitsOf(counts: UnitCounts[], people: UnitTeachers[]): Unit[] {
  const units = new Map<string, Unit>()
  const unitOf = ({ areaCode: area, schoolCode: school }: Pick<UnitCounts, 'areaCode' | 'schoolCode'>) => {
    const key = `${area ?? ''}/${school ?? ''}`
    const unit = units.get(key) ?? { area, school, counts: undefined, people: undefined }
    units.set(key, unit)
    return unit
  }
  for (const row of counts) unitOf(row).counts = row
  for (const row of people) unitOf(row).people = row
  return [...units.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, unit]) => unit)
}

function peopleOf(people: UnitTeachers | undefined) {
  const teacherTotal = people?.total ?? 0
  const teacherWithEntry = people?.filled ?? 0
  return { teacherTotal, teacherWithEntry, coverageRate: rate(teacherWithEntry, teacherTotal) }
}

/** Two decimals, half up; nobody is nothing. */
function rate(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part * 10_000) / whole) / 100
}

function summaryOf(unit: Unit | undefined): shape.PortfolioSummary {
  const counts = unit?.counts
  return {
    ...peopleOf(unit?.people),
    entryTotal: counts?.total ?? 0,
    draft: counts?.draft ?? 0,
    waitAudit1: counts?.wait1 ?? 0,
    waitAudit2: counts?.wait2 ?? 0,
    rejected: counts?.rejected ?? 0,
    passed: counts?.passed ?? 0,
  }
}

function lineOf(unit: Unit, code: string, name: string | undefined): shape.PortfolioByUnit {
  const { draft: _draft, ...rest } = summaryOf(unit)
  return { code, name: name ?? code, ...rest }
}

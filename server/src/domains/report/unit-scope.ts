import type { Analytics } from '../../platform/analytics/analytics.ts'
import type { Scope } from '../../platform/ctx.ts'
import { type Codes, type Sight, WHOLE_SIGHT } from './sight.ts'

/** The units a report may show: lists of codes, or null where nothing limits the grain. */
export interface UnitScope {
  areaScope: string[] | null
  schoolScope: string[] | null
  classScope: string[] | null
  /** Codes of the only students in sight, where data scopes narrow students. */
  studentScope: string[] | null
  /** Named in file names: 全体, the unit, or how many; empty where no unit in sight took part. */
  label: string
}

export interface UnitParams {
  areaCode?: string | null
  schoolCode?: string | null
  classCode?: string | null
  /** A kind of areas of the bureau. */
  areaType?: string | null
}

interface UnitRow {
  areaCode: string
  schoolCode: string | null
  classCode: string | null
  name: string
}

const EVERYTHING: UnitScope = {
  areaScope: null,
  schoolScope: null,
  classScope: null,
  studentScope: null,
  label: '全体',
}

/**
 * What the user may see, cut by what was asked for. Units come from the package, as they were at the exam,
 * and bring the units above them: a school's user gets the row of its area, a class its school. Data scopes cut
 * further: who sees only some students sees their classes, schools and areas alone. `ofType` are the areas of the kind asked for.
 */
export async function unitScope(
  analytics: Analytics,
  folder: string,
  scope: Scope,
  params: UnitParams,
  sight: Sight = WHOLE_SIGHT,
  ofType: Codes = null,
): Promise<UnitScope> {
  const { students } = sight
  const areas = cut(both(scope.level === 'area' ? scope.areaCodes : null, ofType), params.areaCode)
  const schools = cut(both('schoolCodes' in scope ? scope.schoolCodes : null, sight.schools), params.schoolCode)
  const seen = both(sight.classes, students && (await classesOf(analytics, folder, students)))
  const classes = cut(both(scope.level === 'class' ? scope.classCodes : null, seen), params.classCode)
  const grain = classes ? 'class' : schools ? 'school' : areas ? 'area' : undefined
  if (!grain) return EVERYTHING
  const units = await analytics.query<UnitRow>(UNITS, { package: folder, grain, areas, schools, classes })
  return {
    areaScope: distinct(units.map((unit) => unit.areaCode)),
    schoolScope: grain === 'area' ? null : distinct(units.map((unit) => unit.schoolCode)),
    classScope: grain === 'class' ? distinct(units.map((unit) => unit.classCode)) : null,
    studentScope: students,
    label: labelOf(units),
  }
}

const UNITS = `
  select area_code, school_code, class_code,
    coalesce(school_name || class_name, school_name, area_name) as name
  from read_parquet($package || '/unit.parquet')
  where grain = $grain
    and ($areas is null or list_contains($areas, area_code))
    and ($schools is null or list_contains($schools, school_code))
    and ($classes is null or list_contains($classes, class_code))
  order by area_sort, school_sort, class_sort`

function cut(allowed: Codes, asked: string | null | undefined): Codes {
  if (!asked) return allowed
  return allowed === null || allowed.includes(asked) ? [asked] : []
}

/** What is in both lists; no list leaves the other as it is. */
function both(one: Codes, other: Codes): Codes {
  if (!one || !other) return one ?? other
  const among = new Set(other)
  return one.filter((code) => among.has(code))
}

async function classesOf(analytics: Analytics, folder: string, students: string[]): Promise<string[]> {
  const found = await analytics.query<{ code: string }>(CLASSES, { package: folder, students })
  return found.map((row) => row.code)
}

const CLASSES = `
  select distinct class_code as code from read_parquet($package || '/student.parquet')
  where student_code in (select unnest($students::varchar[])) and class_code is not null`

function distinct(codes: (string | null)[]): string[] {
  return [...new Set(codes.filter((code) => code !== null))]
}

function labelOf(units: UnitRow[]): string {
  const [first] = units
  if (!first) return ''
  return units.length === 1 ? first.name : `${first.name}等${units.length}个单位`
}

import type { Analytics } from '../../platform/analytics/analytics.ts'
import type { Scope } from '../../platform/ctx.ts'

/** The units a report may show: lists of codes, or null where nothing limits the grain. */
export interface UnitScope {
  areaScope: string[] | null
  schoolScope: string[] | null
  classScope: string[] | null
  /** Named in file names: 全体, the unit, or how many. */
  label: string
}

export interface UnitParams {
  areaCode?: string | null
  schoolCode?: string | null
  classCode?: string | null
}

type Codes = string[] | null

interface UnitRow {
  areaCode: string
  schoolCode: string | null
  classCode: string | null
  name: string
}

const EVERYTHING: UnitScope = { areaScope: null, schoolScope: null, classScope: null, label: '全体' }

/**
 * What the user may see, cut by what was asked for. Units come from the package, as they were at the exam,
 * and bring the units above them: a school's user gets the row of its area, a class its school.
 */
export async function unitScope(
  analytics: Analytics,
  folder: string,
  scope: Scope,
  params: UnitParams,
): Promise<UnitScope> {
  const areas = cut(scope.level === 'area' ? scope.areaCodes : null, params.areaCode)
  const schools = cut('schoolCodes' in scope ? scope.schoolCodes : null, params.schoolCode)
  const classes = cut(scope.level === 'class' ? scope.classCodes : null, params.classCode)
  const grain = classes ? 'class' : schools ? 'school' : areas ? 'area' : undefined
  if (!grain) return EVERYTHING
  const units = await analytics.query<UnitRow>(UNITS, { package: folder, grain, areas, schools, classes })
  return {
    areaScope: distinct(units.map((unit) => unit.areaCode)),
    schoolScope: grain === 'area' ? null : distinct(units.map((unit) => unit.schoolCode)),
    classScope: grain === 'class' ? distinct(units.map((unit) => unit.classCode)) : null,
    label: labelOf(units),
  }
}

const UNITS = `
  select area_code as "areaCode", school_code as "schoolCode", class_code as "classCode",
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

function distinct(codes: (string | null)[]): string[] {
  return [...new Set(codes.filter((code) => code !== null))]
}

function labelOf(units: UnitRow[]): string {
  const [first] = units
  if (!first) return '无'
  return units.length === 1 ? first.name : `${first.name}等${units.length}个单位`
}

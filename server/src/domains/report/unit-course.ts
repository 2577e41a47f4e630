/** From the finest. */
export const UNIT_GRAINS = ['class', 'school', 'area', 'all'] as const
export type UnitGrain = (typeof UNIT_GRAINS)[number]

/** How many sat a paper in a unit. */
export interface CountedUnit {
  grain: UnitGrain
  areaCode: string | null
  schoolCode: string | null
  classCode: string | null
  courseId: number
  studentNum: number
}

/** A unit of a grain with one of its courses, as one text. `row` has the code of the unit; everyone has none. */
export function unitCourse(
  grain: string,
  row: { areaCode?: unknown; schoolCode?: unknown; classCode?: unknown },
  courseId: number,
): string {
  const code = { class: row.classCode, school: row.schoolCode, area: row.areaCode }[grain]
  return `${grain} ${typeof code === 'string' ? code : ''} ${courseId}`
}

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
  /** The students of one stream are counted by the lines drawn for it. */
  lineNo?: number
  studentNum: number
}

/** A unit of a grain with one of its courses, or with the stream of a line, as one text. `row` has the code of the unit; everyone has none. */
export function unitCourse(
  grain: string,
  row: { areaCode?: unknown; schoolCode?: unknown; classCode?: unknown },
  courseId: number,
  lineNo?: number,
): string {
  const code = { class: row.classCode, school: row.schoolCode, area: row.areaCode }[grain]
  const course = lineNo === undefined ? String(courseId) : `${courseId} ${lineNo}`
  return `${grain} ${typeof code === 'string' ? code : ''} ${course}`
}

import { join } from 'node:path'
import { sqlText } from '../../../platform/analytics/sql-file.ts'
import type { SpecCourse } from './exam-spec.ts'

/** Columns of the exported roster, in the order of the CSV file; snapshot of the archive, one row per student. */
export const ROSTER_COLUMNS = {
  sid: 'INTEGER',
  student_number: 'VARCHAR',
  student_code: 'VARCHAR',
  student_name: 'VARCHAR',
  area_code: 'VARCHAR',
  area_name: 'VARCHAR',
  area_sort: 'INTEGER',
  school_code: 'VARCHAR',
  school_name: 'VARCHAR',
  school_sort: 'INTEGER',
  school_group: 'VARCHAR',
  is_in_report: 'TINYINT',
  class_code: 'VARCHAR',
  exam_class: 'VARCHAR',
  class_sort: 'INTEGER',
  course_combination: 'VARCHAR',
  arts_science: 'TINYINT',
  is_count: 'TINYINT',
} as const

/** Columns of the exported scores: one row per student and paper. */
export const COURSE_SCORE_COLUMNS = {
  sid: 'INTEGER',
  course_id: 'SMALLINT',
  score: 'DECIMAL(6,1)',
  score_status: 'TINYINT',
} as const

/** Columns of `exam_course.json`: marks in tenths, fixed lines null when the rule's shares decide. */
export const EXAM_COURSE_COLUMNS = {
  course_id: 'SMALLINT',
  course_name: 'VARCHAR',
  full10: 'INTEGER',
  is_in_total: 'TINYINT',
  sort: 'INTEGER',
  excellent10: 'INTEGER',
  good10: 'INTEGER',
  pass10: 'INTEGER',
  low10: 'INTEGER',
} as const

/** The rows of `exam_course.json`. */
export function courseRows(courses: SpecCourse[]): Record<keyof typeof EXAM_COURSE_COLUMNS, unknown>[] {
  const tenths = (score: number | null) => (score === null ? null : Math.round(score * 10))
  return courses.map((course) => ({
    course_id: course.courseId,
    course_name: course.courseName,
    full10: tenths(course.examScore),
    is_in_total: course.isInTotal,
    sort: course.sort,
    excellent10: tenths(course.excellentScore),
    good10: tenths(course.goodScore),
    pass10: tenths(course.passScore),
    low10: tenths(course.lowScore),
  }))
}

function typed(columns: Record<string, string>): string {
  const pairs = Object.entries(columns).map(([name, type]) => `${name}: '${type}'`)
  return `{${pairs.join(', ')}}`
}

function csv(columns: Record<string, string>): (path: string) => string {
  // Typed and without sniffing: the file is ours, and guessing costs a pass over it.
  return (path) =>
    `read_csv(${sqlText(path)}, header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', columns = ${typed(columns)})`
}

interface Source {
  fileName: string
  read(path: string): string
}

/** What a run starts from; every other table is a Parquet file some step makes. */
export const SOURCES: Record<string, Source> = {
  roster: { fileName: 'roster.csv', read: csv(ROSTER_COLUMNS) },
  course_score: { fileName: 'course_score.csv', read: csv(COURSE_SCORE_COLUMNS) },
  exam_course: {
    fileName: 'exam_course.json',
    read: (path) => `read_json(${sqlText(path)}, format = 'array', columns = ${typed(EXAM_COURSE_COLUMNS)})`,
  },
}

/** The SQL that reads a table of a work folder. */
export function tableSource(folder: string, table: string): string {
  const source = SOURCES[table]
  if (source) return source.read(join(folder, source.fileName))
  return `read_parquet(${sqlText(join(folder, `${table}.parquet`))})`
}

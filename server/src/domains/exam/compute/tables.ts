import { join } from 'node:path'
import { NORMAL_MODEL } from '@xueheng/contract/domains/exam/level/level-models.ts'
import { sqlText } from '../../../platform/analytics/sql-file.ts'
import type { ExamSpec, SpecCourse, SpecQuestion } from './exam-spec.ts'

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
  student_type: 'TINYINT',
  is_count: 'TINYINT',
} as const

/** Columns of the exported scores: one row per student and paper. */
export const COURSE_SCORE_COLUMNS = {
  sid: 'INTEGER',
  course_id: 'SMALLINT',
  score: 'DECIMAL(6,1)',
  score_status: 'TINYINT',
} as const

/** Columns of the exported parts of scores: one row per paper that was sat and has any. */
export const PAPER_PART_COLUMNS = {
  sid: 'INTEGER',
  course_id: 'SMALLINT',
  objective_score: 'DECIMAL(6,1)',
  subjective_score: 'DECIMAL(6,1)',
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
  return courses.map((course) => ({
    course_id: course.courseId,
    course_name: course.courseName,
    full10: tenthsOf(course.examScore),
    is_in_total: course.isInTotal,
    sort: course.sort,
    excellent10: tenthsOf(course.excellentScore),
    good10: tenthsOf(course.goodScore),
    pass10: tenthsOf(course.passScore),
    low10: tenthsOf(course.lowScore),
  }))
}

/** Columns of `line_param.json`: a line to draw, numbered from the first. */
export const LINE_PARAM_COLUMNS = {
  line_no: 'INTEGER',
  stream: 'TINYINT',
  period_name: 'VARCHAR',
  line_mode: 'TINYINT',
  line_num: 'BIGINT',
  share_units: 'BIGINT',
  wished10: 'INTEGER',
  tie_mode: 'VARCHAR',
  course_method: 'TINYINT',
  critical_total10: 'INTEGER',
  critical_course10: 'INTEGER',
  is_main: 'TINYINT',
} as const

/** Columns of `line_fixed.json`: lines of courses drawn by hand. */
export const LINE_FIXED_COLUMNS = { line_no: 'INTEGER', course_id: 'SMALLINT', score10: 'INTEGER' } as const

/** Columns of `blueprint.json`: a question that carries marks, numbered over all papers of the exam. */
export const BLUEPRINT_COLUMNS = {
  question_id: 'INTEGER',
  paper_no: 'INTEGER',
  course_id: 'SMALLINT',
  paper_code: 'VARCHAR',
  question_no: 'VARCHAR',
  parent_no: 'VARCHAR',
  question_type: 'VARCHAR',
  is_objective: 'TINYINT',
  is_multiple: 'TINYINT',
  full10: 'INTEGER',
  answer_key: 'VARCHAR',
  option_num: 'INTEGER',
  item_no: 'INTEGER',
  is_choice: 'TINYINT',
  ability: 'VARCHAR',
  preset_p: 'DOUBLE',
  knowledge: 'VARCHAR',
  paper_full10: 'INTEGER',
} as const

/** Columns of `blueprint_point.json`: what a question asks for, with its share in ten-thousandths. */
export const POINT_COLUMNS = {
  question_id: 'INTEGER',
  course_id: 'SMALLINT',
  point_no: 'INTEGER',
  point_code: 'VARCHAR',
  point_name: 'VARCHAR',
  share: 'INTEGER',
} as const

/** The rows of `blueprint.json`, in the order of the papers. */
export function blueprintRows({ questions = [] }: ExamSpec): Record<keyof typeof BLUEPRINT_COLUMNS, unknown>[] {
  const papers = places(questions.map(paperOf))
  const items = new Map([...papers.keys()].map((paper) => [paper, itemsOf(questions, paper)]))
  return questions.map((one, at) => ({
    question_id: at + 1,
    paper_no: papers.get(paperOf(one)),
    course_id: one.courseId,
    paper_code: one.paperCode,
    question_no: one.questionNo,
    parent_no: one.parentNo,
    question_type: one.questionType,
    is_objective: one.isObjective,
    is_multiple: one.isMultiple,
    full10: tenthsOf(one.questionScore),
    answer_key: one.answer,
    option_num: one.optionNum,
    item_no: items.get(paperOf(one))?.get(one.item),
    is_choice: one.isChoice,
    ability: one.ability,
    preset_p: one.presetP,
    knowledge: one.points.map(({ name }) => name).join('、') || null,
    paper_full10: tenthsOf(one.paperScore),
  }))
}

/** The rows of `blueprint_point.json`; a point is one by its code, or by its name, within a course. */
export function pointRows({ questions = [] }: ExamSpec): Record<keyof typeof POINT_COLUMNS, unknown>[] {
  const rows = questions.flatMap(({ courseId, points }, at) => points.map((point) => ({ at, courseId, point })))
  const keyOf = ({ courseId, point }: (typeof rows)[number]) => `${courseId} ${point.code ?? point.name}`
  const numbers = places(rows.map(keyOf))
  return rows.map((row) => ({
    question_id: row.at + 1,
    course_id: row.courseId,
    point_no: numbers.get(keyOf(row)),
    point_code: row.point.code,
    point_name: row.point.name,
    share: row.point.share,
  }))
}

function paperOf({ courseId, paperCode }: SpecQuestion): string {
  return `${courseId} ${paperCode}`
}

function itemsOf(questions: SpecQuestion[], paper: string): Map<string, number> {
  return places(questions.filter((one) => paperOf(one) === paper).map(({ item }) => item))
}

/** Each name with its place among the different ones, from 1. */
function places(names: string[]): Map<string, number> {
  return new Map([...new Set(names)].map((name, at) => [name, at + 1]))
}

function tenthsOf(score: number | null): number | null {
  return score === null ? null : Math.round(score * 10)
}

/** The rows of `line_param.json`. */
export function lineRows({ lines = [] }: ExamSpec): Record<keyof typeof LINE_PARAM_COLUMNS, unknown>[] {
  return lines.map((line, at) => ({
    line_no: at + 1,
    stream: line.stream,
    period_name: line.periodName,
    line_mode: line.lineMode,
    line_num: line.lineNum,
    share_units: line.lineShare === null ? null : Math.round(line.lineShare * 10_000),
    wished10: tenthsOf(line.lineScore),
    tie_mode: line.tieMode,
    course_method: line.courseMethod,
    critical_total10: tenthsOf(line.criticalTotal),
    critical_course10: tenthsOf(line.criticalCourse),
    is_main: line.isMain,
  }))
}

/** The rows of `line_fixed.json`. */
export function fixedRows({ lines = [] }: ExamSpec): Record<keyof typeof LINE_FIXED_COLUMNS, unknown>[] {
  return lines.flatMap(({ fixed }, at) =>
    Object.entries(fixed).map(([courseId, score]) => ({
      line_no: at + 1,
      course_id: Number(courseId),
      score10: tenthsOf(score),
    })),
  )
}

/** Columns of `level_param.json`: a grade of a course by levels, with what holds for the whole course. */
export const LEVEL_PARAM_COLUMNS = {
  course_id: 'SMALLINT',
  grade_no: 'INTEGER',
  grade_name: 'VARCHAR',
  ratio_units: 'BIGINT',
  t1: 'INTEGER',
  t2: 'INTEGER',
  last_no: 'INTEGER',
  is_normal: 'BOOLEAN',
  full10: 'INTEGER',
  unit10: 'INTEGER',
  boundary: 'VARCHAR',
  is_cumulative: 'BOOLEAN',
  zero_score: 'VARCHAR',
  top_endpoint: 'VARCHAR',
  last_endpoint: 'VARCHAR',
  single_point: 'VARCHAR',
} as const

/** The rows of `level_param.json`. */
export function levelRows({ levels = [], courses }: ExamSpec): Record<keyof typeof LEVEL_PARAM_COLUMNS, unknown>[] {
  return levels.flatMap(({ courseId, model, grades, options }) =>
    grades.map(({ name, ratio, t1, t2 }, at) => ({
      course_id: courseId,
      grade_no: at + 1,
      grade_name: name,
      ratio_units: Math.round(ratio * 100),
      t1: tenthsOf(t1),
      t2: tenthsOf(t2),
      last_no: grades.length,
      is_normal: model === NORMAL_MODEL,
      full10: tenthsOf(courses.find((course) => course.courseId === courseId)?.examScore ?? null),
      unit10: options.decimals === 0 ? 10 : 1,
      boundary: options.boundary,
      is_cumulative: options.cumulative,
      zero_score: options.zeroScore,
      top_endpoint: options.topEndpoint,
      last_endpoint: options.lastEndpoint,
      single_point: options.singlePoint,
    })),
  )
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

/** Question scores of the whole exam: a file for each course, and one without rows for an exam that has none. */
function questionScores(path: string): string {
  return `read_parquet(${sqlText(path)})`
}

function json(columns: Record<string, string>): (path: string) => string {
  return (path) => `read_json(${sqlText(path)}, format = 'array', columns = ${typed(columns)})`
}

interface Source {
  fileName: string
  read(path: string): string
}

/** What a run starts from; every other table is a Parquet file some step makes. */
export const SOURCES: Record<string, Source> = {
  roster: { fileName: 'roster.csv', read: csv(ROSTER_COLUMNS) },
  course_score: { fileName: 'course_score.csv', read: csv(COURSE_SCORE_COLUMNS) },
  paper_part: { fileName: 'paper_part.csv', read: csv(PAPER_PART_COLUMNS) },
  exam_course: { fileName: 'exam_course.json', read: json(EXAM_COURSE_COLUMNS) },
  line_param: { fileName: 'line_param.json', read: json(LINE_PARAM_COLUMNS) },
  level_param: { fileName: 'level_param.json', read: json(LEVEL_PARAM_COLUMNS) },
  line_fixed: { fileName: 'line_fixed.json', read: json(LINE_FIXED_COLUMNS) },
  blueprint: { fileName: 'blueprint.json', read: json(BLUEPRINT_COLUMNS) },
  blueprint_point: { fileName: 'blueprint_point.json', read: json(POINT_COLUMNS) },
  question_score: { fileName: 'question_score_*.parquet', read: questionScores },
}

/** The SQL that reads a table of a work folder. */
export function tableSource(folder: string, table: string): string {
  const source = SOURCES[table]
  if (source) return source.read(join(folder, source.fileName))
  return `read_parquet(${sqlText(join(folder, `${table}.parquet`))})`
}

import type { List } from '@xueheng/contract/kit/list.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import { sqlFile, sqlText } from '../../../platform/analytics/sql-file.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { type Condition, filterConditions } from '../../../platform/rows/filters.ts'
import { orderOf, type Query } from '../../../platform/rows/read.ts'
import type { Course } from '../course.ts'
import type { Statement } from '../report-sql.ts'

/** What a list is asked for, in the words of DuckDB; values stay parameters. */
export interface Asked {
  /** What is asked of the student alone; empty where nothing is. */
  person: string
  where: string
  /** Ends with a comma, or is empty. */
  order: string
  /** The columns answered. */
  names: string
  /** Only these are read, where one is named. */
  courses?: Course[]
  values: Record<string, unknown>
}

/** The filters and the order of a list of facts: the same rules as for lists of rows, masked values included. */
export function askedOf(ctx: Pick<Ctx, 'db'>, list: List, query: Query): Asked {
  // Places settle ties, not keys.
  const { id: _key, ...ordered } = list.fields
  const filters = Object.fromEntries(
    Object.entries(query).filter(([name]) => !Object.hasOwn(list.input, name) && name !== PACKAGE),
  )
  const [ofPerson, ofMarks] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(filters).filter(([name]) => isOfPerson(name) === wanted)),
  )
  const person = compiled(ctx, filterConditions(list.fields, ofPerson ?? {}), 'person')
  const marks = compiled(ctx, [sql`true`, ...filterConditions(list.fields, ofMarks ?? {})], 'asked')
  const order = orderOf(ordered, list.order, query, (name) => sql.ref(snake(name))).compile(ctx.db)
  return {
    person: person.text,
    where: marks.text,
    values: { ...person.values, ...marks.values },
    order: order.sql === '' ? '' : `${order.sql},`,
    names: namesOf(list),
  }
}

/** Beside `examId` another way to name the package, which is no filter of its rows. */
const PACKAGE = 'examId_equal'

/** The course asked for by its whole name; all of them otherwise. */
export function namedCourses(courses: Course[], list: List, query: Query): Course[] {
  if (!Object.hasOwn(list.fields, 'courseName')) return courses
  const wanted = query['courseName'] ?? query['courseName_equal']
  const named = courses.filter(({ courseName }) => courseName === wanted)
  return named.length > 0 ? named : courses
}

/** One line by what it is known by inside its package. */
export function oneLine(list: Pick<List, 'output'>, values: Record<string, number>): Asked {
  const where = Object.keys(values).map((name) => `${snake(name)} = $${name}`)
  return { person: '', where: where.join(' and '), order: '', names: namesOf(list), values }
}

function namesOf({ output }: Pick<List, 'output'>): string {
  return Object.keys(output ?? {})
    .map((name) => snake(name))
    .join(', ')
}

/** PostgreSQL's words as DuckDB takes them: parameters by name, an escape in patterns said, lists of texts compared as texts. */
function compiled(ctx: Pick<Ctx, 'db'>, parts: Condition[], name: string) {
  const { sql: words, parameters } = sql.join(parts, sql` and `).compile(ctx.db)
  const text = words
    .replaceAll(/ilike (\$\d+)/g, String.raw`ilike $1 escape '\'`)
    .replaceAll(/ = any\(\$/g, '::varchar = any($')
    .replaceAll(/\$(\d+)/g, `$$${name}$1`)
  return { text, values: Object.fromEntries(parameters.map((value, at) => [`${name}${at + 1}`, value])) }
}

const PERSON = `sid, $examId as exam_id, student_number, student_code, student_name, area_code, area_name, school_code, school_name,
  class_code, class_name as exam_class, combination_name, is_count, file_row_number as place`

/** Fields that all lines of a student share. */
const OF_PERSON = new Set([
  'studentNumber',
  'studentCode',
  'studentName',
  'areaCode',
  'areaName',
  'schoolCode',
  'schoolName',
  'classCode',
  'examClass',
  'isCount',
])

/** Whether a filter, with its suffix or without, is of the student alone. */
function isOfPerson(filter: string): boolean {
  return OF_PERSON.has(filter.split('_', 1)[0] ?? '')
}

const IN_SCOPE = 'from students_in($package, $areaScope, $schoolScope, $classScope, null, $studentScope)'
const FOUND = `from read_parquet($package || '/student.parquet', file_row_number = true)
  where file_row_number in (select place from found)`

/** Whose lines are read. Students who are asked for are looked for once: a list reads its students several times. */
function studentsOf({ person }: Asked): { found: string; students: string } {
  if (person === '') return { found: '', students: IN_SCOPE }
  const found = `found as materialized (select place from (select ${PERSON} ${IN_SCOPE}) where ${person}),`
  return { found, students: FOUND }
}

/** The statement of 学生总成绩 for these courses. */
export function studentStatement(courses: Course[], asked: Asked): Statement {
  const { where, order, names } = asked
  const statuses = courses.map(({ courseId }) => `s${courseId}`)
  const columns = `${PERSON}, $examId || '-' || sid as id, nullif(arts_science, 0)::varchar as arts_science, course_combination, total10::double / 10 as score,
    ${bothTotals(courses)}, status as score_status,
    null::varchar as rank_band, null::varchar as correction, all_rank, area_rank, school_rank, class_rank, group_rank, seq_rank, rank_prev, rank_prev - all_rank as rank_change,
    half_up(pr, 2) as percentile, ${TOLD} half_up(z, 2) end as z_score, ${TOLD} half_up(t, 2) end as t_score,
    ${countOf(statuses, 'is not null')} as course_num, ${countOf(statuses, '= 1')} as absent_course_num`
  return statement('score-student.sql', { ...studentsOf(asked), columns, where, order, names })
}

/** The raw total and the one with assigned marks; without courses by levels there is the raw one alone. */
function bothTotals(courses: Course[]): string {
  return courses.some(({ isLevel }) => isLevel)
    ? 'raw_total10::double / 10 as total_score, level_total10::double / 10 as level_total_score'
    : 'total10::double / 10 as total_score, null::double as level_total_score'
}

/** Grade and assigned mark of a course by levels. */
function gradeOf(n: number): string {
  return `g${n} as level_name, v${n}::double / 10 as level_score`
}

/** Z and T of two students beside their totals would tell the mean of everyone: none where it is withheld. */
const TOLD = 'case when not list_contains($untold::int[], 0) then'

function countOf(columns: string[], condition: string): string {
  return `${columns.map((name) => `coalesce((${name} ${condition})::int, 0)`).join(' + ')}`
}

/** The statement of 学生单科成绩: every course is a part of its own, so that the others are not read for one. */
export function courseStatement(courses: Course[], asked: Asked): Statement {
  const { where, order, names } = asked
  const papers = papersOf(courses, 'student')
  const page = papersOf(courses, 'chosen')
  return statement('score-course.sql', { ...studentsOf(asked), papers, page, where, order, names })
}

function papersOf(courses: Course[], source: string): string {
  const parts = courses.map(
    ({
      courseId: n,
      courseName,
      sort,
      isLevel,
      counted,
    }) => `select ${PERSON}, $examId || '-' || sid || '-' || ${n} as id, ${n} as course_id, ${sqlText(courseName)} as course_name,
      ${sort} as course_sort, null::varchar as rank_band, null::varchar as correction, c${n} as score10, c${n}::double / 10 as score,
      ${isLevel ? gradeOf(n) : 'null::varchar as level_name, null::double as level_score'},
      ${counted === undefined ? 'null' : `${counted}${n}`}::double / 10 as count_score, s${n} as score_status,
      r${n} as all_rank, a${n} as area_rank, k${n} as school_rank, l${n} as class_rank, p${n} as group_rank
    from ${source} where s${n} is not null`,
  )
  return parts.join('\n  union all\n  ')
}

function statement(file: string, slots: Record<string, string>): Statement {
  const text = sqlFile(import.meta.url, file).replaceAll(/^\s*--.*\n/gm, '')
  const filled = text.replaceAll(/\{\{(\w+)\}\}/g, (_slot, name: string) => slots[name] ?? '')
  return { sql: filled, params: [...new Set([...filled.matchAll(/\$(\w+)/g)].map((match) => match[1] ?? ''))] }
}

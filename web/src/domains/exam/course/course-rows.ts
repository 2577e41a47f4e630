import { type ExamCourse, courseFields } from '@xueheng/contract/domains/exam/exam-info.ts'
import { type ExamRule, TOTAL_COURSE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { parseFields } from '@xueheng/contract/derive/schema.ts'

/** A course while it is edited: `key` stays the same when it is renamed or moved; numbers may still be missing. */
export interface CourseRow extends Omit<ExamCourse, 'examScore'> {
  key: number
  examScore: number | null
}

export type CourseColumn = 'courseName' | 'courseAlias' | 'examScore' | LineColumn
export type LineColumn = 'excellentScore' | 'goodScore' | 'passScore' | 'lowScore'
/** Messages by row key and column. */
export type CourseProblems = Record<number, Partial<Record<CourseColumn, string>>>

/** The four thresholds of a course, from the highest down, with the share of the rule that holds without a fixed mark. */
export const LINES: { column: LineColumn; share: keyof ExamRule & `${string}Share`; title: string }[] = [
  { column: 'excellentScore', share: 'excellentShare', title: '优秀线' },
  { column: 'goodScore', share: 'goodShare', title: '良好线' },
  { column: 'passScore', share: 'passShare', title: '及格线' },
  { column: 'lowScore', share: 'lowShare', title: '低分线' },
]

let lastKey = 0

export function rowOf(course: Partial<ExamCourse>): CourseRow {
  lastKey += 1
  return {
    key: lastKey,
    courseName: course.courseName ?? '',
    courseAlias: course.courseAlias ?? [],
    examScore: course.examScore ?? null,
    isInTotal: course.isInTotal ?? 1,
    sort: course.sort ?? 0,
    excellentScore: course.excellentScore ?? null,
    goodScore: course.goodScore ?? null,
    passScore: course.passScore ?? null,
    lowScore: course.lowScore ?? null,
  }
}

/** What is sent: the order of the rows is the order of the courses. */
export function coursesOf(rows: CourseRow[]): ExamCourse[] {
  return rows.map(({ key: _key, ...row }, at) => ({ ...row, examScore: row.examScore ?? 0, sort: at + 1 }))
}

/** A share of the full mark rounded up to half a mark (F19); the share counts to a hundredth of a percent. */
export function lineByShare(fullMark: number, share: number): number {
  return Math.ceil((fullMark * Math.round(share * 10_000)) / 5000) / 2
}

/** Every fault of the table at its cell; empty when it may be saved. */
export function problemsOf(rows: CourseRow[]): CourseProblems {
  const problems: CourseProblems = {}
  const note = (row: CourseRow, column: CourseColumn, text: string) => {
    problems[row.key] = { [column]: text, ...problems[row.key] }
  }
  const names = rows.flatMap((row) => [row.courseName, ...row.courseAlias])
  for (const row of rows) {
    const parsed = parseFields(courseFields, { ...row })
    if (!parsed.ok) for (const { field, message } of parsed.problems) note(row, field as CourseColumn, message)
    if (row.courseName === TOTAL_COURSE) note(row, 'courseName', '总分由系统计算，不能作为科目')
    if (isTwice(names, row.courseName)) note(row, 'courseName', '科目或别名重复')
    if (row.courseAlias.some((alias) => isTwice(names, alias))) note(row, 'courseAlias', '科目或别名重复')
    noteLines(row, note)
  }
  return problems
}

function isTwice(names: string[], name: string): boolean {
  return name !== '' && names.indexOf(name) !== names.lastIndexOf(name)
}

function noteLines(row: CourseRow, note: (row: CourseRow, column: CourseColumn, text: string) => void): void {
  let above = row.examScore ?? Number.POSITIVE_INFINITY
  let word = '满分'
  for (const { column, title } of LINES) {
    const line = row[column]
    if (line === null) continue
    if (line > above) note(row, column, `不能高于${word}`)
    above = line
    word = title
  }
}

/** The courses of 高考 3+1+2: three for all, one of two, two of four. */
export const PRESET_312: Partial<ExamCourse>[] = [
  { courseName: '语文', examScore: 150 },
  { courseName: '数学', examScore: 150 },
  { courseName: '外语', courseAlias: ['英语'], examScore: 150 },
  ...['物理', '历史', '化学', '生物', '政治', '地理'].map((courseName) => ({ courseName, examScore: 100 })),
]

import type { CourseData } from '@xueheng/contract/domains/exam/exam-check.ts'
import { examSummary, examSummaryArea } from '@xueheng/contract/domains/exam/school-data.ts'
import type { Input } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { maskRows } from '../../platform/access/mask.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { implement } from '../../platform/module.ts'
import { dictLabels } from '../../platform/rows/labels.ts'
import { type JoinedSchool, schoolsOf } from './exam-settings.ts'
import { groupBy } from './arrange/kernel/group-by.ts'
import { completeness } from './import/completeness.ts'
import { own } from '../../platform/db/table.ts'
import { examScoreStudent } from './tables.ts'
import { every } from '../../platform/access/doors.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { examTeacherImport } from '@xueheng/contract/domains/exam/exam-teacher-import.ts'

const CONTACTS = every(basicSchool, 'whom to ask at schools the caller sees')
const LIST = every(examStudentImport, 'a school the caller sees is counted whole')
const TEACHERS = every(examTeacherImport, 'a school the caller sees is counted whole')

interface Counts {
  schoolCode: string
  importNum: number
  archivedNum: number
  teacherNum: number
  lastTime: string | null
  linkMan: string | null
  phone: string | null
}

/** The schools of an area that take part, as far as the caller may see them, each with what is there and what is not. */
async function schoolData(ctx: Ctx, { examId, areaCode }: Input<typeof examSummaryArea>) {
  const schools = (await joiningSchools(ctx, examId)).filter((one) => one.areaCode === areaCode)
  return maskRows(examSummaryArea.output ?? {}, await findSchoolLines(ctx, examId, schools))
}

/** The areas of the schools that take part, as far as the caller may see them, each with what is there of all its schools. */
async function areaData(ctx: Ctx, { examId }: Input<typeof examSummary>) {
  const lines = await findSchoolLines(ctx, examId, await joiningSchools(ctx, examId))
  const titles = await dictLabels(ctx, 'exam_area')
  return [...groupBy(lines, ({ areaCode }) => areaCode ?? '')]
    .map(([areaCode, schools]) => ({ areaCode, areaName: titles.get(areaCode) ?? areaCode, ...sumOf(schools) }))
    .toSorted((one, other) => (one.areaCode < other.areaCode ? -1 : 1))
}

function sumOf(schools: SchoolLine[]) {
  const total = (name: 'planNum' | 'importNum' | 'archivedNum' | 'missingNum' | 'errorNum' | 'teacherNum') =>
    schools.reduce((sum, school) => sum + (school[name] ?? 0), 0)
  const wholeNum = schools.filter(({ isWhole }) => isWhole === 1).length
  const times = schools.flatMap(({ lastTime }) => lastTime ?? [])
  return {
    schoolNum: schools.length,
    wholeNum,
    planNum: total('planNum'),
    importNum: total('importNum'),
    archivedNum: total('archivedNum'),
    missingNum: total('missingNum'),
    errorNum: total('errorNum'),
    teacherNum: total('teacherNum'),
    lastTime: times.toSorted().at(-1) ?? null,
    isWhole: wholeNum === schools.length ? 1 : 0,
    courses: sumCourses(schools.flatMap(({ courses }) => courses)),
  }
}

/** The data of each course, of all schools together. */
function sumCourses(cells: CourseData[]): CourseData[] {
  return [...groupBy(cells, ({ courseName }) => courseName)].map(([courseName, own]) => {
    const total = (name: Exclude<keyof CourseData, 'courseName'>) => own.reduce((sum, cell) => sum + cell[name], 0)
    return {
      courseName,
      planned: total('planned'),
      present: total('present'),
      absent: total('absent'),
      missing: total('missing'),
      errors: total('errors'),
      warnings: total('warnings'),
    }
  })
}

/** The schools that take part, as far as the caller may see them. */
export async function joiningSchools(ctx: Ctx, examId: string): Promise<JoinedSchool[]> {
  return (await schoolsOf(ctx, { examId })).filter((one) => one.isJoin === 1)
}

export type SchoolLine = ReturnType<typeof lineOf>

/** What is there of each of these schools, unmasked. */
export async function findSchoolLines(ctx: Ctx, examId: string, schools: JoinedSchool[]): Promise<SchoolLine[]> {
  const counts = await countsOf(
    ctx,
    examId,
    schools.map((one) => one.schoolCode),
  )
  const { matrix } = await completeness(ctx, examId)
  return schools.map((school) => {
    const code = school.schoolCode
    const courses = matrix.filter((cell) => cell.schoolCode === code)
    return lineOf(school, counts.get(code), courses)
  })
}

function lineOf(school: JoinedSchool, counts: Counts | undefined, courses: CourseData[]) {
  const [missingNum, errorNum] = [sum(courses, 'missing'), sum(courses, 'errors')]
  const { schoolCode, schoolName, areaCode, planNum } = school
  const importNum = counts?.importNum ?? 0
  const archivedNum = counts?.archivedNum ?? 0
  const students = Math.max(importNum, archivedNum)
  // What is archived has passed the check, also where the rows it came from were cleared since.
  const isChecked = courses.length > 0 || archivedNum > 0
  const isAll = students > 0 && students >= (planNum ?? 0) && isChecked
  return {
    schoolCode,
    schoolName,
    areaCode,
    planNum,
    importNum,
    archivedNum,
    missingNum,
    errorNum,
    teacherNum: counts?.teacherNum ?? 0,
    lastTime: counts?.lastTime ?? null,
    isWhole: isAll && missingNum === 0 && errorNum === 0 ? 1 : 0,
    linkMan: counts?.linkMan ?? null,
    phone: counts?.phone ?? null,
    courses: courses.map(({ courseName, planned, present, absent, missing, errors, warnings }) => ({
      courseName,
      planned,
      present,
      absent,
      missing,
      errors,
      warnings,
    })),
  }
}

function sum(courses: CourseData[], name: 'missing' | 'errors'): number {
  return courses.reduce((total, course) => total + course[name], 0)
}

async function countsOf(ctx: Ctx, examId: string, codes: string[]): Promise<Map<string, Counts>> {
  const found = await sql<Counts>`
    select code as school_code, coalesce(i.num, 0)::int as import_num, coalesce(a.num, 0)::int as archived_num,
      coalesce(t.num, 0)::int as teacher_num, to_char(i.last_time, 'YYYY-MM-DD HH24:MI:SS') as last_time,
      b.link_man, b.phone
    from unnest(${codes}::text[]) code
    left join ${CONTACTS} b on b.school_code = code and b.is_deleted = 0
    left join (select school_code, count(*) as num, max(update_time) as last_time from ${LIST}
      where exam_id = ${examId} and is_deleted = 0 group by school_code) i on i.school_code = code
    left join (select school_code, count(*) as num from ${own(examScoreStudent)}
      where exam_id = ${examId} and school_code = any(${codes}) group by school_code) a on a.school_code = code
    left join (select school_code, count(*) as num from ${TEACHERS}
      where exam_id = ${examId} and is_deleted = 0 group by school_code) t on t.school_code = code`.execute(ctx.db)
  return new Map(found.rows.map((row) => [row.schoolCode, row]))
}

export const schoolDataHandlers = [implement(examSummary, areaData), implement(examSummaryArea, schoolData)]

import { basicGradeCourse } from '@xueheng/contract/domains/school/basic-grade-course.ts'
import { basicStudentInSchool } from '@xueheng/contract/domains/school/basic-student-in-school.ts'
import { COMPULSORY, COURSES, PHYSICS, isFirstChoice } from './courses.ts'
import { type DemoRow, type Target, entityRow, insertRows } from './insert-rows.ts'
import type { Bureau, School, Student } from './model.ts'

const JUNIOR: [name: string, full: number][] = [
  ['语文', 120],
  ['数学', 120],
  ['外语', 120],
  ['物理', 80],
  ['化学', 70],
  ['道德与法治', 60],
  ['历史', 60],
  ['体育', 50],
]
const KIND = { compulsory: '1', first: '2', second: '3' } as const

/** What the grades of the bureau learn, and how many students each school has. */
export async function loadGradeCourses(target: Target, bureau: Bureau, schools: School[]): Promise<void> {
  await insertRows(target, basicGradeCourse, [...[7, 8, 9].flatMap(juniorRows), ...[10, 11, 12].flatMap(seniorRows)])
  await insertRows(target, basicStudentInSchool, inSchoolRows(bureau, schools))
}

function juniorRows(grade: number): DemoRow[] {
  // 物理 begins in the second year, 化学 in the third.
  const taught = JUNIOR.filter(([name]) => !(name === '物理' && grade < 8) && !(name === '化学' && grade < 9))
  return taught.map(([name, full], i) => courseRow('2', grade, { name, full, aliases: [], kind: KIND.compulsory, i }))
}

function seniorRows(grade: number): DemoRow[] {
  return COURSES.map(({ name, full, aliases }, i) => {
    const isCompulsory = COMPULSORY.some((one) => one === i)
    // 高一 learns everything; the choice is made for 高二.
    const kind = isCompulsory || grade === 10 ? KIND.compulsory : isFirstChoice(i) ? KIND.first : KIND.second
    return courseRow('3', grade, { name, full, aliases, kind, i })
  })
}

interface GradeCourse {
  name: string
  full: number
  aliases: string[]
  kind: string
  i: number
}

function courseRow(stage: string, grade: number, { name, full, aliases, kind, i }: GradeCourse): DemoRow {
  return entityRow({
    stage,
    grade_code: String(grade),
    course_name: name,
    course_alias: aliases.join('，'),
    exam_score: full,
    course_kind: kind,
    is_in_total: 1,
    is_level: kind === KIND.second ? 1 : 0,
    sort: i + 1,
    is_sealed: 0,
  })
}

/** 高三 of each school, those of 物理 and of 历史 apart. */
function inSchoolRows(bureau: Bureau, schools: School[]): DemoRow[] {
  const counts = new Map<string, number>()
  for (const student of bureau.students) {
    const key = keyOf(student.klass.school, streamOf(student))
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return schools.flatMap((school) => ['1', '2'].flatMap((stream) => inSchoolRow(bureau, school, stream, counts)))
}

function inSchoolRow(bureau: Bureau, school: School, stream: string, counts: Map<string, number>): DemoRow[] {
  const count = counts.get(keyOf(school, stream))
  if (count === undefined) return []
  const row = entityRow({
    study_year: bureau.studyYear,
    area_code: school.area.code,
    school_code: school.code,
    grade_code: '12',
    arts_science: stream,
    student_base_num: count,
  })
  return [row]
}

function streamOf({ klass }: Student): string {
  return klass.firstCourse === PHYSICS ? '2' : '1'
}

function keyOf(school: School, stream: string): string {
  return `${school.code}/${stream}`
}

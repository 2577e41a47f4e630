import { appBiz } from '@xueheng/contract/domains/school/app-biz.ts'
import { areaPopulation } from '@xueheng/contract/domains/school/area-population.ts'
import { areaTypeParam } from '@xueheng/contract/domains/school/area-type.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import { schoolClasses } from '@xueheng/contract/domains/school/school-classes.ts'
import { studentBaseNum } from '@xueheng/contract/domains/school/student-base-num.ts'
import { type Target, entityRow, insertRows } from './insert-rows.ts'
import { loadGradeCourses } from './load-grade-courses.ts'
import { loadSeals } from './load-seals.ts'
import { loadTeachers } from './load-teachers.ts'
import type { Bureau, School, Student } from './model.ts'
import { PHYSICS } from './courses.ts'
import { className } from './sample-lines.ts'

/** 高三 of a senior high school. */
const STAGE = '3'
const GRADE = '12'

const APPS: [code: string, name: string][] = [
  ['exam', '考试数据'],
  ['report', '考试报表'],
  ['gather', '数据采集'],
  ['portfolio', '教师档案'],
]

/** Schools, classes, students and the base numbers of the bureau. */
export async function loadBase(target: Target, bureau: Bureau): Promise<void> {
  const schools = inOrder(bureau.schools)
  await insertRows(target, basicSchool, schools.map(schoolRow))
  await insertRows(
    target,
    schoolClasses,
    schools.flatMap((school) => classRows(bureau, school)),
  )
  await insertRows(
    target,
    basicStudent,
    mapRows(bureau.students, (student) => studentRow(bureau, student)),
  )
  await loadTeachers(target, bureau, schools)
  await loadGradeCourses(target, bureau, schools)
  await loadSeals(target, schools)
  await insertRows(target, areaPopulation, populationRows(bureau))
  await insertRows(target, areaTypeParam, areaTypeRows(bureau))
  await insertRows(
    target,
    studentBaseNum,
    schools.map((school) => baseNumRow(bureau, school)),
  )
  await insertRows(
    target,
    appBiz,
    APPS.map(([app_code, app_name], i) => entityRow({ app_code, app_name, sort: i + 1, is_sealed: 0, remark: '' })),
  )
}

/** The bureau's fixed order: by area, then by number. */
export function inOrder(schools: School[]): School[] {
  return schools.toSorted((a, b) => (a.area.code === b.area.code ? a.no - b.no : a.area.code < b.area.code ? -1 : 1))
}

function* mapRows<T, R>(list: Iterable<T>, make: (one: T) => R): Generator<R> {
  for (const one of list) yield make(one)
}

function schoolRow(school: School, index: number) {
  return entityRow({
    school_code: school.code,
    school_name: school.name,
    school_short_name: school.shortName,
    area_code: school.area.code,
    school_type: school.name.endsWith('高级中学') ? '5' : '4',
    stages: school.name.endsWith('高级中学') ? ['3'] : ['2', '3'],
    ownership: school.isPrivate ? '2' : '1',
    urban_type: school.urbanType,
    school_group: school.group,
    sort: index + 1,
    is_sealed: 0,
  })
}

function classRows(bureau: Bureau, school: School) {
  return school.classes.map((klass) =>
    entityRow({
      area_code: school.area.code,
      school_code: school.code,
      study_year: bureau.studyYear,
      stage: STAGE,
      enter_year: bureau.enterYear,
      grade_code: GRADE,
      class_no: klass.no,
      class_code: klass.code,
      class_name: className(klass),
      class_type: klass.isExperimental ? '2' : '1',
      head_teacher_name: klass.headTeacher.name,
      is_graduated: 0,
      sort: klass.no,
      is_sealed: 0,
    }),
  )
}

function studentRow(bureau: Bureau, student: Student) {
  const { klass } = student
  return entityRow({
    student_code: student.code,
    student_name: student.name,
    gender: student.isMale ? '1' : '2',
    area_code: klass.school.area.code,
    school_code: klass.school.code,
    stage: STAGE,
    enter_year: bureau.enterYear,
    grade_code: GRADE,
    class_code: klass.code,
    class_name: className(klass),
    student_no: student.studentNo,
    arts_science: klass.firstCourse === PHYSICS ? '2' : '1',
    course_combination: student.combination,
    student_type: student.studentType,
    enrol_status: '1',
    is_sealed: 0,
  })
}

/** Of this school year and, a little smaller, of the one before. */
function populationRows(bureau: Bureau) {
  return bureau.areas.flatMap((area) => [
    entityRow({ study_year: bureau.studyYear, area_code: area.code, population: area.population.toFixed(2) }),
    entityRow({
      study_year: bureau.studyYear - 1,
      area_code: area.code,
      population: (area.population * 0.99).toFixed(2),
    }),
  ])
}

/** 城区, 县域, 直属 as the areas have them. */
function areaTypeRows(bureau: Bureau) {
  const kinds = [...new Set(bureau.areas.map((area) => area.kind))]
  return kinds.map((kind, i) =>
    entityRow({
      area_type: `T${i + 1}`,
      area_type_name: kind,
      area_codes: bureau.areas.filter((area) => area.kind === kind).map((area) => area.code),
      sort: i + 1,
    }),
  )
}

function baseNumRow(bureau: Bureau, school: School) {
  return entityRow({
    study_year: bureau.studyYear,
    area_code: school.area.code,
    school_code: school.code,
    student_base_num: school.planned,
  })
}

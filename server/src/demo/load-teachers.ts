import { basicDepartment } from '@xueheng/contract/domains/school/basic-department.ts'
import { basicTeacher } from '@xueheng/contract/domains/school/basic-teacher.ts'
import { basicTeacherCourse } from '@xueheng/contract/domains/school/basic-teacher-course.ts'
import { COURSES, isFirstChoice } from './courses.ts'
import { type DemoRow, type Target, entityRow, insertRows } from './insert-rows.ts'
import type { Bureau, Klass, School, Teacher } from './model.ts'
import { at } from './random.ts'
import { className } from './sample-lines.ts'

const STAGE = '3'
const GRADE = '12'
const BUREAU = 'JYJ'
const OFFICE = 'JYS'

/** The bureau's register of teachers, who teaches what in each class in both terms, and its departments. */
export async function loadTeachers(target: Target, bureau: Bureau, schools: School[]): Promise<void> {
  const classes = schools.flatMap((school) => school.classes)
  await insertRows(target, basicDepartment, [
    department(BUREAU, '教育局', '1', null, 1),
    department(OFFICE, '教研室', '2', BUREAU, 2),
    ...schools.map((school, i) => ({
      ...department(`XX${String(i + 1).padStart(3, '0')}`, school.name, '3', BUREAU, i + 3),
      area_code: school.area.code,
      school_code: school.code,
    })),
  ])
  await insertRows(target, basicTeacher, teacherRows(classes))
  await insertRows(target, basicTeacherCourse, assignmentRows(bureau, classes))
}

function department(code: string, name: string, type: string, parent: string | null, sort: number): DemoRow {
  const place = { area_code: null, school_code: null }
  return entityRow({
    dept_code: code,
    dept_name: name,
    dept_type: type,
    parent_code: parent,
    ...place,
    sort,
    is_sealed: 0,
  })
}

/** Each teacher once, with the first course taught. */
function* teacherRows(classes: Klass[]): Generator<DemoRow> {
  const seen = new Set<string>()
  for (const { klass, course, teacher } of taught(classes)) {
    if (seen.has(teacher.code)) continue
    seen.add(teacher.code)
    yield entityRow({
      teacher_code: teacher.code,
      teacher_name: teacher.name,
      area_code: klass.school.area.code,
      school_code: klass.school.code,
      stage: STAGE,
      course_name: course,
      title: seen.size % 3 === 0 ? '高级教师' : '一级教师',
      can_mark: 1,
      is_sealed: 0,
    })
  }
}

function* assignmentRows(bureau: Bureau, classes: Klass[]): Generator<DemoRow> {
  for (const term of [1, 2])
    for (const { klass, course, teacher } of taught(classes))
      yield entityRow({
        study_year: bureau.studyYear,
        term,
        area_code: klass.school.area.code,
        school_code: klass.school.code,
        grade_code: GRADE,
        class_code: klass.code,
        class_name: className(klass),
        course_name: course,
        teacher_code: teacher.code,
        teacher_name: teacher.name,
        is_class_leader: teacher === klass.headTeacher ? 1 : 0,
      })
}

/** Every course of every class with its teacher; of the two first choices a class has one. */
export function* taught(classes: Klass[]): Generator<{ klass: Klass; course: string; teacher: Teacher }> {
  for (const klass of classes)
    for (const [i, { name }] of COURSES.entries())
      if (!isFirstChoice(i) || i === klass.firstCourse) yield { klass, course: name, teacher: at(klass.teachers, i) }
}

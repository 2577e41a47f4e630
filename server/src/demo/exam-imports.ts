import { markText } from '@xueheng/contract/domains/exam/mark-text.ts'
import { COURSES, PHYSICS } from './courses.ts'
import { type DemoRow, entityRow } from './insert-rows.ts'
import type { Exam, Klass } from './model.ts'
import { className } from './sample-lines.ts'
import { isCounted } from './students.ts'

const GRADE_NAME = '高三'

/** Where a student of the class is, as an exam keeps it. */
export function snapshot(klass: Klass): DemoRow {
  const { code, school } = klass
  return {
    area_code: school.area.code,
    area_name: school.area.name,
    school_code: school.code,
    school_name: school.name,
    exam_grade: GRADE_NAME,
    class_code: code,
    exam_class: className(klass),
  }
}

/** The list behind the facts: candidates of the next exam are taken from it. */
export function* rosterRows(exam: Exam, examId: string): Generator<DemoRow> {
  for (const { student, klass, number } of exam.sittings)
    yield entityRow({
      exam_id: examId,
      student_number: number,
      student_code: student.code,
      student_name: student.name,
      ...snapshot(klass),
      gender: student.isMale ? '1' : '2',
      student_type: student.studentType,
      arts_science: klass.firstCourse === PHYSICS ? '2' : '1',
      course_combination: student.combination,
      is_count: isCounted(student) ? 1 : 0,
      check_status: 1,
      archive_status: 1,
    })
}

/** The marks behind the facts, as they were imported. */
export function* markRows(exam: Exam, examId: string): Generator<DemoRow> {
  for (const { student, klass, number, marks } of exam.sittings)
    for (const { course, status, score10 } of marks) {
      const score = score10 === null ? null : score10 / 10
      yield entityRow({
        exam_id: examId,
        course_name: COURSES[course]?.name,
        student_number: number,
        student_code: student.code,
        student_name: student.name,
        ...snapshot(klass),
        score_text: markText({ status, score }),
        score,
        score_status: status,
        check_status: 1,
        archive_status: 0,
      })
    }
}

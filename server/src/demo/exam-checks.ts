import type { CheckCounts, CompletenessCell } from '@xueheng/contract/domains/exam/exam-check.ts'
import { SCORE_STATUS } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { COURSES } from './courses.ts'
import type { DemoRow } from './insert-rows.ts'
import { inOrder } from './load-base.ts'
import type { Exam, School } from './model.ts'

/** What the checks before the archive counted: the list, and the marks by school and course. */
export function checkRows(exam: Exam, examId: string): DemoRow[] {
  const marks = exam.sittings.reduce((sum, sitting) => sum + sitting.marks.length, 0)
  return [
    checkRow(examId, 'student', { rows: exam.sittings.length, faults: [], matrix: [] }),
    checkRow(examId, 'score', { rows: marks, faults: [], matrix: matrixOf(exam) }),
  ]
}

function checkRow(examId: string, kind: 'student' | 'score', counts: CheckCounts): DemoRow {
  return { exam_id: examId, kind, error_num: 0, warning_num: 0, counts }
}

function matrixOf(exam: Exam): CompletenessCell[] {
  const cells = new Map<School, Map<number, CompletenessCell>>()
  for (const { klass, marks } of exam.sittings) {
    const ofSchool = cells.get(klass.school) ?? new Map<number, CompletenessCell>()
    cells.set(klass.school, ofSchool)
    for (const { course, status } of marks) {
      const cell = ofSchool.get(course) ?? emptyCell(klass.school, course)
      cell.planned += 1
      if (status === SCORE_STATUS.normal || status === SCORE_STATUS.zero) cell.present += 1
      if (status === SCORE_STATUS.absent) cell.absent += 1
      ofSchool.set(course, cell)
    }
  }
  return inOrder([...cells.keys()]).flatMap((school) => [...(cells.get(school)?.values() ?? [])])
}

function emptyCell(school: School, course: number): CompletenessCell {
  return {
    schoolCode: school.code,
    schoolName: school.name,
    areaCode: school.area.code,
    courseName: COURSES[course]?.name ?? '',
    planned: 0,
    present: 0,
    absent: 0,
    missing: 0,
    errors: 0,
    warnings: 0,
  }
}

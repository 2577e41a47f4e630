import { SCORE_STATUS } from '@xueheng/contract/domains/exam/exam-rule.ts'
import type { Bureau, Sitting, Student } from './model.ts'
import { isRareName } from './names.ts'

/** Kinds of irregularity of the recipe's seventh step that lie in the data themselves; those of files are planted apart. */
export interface DirtCounts {
  absentAll: number
  absentOne: number
  zero: number
  cheat: number
  /** Students who share their name with another of their school, and of their class. */
  sameNameInSchool: number
  sameNameInClass: number
  transferred: number
  repeater: number
  temporaryCode: number
  rareName: number
  dottedName: number
}

/** Marks are counted over all exams, people once. */
export function countDirt({ students, exams }: Bureau): DirtCounts {
  const sittings = exams.flatMap((exam) => exam.sittings)
  const missed = sittings.map(missedPapers)
  const marks = sittings.flatMap((sitting) => sitting.marks)
  return {
    absentAll: sittings.filter((sitting, i) => missed[i] === sitting.marks.length).length,
    absentOne: missed.filter((count) => count === 1).length,
    zero: marks.filter((mark) => mark.status === SCORE_STATUS.zero).length,
    cheat: marks.filter((mark) => mark.status === SCORE_STATUS.cheat).length,
    sameNameInSchool: countShared(students, ({ klass, name }) => klass.school.code + name),
    sameNameInClass: countShared(students, ({ klass, name }) => klass.code + name),
    transferred: students.filter((student) => student.hasTransferred).length,
    repeater: students.filter((student) => student.studentType === '2').length,
    temporaryCode: students.filter((student) => student.code.startsWith('L')).length,
    rareName: students.filter((student) => isRareName(student.name)).length,
    dottedName: students.filter((student) => student.name.includes('·')).length,
  }
}

function missedPapers(sitting: Sitting): number {
  return sitting.marks.filter((mark) => mark.status === SCORE_STATUS.absent).length
}

function countShared(students: Student[], keyOf: (student: Student) => string): number {
  const counts = new Map<string, number>()
  for (const student of students) counts.set(keyOf(student), (counts.get(keyOf(student)) ?? 0) + 1)
  return [...counts.values()].filter((count) => count > 1).reduce((sum, count) => sum + count, 0)
}

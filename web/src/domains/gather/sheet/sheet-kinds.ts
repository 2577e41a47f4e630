import { gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import { ASKED_FIELDS, gatherStudent, saveStudents } from '@xueheng/contract/domains/gather/gather-student.ts'
import type { Asked } from '@xueheng/contract/domains/gather/gather-task.ts'
import { TEACHER_FIELDS, gatherTeacher, saveTeachers } from '@xueheng/contract/domains/gather/gather-teacher.ts'
import type { EditedRow } from '@xueheng/contract/domains/gather/gathered.ts'
import {
  ART_SCORES,
  CULTURE_SCORES,
  gatherHighExamScore,
  saveHighExams,
} from '@xueheng/contract/domains/gather/high-exam-score.ts'
import { highExamStates } from '@xueheng/contract/domains/gather/high-exam-states.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { type States, stateOf } from '@xueheng/contract/kit/states.ts'
import { callApi } from '../../../platform/api/client.ts'
import type { CrudRow } from '../../../platform/crud/row.ts'
import { mayEdit } from '../high-exam/states.ts'
import { mayEditGathered } from '../row-steps.ts'

export type SavedRow = Output<typeof saveStudents>[number]

/** A kind of row that is filled in as a sheet. */
export interface SheetKind {
  entity: AnyEntity
  asked: Asked
  /** Right to save. */
  code: string
  /** Columns that say whose row it is. */
  fixed: readonly string[]
  /** Fields that are typed, of the items the collection asks for. */
  itemsOf(asked: readonly string[]): readonly string[]
  stateOf(row: CrudRow): string
  mayEdit(row: CrudRow): boolean
  /** `isConfirmed`: also those under audit. */
  save(rows: EditedRow[], isConfirmed?: 1): Promise<SavedRow[]>
}

const titleOf = (states: States, value: unknown) => states.states[stateOf(states, Number(value ?? 0))]?.title ?? ''

export const STUDENT_SHEET: SheetKind = {
  entity: gatherStudent,
  asked: 'student',
  code: 'gatherstudent_edit',
  fixed: ['studentName', 'className'],
  itemsOf: (asked) =>
    ASKED_FIELDS.filter((name) => asked.includes(name) && gatherStudent.fields[name].kind !== 'image'),
  stateOf: (row) => titleOf(gatherStates, row['gatherStatus']),
  mayEdit: mayEditGathered,
  save: (rows, isConfirmed) => callApi(saveStudents, { rows, isConfirmed }),
}

export const TEACHER_SHEET: SheetKind = {
  entity: gatherTeacher,
  asked: 'teacher',
  code: 'gatherteacher_edit',
  fixed: ['teacherName', 'className', 'courseName'],
  itemsOf: (asked) => TEACHER_FIELDS.filter((name) => asked.includes(name)),
  stateOf: (row) => titleOf(gatherStates, row['gatherStatus']),
  mayEdit: mayEditGathered,
  save: (rows, isConfirmed) => callApi(saveTeachers, { rows, isConfirmed }),
}

const SCORES = ['artsScience', 'courseCombination', ...Object.keys(CULTURE_SCORES), ...Object.keys(ART_SCORES)]

export const HIGH_EXAM_SHEET: SheetKind = {
  entity: gatherHighExamScore,
  asked: 'highExam',
  code: 'gatherhighexamscore_edit',
  fixed: ['studentName', 'candidateNumber'],
  itemsOf: () => SCORES,
  stateOf: (row) => titleOf(highExamStates, row['auditStatus']),
  mayEdit,
  save: (rows, isConfirmed) => callApi(saveHighExams, { rows, isConfirmed }),
}

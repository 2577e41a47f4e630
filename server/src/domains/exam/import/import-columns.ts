import { snapshotFields } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { examScoreImport } from '@xueheng/contract/domains/exam/exam-score-import.ts'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { examTeacherImport } from '@xueheng/contract/domains/exam/exam-teacher-import.ts'
import type { ImportKind, RowKind } from '@xueheng/contract/domains/exam/import.ts'
import { IMPORT_COLUMNS, type ImportColumn } from '@xueheng/contract/domains/exam/import-kinds.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'

interface KindColumns {
  entity: AnyEntity
  /** Targets that the models of the kind read themselves, because a rule of their own hangs on them. */
  byHand: string[]
  /** Fields no column of a sheet fills: the models compute them. */
  computed: string[]
}

const KINDS: Record<RowKind, KindColumns> = {
  student: { entity: examStudentImport, byHand: ['studentNumber'], computed: [] },
  score: {
    entity: examScoreImport,
    byHand: ['studentNumber', 'studentName', 'courseName', 'scoreText'],
    computed: ['studentCode', 'score', 'objectiveScore', 'subjectiveScore', 'scoreStatus'],
  },
  teacher: {
    entity: examTeacherImport,
    byHand: ['courseName', 'teacherName', 'teacherCode'],
    computed: ['isClassLeader'],
  },
}

/** A column whose cells become the value of a field as they are: kept where a sheet has no such column. */
export interface KeptColumn extends ImportColumn {
  field: Field
  /** Its name in tables. */
  column: string
  /** What is stored of it by default, as text. */
  fallback: string
}

export function entityOf(kind: RowKind): AnyEntity {
  return KINDS[kind].entity
}

export function keptColumns(kind: ImportKind): KeptColumn[] {
  if (kind === 'question') return []
  const { entity, byHand } = KINDS[kind]
  const fields: Fields = entity.fields
  return IMPORT_COLUMNS[kind].flatMap((one) => {
    const field = fields[one.target]
    if (!field || byHand.includes(one.target)) return []
    return [{ ...one, field, column: snake(one.target), fallback: String(field.default ?? '') }]
  })
}

/** The columns of the kind's table an import writes, in the order of the declaration. */
export function writtenColumns(kind: RowKind): string[] {
  const { entity, computed } = KINDS[kind]
  const targets = IMPORT_COLUMNS[kind].map((one) => one.target)
  const known = new Set(['rowNo', ...Object.keys(snapshotFields), ...targets, ...computed])
  return Object.keys(entity.fields).flatMap((name) => (known.has(name) ? [snake(name)] : []))
}

/** The dictionaries the cells of any kind may speak of. */
export function importDicts(): string[] {
  const named = Object.values(IMPORT_COLUMNS).flatMap((columns) => columns.flatMap((one) => one.dict ?? []))
  return [...new Set(['exam_grade', ...named])]
}

/** What else is typed for a text of a dictionary. */
export function dictWords(): { code: string; word: string; means: string }[] {
  const worded = Object.values(IMPORT_COLUMNS)
    .flat()
    .filter((one) => one.words !== undefined)
  return worded.flatMap(({ dict, words = {} }) =>
    Object.entries(words).map(([word, means]) => ({ code: dict ?? '', word, means })),
  )
}

import { FAULT_COLUMN, IMPORT_COLUMNS } from '@xueheng/contract/domains/exam/import-kinds.ts'
import type { ImportKind, ImportSheet } from '@xueheng/contract/domains/exam/import.ts'
import { examScoreImport } from '@xueheng/contract/domains/exam/exam-score-import.ts'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { examTeacherImport } from '@xueheng/contract/domains/exam/exam-teacher-import.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import { type GridColumn, fieldColumn, widthOf } from '../../../../platform/grid/columns.ts'

const FIELDS: Record<ImportKind, Fields> = {
  student: examStudentImport.fields,
  score: examScoreImport.fields,
  teacher: examTeacherImport.fields,
  question: {},
}

/** The columns of a sheet under its own titles; one that fills a field is held to the declaration while it is typed. */
export function mendColumns(kind: ImportKind, sheet: ImportSheet, untitled: (n: number) => string): GridColumn[] {
  return sheet.titles.map((title, i) => {
    const target = sheet.targets[i] ?? ''
    const shown = title || untitled(i + 1)
    const field = isChecked(kind, target) ? FIELDS[kind][target] : undefined
    const column = field
      ? fieldColumn(String(i), field, shown)
      : { key: String(i), title: shown, width: widthOf([shown]) }
    return { ...column, width: Math.max(column.width, WIDE.has(target) ? 160 : 0), isReadOnly: title === FAULT_COLUMN }
  })
}

const WIDE = new Set(['studentNumber', 'studentCode', 'schoolText', 'schoolCodeText'])

/** Marks may be words, and targets that are no field are read by the rules of the import alone. */
function isChecked(kind: ImportKind, target: string): boolean {
  return target !== 'scoreText' && IMPORT_COLUMNS[kind].some((column) => column.target === target)
}

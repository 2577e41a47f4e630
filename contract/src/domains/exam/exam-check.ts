import type { CheckedKind, FaultCount } from './import.ts'

/** One course of a school as the last check of the marks saw it. */
export interface CourseData {
  courseName: string
  planned: number
  present: number
  absent: number
  missing: number
  errors: number
  warnings: number
}

/** One cell of 数据完整性, the matrix school × course. */
export interface CompletenessCell extends CourseData {
  schoolCode: string
  schoolName: string
  areaCode: string
}

/** What a check of list or marks counted; the matrix is that of the marks. */
export interface CheckCounts {
  rows: number
  faults: FaultCount[]
  matrix: CompletenessCell[]
}

/** What the last check of list or marks found. */
export interface CheckOutcome {
  kind: CheckedKind
  checkedTime: string
  errorNum: number
  warningNum: number
  /** Somebody has agreed to the warnings. */
  isConfirmed: boolean
  rows: number
  faults: FaultCount[]
}

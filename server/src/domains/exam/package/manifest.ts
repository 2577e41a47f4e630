import type { ExamRule } from '@xueheng/contract/domains/exam/exam-rule.ts'
import type { SpecCourse, SpecLevel } from '../compute/exam-spec.ts'
import type { PreviousPackage } from './before.ts'

/** One file of a package. */
export interface PackageFile {
  name: string
  rows: number
  bytes: number
  sha256: string
}

/** What a package says of itself, in its folder and in the record of versions. */
export interface Manifest {
  examId: string
  version: number
  dataVersion: number
  rule: ExamRule
  courses: SpecCourse[]
  /** How marks became assigned marks; absent without courses by levels. */
  levels?: SpecLevel[]
  files: PackageFile[]
  taskHashes: Record<string, string>
  engineVersion: number
  /** The package the ranks 上次 come from. */
  previous?: Omit<PreviousPackage, 'folder'>
  /** ISO 8601. */
  builtTime: string
}

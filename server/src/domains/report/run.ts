import type { lastExam } from '@xueheng/contract/domains/report/last-exam.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { Course } from './course.ts'
import type { Discloser, Disclosure } from './disclosure/disclosure.ts'
import type { ExamPackage } from './exam-packages.ts'
import type { UnitParams, UnitScope } from './unit-scope.ts'

export type Row = Record<string, unknown>

/** How a unit did, as the statement behind the start page answers it. */
export type UnitRow = Row &
  Omit<Output<typeof lastExam>[number], 'examId' | 'examName' | 'beginDate' | 'rankPrev' | 'examPrev'>

/** Checked parameters of a report call. */
export type ReportInput = Record<string, unknown> &
  UnitParams & { current?: number | null; size?: number | null; format?: string | null }

export interface Page {
  current: number
  size: number
}

/** What one run is about: the report, the package, the rows the user may see, the values of the parameters. */
export interface Run {
  report: AnyReport
  source: ExamPackage
  /** The earlier version it is compared with. */
  before?: ExamPackage
  /** The exam its students are measured from. */
  entry?: ExamPackage
  units: UnitScope
  /** Name of the bureau the report is of. */
  bureau: string
  courses: Course[]
  values: Record<string, unknown>
  /** What the policy of the exam leaves of its rows. */
  discloser: Discloser
  /** What the policies of all its exams let the reader see. */
  disclosures: Disclosure[]
  /** Columns left out of the answer. */
  hidden: string[]
  /** What a reader must know before any number. */
  alert: string
}

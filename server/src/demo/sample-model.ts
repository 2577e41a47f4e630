import type { CheckCode } from '@xueheng/contract/domains/exam/check-rules.ts'
import type { Area, Klass, School, Sitting } from './model.ts'

export const ROSTER_COLUMNS = [
  '准考证号',
  '学籍号',
  '姓名',
  '性别',
  '县区',
  '学校',
  '学校代码',
  '年级',
  '班级',
  '学号',
  '科类',
  '选科',
  '学生类别',
  '考场',
  '座位',
  '计入统计',
] as const

export type RosterColumn = (typeof ROSTER_COLUMNS)[number]
export type RosterCells = Record<RosterColumn, string>
export type Cell = string | number | null

/** What was done to a line on purpose; `column` is a roster column, 考号, 姓名 or a course. */
export interface LineFault {
  code: CheckCode
  where: 'roster' | 'score'
  column: string
  note: string
}

/** One student as the bureau's list and the school's score sheet know him; either may be missing. */
export interface SampleLine {
  area: Area
  school: School
  klass: Klass
  sitting: Sitting
  roster: RosterCells | null
  /** Course → what is typed; a course that was not chosen is missing. */
  score: { number: string; name: string; marks: Map<string, string | number> } | null
  faults: LineFault[]
}

/** A file before it has a format. */
export interface SampleTable {
  file: string
  sheet: string
  /** Lines above the header. */
  title: string[]
  header: string[]
  rows: Cell[][]
}

/** A mistake that was put in on purpose, at the cell where a reader finds it. */
export interface PlantedFault {
  /** Check rule that must find it. */
  code: CheckCode
  level: 'error' | 'warning'
  file: string
  /** 1-based, as a spreadsheet shows it. */
  row: number
  /** Title of the column. */
  column: string
  studentNumber: string
  schoolCode: string
  note: string
}

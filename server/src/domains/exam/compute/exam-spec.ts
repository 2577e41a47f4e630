import type { ExamCourse } from '@xueheng/contract/domains/exam/exam-info.ts'
import type { LevelParam } from '@xueheng/contract/domains/exam/level/level-param.ts'
import type { ExamRule } from '@xueheng/contract/domains/exam/exam-rule.ts'

/** A course with the number its facts carry. */
export interface SpecCourse extends ExamCourse {
  /** 1..n, `exam_course.course_id`; 0 is the total. */
  courseId: number
}

/** A line to draw: how, and by which number, share or mark; scores in marks, the share counts to a hundredth of a percent. */
export interface SpecLine {
  /** 0 everyone, 1 历史类, 2 物理类. */
  stream: number
  periodName: string
  lineMode: number
  lineNum: number | null
  lineShare: number | null
  lineScore: number | null
  tieMode: string
  courseMethod: number
  criticalTotal: number | null
  criticalCourse: number | null
  isMain: number
  /** Lines of courses drawn by hand, by number of the course. */
  fixed: Record<number, number>
}

/** What a question asks for, and its share in ten-thousandths: the shares of a question add up to 10,000. */
export interface SpecPoint {
  code: string | null
  name: string
  share: number
}

/** A question that carries marks of its own, in the words of the time. */
export interface SpecQuestion {
  courseId: number
  paperCode: string
  questionNo: string
  parentNo: string | null
  /** The name of its type. */
  questionType: string
  isObjective: number
  /** Several options may be right. */
  isMultiple: number
  questionScore: number
  answer: string | null
  optionNum: number | null
  /** What it counts as when a paper is judged: itself, or the choice it belongs to. */
  item: string
  isChoice: number
  ability: string | null
  presetP: number | null
  points: SpecPoint[]
  /** Full mark of its paper, of a choice what is answered. */
  paperScore: number
}

/** Archived question scores of a course: a Parquet file that never changes under its name. */
export interface QuestionFile {
  courseId: number
  file: string
  sha256: string
}

/** How the marks of a course become grades and assigned marks. */
export interface SpecLevel extends LevelParam {
  courseId: number
}

/** Everything the numbers of an exam depend on beside its archived facts. */
export interface ExamSpec {
  tenantId: string
  examId: string
  /** Rises with every change of what the numbers depend on: facts, rule, lines, schools. */
  dataVersion: number
  /** Rises with every change of the archived facts alone. */
  factsVersion: number
  rule: ExamRule
  courses: SpecCourse[]
  /** In the order of the bureau; none: the exam has no lines. */
  lines?: SpecLine[]
  /** By course, paper and place on it; none: the exam has no papers. */
  questions?: SpecQuestion[]
  /** None: the exam has no question scores. */
  questionFiles?: QuestionFile[]
  /** By number of the course; none: no course is assigned marks by levels. */
  levels?: SpecLevel[]
}

/** Where a run gets its facts from: the archive in PostgreSQL, or files made by a test. */
export interface FactSource {
  /** Changes when the facts change; equal fingerprints let the run skip what is already there. */
  fingerprint(): Promise<string>
  /** Writes `roster.csv`, `course_score.csv` and `paper_part.csv` (columns of `tables.ts`) into the folder. */
  write(folder: string): Promise<void>
}

import type { TeacherCount, PaperCount } from './mark-counts.ts'
import type { MarkPlan } from './mark-plans.ts'
import { type Workload, countNeededFor } from './need.ts'

type Plan = Pick<MarkPlan, 'courseName' | 'isOwnExcluded' | 'needNum'> & Workload

/** A school in the plan of a course. */
export interface MarkShare extends TeacherCount {
  /** Candidates of the school who sit the course. */
  paperNum: number
  /** Places that are taken: waiting for the school, or confirmed. */
  heldNum: number
  /** The most people it may have, where nobody marks papers of the own school: the others must be enough for them. */
  mostNum: number | null
}

/** The schools of a course with teachers or papers. */
export function sharesOf(plan: Plan, teachers: TeacherCount[], papers: PaperCount[]): MarkShare[] {
  const own = teachers.filter(({ courseName }) => courseName === plan.courseName)
  const counted = papers.filter(({ courseName }) => courseName === plan.courseName)
  const total = counted.reduce((sum, { paperNum }) => sum + paperNum, 0)
  const taught = new Set(own.map(({ schoolCode }) => schoolCode))
  const untaught = counted.filter(({ schoolCode }) => !taught.has(schoolCode)).map(withoutTeachers)
  return [...own, ...untaught].map((line) => {
    const { paperNum = 0 } = counted.find(({ schoolCode }) => schoolCode === line.schoolCode) ?? {}
    const mostNum = plan.isOwnExcluded === 1 && total > 0 ? mostOf(plan, paperNum, total) : null
    return { ...line, paperNum, heldNum: line.pulledNum + line.confirmedNum, mostNum }
  })
}

function mostOf(plan: Plan, paperNum: number, total: number): number {
  return Math.max(0, (plan.needNum ?? 0) - countNeededFor(plan, paperNum, total))
}

function withoutTeachers({ courseName, schoolCode, schoolName }: PaperCount): TeacherCount {
  return { courseName, schoolCode, schoolName, teacherNum: 0, pulledNum: 0, confirmedNum: 0, returnedNum: 0 }
}

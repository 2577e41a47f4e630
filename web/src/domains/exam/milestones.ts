import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'

const { draft, imported, checked, archived, processing, processed, packaged, published, sealed } = examStates.states

/** The states an exam passes on its way, in order; 计算中 lies between two of them and 已封存 behind the last. */
export const MILESTONES = [draft, imported, checked, archived, processed, packaged, published]

/** Place of the last milestone an exam has reached. */
export function milestoneOf(status: number): number {
  if (status === sealed.value) return MILESTONES.length - 1
  if (status === processing.value) return MILESTONES.indexOf(archived)
  return MILESTONES.findIndex((one) => one.value === status)
}

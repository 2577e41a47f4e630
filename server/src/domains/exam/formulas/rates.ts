import type { ExamCourse } from '@xueheng/contract/domains/exam/exam-info.ts'
import type { ExamRule } from '@xueheng/contract/domains/exam/exam-rule.ts'

/** F19: a share of the full mark in tenths, rounded up to half a mark. The share counts to a hundredth of a percent. */
export function halfMarkShare(full10: number, share: number): number {
  return Math.ceil((full10 * Math.round(share * 10_000)) / 50_000) * 5
}

export interface Thresholds {
  excellent10: number
  good10: number
  pass10: number
  /** Below it is low. */
  low10: number
}

type Lines = Pick<ExamCourse, 'excellentScore' | 'goodScore' | 'passScore' | 'lowScore'>

/** Lines of a course: fixed ones first, else by the shares of the rule. */
export function thresholds(full10: number, rule: ExamRule, fixed?: Lines): Thresholds {
  const line = (score: number | null | undefined, share: number) =>
    typeof score === 'number' ? Math.round(score * 10) : halfMarkShare(full10, share)
  return {
    excellent10: line(fixed?.excellentScore, rule.excellentShare),
    good10: line(fixed?.goodScore, rule.goodShare),
    pass10: line(fixed?.passScore, rule.passShare),
    low10: line(fixed?.lowScore, rule.lowShare),
  }
}

/** What a composite is made of: mean in tenths and rates as fractions, null for nobody. */
export interface CompositeParts {
  mean10: number | null
  passRate: number | null
  excellentRate: number | null
}

/** F20: ratios to the best unit in percent; where the best is 0 the part is 0. */
export function countyComposite(
  own: CompositeParts,
  best: CompositeParts,
  weights: [number, number, number],
): number | null {
  const part = (value: number | null, top: number | null) => (value === null ? null : top ? value / top : 0)
  return weighted(
    [part(own.mean10, best.mean10), part(own.passRate, best.passRate), part(own.excellentRate, best.excellentRate)],
    weights,
  )
}

/** F22: independent of the other units, in percent. */
export function weightedComposite(
  own: CompositeParts,
  full10: number,
  weights: [number, number, number],
): number | null {
  return weighted([own.mean10 === null ? null : own.mean10 / full10, own.passRate, own.excellentRate], weights)
}

function weighted(parts: (number | null)[], weights: [number, number, number]): number | null {
  if (parts.some((part) => part === null)) return null
  return 100 * parts.reduce((total: number, part, index) => total + (part ?? 0) * (weights[index] ?? 0), 0)
}

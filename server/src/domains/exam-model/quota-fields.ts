import type { GrainName } from '@xueheng/contract/domains/exam-model/model-item.ts'

/** Counts and sums of one unit in one course, as the package holds them; scores are integer tenths. */
export interface UnitSums {
  plan: number
  sat: number
  absent: number
  base: number
  sum10: number | null
  sumsq100: number | null
  /** Full mark × students. */
  full10: number
  max10: number | null
  min10: number | null
  median: number | null
  excellent: number
  good: number
  pass: number
  low: number
  fullMarks: number
  allPass: number | null
  composite: number | null
  avgRank: number | null
  compositeRank: number | null
  aboveSum10: number | null
  above: number | null
  /** Students among the first N; only asked for with an N. */
  front?: number
}

/** A value as a fraction: the division is the last thing that happens. */
export interface Fraction {
  top: number | null
  base: number | null
  value: number | null
}

interface QuotaField {
  of(unit: UnitSums): Fraction
  /** Not for units of these grains: the package does not hold it. */
  except?: GrainName[]
  /** Says something of the total row only. */
  isOfTotal?: boolean
  needsN?: boolean
}

function ratio(top: number | null, base: number | null, times = 1): Fraction {
  const isKnown = top !== null && base !== null && base > 0
  return { top, base, value: isKnown ? (times * top) / base : null }
}

/** A number the package holds as it is. */
function whole(value: number | null | undefined): Fraction {
  return { top: null, base: null, value: value ?? null }
}

function share(part: (unit: UnitSums) => number | null): QuotaField {
  return { of: (unit) => ratio(part(unit), unit.base, 100) }
}

const SMALL: GrainName[] = ['class', 'teacher']
const NOT_TEACHER: GrainName[] = ['teacher']

/** 统计字段, by their keys in the dictionary `model_quota_field`. */
const QUOTA_FIELDS: Record<string, QuotaField> = {
  avgScore: { of: ({ sum10, sat }) => ratio(sum10, 10 * sat) },
  scoreRate: { of: ({ sum10, full10 }) => ratio(sum10, full10, 100) },
  excellentRate: share(({ excellent }) => excellent),
  goodRate: share(({ good }) => good),
  passRate: share(({ pass }) => pass),
  lowRate: share(({ low }) => low),
  allPassRate: { ...share(({ allPass }) => allPass), except: NOT_TEACHER, isOfTotal: true },
  fullNum: { of: ({ fullMarks }) => whole(fullMarks) },
  attendRate: { of: ({ sat, plan }) => ratio(sat, plan, 100) },
  studentNum: { of: ({ sat }) => whole(sat) },
  planNum: { of: ({ plan }) => whole(plan) },
  absentNum: { of: ({ absent }) => whole(absent) },
  maxScore: { of: ({ max10 }) => whole(max10 === null ? null : max10 / 10) },
  minScore: { of: ({ min10 }) => whole(min10 === null ? null : min10 / 10) },
  medianScore: { of: ({ median }) => whole(median === null ? null : median / 10), except: NOT_TEACHER },
  stdScore: { of: (unit) => whole(spread(unit)) },
  compositeScore: { of: ({ composite }) => whole(composite), except: NOT_TEACHER },
  diffAvg: { of: (unit) => whole(difference(unit)), except: NOT_TEACHER },
  overAvgRate: { of: (unit) => whole(overRate(unit)), except: NOT_TEACHER },
  avgRank: { of: ({ avgRank }) => whole(avgRank), except: NOT_TEACHER },
  compositeRank: { of: ({ compositeRank }) => whole(compositeRank), except: NOT_TEACHER },
  frontNum: { of: ({ front }) => whole(front ?? 0), except: SMALL, needsN: true },
  frontRate: { of: ({ front, sat }) => ratio(front ?? 0, sat, 100), except: SMALL, needsN: true },
}

export function quotaField(name: string | null): QuotaField | undefined {
  return name && Object.hasOwn(QUOTA_FIELDS, name) ? QUOTA_FIELDS[name] : undefined
}

/** F2 over the whole population, in marks. */
function spread({ sum10, sumsq100, sat }: UnitSums): number | null {
  if (sum10 === null || sumsq100 === null || sat === 0) return null
  return Math.sqrt(sumsq100 * sat - sum10 * sum10) / sat / 10
}

/** F6: distance of the mean from that of the unit above, in marks. */
function difference({ sum10, sat, aboveSum10, above }: UnitSums): number | null {
  if (sum10 === null || aboveSum10 === null || !above || sat === 0) return null
  return (sum10 * above - aboveSum10 * sat) / (10 * sat * above)
}

/** F6 as a share of the mean above, in percent. */
function overRate({ sum10, sat, aboveSum10, above }: UnitSums): number | null {
  if (sum10 === null || !aboveSum10 || !above || sat === 0) return null
  return (100 * (sum10 * above - aboveSum10 * sat)) / (sat * aboveSum10)
}

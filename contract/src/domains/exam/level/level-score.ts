import { NORMAL_MEAN, NORMAL_MODEL, NORMAL_SD } from './level-models.ts'
import type { LevelGrade, LevelOptions, LevelParam } from './level-param.ts'

/** How many have a raw mark; tenths. */
export interface RawMark {
  score10: number
  num: number
}

/** What became of a grade: the raw marks in it, tenths, null where nobody is in it. */
export interface GradeInterval extends LevelGrade {
  high10: number | null
  low10: number | null
  num: number
}

/** The grade of a raw mark and the mark assigned to it, tenths; a zero that takes no part has no grade. */
export interface AssignedMark {
  score10: number
  gradeNo: number | null
  assigned10: number
}

export interface Assigned {
  /** How many valid marks the shares are of. */
  base: number
  intervals: GradeInterval[]
  /** Highest raw mark first. */
  marks: AssignedMark[]
}

/**
 * exam-domain 2.11: everyone with a valid mark in order, parted by shares into grades, each grade's raw marks mapped to its
 * marks along a line. Equal raw marks share a grade. `marks` may hold raw marks nobody counted has (num 0): they are mapped by
 * the grades of the others.
 */
export function assignLevels(marks: RawMark[], param: Omit<LevelParam, 'courseName'>, full10: number): Assigned {
  const { options, grades, model } = param
  const sorted = marks
    .filter(({ score10 }) => options.zeroScore === 'keep' || score10 > 0)
    .toSorted((a, b) => b.score10 - a.score10)
  const reached = running(sorted.map(({ num }) => num))
  const base = reached.at(-1) ?? 0
  const cuts = cutGrades(reached, base, grades, options)
  const intervals = grades.map((grade, at) => intervalOf(grade, sorted, reached, [cuts[at - 1] ?? 0, cuts[at] ?? 0]))
  const assigned = sorted.flatMap(({ score10, num }, place) => {
    const at = cuts.findIndex((cut) => cut >= Math.max(reached[place] ?? 0, 1))
    const interval = intervals[at]
    if (!interval) return []
    const below = base - (reached[place] ?? 0)
    const assigned10 =
      model === NORMAL_MODEL
        ? normalMark((2 * below + num) / (2 * base), interval, unitOf(options))
        : assignMark(score10, endpoints(interval, at, param, full10), options)
    return [{ score10, gradeNo: at + 1, assigned10 }]
  })
  const zero = options.zeroScore === 'zero' ? [{ score10: 0, gradeNo: null, assigned10: 0 }] : []
  return { base, intervals, marks: [...assigned, ...zero] }
}

function running(nums: number[]): number[] {
  let sum = 0
  return nums.map((num) => (sum += num))
}

/** How many stand in each grade or above it. Shares count to a hundredth of a percent, so everything is whole. */
function cutGrades(reached: number[], base: number, grades: LevelGrade[], options: LevelOptions): number[] {
  const cuts: number[] = []
  let share = 0
  for (const [at, { ratio }] of grades.entries()) {
    const units = Math.round(ratio * 100)
    share += units
    const before = cuts.at(-1) ?? 0
    const wished = options.cumulative ? base * share : before * 10_000 + base * units
    cuts.push(
      at === grades.length - 1 ? base : cutAt(reached, before, Math.min(wished, base * 10_000), options.boundary),
    )
  }
  return cuts
}

/** The place next to the wish at which raw marks differ; of two equally near the one that takes more in. */
function cutAt(reached: number[], before: number, wished: number, boundary: LevelOptions['boundary']): number {
  const base = reached.at(-1) ?? 0
  const above = reached.find((num) => num * 10_000 >= wished) ?? base
  const below = Math.max(reached.findLast((num) => num * 10_000 <= wished) ?? 0, before)
  if (boundary === 'upper_min') return Math.max(above, before)
  if (boundary === 'lower_max') return below
  return above * 10_000 - wished <= wished - below * 10_000 ? Math.max(above, before) : below
}

function intervalOf(
  grade: LevelGrade,
  sorted: RawMark[],
  reached: number[],
  [from, to]: [number, number],
): GradeInterval {
  const own = sorted.filter(({ num }, at) => num > 0 && (reached[at] ?? 0) > from && (reached[at] ?? 0) <= to)
  return { ...grade, high10: own[0]?.score10 ?? null, low10: own.at(-1)?.score10 ?? null, num: to - from }
}

/** The ends a grade is mapped between; raw and assigned marks in tenths. */
export interface Endpoints {
  y1: number
  y2: number
  t1: number
  t2: number
}

function endpoints(
  interval: GradeInterval,
  at: number,
  { grades, options }: Omit<LevelParam, 'courseName'>,
  full10: number,
): Endpoints {
  const isTop = at === 0 && options.topEndpoint === 'fullMark'
  const isLast = at === grades.length - 1 && options.lastEndpoint === 'zero'
  return {
    y2: isTop ? full10 : (interval.high10 ?? 0),
    y1: isLast ? 0 : (interval.low10 ?? 0),
    t2: Math.round(interval.t2 * 10),
    t1: Math.round(interval.t1 * 10),
  }
}

function unitOf({ decimals }: Pick<LevelOptions, 'decimals'>): number {
  return decimals === 0 ? 10 : 1
}

/** T = T1 + (T2 - T1)(Y - Y1)/(Y2 - Y1), half up; a raw mark outside its grade stands at the grade's end. Tenths. */
export function assignMark(
  score10: number,
  { y1, y2, t1, t2 }: Endpoints,
  options: Pick<LevelOptions, 'decimals' | 'singlePoint'>,
): number {
  const unit = unitOf(options)
  if (y1 === y2) {
    const single = { to_max: t2, to_min: t1, to_mean: Math.floor((t1 + t2 + unit) / (2 * unit)) * unit }
    return single[options.singlePoint]
  }
  const width = y2 - y1
  const raised = t1 * width + (t2 - t1) * (Math.min(Math.max(score10, y1), y2) - y1)
  return Math.floor((2 * raised + width * unit) / (2 * width * unit)) * unit
}

/** F18: the normal standard score of a percentile rank between 0 and 1, within the marks of the model; tenths. */
function normalMark(share: number, { t1, t2 }: LevelGrade, unit: number): number {
  if (share <= 0) return Math.round(t1 * 10)
  if (share >= 1) return Math.round(t2 * 10)
  const mark10 = Math.floor(((NORMAL_MEAN + NORMAL_SD * normalQuantile(share)) * 10) / unit + 0.5) * unit
  return Math.min(Math.max(mark10, Math.round(t1 * 10)), Math.round(t2 * 10))
}

const A = [
  -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239,
]
const B = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1]
const C = [
  -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
]
const D = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1]
const TAIL = 0.02425

/** Acklam's rational approximation of the normal quantile (error below 1.2e-9); the macro normal_quantile is the same. */
export function normalQuantile(p: number): number {
  if (p > 1 - TAIL) return -normalQuantile(1 - p)
  if (p < TAIL) {
    const q = Math.sqrt(-2 * Math.log(p))
    return horner(C, q) / horner(D, q)
  }
  const q = p - 0.5
  return (horner(A, q * q) * q) / horner(B, q * q)
}

function horner(factors: number[], x: number): number {
  return factors.reduce((sum, factor) => sum * x + factor, 0)
}

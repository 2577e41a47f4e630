import { RULE, type ScoringRule } from '@xueheng/contract/domains/exam-model/scoring-rule.ts'
import { ranks } from '../exam/index.ts'

/** What a scoring item makes points of. */
export interface Scored {
  ruleKind: number
  fullPoints: number
  rule: ScoringRule
  minPoints: number | null
  maxPoints: number | null
  /** The smaller the value, the better. */
  isLessBetter: boolean
}

export interface Points {
  points: number | null
  /** What the value was compared with. */
  against: Record<string, number | null>
  /** Before the limits cut it. */
  uncut?: number
}

type Values = (number | null)[]
interface Line {
  raw: number | null
  against: Points['against']
}

type Rule = (scored: Scored, values: Values, targets: Values) => Line[]

/**
 * Points of every unit, in the order of the values. A unit without a value has no points: missing is not zero.
 * Points are kept to nine digits, so that equal ones stay equal.
 */
export function pointsOf(scored: Scored, values: Values, targets: Values = []): Points[] {
  const rule = RULES[scored.ruleKind]
  if (!rule) throw new Error(`no rule of the kind ${scored.ruleKind}`)
  const [least, most] = limits(scored)
  return rule(scored, values, targets).map(({ raw, against }) => {
    if (raw === null) return { points: null, against }
    const points = tidy(Math.min(most, Math.max(least, raw)))
    return points === tidy(raw) ? { points, against } : { points, against, uncut: tidy(raw) }
  })
}

export function tidy(value: number): number {
  const rounded = Math.round(value * 1e9) / 1e9
  return Number.isFinite(rounded) ? rounded : value
}

/** Between nothing and the full points, unless the scoring item says otherwise; points added or taken off are free. */
function limits({ ruleKind, fullPoints, minPoints, maxPoints }: Scored): [number, number] {
  const isFree = ruleKind === RULE.bonus
  return [minPoints ?? (isFree ? -Infinity : 0), maxPoints ?? (isFree ? Infinity : fullPoints)]
}

function present(values: Values): number[] {
  return values.filter((value) => value !== null)
}

/** F20: the share of the best unit; where the best is 0 the points are 0. Where less is better, the best over the own. */
function best({ fullPoints, isLessBetter }: Scored, values: Values): Line[] {
  const all = present(values)
  const top = all.length === 0 ? null : isLessBetter ? Math.min(...all) : Math.max(...all)
  return values.map((value) => ({ raw: share(value), against: { best: top } }))

  function share(value: number | null): number | null {
    if (value === null || top === null) return null
    if (isLessBetter) return value > 0 ? (fullPoints * top) / value : fullPoints
    return top > 0 ? (fullPoints * value) / top : 0
  }
}

function linear({ fullPoints, rule }: Scored, values: Values): Line[] {
  const low = rule.low ?? 0
  const high = rule.high ?? 100
  return values.map((value) => ({
    raw: value === null ? null : (fullPoints * (value - low)) / (high - low),
    against: {},
  }))
}

/** The first band, from the highest, whose lower end the value reaches; below all of them nothing. */
function banded({ rule }: Scored, values: Values): Line[] {
  const bands = (rule.bands ?? []).toSorted((a, b) => (b.from ?? -Infinity) - (a.from ?? -Infinity))
  return values.map((value): Line => {
    if (value === null) return { raw: null, against: {} }
    const band = bands.find(({ from }) => from === null || tidy(value) >= from)
    return { raw: band?.points ?? 0, against: { from: band?.from ?? null } }
  })
}

/** F16 over the units: mid + k × Z; where nobody differs everyone has the middle. */
function standard({ rule, fullPoints, isLessBetter }: Scored, values: Values): Line[] {
  const all = present(values)
  const mean = all.reduce((total, value) => total + value, 0) / all.length
  const sd = tidy(Math.sqrt(all.reduce((total, value) => total + (value - mean) ** 2, 0) / all.length))
  const mid = rule.mid ?? fullPoints / 2
  return values.map((value): Line => {
    if (value === null) return { raw: null, against: {} }
    const z = sd > 0 ? tidy(((value - mean) / sd) * (isLessBetter ? -1 : 1)) : 0
    return { raw: mid + (rule.k ?? 0) * z, against: { mean: tidy(mean), sd, z } }
  })
}

/** By the place among the units (1, 2, 2, 4): a fixed step per place, or spread evenly over all places. */
function ranked({ rule, fullPoints, isLessBetter }: Scored, values: Values): Line[] {
  const places = ranks(
    values.map((value) => (value === null ? null : tidy(value))),
    isLessBetter ? 'low' : 'high',
  )
  const units = present(values).length
  return places.map((rank): Line => ({
    raw:
      rank === null
        ? null
        : rule.step === null || rule.step === undefined
          ? (fullPoints * (units - rank + 1)) / units
          : fullPoints - rule.step * (rank - 1),
    against: rank === null ? {} : { rank, units },
  }))
}

/** F24: the share of the target reached, and a bonus for what lies above it, by the largest such excess. */
function target({ rule, fullPoints, isLessBetter }: Scored, values: Values, targets: Values): Line[] {
  const bonus = rule.bonus ?? 0
  const wanted = values.map((_value, at) => targets[at] ?? rule.target ?? null)
  const excesses = values.map((value, at) => {
    const want = wanted[at] ?? null
    return value === null || want === null ? null : Math.max(0, isLessBetter ? want - value : value - want)
  })
  const most = Math.max(0, ...present(excesses))
  return values.map((value, at): Line => {
    const want = wanted[at] ?? null
    const excess = excesses[at] ?? null
    if (value === null || want === null || excess === null || want <= 0) return { raw: null, against: { target: want } }
    const reached = isLessBetter ? (value <= 0 ? 1 : want / value) : value / want
    const raw = Math.min(1, reached) * (fullPoints - bonus) + (most > 0 ? (bonus * excess) / most : 0)
    return { raw, against: { target: want, excess: tidy(excess), most: tidy(most) } }
  })
}

function added({ rule }: Scored, values: Values): Line[] {
  const per = rule.per ?? 1
  return values.map((value) => ({ raw: value === null ? null : per * value, against: {} }))
}

const RULES: Record<number, Rule> = {
  [RULE.best]: best,
  [RULE.linear]: linear,
  [RULE.bands]: banded,
  [RULE.standard]: standard,
  [RULE.rank]: ranked,
  [RULE.target]: target,
  [RULE.bonus]: added,
}

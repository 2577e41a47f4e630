import { standardDeviation, sum } from './statistics.ts'

/** Marks in tenths by student and question; null: the question was not answered, in a choice or otherwise. */
export type PaperMarks = (number | null)[][]

/** Totals of the students; what was not answered adds nothing. */
export function totalsOf(marks: PaperMarks): number[] {
  return marks.map((row) => sum(row.map((mark) => mark ?? 0)))
}

/** F42: who is at the cut counts with the share of those at the cut that is missing, so the order of rows says nothing. */
export interface EndShares {
  high: number[]
  low: number[]
  k: number
}

/** The share with which each student is among the best and the worst 27 % by these totals. */
export function endShares(totals: number[]): EndShares {
  const k = Math.ceil((27 * totals.length) / 100)
  const share = (own: number, isBetter: (other: number) => boolean) => {
    const before = totals.filter(isBetter).length
    const equal = totals.filter((other) => other === own).length
    return Math.min(1, Math.max(0, (k - before) / equal))
  }
  return {
    high: totals.map((own) => share(own, (other) => other > own)),
    low: totals.map((own) => share(own, (other) => other < own)),
    k,
  }
}

/** F42 of a question by the totals of the paper; null for nobody. */
export function questionDiscrimination(marks: (number | null)[], totals: number[], full10: number): number | null {
  const { high, low, k } = endShares(totals)
  if (k === 0) return null
  return sum(marks.map((mark, at) => (mark ?? 0) * ((high[at] ?? 0) - (low[at] ?? 0)))) / (k * full10)
}

/** F43, corrected: a question against the rest of the paper, over those who answered it; null where nothing varies. */
export function itemTotal(marks: (number | null)[], totals: number[]): number | null {
  const answered = marks.flatMap((mark, at) => (mark === null ? [] : [[mark, (totals[at] ?? 0) - mark] as const]))
  return pearson(
    answered.map(([own]) => own),
    answered.map(([, rest]) => rest),
  )
}

/** Product-moment correlation; null where one of them does not vary. */
export function pearson(xs: number[], ys: number[]): number | null {
  const n = xs.length
  const spread = (values: number[], others: number[]) =>
    n * sum(values.map((value, at) => value * (others[at] ?? 0))) - sum(values) * sum(others)
  const [x, y] = [spread(xs, xs), spread(ys, ys)]
  return x > 0 && y > 0 ? spread(xs, ys) / (Math.sqrt(x) * Math.sqrt(y)) : null
}

/** F45 over items by student; what was not answered counts nothing. Null for one item, or where totals do not vary. */
export function cronbachAlpha(items: number[][]): number | null {
  const [first] = items
  const variance = (values: number[]) => (standardDeviation(values, 'population') ?? 0) ** 2
  const total = variance(items.map(sum))
  const count = first?.length ?? 0
  if (count < 2 || total === 0) return null
  const each = Array.from({ length: count }, (_none, at) => variance(items.map((row) => row[at] ?? 0)))
  return (count / (count - 1)) * (1 - sum(each) / total)
}

/** F46 from the two halves: every second item, by student. */
export function splitHalf(items: number[][]): number | null {
  const half = (isOdd: boolean) => items.map((row) => sum(row.filter((_mark, at) => (at % 2 === 0) === isOdd)))
  const r = pearson(half(true), half(false))
  return r !== null && r > -1 ? (2 * r) / (1 + r) : null
}

/** F47 in marks. */
export function standardError(totals: number[], alpha: number | null): number | null {
  if (alpha === null || alpha > 1) return null
  return ((standardDeviation(totals, 'population') ?? 0) / 10) * Math.sqrt(1 - alpha)
}

/** F49 in percent: marks got of marks to be got, each question with its share of the point. */
export function knowledgeRate(questions: { sum10: number; num: number; full10: number; share: number }[]): number {
  const got = sum(questions.map((one) => one.sum10 * one.share))
  return (100 * got) / sum(questions.map((one) => one.num * one.full10 * one.share))
}

/**
 * F51, Sato: how far the marks of one student (or of one question) lie from the order of the rest. 0 as expected, towards 1
 * and above surprising; `weights` are the totals of the questions (or of the students). Null where nothing varies.
 */
export function cautionIndex(marks: number[], weights: number[]): number | null {
  const covariance = (values: number[]) =>
    values.length * sum(values.map((value, at) => value * (weights[at] ?? 0))) - sum(values) * sum(weights)
  const order = weights.map((weight, at) => [weight, at] as const).toSorted(([a], [b]) => b - a)
  const best = marks.toSorted((a, b) => b - a)
  const expected = Array.from({ length: marks.length }, () => 0)
  for (const [place, [, at]] of order.entries()) expected[at] = best[place] ?? 0
  const most = covariance(expected)
  return most > 0 ? 1 - covariance(marks) / most : null
}

/** Lines (F25 to F34) over scores in integer tenths: what the SQL must agree with. */

/** How a line that ties cannot meet exactly is put: not fewer than planned, not more, or as near as can be. */
export type TieMode = 'atLeast' | 'atMost' | 'nearest'

/** Half a mark, in tenths. */
const STEP10 = 5

/** How many have the line or more. */
export function reachedBy(scores: number[], line10: number): number {
  return scores.filter((score) => score >= line10).length
}

/**
 * F25: the score at which about `planned` are above. Without enough scores the lowest; when even the best are too many, half a
 * mark above them; of two equally near the higher one. Null without scores.
 */
export function lineByNumber(scores: number[], planned: number, tie: TieMode = 'atLeast'): number | null {
  const marks = [...new Set(scores)].toSorted((a, b) => b - a)
  const [best] = marks
  if (best === undefined) return null
  const reached = new Map(marks.map((mark) => [mark, reachedBy(scores, mark)]))
  const of = (mark: number) => reached.get(mark) ?? 0
  if (tie === 'atLeast') return marks.find((mark) => of(mark) >= planned) ?? marks.at(-1) ?? null
  if (tie === 'atMost') return marks.findLast((mark) => of(mark) <= planned) ?? best + STEP10
  const near = (mark: number) => Math.abs(of(mark) - planned)
  return marks.reduce((found, mark) => (near(mark) < near(found) ? mark : found), best)
}

/** F26: how many a share means, rounded up; the share counts to a hundredth of a percent. */
export function numberOfShare(n: number, share: number): number {
  return Math.ceil((n * Math.round(share * 10_000)) / 10_000)
}

/** A student's score in a course beside the total, in tenths. */
export interface Pair {
  total10: number | null
  score10: number | null
}

/** Rounded half up to a tenth. */
function roundedRatio(numerator: number, denominator: number): number {
  return Number((2n * BigInt(numerator) + BigInt(denominator)) / (2n * BigInt(denominator)))
}

/** F27: the mean of the course over the mean of the total, of those at or above the total's line who took it, times the line. */
export function lineByRatio(pairs: Pair[], line10: number): number | null {
  let [course, total] = [0, 0]
  for (const { total10, score10 } of pairs) {
    if (total10 === null || score10 === null || total10 < line10) continue
    course += score10
    total += total10
  }
  return total > 0 ? roundedRatio(course * line10, total) : null
}

/** F28: the same share of those who took the course; null where it means nobody. */
export function lineBySameShare(scores: number[], online: number, whole: number, tie?: TieMode): number | null {
  const planned = Math.floor((scores.length * online) / whole)
  return planned > 0 ? lineByNumber(scores, planned, tie) : null
}

const FEWEST_IN_WINDOW = 25

/** F29: the mean of the course around the total's line, a mark wider at a time until 25 who took it are in the window. */
export function lineByWindow(pairs: Pair[], line10: number): number | null {
  const near = pairs.flatMap(({ total10, score10 }) =>
    total10 === null || score10 === null
      ? []
      : [{ distance: Math.max(1, Math.ceil(Math.abs(total10 - line10) / 10)), score10 }],
  )
  if (near.length === 0) return null
  const distances = near.map(({ distance }) => distance).toSorted((a, b) => a - b)
  const width = distances[Math.min(FEWEST_IN_WINDOW, near.length) - 1] ?? 0
  const inside = near.filter(({ distance }) => distance <= width)
  return roundedRatio(
    inside.reduce((sum, { score10 }) => sum + score10, 0),
    inside.length,
  )
}

/** F30, F31: reached the total's line, the course's line, and both. */
export function countLines(
  pairs: Pair[],
  total10: number,
  line10: number,
): Record<'online' | 'single' | 'double', number> {
  const isOnline = (pair: Pair) => (pair.total10 ?? -1) >= total10
  const isSingle = (pair: Pair) => (pair.score10 ?? -1) >= line10
  return {
    online: pairs.filter(isOnline).length,
    single: pairs.filter(isSingle).length,
    double: pairs.filter((pair) => isOnline(pair) && isSingle(pair)).length,
  }
}

/** F34: those just below the line and just above it; both ranges leave out their upper end. */
export function countCritical(scores: number[], line10: number, range10: number): { below: number; above: number } {
  return {
    below: scores.filter((score) => score >= line10 - range10 && score < line10).length,
    above: scores.filter((score) => score >= line10 && score < line10 + range10).length,
  }
}

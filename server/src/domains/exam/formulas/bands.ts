export interface Band {
  /** Inclusive, in marks. */
  low: number
  /** Exclusive, but the top band includes the full mark. */
  high: number
  num: number
  /** From the top down to and with this band. */
  cumulative: number
}

/** F37: bands [low, high) of `width` marks anchored at multiples of the width, best first; the full mark is in the top one. */
export function bands(scores10: number[], full: number, width: number): Band[] {
  const top = Math.max(0, Math.ceil(full / width) - 1)
  const counts = Array.from({ length: top + 1 }, () => 0)
  for (const score10 of scores10) {
    const at = Math.min(top, Math.floor(score10 / (10 * width)))
    counts[at] = (counts[at] ?? 0) + 1
  }
  let cumulative = 0
  return counts.toReversed().map((num, index) => {
    cumulative += num
    const low = (top - index) * width
    return { low, high: Math.min(low + width, full), num, cumulative }
  })
}

export interface MarkRow {
  score: number
  num: number
  cumulative: number
}

/** F38: whole marks (floor of the score) without gaps between the best and the worst, best first. */
export function oneMarkTable(scores10: number[]): MarkRow[] {
  const counts = new Map<number, number>()
  for (const score10 of scores10) {
    const mark = Math.floor(score10 / 10)
    counts.set(mark, (counts.get(mark) ?? 0) + 1)
  }
  const marks = [...counts.keys()]
  const rows: MarkRow[] = []
  let cumulative = 0
  for (let score = Math.max(...marks); score >= Math.min(...marks); score -= 1) {
    const num = counts.get(score) ?? 0
    cumulative += num
    rows.push({ score, num, cumulative })
  }
  return rows
}

/** F39: how many of a unit are among the first n; ties at n all count. */
export function frontNum(ranks: (number | null)[], n: number): number {
  return ranks.filter((rank) => rank !== null && rank <= n).length
}

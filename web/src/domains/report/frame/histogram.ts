import type { ReportRow } from './header-tree.ts'

export interface HistogramBar {
  low: number
  num: number
}

/** Bands of a total and of a course, in marks; a course has no more marks than the border. */
const [OF_TOTAL, OF_COURSE, BORDER] = [10, 5, 200]

/** Marks from low to high in bands of equal width, gap-free; no narrower than the rows are. */
export function histogramOf(
  rows: ReportRow[],
  lowKey: string,
  numKey: string,
): { width: number; bars: HistogramBar[] } {
  const marks = rows.map((row) => ({ low: Number(row[lowKey]), num: Number(row[numKey] ?? 0) }))
  const lows = marks.map(({ low }) => low).toSorted((one, other) => one - other)
  const [least = 0, next = least + 1] = lows
  const highest = lows.at(-1) ?? 0
  const width = Math.max(next - least, highest > BORDER ? OF_TOTAL : OF_COURSE)
  const first = Math.floor(least / width)
  const bars = Array.from({ length: Math.floor(highest / width) - first + 1 }, (_none, at) => ({
    low: (first + at) * width,
    num: 0,
  }))
  for (const { low, num } of marks) {
    const bar = bars[Math.floor(low / width) - first]
    if (bar) bar.num += num
  }
  return { width, bars }
}

import type { ReportRow } from './header-tree.ts'

export interface HistogramBar {
  low: number
  num: number
}

/** Bands of a total and of a course, in marks; a course has no more marks than the border. */
const [OF_TOTAL, OF_COURSE, BORDER] = [10, 5, 200]

/** Marks from low to high in bands of equal width, gap-free, no narrower than the rows are; a series for each count. */
export function histogramOf(
  rows: ReportRow[],
  lowKey: string,
  numKeys: string[],
): { width: number; series: HistogramBar[][] } {
  const lows = rows.map((row) => Number(row[lowKey])).toSorted((one, other) => one - other)
  const [least = 0, next = least + 1] = lows
  const highest = lows.at(-1) ?? 0
  const width = Math.max(next - least, highest > BORDER ? OF_TOTAL : OF_COURSE)
  const first = Math.floor(least / width)
  const series = numKeys.map((numKey) => {
    const bars = Array.from({ length: Math.floor(highest / width) - first + 1 }, (_none, at) => ({
      low: (first + at) * width,
      num: 0,
    }))
    for (const row of rows) {
      const bar = bars[Math.floor(Number(row[lowKey]) / width) - first]
      if (bar) bar.num += Number(row[numKey] ?? 0)
    }
    return bars
  })
  return { width, series }
}

/** Paging as every list of this API family does it. */
export interface Page<T> {
  records: T[]
  total: number
  /** `total` is an estimate: there are more rows than are counted. Left out where it is exact. */
  isEstimated?: true
  size: number
  current: number
  pages: number
}

export const DEFAULT_PAGE_SIZE = 10
/** Longest page a call answers; exports read page after page. */
export const MAX_PAGE_SIZE = 1000
/** Up to so many rows a `total` is exact; more are estimated. */
export const MAX_COUNTED = 100_000

export function pageOf<T>(records: T[], total: number, { current, size }: { current: number; size: number }): Page<T> {
  return { records, total, size, current, pages: Math.ceil(total / size) }
}

import type { Header } from '../../kit/report.ts'

/** The exam had no paper in this course. */
export const NO_PAPER = -1

/** The student does not take the course. */
export const NOT_CHOSEN = '未选'

/** By the status of the exam's domain, `SCORE_STATUS`. */
const WORDS = new Map<unknown, string>([
  [1, '缺考'],
  [3, '作弊'],
  [4, '违纪'],
  [5, '缓考'],
  [6, '免考'],
  [NO_PAPER, '未开考'],
  [undefined, NOT_CHOSEN],
  [null, NOT_CHOSEN],
])

/** Why a student has no mark in a column: whoever chose a course and has no mark is absent by the archive. */
export function markWord({ key, statusKey }: Header, row: Record<string, unknown>): string | undefined {
  const value = row[key] ?? null
  return statusKey !== undefined && value === null ? WORDS.get(row[statusKey]) : undefined
}

/** The word for the status of a mark that is not there. */
export function courseMarkText(status: number): string {
  return WORDS.get(status) ?? ''
}

/** Days between two ISO days are counted in UTC: a change of the clock makes no day longer. */
const DAY_MS = 86_400_000

/**
 * The day on which so many working days have passed since `from` (`yyyy-MM-dd`), which is not counted itself. Weekends are left
 * out; public holidays are not known, so the day is never later than the law allows.
 */
export function dueDate(from: string, workingDays: number): string {
  let at = Date.parse(from)
  for (let left = workingDays; left > 0;) {
    at += DAY_MS
    const day = new Date(at).getUTCDay()
    if (day !== 0 && day !== 6) left -= 1
  }
  return new Date(at).toISOString().slice(0, 10)
}

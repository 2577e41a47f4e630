/** The study year of a day, named by the calendar year it starts in: it starts in September. */
export function currentStudyYear(now: Date): number {
  return now.getMonth() >= 8 ? now.getFullYear() : now.getFullYear() - 1
}

/** The study year of a day, named by the calendar year it starts in: it starts in September; months count from 1. */
export function currentStudyYear({ year, month }: { year: number; month: number }): number {
  return month >= 9 ? year : year - 1
}

/** The study year of a day, named by the calendar year it starts in: it starts in September; months count from 1. */
export function currentStudyYear({ year, month }: { year: number; month: number }): number {
  return month >= 9 ? year : year - 1
}

/** The last study year whose classes may be promoted on a day: from June on it is the one that ends this summer. */
export function lastEndingYear({ year, month }: { year: number; month: number }): number {
  return month >= 6 ? year - 1 : year - 2
}

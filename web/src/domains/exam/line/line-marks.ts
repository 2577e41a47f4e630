import type { SchoolMarks } from '@xueheng/contract/domains/exam/line/line-calls.ts'

/** How many of a school stand at this mark or above; halves fall, so the last one that is not below tells. */
export function countAt({ halves, reached }: SchoolMarks, score: number): number {
  const half = Math.ceil(score * 2)
  let [low, high] = [0, halves.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((halves[middle] ?? 0) >= half) low = middle + 1
    else high = middle
  }
  return reached[low - 1] ?? 0
}

/** A school, or all of them: how many have a mark, how many are above the line, and of a course also above that of the total. */
export interface AboveLine {
  name: string
  studentNum: number
  onlineNum: number
  /** Above the line of the total, and above both; nothing while the total itself is tried. */
  totalNum?: number
  doubleNum?: number
}

/** `above` are the marks of those who reach the line of the total. */
export function countSchools(schools: SchoolMarks[], score: number, above?: SchoolMarks[]): AboveLine[] {
  const reaching = new Map(above?.map((school) => [school.schoolCode, school]))
  return schools.map((school) => {
    const both = reaching.get(school.schoolCode)
    return {
      name: school.schoolName,
      studentNum: school.reached.at(-1) ?? 0,
      onlineNum: countAt(school, score),
      ...(above && { totalNum: both?.reached.at(-1) ?? 0, doubleNum: both ? countAt(both, score) : 0 }),
    }
  })
}

export function sumOf(name: string, rows: AboveLine[]): AboveLine {
  const sum = (key: 'studentNum' | 'onlineNum' | 'totalNum' | 'doubleNum') =>
    rows.reduce((total, row) => total + (row[key] ?? 0), 0)
  const counts = { name, studentNum: sum('studentNum'), onlineNum: sum('onlineNum') }
  const isDouble = rows.some((row) => row.doubleNum !== undefined)
  return isDouble ? { ...counts, totalNum: sum('totalNum'), doubleNum: sum('doubleNum') } : counts
}

/** Percent with two decimals; nothing of nobody. */
export function shareOf(part: number, whole: number): string {
  return whole === 0 ? '—' : ((100 * part) / whole).toFixed(2)
}

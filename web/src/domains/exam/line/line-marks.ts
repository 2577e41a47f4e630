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

/** A school, or all of them, with how many have a mark at all and how many are above the line. */
export interface AboveLine {
  name: string
  studentNum: number
  onlineNum: number
}

export function countSchools(schools: SchoolMarks[], score: number): AboveLine[] {
  return schools.map((school) => ({
    name: school.schoolName,
    studentNum: school.reached.at(-1) ?? 0,
    onlineNum: countAt(school, score),
  }))
}

export function sumOf(name: string, rows: AboveLine[]): AboveLine {
  const sum = (key: 'studentNum' | 'onlineNum') => rows.reduce((total, row) => total + row[key], 0)
  return { name, studentNum: sum('studentNum'), onlineNum: sum('onlineNum') }
}

/** Percent with two decimals; nothing of nobody. */
export function shareOf({ onlineNum, studentNum }: AboveLine): string {
  return studentNum === 0 ? '—' : ((100 * onlineNum) / studentNum).toFixed(2)
}

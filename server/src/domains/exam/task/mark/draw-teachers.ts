import { createHash } from 'node:crypto'
import { type Sharer, sharePlaces } from './share-places.ts'

/** A teacher who can be pulled. */
export interface Free {
  teacherCode: string
  schoolCode: string
}

/** A school as the plan sees it; who is free follows from the teachers. */
export type School = Omit<Sharer, 'freeNum'>

/**
 * Who is pulled of those who are free: as many of each school as places are shared to it, in an order that follows from
 * the seed, the course and the teacher's code alone. The same seed over the same teachers pulls the same people.
 */
export function drawTeachers<F extends Free>(
  schools: readonly School[],
  free: readonly F[],
  need: number,
  key: { seed: number; courseName: string },
): F[] {
  const freeOf = (schoolCode: string) => free.filter((teacher) => teacher.schoolCode === schoolCode)
  const sharers = schools.map((school) => ({ ...school, freeNum: freeOf(school.schoolCode).length }))
  const places = sharePlaces(sharers, need)
  return schools.flatMap(({ schoolCode }) =>
    inDrawnOrder(freeOf(schoolCode), key).slice(0, places.get(schoolCode) ?? 0),
  )
}

function inDrawnOrder<F extends Free>(
  free: readonly F[],
  { seed, courseName }: { seed: number; courseName: string },
): F[] {
  return free
    .map((teacher) => ({ teacher, lot: lotOf(`${seed}/${courseName}/${teacher.teacherCode}`) }))
    .toSorted((a, b) => (a.lot < b.lot ? -1 : 1))
    .map(({ teacher }) => teacher)
}

function lotOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

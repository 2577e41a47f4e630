import { SCORE_STATUS } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { COURSES } from './courses.ts'
import type { Mark, Student } from './model.ts'
import { type Random, at } from './random.ts'

/** Absence falls on the weak: its probability is that of the recipe times e^(-0.8 g), normed to mean 1. */
const ABSENCE_SLOPE = 0.8
const SHARES = { absentAll: 0.006, absentOne: 0.01, zero: 0.0005, cheat: 0.0001, fullMark: 0.3 }
/** Nobody but the rare perfect paper gets past this share of the full mark. */
const CEILING = 0.985

/** A score in tenths: `full·(mean + sd·z)` inside the paper's bounds, in its steps. */
export function scoreOf(random: Random, course: number, z: number, shift: number): number {
  const { full, mean, sd, step } = at(COURSES, course)
  const exact = full * (mean + shift + sd * z)
  if (exact >= full && random.chance(SHARES.fullMark)) return full * 10
  const marks = Math.min(CEILING * full, Math.max(random.integer(1, 8), exact))
  return Math.floor(marks / step + 0.5) * step * 10
}

/** The six marks of one student, with the absences, zeros and cheating of real life. */
export function marksOf(random: Random, student: Student, ability: number, z: (course: number) => number): Mark[] {
  const risk = Math.exp(-ABSENCE_SLOPE * ability - ABSENCE_SLOPE ** 2 / 2)
  const isAway = random.chance(SHARES.absentAll * risk)
  const missed = random.chance(SHARES.absentOne * risk) ? random.pick(student.courses) : undefined
  return student.courses.map((course) => {
    const sat = { course, score10: z(course), status: SCORE_STATUS.normal as number }
    if (isAway || course === missed) return { course, score10: null, status: SCORE_STATUS.absent }
    const luck = random.next()
    if (luck < SHARES.zero) return { course, score10: 0, status: SCORE_STATUS.zero }
    if (luck < SHARES.zero + SHARES.cheat) return { course, score10: null, status: SCORE_STATUS.cheat }
    return sat
  })
}

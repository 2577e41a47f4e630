import { COURSES } from './courses.ts'
import type { Klass, Student } from './model.ts'
import { type Random, at } from './random.ts'
import { ABILITY_SD } from './students.ts'

/** Correlation of a student's standing in two exams that follow each other. */
export const PERSISTENCE = 0.85

/**
 * How far each student stands from what school and class lead to expect, per course:
 * `ability·g + language·v + science·s + rest·e`, in standard deviations of the paper.
 */
export function firstStanding(random: Random, students: Student[]): Float64Array {
  const standing = new Float64Array(students.length * COURSES.length)
  for (const student of students) drawStanding(random, student.ability, standing, student.index * COURSES.length)
  return standing
}

/**
 * The next exam: `.85 z + sqrt(1 - .85²) e`, where `e` is drawn like a first standing. The step is applied to the distance from
 * the expectation only; applied to the whole score it would make schools alike within three exams.
 */
export function nextStanding(random: Random, standing: Float64Array): Float64Array {
  const fresh = new Float64Array(standing.length)
  for (let offset = 0; offset < standing.length; offset += COURSES.length) {
    drawStanding(random, random.normal(0, ABILITY_SD), fresh, offset)
  }
  const news = Math.sqrt(1 - PERSISTENCE ** 2)
  return standing.map((value, i) => PERSISTENCE * value + news * at(fresh, i))
}

function drawStanding(random: Random, ability: number, into: Float64Array, offset: number): void {
  const language = random.normal()
  const science = random.normal()
  for (const [i, course] of COURSES.entries()) {
    const rest = Math.sqrt(1 - course.ability ** 2 - course.language ** 2 - course.science ** 2)
    into[offset + i] =
      course.ability * ability + course.language * language + course.science * science + rest * random.normal()
  }
}

/** What school, class and teacher lead to expect in a course. */
export function expectation(klass: Klass, course: number): number {
  const ability = klass.school.quality + klass.effect
  return (
    at(COURSES, course).ability * ability + at(klass.school.courseEffects, course) + at(klass.teachers, course).effect
  )
}

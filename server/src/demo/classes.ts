import { classCode } from './codes.ts'
import { COURSES, HISTORY, PHYSICS, PHYSICS_SHARE } from './courses.ts'
import type { Klass, School, Teacher } from './model.ts'
import { teacherName } from './names.ts'
import { type Random, at } from './random.ts'
import { shareOut } from './schools.ts'

const CLASS_SIZE = 48
const CLASS_EFFECT = { mean: -0.08, sd: 0.1 }
/** The best 15 % of the classes get the best students. */
const EXPERIMENTAL = { share: 0.15, bonus: 0.45 }
const TEACHER_EFFECT_SD = 0.06
/** Variance of the class effect with its bonus: what is left for the student when abilities have variance 1. */
export const CLASS_VARIANCE = 0.04

/** Fills `school.classes`; every class has a teacher per course. */
export function makeClasses(random: Random, school: School, enterYear: number): void {
  const count = Math.max(1, Math.round(school.planned / CLASS_SIZE))
  const physicsCount = stochasticRound(random, count * PHYSICS_SHARE)
  const experimental = stochasticRound(random, count * EXPERIMENTAL.share)
  const sizes = shareOut(
    Array.from({ length: count }, () => 1),
    school.planned,
  )
  const staff = makeStaff(random, school, count)
  school.classes = sizes.map((size, i) => {
    const isExperimental = i < experimental
    const teachers = staff.map((of) => at(of, i))
    return {
      code: classCode(school.code, enterYear, i + 1),
      no: i + 1,
      school,
      isExperimental,
      firstCourse: i < physicsCount ? PHYSICS : HISTORY,
      size,
      effect: random.normal(CLASS_EFFECT.mean, CLASS_EFFECT.sd) + (isExperimental ? EXPERIMENTAL.bonus : 0),
      teachers,
      headTeacher: at(teachers, random.integer(0, 2)),
    } satisfies Klass
  })
}

/** By course, the teacher of each class; one person takes one to three classes in a row. */
function makeStaff(random: Random, school: School, classes: number): Teacher[][] {
  return COURSES.map((_course, course) => {
    const staff: Teacher[] = []
    for (let no = 1; staff.length < classes; no++) {
      const teacher = {
        code: `T${school.area.code.slice(-2)}${String(school.no).padStart(2, '0')}${course + 1}${String(no).padStart(2, '0')}`,
        name: teacherName(random),
        effect: random.normal(0, TEACHER_EFFECT_SD),
      }
      for (let load = random.integer(1, 3); load > 0 && staff.length < classes; load--) staff.push(teacher)
    }
    return staff
  })
}

/** Rounds up with the probability of the fraction, so that small schools do not bend the total. */
function stochasticRound(random: Random, value: number): number {
  return Math.floor(value) + (random.chance(value % 1) ? 1 : 0)
}

import { CLASS_VARIANCE } from './classes.ts'
import { studentCode } from './codes.ts'
import { COMPULSORY, COURSES, SECOND, SECOND_WEIGHTS } from './courses.ts'
import type { Klass, Student } from './model.ts'
import { personName } from './names.ts'
import { type Random, at } from './random.ts'
import { QUALITY_SD } from './schools.ts'

/** Ability inside the class, so that the abilities of the whole bureau have variance 1. */
export const ABILITY_SD = Math.sqrt(1 - QUALITY_SD ** 2 - CLASS_VARIANCE)

const SHARES = { sameName: 0.003, repeater: 0.005, temporaryCode: 0.003 }

/** 往届 sit the exam but stay out of the statistics. */
export function isCounted(student: Student): boolean {
  return student.studentType === '1'
}

/** The students of all classes, in the order of the classes. */
export function makeStudents(random: Random, classes: Klass[]): Student[] {
  const students: Student[] = []
  for (const klass of classes) {
    const first = students.length
    for (let place = 1; place <= klass.size; place++) {
      const student = makeStudent(random, klass, students.length, place)
      const mates = students.length - first
      if (mates > 0 && random.chance(SHARES.sameName)) {
        student.name = at(students, first + random.integer(0, mates - 1)).name
      }
      students.push(student)
    }
  }
  return students
}

function makeStudent(random: Random, klass: Klass, index: number, place: number): Student {
  const isMale = random.chance(0.52)
  const second = chooseTwo(random, klass.firstCourse)
  return {
    index,
    code: studentCode(index, isMale, random.chance(SHARES.temporaryCode)),
    name: personName(random, isMale),
    isMale,
    klass,
    studentNo: `${String(klass.no).padStart(2, '0')}${String(place).padStart(2, '0')}`,
    studentType: random.chance(SHARES.repeater) ? '2' : '1',
    courses: [...COMPULSORY, klass.firstCourse, ...second],
    combination: [klass.firstCourse, ...second].map((course) => at(COURSES, course).name.slice(0, 1)).join(''),
    ability: random.normal(0, ABILITY_SD),
    hasTransferred: false,
  }
}

/** Two of 化生政地 without putting back, in the order of the score sheet. */
function chooseTwo(random: Random, firstCourse: number): [number, number] {
  const weights = [...(SECOND_WEIGHTS[firstCourse] ?? [])]
  const one = random.weighted(weights)
  weights[one] = 0
  const two = random.weighted(weights)
  return [at(SECOND, Math.min(one, two)), at(SECOND, Math.max(one, two))]
}

import { examNumber } from './codes.ts'
import { COURSES } from './courses.ts'
import { expectation, firstStanding, nextStanding } from './latent.ts'
import { marksOf, scoreOf } from './marks.ts'
import type { Exam, ExamPlan, Klass, School, Sitting, Student } from './model.ts'
import { type Random, at } from './random.ts'

const TRANSFER_SHARE = 0.015
const SCHOOL_GROWTH_SD = 0.06
const CLASS_GROWTH_SD = 0.03
/** How much easier or harder than the first a later paper is, in shares of the full mark. */
const PAPER_SHIFT_SD = 0.025
const ROOM_SEATS = 30

/** Growth since the first exam, carried from exam to exam. */
interface Growth {
  schools: number[]
  classes: Map<string, number>
}

/** Every exam of the calendar, each built on the one before. */
export function runExams(random: Random, schools: School[], students: Student[], plans: ExamPlan[]): Exam[] {
  const classes = schools.flatMap((school) => school.classes)
  const growth: Growth = { schools: schools.map(() => 0), classes: new Map(classes.map(({ code }) => [code, 0])) }
  let standing = firstStanding(random, students)
  return plans.map((plan) => {
    if (plan.isNewTerm) transferSome(random, students, classes)
    if (plan.no > 1) {
      standing = nextStanding(random, standing)
      grow(random, growth)
    }
    const shifts = COURSES.map(() => (plan.no === 1 ? 0 : random.normal(0, PAPER_SHIFT_SD)))
    const sittings = seatStudents(plan, classes, students)
    for (const sitting of sittings) sitting.marks = sit(random, sitting, standing, growth, shifts)
    return { ...plan, sittings, schoolGrowth: [...growth.schools], classGrowth: new Map(growth.classes) }
  })
}

function grow(random: Random, growth: Growth): void {
  growth.schools = growth.schools.map((value) => value + random.normal(0, SCHOOL_GROWTH_SD))
  for (const [code, value] of growth.classes) growth.classes.set(code, value + random.normal(0, CLASS_GROWTH_SD))
}

/** School and number in the school change, the student code stays; the new class has the same first choice. */
function transferSome(random: Random, students: Student[], classes: Klass[]): void {
  for (const student of students) {
    if (!random.chance(TRANSFER_SHARE)) continue
    const { school, firstCourse } = student.klass
    const open = classes.filter((klass) => klass.school !== school && klass.firstCourse === firstCourse)
    if (open.length === 0) continue
    student.klass = random.pick(open)
    student.studentNo = `9${String(student.index).padStart(5, '0')}`
    student.hasTransferred = true
  }
}

/** Everybody gets a number by class and place, and a seat by number. */
function seatStudents(plan: ExamPlan, classes: Klass[], students: Student[]): Sitting[] {
  const byClass = new Map<Klass, Student[]>(classes.map((klass) => [klass, []]))
  for (const student of students) byClass.get(student.klass)?.push(student)
  const seated = new Map<School, number>()
  return [...byClass].flatMap(([klass, members]) =>
    members.map((student, i) => {
      const { school } = klass
      const place = seated.get(school) ?? 0
      seated.set(school, place + 1)
      const parts = { year: plan.examYear, exam: plan.no, area: school.area.code, school: school.no, klass: klass.no }
      const room = String(Math.floor(place / ROOM_SEATS) + 1).padStart(3, '0')
      return { student, klass, number: examNumber(parts, i + 1), room, seat: (place % ROOM_SEATS) + 1, marks: [] }
    }),
  )
}

function sit(random: Random, sitting: Sitting, standing: Float64Array, growth: Growth, shifts: number[]) {
  const { student, klass } = sitting
  const gained = at(growth.schools, klass.school.index) + (growth.classes.get(klass.code) ?? 0)
  const ability = klass.school.quality + klass.effect + student.ability
  return marksOf(random, student, ability, (course) => {
    const z = expectation(klass, course) + gained + at(standing, student.index * COURSES.length + course)
    return scoreOf(random, course, z, at(shifts, course))
  })
}

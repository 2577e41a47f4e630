import { CITY, makeAreas } from './areas.ts'
import { examCalendar } from './calendar.ts'
import { makeClasses } from './classes.ts'
import { runExams } from './exams.ts'
import type { Bureau, BureauOptions } from './model.ts'
import { createRandom } from './random.ts'
import { makeSchools } from './schools.ts'
import { makeStudents } from './students.ts'

export const STUDY_YEAR = 2025
/** 高三 in `STUDY_YEAR`. */
export const ENTER_YEAR = 2023
export const DEMO: BureauOptions = { seed: 'xueheng', students: 12_000, areas: 12 }
export const TEST: BureauOptions = { seed: 'xueheng', students: 1_200, areas: 6, schools: 12 }

const STUDENTS_PER_SCHOOL = 200

/** One cohort of a fictitious city and its four exams; equal options make equal bureaus. */
export function makeBureau(options: BureauOptions = DEMO): Bureau {
  const { seed } = options
  const areas = makeAreas(createRandom(`${seed}/areas`), options.areas)
  const count = options.schools ?? Math.max(areas.length, Math.round(options.students / STUDENTS_PER_SCHOOL))
  const schools = makeSchools(createRandom(`${seed}/schools`), areas, count, options.students)
  const staffing = createRandom(`${seed}/classes`)
  for (const school of schools) makeClasses(staffing, school, ENTER_YEAR)
  const students = makeStudents(
    createRandom(`${seed}/students`),
    schools.flatMap((school) => school.classes),
  )
  const exams = runExams(createRandom(`${seed}/exams`), schools, students, examCalendar(STUDY_YEAR))
  return { city: CITY, studyYear: STUDY_YEAR, enterYear: ENTER_YEAR, areas, schools, students, exams }
}

let demo: WeakRef<Bureau> | undefined

/** The bureau of the demo; kept while somebody uses it, made again (under a second) after that. */
export function demoBureau(): Bureau {
  const bureau = demo?.deref() ?? makeBureau(DEMO)
  demo = new WeakRef(bureau)
  return bureau
}

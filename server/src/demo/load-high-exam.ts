import { examScoreHighExam } from '@xueheng/contract/domains/exam/high-exam.ts'
import { type DemoRow, type Target, entityRow, insertRows } from './insert-rows.ts'
import type { Bureau, School } from './model.ts'
import { personName } from './names.ts'
import { type Random, createRandom } from './random.ts'

const YEAR = 2025
/** Candidates per school: those of the year before the generated students, who have left the register. */
const PER_SCHOOL = 20
/** Candidates of the province to one of the bureau, for the place in the province. */
const PROVINCE = 12

/** One archived year of 高考 scores. */
export async function loadHighExam(target: Target, bureau: Bureau): Promise<void> {
  const random = createRandom('高考')
  const rows = bureau.schools.flatMap((school) =>
    Array.from({ length: PER_SCHOOL }, (_none, i) => candidate(random, school, i)),
  )
  await insertRows(
    target,
    examScoreHighExam,
    ['1', '2'].flatMap((stream) => placed(rows, stream)),
  )
}

function candidate(random: Random, school: School, i: number) {
  const level = school.quality * 0.6 + random.normal(0, 0.8)
  const mark = (full: number, mean: number) =>
    Math.round(Math.min(full, Math.max(full * 0.1, full * (mean + 0.13 * level + random.normal(0, 0.05)))))
  const marks = {
    yuwen: mark(150, 0.66),
    shuxue: mark(150, 0.55),
    waiyu: mark(150, 0.6),
    first_course_score: mark(100, 0.55),
    second_score1: mark(100, 0.58),
    second_score2: mark(100, 0.6),
  }
  const isPhysics = random.chance(0.62)
  const total = Object.values(marks).reduce((sum, one) => sum + one, 0)
  const bonus = random.chance(0.02) ? 5 : 0
  return {
    ...marks,
    exam_year: YEAR,
    candidate_number: `${String(YEAR).slice(2)}${school.area.code}${String(school.no).padStart(2, '0')}${String(i + 1).padStart(4, '0')}`,
    student_name: personName(random, random.chance(0.5)),
    area_code: school.area.code,
    school_code: school.code,
    arts_science: isPhysics ? '2' : '1',
    course_combination: isPhysics ? '物化生' : '历政地',
    second_course1: isPhysics ? '化学' : '政治',
    second_course2: isPhysics ? '生物' : '地理',
    total_score: total,
    bonus_score: bonus,
    final_score: total + bonus,
  }
}

/** The candidates of one stream with their places: those of one score share it. */
function placed(rows: ReturnType<typeof candidate>[], stream: string): DemoRow[] {
  const own = rows.filter((row) => row.arts_science === stream).toSorted((a, b) => b.final_score - a.final_score)
  return own.map((row) => {
    const before = own.findIndex((one) => one.final_score === row.final_score)
    const state = { check_status: 1, check_msg: '[]', archive_status: 1 }
    return entityRow({
      ...row,
      ...state,
      province_rank: before * PROVINCE + 1,
      online_period: row.final_score >= 520 ? '特控线' : row.final_score >= 430 ? '本科线' : null,
    })
  })
}

import { basicStudentInSchool } from '@xueheng/contract/domains/school/basic-student-in-school.ts'
import { areaPopulation } from '@xueheng/contract/domains/school/area-population.ts'
import { studentBaseNum } from '@xueheng/contract/domains/school/student-base-num.ts'
import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'

const WHY = 'the base of an area is the sum of its schools, whoever reads the report'
const EXAMS = every(examInfo, WHY)
const OF_GRADE = every(basicStudentInSchool, WHY)
const OF_SCHOOL = every(studentBaseNum, WHY)
const POPULATION = every(areaPopulation, WHY)

/** What those above a line are held against besides those who sat: of a school its students, of an area its population. */
export interface LineBase {
  areaCode: string | null
  schoolCode: string | null
  /** 0 is everyone. */
  artsScience: number
  /** Students; of an area hundreds of people, as its population is kept in 万人 with two decimals. */
  num: number
}

/**
 * Those of the school year of an exam. The students of a school are those of the grade and stream; where only the whole grade
 * is known by its streams they are added up, and where it is not known at all the number of the school stands for everyone.
 */
export async function lineBasesOf(ctx: Pick<Ctx, 'db'>, examId: string): Promise<LineBase[]> {
  const found = await sql<LineBase>`
    with exam as (select e.study_year, e.grade_code from ${EXAMS} e where e.id = ${examId}),
    grade as (
      select s.school_code, s.arts_science::int as arts_science, s.student_base_num as num
      from ${OF_GRADE} s join exam e on e.study_year = s.study_year and e.grade_code = s.grade_code where s.is_deleted = 0
    ),
    summed as (
      select school_code, coalesce(max(num) filter (where arts_science = 0), sum(num))::int as num from grade group by school_code
    )
    select null as area_code, school_code, arts_science, num from grade where arts_science <> 0
    union all select null, school_code, 0, num from summed
    union all select null, n.school_code, 0, n.student_base_num
      from ${OF_SCHOOL} n join exam e on e.study_year = n.study_year
      where n.is_deleted = 0 and not exists (select 1 from summed s where s.school_code = n.school_code)
    union all select p.area_code, null, 0, round(p.population * 100)::int
      from ${POPULATION} p join exam e on e.study_year = p.study_year where p.is_deleted = 0`.execute(ctx.db)
  return found.rows
}

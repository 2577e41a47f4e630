import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import type { RollOverSchool } from '@xueheng/contract/domains/school/roll-over.ts'
import { schoolClasses } from '@xueheng/contract/domains/school/school-classes.ts'
import { currentStudyYear } from '@xueheng/contract/domains/school/study-year.ts'
import { sql } from 'kysely'
import { visible } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { AppError } from '../../../platform/error.ts'
import { GOES_ALONG, IN_SCHOOL, planClasses, planLoose } from './plan.ts'
import { isRolledOver } from './record.ts'

/** The whole bureau begins a year together: nobody else's classes are moved by a part of it. */
export function assertBureau({ scope }: Ctx): void {
  if (scope.level !== 'all') throw new AppError({ status: 403, text: '学年升级由市级用户办理' })
}

/** What each school's classes would become, as far as the caller sees them. */
export async function preview(ctx: Ctx, input: { studyYear: number | null }) {
  assertBureau(ctx)
  const studyYear = input.studyYear ?? (await commonYear(ctx))
  const isDone = (await isRolledOver(ctx, studyYear)) ? 1 : 0
  return { studyYear, isDone, schools: await listSchools(ctx, studyYear) }
}

/** The study year most classes are in. */
async function commonYear(ctx: Ctx): Promise<number> {
  const found = await sql<{ studyYear: number }>`select c.study_year from ${visible(ctx, schoolClasses)} c
    where c.is_graduated is distinct from 1 and c.is_sealed is distinct from 1
    group by c.study_year order by count(*) desc, c.study_year limit 1`.execute(ctx.db)
  return found.rows[0]?.studyYear ?? currentStudyYear({ year: ctx.now.getFullYear(), month: ctx.now.getMonth() + 1 })
}

/** Every part is worked out once: rows written in bulk shortly before have no statistics to be joined by. */
async function listSchools(ctx: Ctx, year: number): Promise<RollOverSchool[]> {
  const classes = visible(ctx, schoolClasses)
  const students = visible(ctx, basicStudent)
  const found = await sql<RollOverSchool>`
    with plan as materialized (select * from ${planClasses(classes, year)} p), head as materialized (
      select class_code, count(*) filter (where ${GOES_ALONG})::int as along, count(*) filter (where ${IN_SCHOOL})::int as present
      from ${students} t group by class_code
    ), class_sum as materialized (
      select p.school_code, count(*) filter (where p.next_grade is not null)::int as promoted_num,
        count(*) filter (where p.is_graduating)::int as graduated_num,
        coalesce(sum(h.along) filter (where p.next_grade is not null), 0)::int as student_num,
        coalesce(sum(h.present) filter (where p.is_graduating), 0)::int as graduate_num,
        coalesce(string_agg(p.class_name, '、' order by p.class_no) filter (where p.block = 'behind'), '') as behind,
        coalesce(string_agg(p.class_name, '、' order by p.class_no) filter (where p.block = 'mismatched'), '') as mismatched,
        coalesce(string_agg(p.class_name, '、' order by p.class_no) filter (where p.block = 'doubled'), '') as doubled
      from plan p left join head h on h.class_code = p.class_code group by p.school_code
    ), loose as materialized (
      select l.school_code, count(*)::int as num from ${planLoose(students, classes, year)} l group by l.school_code
    )
    select s.school_code, s.school_name, s.area_code, coalesce(c.promoted_num, 0) as promoted_num,
      coalesce(c.graduated_num, 0) as graduated_num, coalesce(c.student_num, 0) as student_num,
      coalesce(c.graduate_num, 0) as graduate_num, coalesce(l.num, 0) as loose_num, coalesce(c.behind, '') as behind,
      coalesce(c.mismatched, '') as mismatched, coalesce(c.doubled, '') as doubled
    from ${visible(ctx, basicSchool)} s
    left join class_sum c on c.school_code = s.school_code
    left join loose l on l.school_code = s.school_code
    where c.school_code is not null or l.school_code is not null
    order by s.area_code, s.sort, s.school_code`.execute(ctx.db)
  return found.rows
}

/** The classes of one school, each with what it would become. */
export async function listClasses(ctx: Ctx, input: { studyYear: number; schoolCode: string }) {
  assertBureau(ctx)
  const found = await sql<{
    classCode: string
    className: string | null
    nextName: string
    isGraduating: number
    studentNum: number
    block: string
  }>`
    select p.class_code, p.class_name, case when p.block <> '' or p.is_graduating then '' else coalesce(p.next_name, '') end as next_name,
      p.is_graduating::int as is_graduating, p.block,
      (select count(*)::int from ${visible(ctx, basicStudent)} t where t.class_code = p.class_code and ${GOES_ALONG}) as student_num
    from ${planClasses(sql`(select * from ${visible(ctx, schoolClasses)} v where v.school_code = ${input.schoolCode})`, input.studyYear)} p
    order by length(p.grade_code), p.grade_code, p.class_no`.execute(ctx.db)
  return found.rows
}

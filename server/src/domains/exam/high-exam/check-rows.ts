import { examScoreHighExam } from '@xueheng/contract/domains/exam/high-exam.ts'
import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import { type RawBuilder, sql } from 'kysely'
import { every, into } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'

const YEARS = every(examScoreHighExam, 'a student and a place count once in a year, whoever looks at the rows')
const STUDENTS = every(basicStudent, 'names are held against the register')

/** A rule, its level and what it says; `when` speaks of the row `r`. */
interface Rule {
  code: string
  level: 'error' | 'warning'
  when: RawBuilder<unknown>
  says: RawBuilder<unknown>
}

const PARTS = sql`(r.yuwen + r.shuxue + r.waiyu + r.first_course_score + r.second_score1 + r.second_score2)`

const RULES: Rule[] = [
  {
    code: 'H01',
    level: 'error',
    when: sql`${PARTS} <> r.total_score`,
    says: sql`'总分 ' || r.total_score || ' 与各科之和 ' || ${PARTS} || ' 不符'`,
  },
  {
    code: 'H02',
    level: 'error',
    when: sql`r.student_code is not null and exists (select 1 from ${YEARS} o where o.exam_year = r.exam_year
      and o.student_code = r.student_code and o.id <> r.id and o.is_deleted = 0)`,
    says: sql`'同一年另有一行是这个学籍号'`,
  },
  {
    code: 'H03',
    level: 'error',
    when: sql`r.second_course1 = r.second_course2`,
    says: sql`'两门再选科目相同：' || r.second_course1`,
  },
  {
    code: 'H04',
    level: 'warning',
    when: sql`r.candidate_number !~ '^[0-9]{14}$'`,
    says: sql`'考生号不是 14 位数字'`,
  },
  {
    code: 'H05',
    level: 'warning',
    when: sql`r.province_rank is not null and r.lowest_before < r.final_score`,
    says: sql`'投档分 ' || r.final_score || ' 高于位次更靠前的考生'`,
  },
  {
    code: 'H06',
    level: 'warning',
    when: sql`exists (select 1 from ${STUDENTS} s where s.student_code = r.student_code
      and s.student_name <> r.student_name and s.is_deleted = 0)`,
    says: sql`'姓名与学生信息中这个学籍号的姓名不同'`,
  },
]

/** Rows of a year with the lowest score among those placed better in the same stream. */
const PLACED = sql`(select y.*, min(y.final_score) over (partition by y.exam_year, y.arts_science order by y.province_rank
    range between unbounded preceding and 1 preceding) as lowest_before
  from ${YEARS} y where y.is_deleted = 0)`

/** Every rule on the chosen rows: their faults and what follows from them stand in the rows. */
export async function checkRows(ctx: Ctx, ids: RawBuilder<unknown>): Promise<void> {
  const found = RULES.map(
    ({ code, level, when, says }) =>
      sql`case when ${when} then jsonb_build_object('code', ${code}::text, 'level', ${level}::text, 'text', ${says}) end`,
  )
  await sql`with judged as (
      select r.id, array_remove(array[${sql.join(found)}], null) as faults from ${PLACED} r where r.id in ${ids}
    )
    update ${into(examScoreHighExam)} h set
      check_msg = to_jsonb(j.faults),
      check_status = case when to_jsonb(j.faults) @> '[{"level": "error"}]' then 2 when cardinality(j.faults) > 0 then 3 else 1 end,
      update_user = ${ctx.user.id}, update_time = localtimestamp(0)
    from judged j where h.id = j.id`.execute(ctx.db)
}

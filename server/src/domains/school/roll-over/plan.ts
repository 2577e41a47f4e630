import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import { schoolClasses } from '@xueheng/contract/domains/school/school-classes.ts'
import { type RawBuilder, sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { GRADE_NAMES } from '../grade.ts'

const WHY = 'a school year begins for every class of the bureau, or for none'
export const CLASSES = every(schoolClasses, WHY)
export const STUDENTS = every(basicStudent, WHY)

const CHINESE = ['一', '二', '三', '四', '五', '六', '七', '八', '九']
/** How classes are named by their grade: grade, way, name. */
const WORDS = [
  ...GRADE_NAMES.map((name, i) => [i + 1, 0, name] as const),
  ...CHINESE.map((word, i) => [i + 1, 1, `${word}年级`] as const),
]

/** The first and the last grade of each stage. */
export const STAGES = sql`(values ('1', 1, 6), ('2', 7, 9), ('3', 10, 12), ('4', 10, 12)) as g(stage, first, last)`

/** Of students, by `enrol_status`: 在读 and 休学 go along with their class, the others have left. */
export const GOES_ALONG = sql`coalesce(enrol_status, '1') in ('1', '2')`
export const IN_SCHOOL = sql`coalesce(enrol_status, '1') = '1'`

/** Of a row `as`: who changed it, and when; a form or workbook that was read before must not put the old year back. */
export function changedBy({ user }: Ctx, as: 'c' | 't'): RawBuilder<unknown> {
  const time = sql.ref(`${as}.update_time`)
  return sql`update_user = ${user.id}, update_time = greatest(localtimestamp(0), ${time} + interval '1 second')`
}

/**
 * The classes the end of a study year is about, each with what becomes of it: `next_grade` is null for those that
 * graduate. `block` is empty, or `behind` (an earlier year), `mismatched` (another grade than the year of entry says)
 * or `doubled` (its new name is taken). Frozen and graduated classes stay out of it.
 */
export function planClasses(classes: RawBuilder<unknown>, year: number): RawBuilder<unknown> {
  const words = sql.join(WORDS.map(([grade, way, name]) => sql`(${grade}::int, ${way}::int, ${name}::text)`))
  return sql`(
    with word(grade, way, name) as (values ${words}),
    living as (
      select c.id, c.school_code, c.class_code, c.class_no, c.class_name, c.study_year, c.grade_code,
        g.first + ${year}::int - c.enter_year as grade, g.last
      from ${classes} c join ${STAGES} on g.stage = c.stage
      where c.is_deleted = 0 and c.is_graduated is distinct from 1 and c.is_sealed is distinct from 1
    ), moved as (
      select l.*, l.study_year = ${year}::int and l.grade >= l.last as is_graduating,
        case when l.study_year = ${year}::int and l.grade < l.last then (l.grade + 1)::text end as next_grade
      from living l
    ), named as (
      select m.*, case when m.next_grade is null then m.class_name
        else coalesce(n.name || substr(m.class_name, length(o.name) + 1), m.class_name) end as next_name
      from moved m
      left join word o on o.grade = m.grade and starts_with(m.class_name, o.name)
      left join word n on n.grade = o.grade + 1 and n.way = o.way
    ), judged as (
      select d.*, case when d.study_year < ${year}::int then 'behind'
          when d.study_year = ${year}::int and d.grade_code <> d.grade::text then 'mismatched'
          when d.next_name is distinct from d.class_name
            and count(*) filter (where not d.is_graduating) over (partition by d.school_code, d.next_name) > 1 then 'doubled'
          else '' end as block
      from named d
    )
    select * from judged where study_year <= ${year}::int)`
}

/** Students in school who stand in no class, with the grade their year of entry puts them in: `next_grade` as above. */
export function planLoose(
  students: RawBuilder<unknown>,
  classes: RawBuilder<unknown>,
  year: number,
): RawBuilder<unknown> {
  return sql`(
    select t.id, t.school_code, t.grade_code, case when t.grade_code <> g.last::text then (t.grade_code::int + 1)::text end as next_grade
    from ${students} t join ${STAGES} on g.stage = t.stage
    where t.is_deleted = 0 and ${GOES_ALONG} and t.grade_code = (g.first + ${year}::int - t.enter_year)::text
      and t.grade_code::int between g.first and g.last
      and ${isLoose(classes)})`
}

/**
 * Of a student `t`: in none of the classes. Their codes are read once: a join of rows written in bulk shortly before, which
 * have no statistics, would look through all classes for each student.
 */
export function isLoose(classes: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(t.class_code is null
    or t.class_code not in (select c.class_code from ${classes} c where c.is_deleted = 0 and c.class_code is not null))`
}

import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import { schoolClasses } from '@xueheng/contract/domains/school/school-classes.ts'
import { type RawBuilder, sql } from 'kysely'
import { every, into, visible } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { nextIds } from '../../platform/db/id.ts'
import { type CollectedStudent, studentRecords } from './collected-student.ts'

const STUDENTS = every(basicStudent, 'who is known is not added again, whoever archives')
const CLASSES = every(schoolClasses, 'a class says when its students entered, whoever archives')
const SCHOOL_SPAN = sql`case when p.grade_code::int <= 6 then 1 when p.grade_code::int <= 9 then 7 else 10 end`
const STAGE = sql`case when p.grade_code::int <= 6 then '1' when p.grade_code::int <= 9 then '2' else '3' end`

const WHERE = ['area_code', 'school_code', 'grade_code']
const FILLED = [
  'gender',
  'birthday',
  'class_code',
  'class_name',
  'student_no',
  'arts_science',
  'course_combination',
  'phone',
]
const refs = (names: string[], table?: string) =>
  sql.join(names.map((name) => sql.ref(table ? `${table}.${name}` : name)))

/**
 * Writes collected students into the register. An empty value changes nothing; a new student entered when the class did,
 * or as the grade says in the study year.
 */
export async function keepStudents(
  ctx: Ctx,
  studyYear: number,
  rows: CollectedStudent[],
): Promise<{ added: number; changed: number }> {
  const students = studentRecords(rows)
  const changed = await updateStudents(ctx, students)
  return { added: await insertStudents(ctx, studyYear, students, rows.length), changed }
}

async function updateStudents(ctx: Ctx, students: RawBuilder<unknown>): Promise<number> {
  const names = ['student_name', ...WHERE, ...FILLED]
  const next = sql.join([
    sql`p.student_name`,
    ...[...WHERE, ...FILLED].map((name) => sql`coalesce(${sql.ref(`p.${name}`)}, ${sql.ref(`t.${name}`)})`),
  ])
  const { rows } = await sql`update ${into(basicStudent)} t set (${refs(names)}) = row(${next}),
      update_user = ${ctx.user.id}, update_time = greatest(localtimestamp(0), t.update_time + interval '1 second')
    from ${students} p where t.student_code = p.student_code and t.is_deleted = 0
      and t.id in (select v.id from ${visible(ctx, basicStudent)} v)
      and row(${refs(names, 't')}) is distinct from row(${next})
    returning 1`.execute(ctx.db)
  return rows.length
}

async function insertStudents(
  { db, user }: Ctx,
  studyYear: number,
  students: RawBuilder<unknown>,
  most: number,
): Promise<number> {
  const names = ['student_code', 'student_name', ...WHERE, ...FILLED]
  const { rows } = await sql`insert into ${into(basicStudent)} (id, tenant_id, create_user, update_user, student_type,
      enrol_status, is_sealed, stage, enter_year, ${refs(names)})
    select ${nextIds(most)}, ${user.tenantId}, ${user.id}, ${user.id}, '1', '1', 0, coalesce(k.stage, ${STAGE}),
      coalesce(k.enter_year, ${studyYear}::int - p.grade_code::int + ${SCHOOL_SPAN}), ${refs(names, 'p')}
    from ${students} p
    left join (select distinct on (c.class_code) c.class_code, c.stage, c.enter_year from ${CLASSES} c
      where c.is_deleted = 0 order by c.class_code, c.id) k on k.class_code = p.class_code
    where not exists (select 1 from ${STUDENTS} t where t.student_code = p.student_code and t.is_deleted = 0)
    returning 1`.execute(db)
  return rows.length
}

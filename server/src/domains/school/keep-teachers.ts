import { basicTeacher } from '@xueheng/contract/domains/school/basic-teacher.ts'
import { basicTeacherCourse } from '@xueheng/contract/domains/school/basic-teacher-course.ts'
import { type RawBuilder, sql } from 'kysely'
import { every, into } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { nextIds } from '../../platform/db/id.ts'
import { type CollectedTeaching, newestTerm, recordsOf } from './collected-teaching.ts'

const TEACHERS = every(basicTeacher, 'who is known is not added again, whoever archives')

/** What an archive did to the register. */
export interface KeptTeachers {
  addedTeachers: number
  changedTeachers: number
  addedCourses: number
  changedCourses: number
}

/**
 * Writes collected teachers and what they teach into the register. An empty value changes nothing, of a teacher with several
 * rows the last one counts, and who belongs to another school there gets the assignment alone.
 */
export async function keepTeachers(ctx: Ctx, studyYear: number, rows: CollectedTeaching[]): Promise<KeptTeachers> {
  const persons = recordsOf([...new Map(rows.map((row) => [row.teacherCode, row])).values()])
  const changedTeachers = await updateTeachers(ctx, persons)
  const addedTeachers = await insertTeachers(ctx, persons, rows.length)
  return { addedTeachers, changedTeachers, ...(await keepCourses(ctx, studyYear, rows)) }
}

const FILLED = ['gender', 'id_card', 'phone', 'title', 'can_mark']

async function updateTeachers({ db, user }: Ctx, persons: RawBuilder<unknown>): Promise<number> {
  const next = [
    sql`p.teacher_name`,
    ...FILLED.map((name) => sql`coalesce(${sql.ref(`p.${name}`)}, ${sql.ref(`t.${name}`)})`),
  ]
  const names = ['teacher_name', ...FILLED]
  const { rows } =
    await sql`update ${into(basicTeacher)} t set (${sql.join(names.map((name) => sql.ref(name)))}) = row(${sql.join(next)}),
      update_user = ${user.id}, update_time = localtimestamp(0)
    from ${persons} p where t.teacher_code = p.teacher_code and t.school_code = p.school_code and t.is_deleted = 0
      and row(${sql.join(names.map((name) => sql.ref(`t.${name}`)))}) is distinct from row(${sql.join(next)})
    returning 1`.execute(db)
  return rows.length
}

async function insertTeachers({ db, user }: Ctx, persons: RawBuilder<unknown>, most: number): Promise<number> {
  const names = ['teacher_code', 'teacher_name', 'area_code', 'school_code', 'course_name', ...FILLED]
  const { rows } = await sql`insert into ${into(basicTeacher)} (id, tenant_id, create_user, update_user, is_sealed,
      ${sql.join(names.map((name) => sql.ref(name)))})
    select ${nextIds(most)}, ${user.tenantId}, ${user.id}, ${user.id}, 0, ${sql.join(names.map((name) => sql.ref(`p.${name}`)))}
    from ${persons} p
    where not exists (select 1 from ${TEACHERS} t where t.teacher_code = p.teacher_code and t.is_deleted = 0)
    returning 1`.execute(db)
  return rows.length
}

async function keepCourses(ctx: Ctx, studyYear: number, rows: CollectedTeaching[]) {
  const term = await newestTerm(ctx, studyYear)
  const changedCourses = await updateLeaders(ctx, studyYear, term, rows)
  return { addedCourses: await insertCourses(ctx, studyYear, term, rows), changedCourses }
}

async function updateLeaders(
  { db, user }: Ctx,
  year: number,
  term: number,
  rows: CollectedTeaching[],
): Promise<number> {
  const changed = await sql`update ${into(basicTeacherCourse)} k set is_class_leader = p.is_class_leader,
      update_user = ${user.id}, update_time = localtimestamp(0)
    from ${recordsOf(rows)} p where k.is_deleted = 0 and k.study_year = ${year} and k.term = ${term}
      and k.class_code = p.class_code and k.course_name = p.course_name and k.teacher_code = p.teacher_code
      and p.is_class_leader is not null and k.is_class_leader is distinct from p.is_class_leader returning 1`.execute(
    db,
  )
  return changed.rows.length
}

const ASSIGNED = ['teacher_code', 'teacher_name', 'area_code', 'school_code', 'grade_code', 'class_code', 'class_name']

async function insertCourses(
  { db, user }: Ctx,
  year: number,
  term: number,
  rows: CollectedTeaching[],
): Promise<number> {
  const names = [...ASSIGNED, 'course_name']
  const added =
    await sql`insert into ${into(basicTeacherCourse)} (id, tenant_id, create_user, update_user, study_year, term,
      is_class_leader, ${sql.join(names.map((name) => sql.ref(name)))})
    select ${nextIds(rows.length)}, ${user.tenantId}, ${user.id}, ${user.id}, ${year}, ${term},
      coalesce(p.is_class_leader, 0), ${sql.join(names.map((name) => sql.ref(`p.${name}`)))}
    from ${recordsOf(rows)} p
    on conflict (tenant_id, study_year, term, class_code, course_name, teacher_code) where is_deleted = 0 do nothing
    returning 1`.execute(db)
  return added.rows.length
}

import { basicTeacherCourse } from '@xueheng/contract/domains/school/basic-teacher-course.ts'
import { type RawBuilder, sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'

const COURSES = every(basicTeacherCourse, 'which term is the newest, whoever archives')

const COLUMNS = sql.raw(`teacher_code varchar, teacher_name varchar, area_code varchar, school_code varchar,
  grade_code varchar, class_code varchar, class_name varchar, course_name varchar, is_class_leader int, can_mark int,
  gender varchar, id_card varchar, phone varchar, title varchar`)

/** What a collection says of a teacher and one of the classes; an empty value says nothing. */
export interface CollectedTeaching {
  teacherCode: string
  teacherName: string
  areaCode: string | null
  schoolCode: string | null
  gradeCode: string | null
  classCode: string
  className: string | null
  courseName: string
  isClassLeader: number | null
  canMark: number | null
  gender: string | null
  idCard: string | null
  phone: string | null
  title: string | null
}

/** Assignments are kept in the term of the year that is newest in the register, in the first where it has none yet. */
export async function newestTerm({ db }: Ctx, studyYear: number): Promise<number> {
  const { rows } = await sql<{ term: number | null }>`select max(k.term)::int as term from ${COURSES} k
    where k.is_deleted = 0 and k.study_year = ${studyYear}`.execute(db)
  return rows[0]?.term ?? 1
}

/** Collected rows as a source of statements. */
export function recordsOf(rows: CollectedTeaching[]): RawBuilder<unknown> {
  const records = rows.map((row) => ({
    teacher_code: row.teacherCode,
    teacher_name: row.teacherName,
    area_code: row.areaCode,
    school_code: row.schoolCode,
    grade_code: row.gradeCode,
    class_code: row.classCode,
    class_name: row.className,
    course_name: row.courseName,
    is_class_leader: row.isClassLeader,
    can_mark: row.canMark,
    gender: row.gender,
    id_card: row.idCard,
    phone: row.phone,
    title: row.title,
  }))
  return sql`(select * from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as x (${COLUMNS}))`
}

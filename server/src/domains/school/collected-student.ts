import { type RawBuilder, sql } from 'kysely'

const COLUMNS = sql.raw(`student_code varchar, student_name varchar, gender varchar, birthday date, area_code varchar,
  school_code varchar, grade_code varchar, class_code varchar, class_name varchar, student_no varchar,
  arts_science varchar, course_combination varchar, phone varchar`)

/** What a collection says of a student; an empty value says nothing. */
export interface CollectedStudent {
  studentCode: string
  studentName: string
  gender: string | null
  birthday: string | null
  areaCode: string | null
  schoolCode: string
  gradeCode: string
  classCode: string | null
  className: string | null
  studentNo: string | null
  artsScience: string | null
  courseCombination: string | null
  phone: string | null
}

/** Collected rows as a source of statements. */
export function studentRecords(rows: CollectedStudent[]): RawBuilder<unknown> {
  const records = rows.map((row) => ({
    student_code: row.studentCode,
    student_name: row.studentName,
    gender: row.gender,
    birthday: row.birthday,
    area_code: row.areaCode,
    school_code: row.schoolCode,
    grade_code: row.gradeCode,
    class_code: row.classCode,
    class_name: row.className,
    student_no: row.studentNo,
    arts_science: row.artsScience,
    course_combination: row.courseCombination,
    phone: row.phone,
  }))
  return sql`(select * from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as x (${COLUMNS}))`
}

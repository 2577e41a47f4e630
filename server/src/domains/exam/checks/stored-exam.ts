import { sql } from 'kysely'
import { TENANT } from '../../../../test/harness.ts'
import { nextId } from '../../../platform/db/id.ts'
import { type Desk, type ExamOptions } from '../import/import-desk.ts'
import { SCHOOLS } from '../import/import-fixture.ts'

/** One student as a test names him: school 1 or 2, class by number. */
export interface Pupil {
  number: string
  name?: string
  code?: string
  school?: 1 | 2
  classNo?: number
  combination?: string
}

/** 考号, 科目, text of the mark. */
export type Mark = [number: string, courseName: string, text: string]

export function classCode(classNo: number, school: 1 | 2 = 1): string {
  return `C${school}-${classNo}`
}

let examNo = 0

/** An exam whose imported rows lie in the database as a commit leaves them. */
export async function storeExam(desk: Desk, pupils: Pupil[], marks: Mark[], more: ExamOptions = {}): Promise<string> {
  examNo += 1
  const examId = await desk.addExam(`规则${examNo}`, more)
  const rows = pupils.map((pupil) => studentRow(examId, pupil))
  await sql`insert into exam_student_import select * from jsonb_populate_recordset(null::exam_student_import, ${JSON.stringify(rows)}::jsonb)`.execute(
    desk.db,
  )
  const byNumber = new Map(rows.map((row) => [row.student_number, row]))
  const scores = marks.map(([number, courseName, text]) => {
    const { course_combination: _choice, student_code: _code, is_count: _count, ...student } = byNumber.get(number)!
    return { ...student, id: nextId(), course_name: courseName, score_text: text, ...readMark(text) }
  })
  await sql`insert into exam_score_student_course_import
    select * from jsonb_populate_recordset(null::exam_score_student_course_import, ${JSON.stringify(scores)}::jsonb)`.execute(
    desk.db,
  )
  await desk.setStatus(examId, 1)
  return examId
}

function readMark(text: string): { score: number | null; score_status: number } {
  if (text === '缺考') return { score: null, score_status: 1 }
  return { score: Number(text), score_status: Number(text) === 0 ? 2 : 0 }
}

const STAMP = '2026-03-01T00:00:00'

function studentRow(examId: string, pupil: Pupil) {
  const school = SCHOOLS[(pupil.school ?? 1) - 1]!
  const classNo = pupil.classNo ?? 1
  return {
    id: nextId(),
    tenant_id: TENANT,
    exam_id: examId,
    student_number: pupil.number,
    student_name: pupil.name ?? `生${pupil.number}`,
    student_code: pupil.code ?? null,
    area_code: school.area,
    school_code: school.code,
    school_name: school.name,
    class_code: classCode(classNo, pupil.school),
    exam_class: `高三(${classNo})班`,
    course_combination: pupil.combination ?? null,
    is_count: 1,
    check_status: 0,
    archive_status: 0,
    create_time: STAMP,
    update_time: STAMP,
    status: 1,
    is_deleted: 0,
  }
}

interface Spoken {
  who: string
  text: string
}

/** Whom one rule speaks of after the check of the stored list: 考号; of the marks: 考号 科目. */
export async function spokenOf(desk: Desk, examId: string, kind: 'student' | 'score', code: string): Promise<Spoken[]> {
  const isStudent = kind === 'student'
  await desk.run(isStudent ? 'examstudentimport/checkByExamId' : 'examscorestudentcourseimport/checkByExamId', {
    examId,
  })
  const isOnList = isStudent || code === 'C06'
  const table = sql.table(isOnList ? 'exam_student_import' : 'exam_score_student_course_import')
  const who = isOnList ? sql`r.student_number` : sql`r.student_number || ' ' || r.course_name`
  const found = await sql<Spoken>`select ${who} as who, m->>'text' as text
    from ${table} r cross join jsonb_array_elements(r.check_msg) m
    where r.exam_id = ${examId} and m->>'code' = ${code} order by 1, 2`.execute(desk.db)
  return found.rows
}

export async function named(desk: Desk, examId: string, kind: 'student' | 'score', code: string): Promise<string[]> {
  return (await spokenOf(desk, examId, kind, code)).map(({ who }) => who)
}

import { markText } from '@xueheng/contract/domains/exam/mark-text.ts'
import { examScoreCorrection } from '@xueheng/contract/domains/exam/score-correction.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import { schoolClasses } from '@xueheng/contract/domains/school/school-classes.ts'
import { type RawBuilder, sql } from 'kysely'
import { isVisibleValue } from '../../../platform/access/doors.ts'
import { isRowInScope } from '../../../platform/access/scope.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { own } from '../../../platform/db/table.ts'
import { examCourse, examScoreStudent, examScoreStudentCourse } from '../tables.ts'

/** One mark of the archive, and whose it is. */
export interface ArchivedMark {
  sid: number
  courseId: number
  courseName: string
  /** Full mark of the course. */
  examScore: number
  /** As people write it. */
  text: string
  person: ArchivedPerson
}

/** Who and where the student was at the exam. */
export interface ArchivedPerson {
  studentNumber: string
  studentCode: string | null
  studentName: string
  areaCode: string
  areaName: string
  schoolCode: string
  schoolName: string
  examGrade: string | null
  classCode: string | null
  examClass: string
}

/** A course of an exam. */
export interface CoursePlace {
  examId: string
  courseName: string
}

interface FoundRow extends ArchivedPerson {
  sid: number
  courseId: number
  courseName: string
  examScore: string
  scoreStatus: number
  score: string | null
}

const COLUMNS = sql`s.sid, s.student_number, s.student_code, s.student_name, s.area_code, s.area_name, s.school_code,
  s.school_name, s.exam_grade, s.class_code, s.exam_class, k.course_id, k.course_name, k.exam_score, c.score_status, c.score`

/** The marks of a student within the caller's units and data scopes, in the order of the courses; none of anybody else. */
export async function listArchivedMarks(ctx: Ctx, examId: string, studentNumber: string): Promise<ArchivedMark[]> {
  const marks = await readMarks(ctx, examId, sql`s.student_number = ${studentNumber}`)
  const [first] = marks
  return first && (await isSeen(ctx, first.person)) ? marks : []
}

async function isSeen(ctx: Ctx, person: ArchivedPerson): Promise<boolean> {
  if (!isRowInScope(examScoreCorrection, ctx.scope, { ...person })) return false
  return (
    (await isVisibleValue(ctx, basicSchool, 'school_code', person.schoolCode)) &&
    (await isVisibleValue(ctx, schoolClasses, 'class_code', person.classCode)) &&
    (await isVisibleValue(ctx, basicStudent, 'student_code', person.studentCode))
  )
}

/** One mark, for the program itself. */
export async function findArchivedMark(
  ctx: Pick<Ctx, 'db'>,
  { studentNumber, ...place }: CoursePlace & { studentNumber: string },
): Promise<ArchivedMark | undefined> {
  const [found] = await findArchivedMarks(ctx, place, [studentNumber])
  return found
}

/** The marks of these students in one course, for the program itself; nothing of whom the archive does not have. */
export function findArchivedMarks(
  ctx: Pick<Ctx, 'db'>,
  { examId, courseName }: CoursePlace,
  studentNumbers: string[],
): Promise<ArchivedMark[]> {
  const asked = sql`s.student_number = any(${studentNumbers}::varchar[])`
  return readMarks(ctx, examId, sql`${asked} and k.course_name = ${courseName}`)
}

async function readMarks(
  { db }: Pick<Ctx, 'db'>,
  examId: string,
  condition: RawBuilder<unknown>,
): Promise<ArchivedMark[]> {
  const { rows } = await sql<FoundRow>`select ${COLUMNS}
    from ${own(examScoreStudent)} s
    join ${own(examScoreStudentCourse)} c on c.exam_id = s.exam_id and c.sid = s.sid
    join ${own(examCourse)} k on k.exam_id = c.exam_id and k.course_id = c.course_id
    where s.exam_id = ${examId} and ${condition}
    order by k.sort, k.course_id`.execute(db)
  return rows.map(toMark)
}

function toMark({ sid, courseId, courseName, examScore, scoreStatus, score, ...person }: FoundRow): ArchivedMark {
  const text = markText({ status: scoreStatus, score: score === null ? null : Number(score) })
  return { sid, courseId, courseName, examScore: Number(examScore), text, person }
}

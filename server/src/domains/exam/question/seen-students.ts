import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import { schoolClasses } from '@xueheng/contract/domains/school/school-classes.ts'
import { type RawBuilder, sql } from 'kysely'
import { visible, visibleValues } from '../../../platform/access/doors.ts'
import { unitRows } from '../../../platform/access/scope.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { own } from '../../../platform/db/table.ts'
import { examScoreStudent } from '../tables.ts'
import type { QuestionSource } from './question-source.ts'

/** Whom a list asks for; nothing: everybody in sight. */
export interface AskedStudents {
  studentNumber: string | null
  studentName: string | null
  schoolCode: string | null
  classCode: string | null
}

/** A student of the list of an exam, with the key the file of question scores knows him by. */
export interface SeenStudent {
  key: string | number
  examId: string
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

/** Students of the exam within the reader's units and data scopes, as rows of `SeenStudent`. */
export async function seenStudents(
  ctx: Ctx,
  { examId, key }: Pick<QuestionSource, 'examId' | 'key'>,
  condition: RawBuilder<unknown>,
): Promise<RawBuilder<unknown>> {
  const narrowed = sql.join([condition, ...(await narrowings(ctx))], sql` and `)
  return sql`(select i.key, i.exam_id, i.student_number, i.student_code, i.student_name, i.area_code, i.area_name,
      i.school_code, i.school_name, i.exam_grade, i.class_code, i.exam_class
    from ${listed(ctx, key)} i where i.exam_id = ${examId} and ${narrowed})`
}

/** The list as it is archived or imported, of the reader's units. */
function listed(ctx: Ctx, key: QuestionSource['key']): RawBuilder<unknown> {
  return key === 'sid'
    ? sql`(select s.*, s.sid as key from ${own(examScoreStudent)} s where ${unitRows(examStudentImport, ctx)})`
    : sql`(select s.*, s.student_number as key from ${visible(ctx, examStudentImport)} s)`
}

/** What data scopes of schools, classes and students leave of a list that names them by code. */
async function narrowings(ctx: Ctx): Promise<RawBuilder<unknown>[]> {
  const schools = await visibleValues(ctx, basicSchool, 'school_code')
  const classes = await visibleValues(ctx, schoolClasses, 'class_code')
  const students = await visibleValues(ctx, basicStudent, 'student_code')
  return [
    schools && sql`i.school_code = any(${schools}::varchar[])`,
    classes && sql`i.class_code = any(${classes}::varchar[])`,
    students && sql`i.student_code = any(${students}::varchar[])`,
  ].flatMap((part) => part ?? [])
}

/** Whether nothing keeps any student of an exam from the reader. */
export async function seesEveryone(ctx: Ctx): Promise<boolean> {
  if (ctx.scope.level !== 'all' || (await narrowings(ctx)).length > 0) return false
  return (await visibleValues(ctx, examStudentImport, 'student_number')) === null
}

export function isAsked({ studentNumber, studentName, schoolCode, classCode }: AskedStudents): boolean {
  return Boolean(studentNumber || studentName || schoolCode || classCode)
}

export function conditionOf({ studentNumber, studentName, schoolCode, classCode }: AskedStudents): RawBuilder<unknown> {
  const parts = [
    studentNumber ? sql`i.student_number = ${studentNumber}` : undefined,
    studentName ? sql`strpos(i.student_name, ${studentName}) > 0` : undefined,
    schoolCode ? sql`i.school_code = ${schoolCode}` : undefined,
    classCode ? sql`i.class_code = ${classCode}` : undefined,
  ].flatMap((part) => part ?? [])
  return sql.join([sql`true`, ...parts], sql` and `)
}

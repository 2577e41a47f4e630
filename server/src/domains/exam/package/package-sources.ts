import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import type { PreviousPackage } from './before.ts'
import type { Taught } from './build-package.ts'
import { openVersion } from './open-package.ts'
import { every } from '../../../platform/access/doors.ts'
import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { examTeacherImport } from '@xueheng/contract/domains/exam/exam-teacher-import.ts'

const EXAMS = every(examInfo, 'a package is made of its whole exam and compared with a public one')
const TEACHERS = every(examTeacherImport, 'a package holds every teacher of its exam')

const PUBLIC = [examStates.states.published.value, examStates.states.sealed.value]

/** The published package of the exam that this one is compared with; what is not public yet is told nobody this way. */
export async function previousPackage(ctx: Ctx, examId: string): Promise<PreviousPackage | undefined> {
  const { rows } = await sql<Omit<PreviousPackage, 'folder'>>`
    select before.id::text as exam_id, before.exam_name, before.package_version as version
    from ${EXAMS} exam join ${EXAMS} before on before.id = exam.prev_exam_id
    where exam.id = ${examId} and before.id <> exam.id and before.is_deleted = 0 and before.package_version > 0
      and before.exam_status = any(${PUBLIC}::int[])
  `.execute(ctx.db)
  const [found] = rows
  if (!found) return undefined
  const { folder } = await openVersion(ctx, found.examId, found.version)
  return { ...found, folder }
}

/** Who taught which class which course, as far as it was archived with the exam. */
export async function taughtIn(ctx: Ctx, examId: string): Promise<Taught[]> {
  const { rows } = await sql<{
    classCode: string
    courseName: string
    teacherCode: string | null
    teacherName: string
  }>`
    select class_code, course_name, teacher_code, teacher_name
    from ${TEACHERS}
    where exam_id = ${examId} and archive_status = 1 and is_deleted = 0 and class_code is not null
  `.execute(ctx.db)
  return rows.map((row) => ({
    class_code: row.classCode,
    course_name: row.courseName,
    teacher_code: row.teacherCode,
    teacher_name: row.teacherName,
  }))
}

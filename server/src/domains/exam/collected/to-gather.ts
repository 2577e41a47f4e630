import { studentsToGather, teachersToGather } from '@xueheng/contract/domains/exam/collected/collected-calls.ts'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { examTeacherImport } from '@xueheng/contract/domains/exam/exam-teacher-import.ts'
import { gatherStudent } from '@xueheng/contract/domains/gather/gather-student.ts'
import { gatherTeacher } from '@xueheng/contract/domains/gather/gather-teacher.ts'
import type { Input } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { visible } from '../../../platform/access/doors.ts'
import { assertMay } from '../../../platform/access/rights.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { implement } from '../../../platform/module.ts'
import { receiveStudents, receiveTeachers } from '../../gather/index.ts'
import { findExam } from '../exam-row.ts'
import { noteTaken } from './note-taken.ts'

const KNOWN = ['gender', 'studentNo', 'artsScience', 'courseCombination']

/** The list of an exam, for the schools and parents to put right. */
async function giveStudents(ctx: Ctx, { examId, gatherTaskId, isTrial }: Input<typeof studentsToGather>) {
  assertMay(ctx, 'examstudentimport_view')
  const { gradeCode, examName } = await findExam(ctx, examId)
  const rows = sql`(select i.student_code, i.student_name, i.school_code, i.class_code, i.exam_class as class_name,
      i.gender, i.student_no, i.arts_science, i.course_combination
    from ${visible(ctx, examStudentImport)} i where i.exam_id = ${examId})`
  const received = { gatherTaskId, gradeCode, rows, known: KNOWN, isTrial: isTrial === 1 }
  const taken = await receiveStudents(ctx, received)
  if (isTrial !== 1) await noteTaken(ctx, studentsToGather, gatherStudent, gatherTaskId, { examName, ...taken })
  return taken
}

async function giveTeachers(ctx: Ctx, { examId, gatherTaskId, isTrial }: Input<typeof teachersToGather>) {
  assertMay(ctx, 'examteachercourseimport_view')
  const { gradeCode, examName } = await findExam(ctx, examId)
  const rows = sql`(select i.teacher_code, i.teacher_name, i.school_code, i.class_code, i.exam_class as class_name,
      i.course_name, i.is_class_leader
    from ${visible(ctx, examTeacherImport)} i where i.exam_id = ${examId})`
  const taken = await receiveTeachers(ctx, { gatherTaskId, gradeCode, rows, known: [], isTrial: isTrial === 1 })
  if (isTrial !== 1) await noteTaken(ctx, teachersToGather, gatherTeacher, gatherTaskId, { examName, ...taken })
  return taken
}

export const toGatherHandlers = [implement(studentsToGather, giveStudents), implement(teachersToGather, giveTeachers)]

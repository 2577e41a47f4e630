import * as student from '@xueheng/contract/domains/exam/task/task-student.ts'
import { examTaskTeacher, queryTeacherList, takeTeachers } from '@xueheng/contract/domains/exam/task/task-teacher.ts'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { sql } from 'kysely'
import { into, visible } from '../../../platform/access/doors.ts'
import type { AccessRule } from '../../../platform/access/rules.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { refuse } from '../../../platform/error.ts'
import { hook, implement } from '../../../platform/module.ts'
import { dictLabels } from '../../../platform/rows/labels.ts'
import { listOf } from '../../../platform/rows/list.ts'
import { gradeName } from '../../school/index.ts'
import { findExam } from '../exam-row.ts'
import { type ExamTask, placeInTask, taskToReport, withTask } from './open-task.ts'
import { registeredStudents, registeredTeachers } from './register.ts'
import { type Taken, type Taking, takeRows } from './take-rows.ts'

const { examTaskStudent } = student

export const taskRowAccess: AccessRule[] = [
  { entity: examTaskStudent, limit: withTask },
  { entity: examTaskTeacher, limit: withTask },
]

type Held = { taskId: string }

/** Rows go or come back while their task takes reports. */
async function holdTasks(ctx: Ctx, rows: Held[]): Promise<void> {
  for (const { taskId } of rows) await taskToReport(ctx, taskId)
}

/** A changed row is to be confirmed again. */
export const taskStudentHooks = hook(examTaskStudent, {
  async beforeSave(ctx, row, before) {
    const { taskId = '', schoolCode } = { ...before, ...row }
    const place = await placeInTask(ctx, taskId, schoolCode)
    const { examGrade } = await taskToReport(ctx, taskId)
    const areaName = (await dictLabels(ctx, 'exam_area')).get(place.areaCode) ?? null
    const grade = gradeName(Number(examGrade))
    Object.assign(row, { ...place, areaName, examGrade: grade, confirmStatus: 0, confirmTime: null })
  },
  beforeRemove: holdTasks,
  afterRestore: holdTasks,
})

export const taskTeacherHooks = hook(examTaskTeacher, {
  async beforeSave(ctx, row, before) {
    const { taskId = '', schoolCode, courseName = '' } = { ...before, ...row }
    const place = await placeInTask(ctx, taskId, schoolCode)
    const { courseNames } = await taskToReport(ctx, taskId)
    if (courseNames && courseNames.length > 0 && !courseNames.includes(courseName))
      throw refuse(`考务任务不收「${courseName}」，只收${courseNames.join('、')}`)
    const areaName = (await dictLabels(ctx, 'exam_area')).get(place.areaCode) ?? null
    Object.assign(row, { ...place, areaName })
  },
  beforeRemove: holdTasks,
  afterRestore: holdTasks,
})

function studentRows({ examGrade }: ExamTask): Omit<Taking, 'source'> {
  const who = ['student_code', 'student_name', 'gender', 'arts_science', 'course_combination']
  return {
    goal: examTaskStudent,
    key: ['student_code'],
    columns: [...who, 'class_code', 'exam_class'],
    fixed: { exam_grade: gradeName(Number(examGrade)), confirm_status: 0 },
  }
}

async function takeStudents(ctx: Ctx, taskId: string, schoolCode: string | null): Promise<Taken> {
  const task = await taskToReport(ctx, taskId)
  return takeRows(ctx, student.takeRegister, task, schoolCode, {
    ...studentRows(task),
    source: registeredStudents(ctx, task),
  })
}

async function takeFromExam(ctx: Ctx, taskId: string, examId: string, schoolCode: string | null): Promise<Taken> {
  const task = await taskToReport(ctx, taskId)
  const { gradeCode, examName } = await findExam(ctx, examId)
  if (gradeCode !== task.examGrade) throw refuse(`「${examName}」不是${gradeName(Number(task.examGrade))}的考试`)
  return takeRows(ctx, student.takeExam, task, schoolCode, {
    ...studentRows(task),
    source: sql`(select distinct on (i.student_code) i.student_code, i.student_name, i.school_code, i.class_code,
        i.exam_class, i.gender, i.arts_science, i.course_combination
      from ${visible(ctx, examStudentImport)} i where i.exam_id = ${examId} and i.student_code is not null
      order by i.student_code, i.id)`,
  })
}

async function takeAssigned(ctx: Ctx, taskId: string, schoolCode: string | null): Promise<Taken> {
  const task = await taskToReport(ctx, taskId)
  return takeRows(ctx, takeTeachers, task, schoolCode, {
    goal: examTaskTeacher,
    key: ['teacher_code', 'course_name'],
    columns: ['teacher_code', 'teacher_name', 'course_name'],
    fixed: {},
    source: registeredTeachers(ctx, task),
  })
}

async function confirm(ctx: Ctx, taskId: string, schoolCode: string | null) {
  await taskToReport(ctx, taskId)
  const { rows } = await sql`update ${into(examTaskStudent)} set confirm_status = 1, confirm_time = localtimestamp(0),
      update_user = ${ctx.user.id}, update_time = localtimestamp(0)
    where confirm_status = 0 and id in (select v.id from ${visible(ctx, examTaskStudent)} v where v.task_id = ${taskId}
      and (${schoolCode}::varchar is null or v.school_code = ${schoolCode})) returning 1`.execute(ctx.db)
  if (rows.length === 0) throw refuse('没有待确认的考生')
  await logOperation(ctx, student.confirmStudents.name, student.confirmStudents.title, {
    entity: examTaskStudent.name,
    after: { taskId, schoolCode, confirmed: rows.length },
  })
  return { confirmed: rows.length }
}

export const taskRowHandlers = [
  implement(student.takeRegister, (ctx, { taskId, schoolCode }) => takeStudents(ctx, taskId, schoolCode)),
  implement(student.takeExam, (ctx, { taskId, examId, schoolCode }) => takeFromExam(ctx, taskId, examId, schoolCode)),
  implement(student.confirmStudents, (ctx, { taskId, schoolCode }) => confirm(ctx, taskId, schoolCode)),
  implement(takeTeachers, (ctx, { taskId, schoolCode }) => takeAssigned(ctx, taskId, schoolCode)),
  implement(queryTeacherList, (ctx, { query }) =>
    listOf(ctx, queryTeacherList, query, sql`(select * from ${visible(ctx, examTaskTeacher)} t)`),
  ),
]

import * as student from '@xueheng/contract/domains/exam/task/task-student.ts'
import {
  MARKING,
  REPORTED,
  confirmTeachers,
  examTaskTeacher,
  queryTeacherList,
  takeTeachers,
} from '@xueheng/contract/domains/exam/task/task-teacher.ts'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { sql } from 'kysely'
import { every, into, visible } from '../../../platform/access/doors.ts'
import type { AccessRule } from '../../../platform/access/rules.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { conflict, fault, refuse } from '../../../platform/error.ts'
import { hook, implement } from '../../../platform/module.ts'
import { listOf } from '../../../platform/rows/list.ts'
import { gradeName } from '../../school/index.ts'
import { findExam } from '../exam-row.ts'
import { type ExamTask, placeInTask, taskToReport, withTask } from './open-task.ts'
import { registeredStudents, registeredTeachers } from './register.ts'
import { type Taken, type Taking, takeRows } from './take-rows.ts'

const { examTaskStudent } = student
const MARKERS = every(examTaskTeacher, 'who marks stays reported, whoever removes')

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
    const grade = gradeName(Number(examGrade))
    Object.assign(row, { ...place, examGrade: grade, confirmStatus: 0, confirmTime: null })
  },
  beforeRemove: holdTasks,
  afterRestore: holdTasks,
})

type HeldTeacher = Held & { teacherCode: string; teacherName: string; courseName: string; teacherKind: number }

/** Who marks is pulled and let go by the bureau; whoever was pulled stays reported. */
async function holdTeachers(ctx: Ctx, rows: HeldTeacher[]): Promise<void> {
  await holdTasks(ctx, rows)
  if (rows.some(({ teacherKind }) => teacherKind === MARKING)) throw refuse('阅卷教师请在「阅卷教师」中移出')
  for (const { taskId, teacherCode, teacherName, courseName } of rows) {
    const pulled = await sql`select 1 from ${MARKERS} m where m.task_id = ${taskId} and m.teacher_code = ${teacherCode}
      and m.course_name = ${courseName} and m.teacher_kind = ${MARKING} and m.is_deleted = 0`.execute(ctx.db)
    if (pulled.rows.length > 0) throw conflict(`${teacherName}已抽为阅卷教师，请先退回或移出`)
  }
}

/** A changed row is to be confirmed again. */
export const taskTeacherHooks = hook(examTaskTeacher, {
  async beforeSave(ctx, row, before) {
    if (before?.teacherKind === MARKING) throw refuse('阅卷教师由抽调产生，不能直接修改')
    const { taskId = '', schoolCode, courseName = '' } = { ...before, ...row }
    const place = await placeInTask(ctx, taskId, schoolCode)
    const { courseNames } = await taskToReport(ctx, taskId)
    if (courseNames && courseNames.length > 0 && !courseNames.includes(courseName))
      throw fault('courseName', `考务任务不收「${courseName}」，只收${courseNames.join('、')}`)
    Object.assign(row, { ...place, confirmStatus: 0, confirmTime: null })
  },
  beforeRemove: holdTeachers,
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
  if (gradeCode !== task.examGrade)
    throw fault('examId', `「${examName}」不是${gradeName(Number(task.examGrade))}的考试`)
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
    key: ['teacher_code', 'course_name', 'teacher_kind'],
    columns: ['teacher_code', 'teacher_name', 'course_name'],
    fixed: { teacher_kind: REPORTED, confirm_status: 0 },
    source: registeredTeachers(ctx, task),
  })
}

type Confirming = typeof student.confirmStudents | typeof confirmTeachers

/** What a school reported is complete: all its rows of the task, or of one of its schools. */
async function confirm(ctx: Ctx, call: Confirming, taskId: string, schoolCode: string | null) {
  await taskToReport(ctx, taskId)
  const isStudents = call.name === student.confirmStudents.name
  const entity = isStudents ? examTaskStudent : examTaskTeacher
  const kind = isStudents ? sql`true` : sql`v.teacher_kind = ${REPORTED}`
  const { rows } = await sql`update ${into(entity)} set confirm_status = 1, confirm_time = localtimestamp(0),
      update_user = ${ctx.user.id}, update_time = localtimestamp(0)
    where confirm_status = 0 and id in (select v.id from ${visible(ctx, entity)} v where v.task_id = ${taskId} and ${kind}
      and (${schoolCode}::varchar is null or v.school_code = ${schoolCode})) returning 1`.execute(ctx.db)
  if (rows.length === 0) throw refuse(isStudents ? '没有待确认的考生' : '没有待确认的教师')
  await logOperation(ctx, call.name, call.title, {
    entity: entity.name,
    after: { taskId, schoolCode, confirmed: rows.length },
  })
  return { confirmed: rows.length }
}

export const taskRowHandlers = [
  implement(student.takeRegister, (ctx, { taskId, schoolCode }) => takeStudents(ctx, taskId, schoolCode)),
  implement(student.takeExam, (ctx, { taskId, examId, schoolCode }) => takeFromExam(ctx, taskId, examId, schoolCode)),
  implement(student.confirmStudents, (ctx, { taskId, schoolCode }) =>
    confirm(ctx, student.confirmStudents, taskId, schoolCode),
  ),
  implement(confirmTeachers, (ctx, { taskId, schoolCode }) => confirm(ctx, confirmTeachers, taskId, schoolCode)),
  implement(takeTeachers, (ctx, { taskId, schoolCode }) => takeAssigned(ctx, taskId, schoolCode)),
  implement(queryTeacherList, (ctx, { query }) =>
    listOf(
      ctx,
      queryTeacherList,
      query,
      sql`(select * from ${visible(ctx, examTaskTeacher)} t where t.teacher_kind = ${REPORTED})`,
    ),
  ),
]

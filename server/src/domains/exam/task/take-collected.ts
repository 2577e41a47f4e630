import * as calls from '@xueheng/contract/domains/exam/collected/collected-calls.ts'
import { TASK_TYPE, examTask } from '@xueheng/contract/domains/exam/task/exam-task.ts'
import { taskStates } from '@xueheng/contract/domains/exam/task/task-states.ts'
import { examTaskStudent } from '@xueheng/contract/domains/exam/task/task-student.ts'
import { MARKING, REPORTED, examTaskTeacher } from '@xueheng/contract/domains/exam/task/task-teacher.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { type RawBuilder, sql } from 'kysely'
import { visible } from '../../../platform/access/doors.ts'
import { assertMay } from '../../../platform/access/rights.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { implement } from '../../../platform/module.ts'
import { dictLabels } from '../../../platform/rows/labels.ts'
import { findOrRefuse } from '../../../platform/rows/read.ts'
import { judgeTakeOver, outcomeOf, takeOver } from '../../../platform/rows/take-over.ts'
import { collectedStudents, collectedTeachers } from '../../gather/index.ts'
import { gradeName, isTaskFor } from '../../school/index.ts'
import { noteTaken } from '../collected/note-taken.ts'
import type { FreeTeacher } from './mark/free-teachers.ts'
import { insertMarkers } from './mark/insert-markers.ts'
import { taskToMark } from './mark/pull-teachers.ts'
import { tellPulled } from './mark/tell-pulled.ts'
import { type ExamTask, taskToReport } from './open-task.ts'

const EVERY_STREAM = '0'
const NO_CLASS = '未分班'
const MATCHED = ['area_code', 'area_name', 'school_code', 'school_name']

type Taking = Input<typeof calls.taskStudentsFromGather>
type Taken = Output<typeof calls.taskStudentsFromGather>

/** Collected rows of one school, or of all the reader sees, with their place and why they are not for the task. */
async function placed(
  ctx: Ctx,
  task: ExamTask,
  schoolCode: string | null,
  rows: RawBuilder<unknown>,
  unfit: RawBuilder<unknown>,
): Promise<RawBuilder<unknown>> {
  const areas = JSON.stringify(Object.fromEntries(await dictLabels(ctx, 'exam_area')))
  const grade = gradeName(Number(task.examGrade))
  return sql`(select g.*, b.area_code as school_area, ${areas}::jsonb ->> b.area_code as area_name, b.school_name,
      case when g.why is not null then g.why when b.school_code is null then '考务任务不包括这所学校'
        when g.grade_code <> ${task.examGrade} then ${`不是${grade}`} else ${unfit} end as reason
    from ${rows} g
    left join (select b.school_code, b.area_code, b.school_name from ${visible(ctx, basicSchool)} b
      where ${isTaskFor(task)}) b on b.school_code = g.school_code
    where ${schoolCode}::varchar is null or g.school_code = ${schoolCode})`
}

async function takeStudents(ctx: Ctx, { taskId, gatherTaskId, schoolCode, isTrial }: Taking): Promise<Taken> {
  const task = await taskToReport(ctx, taskId)
  const { taskName, rows } = await collectedStudents(ctx, gatherTaskId)
  const isOther = sql`case when ${task.artsScience} <> ${EVERY_STREAM} and g.arts_science is distinct from ${task.artsScience}
    then '不是任务的科类' end`
  const ready = await placed(ctx, task, schoolCode, rows, isOther)
  const items = ['gender', 'arts_science', 'course_combination', 'class_code']
  const spec = {
    goal: examTaskStudent,
    within: { task_id: taskId },
    key: ['student_code'],
    columns: ['student_name', ...MATCHED, ...items, 'exam_class'],
    fresh: { exam_grade: gradeName(Number(task.examGrade)), confirm_status: 0 },
    changed: { confirm_status: 0 },
    source: sql`(select x.student_code, x.student_name, x.school_area as area_code, x.area_name, x.school_code, x.school_name,
      x.gender, x.arts_science, x.course_combination, x.class_code, coalesce(x.class_name, ${NO_CLASS}) as exam_class,
      x.who, x.reason as why from ${ready} x)`,
  }
  const taken = await takeOver(ctx, spec, isTrial === 1)
  const after = { taskName: task.taskName, from: taskName, schoolCode, ...taken }
  if (isTrial !== 1) await noteTaken(ctx, calls.taskStudentsFromGather, examTaskStudent, taskId, after)
  return taken
}

/** What one teaches of a course, once; a class that is ready speaks for the others. */
async function teachersOf(ctx: Ctx, task: ExamTask, schoolCode: string | null, gatherTaskId: string) {
  const { taskName, rows } = await collectedTeachers(ctx, gatherTaskId)
  const courses = task.courseNames ?? []
  const isOther = sql`case when ${courses.length} > 0 and not (g.course_name = any(${courses}::varchar[]))
    then '考务任务不收这一科' end`
  const ready = await placed(ctx, task, schoolCode, rows, isOther)
  const source = sql`(select distinct on (x.teacher_code, x.course_name) x.teacher_code, x.teacher_name, x.course_name,
      x.school_area as area_code, x.area_name, x.school_code, x.school_name, x.can_mark, x.who, x.reason
    from ${ready} x order by x.teacher_code, x.course_name, (x.reason is not null), x.class_code)`
  return { taskName, source }
}

async function reportTeachers(ctx: Ctx, task: ExamTask, source: RawBuilder<unknown>, isTrial: boolean): Promise<Taken> {
  const spec = {
    goal: examTaskTeacher,
    within: { task_id: task.id, teacher_kind: REPORTED },
    key: ['teacher_code', 'course_name'],
    columns: ['teacher_name', ...MATCHED],
    fresh: { confirm_status: 0 },
    changed: { confirm_status: 0 },
    source: sql`(select y.teacher_code, y.teacher_name, y.course_name, y.area_code, y.area_name, y.school_code,
      y.school_name, y.who, y.reason as why from ${source} y)`,
  }
  return takeOver(ctx, spec, isTrial)
}

async function takeTeachers(ctx: Ctx, { taskId, gatherTaskId, schoolCode, isTrial }: Taking): Promise<Taken> {
  const task = await taskToReport(ctx, taskId)
  const { taskName, source } = await teachersOf(ctx, task, schoolCode, gatherTaskId)
  const taken = await reportTeachers(ctx, task, source, isTrial === 1)
  const after = { taskName: task.taskName, from: taskName, schoolCode, ...taken }
  if (isTrial !== 1) await noteTaken(ctx, calls.taskTeachersFromGather, examTaskTeacher, taskId, after)
  return taken
}

/** Markers are among those who are reported: who is not yet is reported as well, while the task takes reports. */
async function takeMarkers(ctx: Ctx, { taskId, gatherTaskId, schoolCode, isTrial }: Taking): Promise<Taken> {
  const task = await taskToMark(ctx, taskId)
  const { taskName, source } = await teachersOf(ctx, task, schoolCode, gatherTaskId)
  const able = sql`(select m.*, case when m.reason is not null then m.reason
      when m.can_mark is distinct from 1 then '没有采集为可阅卷' end as why from ${source} m)`
  const isOpen = canDo(taskStates, 'report', task.taskStatus ?? 0)
  const isReported = sql`exists (select 1 from ${visible(ctx, examTaskTeacher)} t where t.task_id = ${taskId}
    and t.teacher_kind = ${REPORTED} and t.teacher_code = z.teacher_code and t.course_name = z.course_name)`
  const judged = await judgeTakeOver(ctx, {
    goal: examTaskTeacher,
    within: { task_id: taskId, teacher_kind: MARKING },
    key: ['teacher_code'],
    columns: ['course_name'],
    doubled: '一名教师只评一科，已带入另一科',
    kept: sql`'已在另一科阅卷'`,
    source: sql`(select z.teacher_code, z.teacher_name, z.course_name, z.area_code, z.area_name, z.school_code, z.school_name,
      z.who, case when z.why is not null then z.why when not ${isOpen} and not ${isReported}
        then '任务已截止，没有上报' end as why from ${able} z)`,
  })
  const taken = outcomeOf(judged)
  if (isTrial === 1 || taken.fresh === 0) return taken
  const { rows: drawn } = await sql<FreeTeacher>`select j.teacher_code, j.teacher_name, j.course_name, j.area_code,
      j.area_name, j.school_code, j.school_name, false as is_leader, true as is_markable from ${judged.table} j
    where j.kind = 'fresh' and j.reason is null order by j.school_code, j.course_name, j.teacher_code`.execute(ctx.db)
  if (isOpen) await reportDrawn(ctx, await taskToReport(ctx, taskId), drawn)
  await insertMarkers(ctx, task, drawn)
  await tellPulled(ctx, task, drawn)
  const after = { taskName: task.taskName, from: taskName, schoolCode, ...taken }
  await noteTaken(ctx, calls.markersFromGather, examTaskTeacher, taskId, after)
  return taken
}

/** Those who were drawn, among the reported: one who is there stays as confirmed. */
async function reportDrawn(ctx: Ctx, task: ExamTask, drawn: FreeTeacher[]): Promise<void> {
  const rows = drawn.map((one) => ({
    teacher_code: one.teacherCode,
    teacher_name: one.teacherName,
    course_name: one.courseName,
    area_code: one.areaCode,
    area_name: one.areaName,
    school_code: one.schoolCode,
    school_name: one.schoolName,
  }))
  const source = sql`(select r.*, null::varchar as reason, r.teacher_name as who
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (teacher_code varchar, teacher_name varchar,
      course_name varchar, area_code varchar, area_name varchar, school_code varchar, school_name varchar))`
  await reportTeachers(ctx, task, source, false)
}

/** As the type of the task says. */
async function takeByType(ctx: Ctx, taking: Taking): Promise<Taken> {
  const { taskType } = await findOrRefuse(examTask, ctx, taking.taskId)
  if (taskType !== TASK_TYPE.marking) return takeTeachers(ctx, taking)
  assertMay(ctx, 'examtask_edit')
  return takeMarkers(ctx, taking)
}

export const takeCollectedHandlers = [
  implement(calls.taskStudentsFromGather, takeStudents),
  implement(calls.taskTeachersFromGather, takeTeachers),
  implement(calls.markersFromGather, takeMarkers),
  implement(calls.taskFromGather, takeByType),
]

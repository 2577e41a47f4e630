import { examTask } from '@xueheng/contract/domains/exam/task/exam-task.ts'
import { progressInArea, progressInSchool } from '@xueheng/contract/domains/exam/task/task-progress.ts'
import { taskStates } from '@xueheng/contract/domains/exam/task/task-states.ts'
import { examTaskStudent } from '@xueheng/contract/domains/exam/task/task-student.ts'
import { examTaskTeacher } from '@xueheng/contract/domains/exam/task/task-teacher.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { visible } from '../../../platform/access/doors.ts'
import { wallTime } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { implement } from '../../../platform/module.ts'
import { dictLabels } from '../../../platform/rows/labels.ts'
import { findOrRefuse } from '../../../platform/rows/read.ts'
import { percent } from '../formulas/rounding.ts'
import { type ExamTask, isFor } from './open-task.ts'
import { registeredStudents, registeredTeachers } from './register.ts'

type SchoolLine = Output<typeof progressInSchool>[number]
type AreaLine = Output<typeof progressInArea>[number]
type Counted = Omit<SchoolLine, 'percent' | 'isLate'>

/** A task that asks for teachers alone. */
const TEACHERS_ONLY = 2

async function countSchools(ctx: Ctx, task: ExamTask, areaCode: string | null): Promise<Counted[]> {
  const areas = sql`${JSON.stringify(task.areaCodes ?? [])}::jsonb`
  const schools = sql`${JSON.stringify(task.schoolCodes ?? [])}::jsonb`
  const isTeachers = task.taskType === TEACHERS_ONLY
  const plan = isTeachers ? registeredTeachers(ctx, task) : registeredStudents(ctx, task)
  const done = isTeachers ? sql`t.num, t.num` : sql`u.num, u.confirmed`
  const found =
    await sql<Counted>`select c.area_code, c.school_code, c.school_name, c.plan_num, c.submit_num, c.audit_num,
    c.teacher_num, c.last_time from (
    select b.area_code, b.school_code, b.school_name, b.sort, coalesce(p.num, 0) as plan_num, d.submit_num, d.audit_num,
      coalesce(t.num, 0) as teacher_num, to_char(greatest(u.last, t.last), 'YYYY-MM-DD HH24:MI:SS') as last_time
    from ${visible(ctx, basicSchool)} b
    left join (select r.school_code, count(*)::int as num from ${plan} r group by r.school_code) p using (school_code)
    left join (select s.school_code, count(*)::int as num, sum(s.confirm_status)::int as confirmed, max(s.update_time) as last
      from ${visible(ctx, examTaskStudent)} s where s.task_id = ${task.id} group by s.school_code) u using (school_code)
    left join (select h.school_code, count(*)::int as num, max(h.update_time) as last
      from ${visible(ctx, examTaskTeacher)} h where h.task_id = ${task.id} group by h.school_code) t using (school_code)
    cross join lateral (select coalesce(n.submit_num, 0) as submit_num, coalesce(n.audit_num, 0) as audit_num
      from (values (${done})) n(submit_num, audit_num)) d
    where ${isFor(areas, schools)} and (${areaCode}::varchar is null or b.area_code = ${areaCode})
  ) c where c.plan_num > 0 or c.submit_num > 0 or c.teacher_num > 0
  order by c.area_code, c.sort, c.school_code`.execute(ctx.db)
  return found.rows
}

/** Whether the time to report is over. */
function isOver({ taskStatus, endTime }: ExamTask): boolean {
  return Number(taskStatus) >= taskStates.states.closed.value || endTime < wallTime(new Date())
}

async function schoolsOf(ctx: Ctx, taskId: string, areaCode: string | null): Promise<SchoolLine[]> {
  const task = await findOrRefuse(examTask, ctx, taskId)
  const lines = await countSchools(ctx, task, areaCode)
  return lines.map((line) => ({
    ...line,
    percent: shareOf(line),
    isLate: isOver(task) && line.auditNum < line.planNum ? 1 : 0,
  }))
}

/** Reported of expected; more than expected is everything. */
function shareOf({ submitNum, planNum }: Pick<Counted, 'submitNum' | 'planNum'>): number | null {
  return percent(Math.min(submitNum, planNum), planNum)
}

async function areasOf(ctx: Ctx, taskId: string): Promise<AreaLine[]> {
  const [schools, titles] = await Promise.all([schoolsOf(ctx, taskId, null), dictLabels(ctx, 'exam_area')])
  const codes = [...new Set(schools.map(({ areaCode }) => areaCode))]
  return codes.map((areaCode) => ({
    areaCode,
    areaName: titles.get(areaCode) ?? areaCode,
    ...sumOf(schools.filter((line) => line.areaCode === areaCode)),
  }))
}

function sumOf(lines: SchoolLine[]): Omit<AreaLine, 'areaCode' | 'areaName'> {
  const sum = (name: 'planNum' | 'submitNum' | 'auditNum' | 'teacherNum' | 'isLate') =>
    lines.reduce((total, line) => total + line[name], 0)
  const counts = { planNum: sum('planNum'), submitNum: sum('submitNum'), auditNum: sum('auditNum') }
  const times = lines.flatMap(({ lastTime }) => lastTime ?? []).toSorted()
  return {
    schoolNum: lines.length,
    lateNum: sum('isLate'),
    ...counts,
    percent: shareOf(counts),
    teacherNum: sum('teacherNum'),
    lastTime: times.at(-1) ?? null,
  }
}

export const taskProgressHandlers = [
  implement(progressInArea, (ctx, { taskId }) => areasOf(ctx, taskId)),
  implement(progressInSchool, (ctx, { taskId, areaCode }) => schoolsOf(ctx, taskId, areaCode)),
]

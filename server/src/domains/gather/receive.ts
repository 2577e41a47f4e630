import { gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import { FURTHER_FIELDS, REGISTER_FIELDS } from '@xueheng/contract/domains/gather/gather-student.ts'
import { TEACHER_FIELDS } from '@xueheng/contract/domains/gather/gather-teacher.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import { basicTeacher } from '@xueheng/contract/domains/school/basic-teacher.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { type RawBuilder, sql } from 'kysely'
import { visible } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fault } from '../../platform/error.ts'
import { type TakeOver, takeOver } from '../../platform/rows/take-over.ts'
import { isTaskFor } from '../school/index.ts'
import { type Collected, STUDENTS, TEACHERS, assertAsked } from './collected.ts'
import { type GatherTask, taskToFill } from './open-task.ts'
import { column, from, lastCollected } from './prefill.ts'

const KEPT = sql`'采集中已有，与名单不同，保留采集的'`
const NOT_ASKED = '采集任务不包括这所学校'

/** A list of another domain, of one grade. */
interface Received {
  gatherTaskId: string
  gradeCode: string
  /**
   * Students: `student_code`, `student_name`, `school_code`, `class_code`, `class_name`, and those items of the register
   * that the list knows. Teachers: `teacher_code`, `teacher_name`, `school_code`, `class_code`, `class_name`,
   * `course_name`, `is_class_leader`.
   */
  rows: RawBuilder<unknown>
  /** Of the items of the register, those among the columns of `rows`. */
  known: readonly string[]
  isTrial: boolean
}

/** Students of a list become drafts of a collection, with what the register and the last collection say of each. */
export async function receiveStudents(ctx: Ctx, received: Received) {
  const task = await taskToReceive(ctx, STUDENTS, received)
  const items = itemsAsked(task, [...REGISTER_FIELDS, ...FURTHER_FIELDS])
  const value = (name: string) => {
    if ((FURTHER_FIELDS as readonly string[]).includes(name)) return from('l', name)
    return received.known.includes(name) ? sql`coalesce(${from('x', name)}, ${from('r', name)})` : from('r', name)
  }
  const source = sql`select x.student_code, x.student_name, b.area_code, x.school_code,
      ${received.gradeCode}::varchar as grade_code, x.class_code, x.class_name, ${values(items, value)},
      x.student_name || coalesce('（' || x.class_name || '）', '') as who,
      case when x.student_code is null then '没有学籍号' when b.school_code is null then ${NOT_ASKED} end as why
    from ${received.rows} x
    left join ${schoolsOf(ctx, task)} b on b.school_code = x.school_code
    left join ${visible(ctx, basicStudent)} r on r.student_code = x.student_code
    left join ${lastCollected(ctx, STUDENTS, task, 'studentCode', FURTHER_FIELDS)} l on l.student_code = x.student_code`
  const about = ['student_name', 'area_code', 'school_code', 'grade_code', 'class_code', 'class_name']
  return takeOver(ctx, specOf(STUDENTS, task, source, { key: ['student_code'], about, items }), received.isTrial)
}

/** What teachers teach, by a list, becomes drafts of a collection. */
export async function receiveTeachers(ctx: Ctx, received: Received) {
  const task = await taskToReceive(ctx, TEACHERS, received)
  const items = itemsAsked(task, TEACHER_FIELDS)
  const value = (name: string) => sql`coalesce(${from('t', name)}, ${from('l', name)})`
  const source = sql`select x.teacher_code, x.teacher_name, coalesce(t.can_mark, 0) as can_mark,
      coalesce(x.is_class_leader, 0) as is_class_leader, b.area_code, x.school_code,
      ${received.gradeCode}::varchar as grade_code, x.class_code, x.class_name, x.course_name, ${values(items, value)},
      x.teacher_name || '（' || coalesce(x.class_name, '') || x.course_name || '）' as who,
      case when x.teacher_code is null then '没有教师编号' when x.class_code is null then '没有班级代码'
        when b.school_code is null then ${NOT_ASKED} end as why
    from ${received.rows} x
    left join ${schoolsOf(ctx, task)} b on b.school_code = x.school_code
    left join ${visible(ctx, basicTeacher)} t on t.teacher_code = x.teacher_code
    left join ${lastCollected(ctx, TEACHERS, task, 'teacherCode', TEACHER_FIELDS)} l on l.teacher_code = x.teacher_code`
  const about = ['teacher_name', 'can_mark', 'is_class_leader', 'area_code', 'school_code', 'grade_code', 'class_name']
  const key = ['teacher_code', 'course_name', 'class_code']
  return takeOver(ctx, specOf(TEACHERS, task, source, { key, about, items }), received.isTrial)
}

/** The collection, held, if it is filled in now and asks for such rows of the grade. */
async function taskToReceive(ctx: Ctx, of: Collected, { gatherTaskId, gradeCode }: Received): Promise<GatherTask> {
  const task = await taskToFill(ctx, gatherTaskId)
  assertAsked(of, task)
  if (!task.gradeCodes.includes(gradeCode)) throw fault('gatherTaskId', '采集任务不包括这个年级')
  return task
}

/** Items the collection asks for, of those that are known of a row. */
function itemsAsked({ askedFields }: GatherTask, known: readonly string[]): string[] {
  return known.filter((name) => askedFields.includes(name))
}

function values(items: string[], value: (name: string) => RawBuilder<unknown>): RawBuilder<unknown> {
  const named = items.map((name) => sql`${value(name)} as ${column(name)}`)
  const filled = items.length > 0 ? sql`num_nonnulls(${sql.join(items.map(value))})` : sql`0`
  return sql.join([...named, sql`${filled} as prefilled_num`])
}

function schoolsOf(ctx: Ctx, task: GatherTask): RawBuilder<unknown> {
  return sql`(select b.school_code, b.area_code from ${visible(ctx, basicSchool)} b where ${isTaskFor(task)})`
}

function specOf(
  { entity }: Collected,
  { id }: GatherTask,
  source: RawBuilder<unknown>,
  { key, about, items }: { key: string[]; about: string[]; items: string[] },
): TakeOver {
  return {
    goal: entity,
    within: { gather_task_id: id },
    key,
    columns: [...about, ...items.map(snake)],
    fresh: { gather_status: gatherStates.states.draft.value },
    filled: ['prefilled_num'],
    kept: KEPT,
    source: sql`(${source})`,
  }
}

import { examArrangeTaskStudent } from '@xueheng/contract/domains/exam/arrange/arrange-student.ts'
import { arrangeFromGather } from '@xueheng/contract/domains/exam/collected/collected-calls.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import { type RawBuilder, sql } from 'kysely'
import { visible } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { implement } from '../../../platform/module.ts'
import { dictLabels } from '../../../platform/rows/labels.ts'
import { judgeTakeOver, outcomeOf, writeTakeOver } from '../../../platform/rows/take-over.ts'
import { collectedStudents } from '../../gather/index.ts'
import { gradeName } from '../../school/index.ts'
import { type ArrangeTask, countPlan, dropSeats, holdPlan, movePlan } from './arrange-row.ts'
import { noteStep } from './tasks.ts'

/** Who is ready for a plan; somebody without a code may be the same person, which the register has to tell. */
async function readyFor(ctx: Ctx, task: ArrangeTask, rows: RawBuilder<unknown>): Promise<RawBuilder<unknown>> {
  const areas = JSON.stringify(Object.fromEntries(await dictLabels(ctx, 'exam_area')))
  const grade = gradeName(Number(task.examGrade))
  return sql`(select g.student_code, g.student_name, b.area_code, ${areas}::jsonb ->> b.area_code as area_name, g.school_code,
      b.school_name, g.class_code, coalesce(g.class_name, '未分班') as exam_class, g.gender, g.arts_science,
      g.course_combination, g.who,
      case when g.why is not null then g.why when b.school_code is null then '没有这所学校'
        when g.grade_code <> ${task.examGrade} then ${`不是${grade}`}
        when ${task.areaCode}::varchar <> b.area_code then '不是编排的县区'
        when ${task.schoolCode}::varchar <> b.school_code then '不是编排的学校'
        when n.id is not null then '编排中有同班同名、没有学籍号的考生，请先校对学籍' end as why
    from ${rows} g left join ${visible(ctx, basicSchool)} b on b.school_code = g.school_code
    left join (select distinct on (s.school_code, s.exam_class, s.student_name) s.id, s.school_code, s.exam_class,
        s.student_name from ${visible(ctx, examArrangeTaskStudent)} s
      where s.arrange_task_id = ${task.id} and s.student_code is null) n
      on n.school_code = g.school_code and n.exam_class = g.class_name and n.student_name = g.student_name)`
}

/** Collected students become candidates of a plan; where that changes nothing, seats and numbers stay. */
async function take(
  ctx: Ctx,
  { arrangeTaskId, gatherTaskId, isTrial }: Input<typeof arrangeFromGather>,
): Promise<Output<typeof arrangeFromGather>> {
  const task = await holdPlan(ctx, arrangeTaskId, 'take')
  const { taskName: from, rows } = await collectedStudents(ctx, gatherTaskId)
  const where = ['area_code', 'area_name', 'school_code', 'school_name', 'class_code', 'exam_class']
  const spec = {
    goal: examArrangeTaskStudent,
    within: { arrange_task_id: task.id },
    key: ['student_code'],
    columns: ['student_name', ...where, 'gender', 'arts_science', 'course_combination'],
    fresh: { exam_grade: gradeName(Number(task.examGrade)), is_fixed: 0, is_late: 0, collate_status: 0 },
    changed: { collate_status: 0 },
    source: await readyFor(ctx, task, rows),
  }
  const judged = await judgeTakeOver(ctx, spec)
  const taken = outcomeOf(judged)
  if (isTrial === 1 || taken.fresh + taken.changed === 0) return taken
  await dropSeats(ctx, task.id)
  await writeTakeOver(ctx, spec, judged)
  await movePlan(ctx, task.id, 'take')
  await countPlan(ctx, task.id)
  const { name, title } = arrangeFromGather
  await noteStep(ctx, task.id, name, title, { taskName: task.taskName, from, ...taken })
  return taken
}

export const arrangeCollectedHandlers = [implement(arrangeFromGather, take)]

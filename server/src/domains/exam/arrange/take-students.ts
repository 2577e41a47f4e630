import {
  examArrangeTaskStudent,
  takeFromExam,
  takeFromTask,
} from '@xueheng/contract/domains/exam/arrange/arrange-student.ts'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { examTask } from '@xueheng/contract/domains/exam/task/exam-task.ts'
import { examTaskStudent } from '@xueheng/contract/domains/exam/task/task-student.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { type RawBuilder, sql } from 'kysely'
import { into, visible } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { nextIds } from '../../../platform/db/id.ts'
import { own } from '../../../platform/db/table.ts'
import { createTempTable } from '../../../platform/db/temp-table.ts'
import { refuse } from '../../../platform/error.ts'
import { findOrRefuse } from '../../../platform/rows/read.ts'
import { gradeName } from '../../school/index.ts'
import { findExam } from '../exam-row.ts'
import { examCourse, examScoreStudent, examScoreStudentCourse } from '../tables.ts'
import { type ArrangeTask, countPlan, dropSeats, holdPlan, movePlan } from './arrange-row.ts'
import { noteStep } from './tasks.ts'

const COLUMNS = [
  'student_code',
  'student_name',
  'area_code',
  'area_name',
  'school_code',
  'school_name',
  'exam_grade',
  'class_code',
  'exam_class',
  'gender',
  'arts_science',
  'course_combination',
]

/** Candidates of an earlier exam, with what they scored in it; who is there already stays. */
export async function takeExam(ctx: Ctx, taskId: string, examId: string): Promise<Output<typeof takeFromExam>> {
  const task = await holdPlan(ctx, taskId, 'take')
  const { examName, gradeCode } = await findExam(ctx, examId)
  if (gradeCode !== task.examGrade) throw refuse(`「${examName}」不是${gradeName(Number(task.examGrade))}的考试`)
  const source = sql`(select distinct on (i.student_code, i.student_number) ${columnsOf('i')}, null as photo_url,
      ${examId}::bigint as last_exam_id, f.total as last_score, f.place as last_rank
    from ${visible(ctx, examStudentImport)} i
    left join ${await readTotals(ctx, examId)} f on f.student_number = i.student_number
    where i.exam_id = ${examId} order by i.student_code, i.student_number, i.id)`
  const taken = await insertCandidates(ctx, task, source)
  if (taken.total === 0) throw refuse(`「${examName}」没有考生名单`)
  const result = { added: taken.added, skipped: taken.total - taken.added, scored: taken.scored }
  await noteStep(ctx, task.id, takeFromExam.name, takeFromExam.title, { taskName: task.taskName, examName, ...result })
  return result
}

/** Candidates the schools reported for an exam task. */
export async function takeTask(ctx: Ctx, id: string, taskId: string): Promise<Output<typeof takeFromTask>> {
  const task = await holdPlan(ctx, id, 'take')
  const { taskName: from, examGrade } = await findOrRefuse(examTask, ctx, taskId)
  if (examGrade !== task.examGrade) throw refuse(`「${from}」不是${gradeName(Number(task.examGrade))}的考务任务`)
  const source = sql`(select ${columnsOf('i')}, i.photo_url, null::bigint as last_exam_id, null::numeric as last_score,
      null::int as last_rank from ${visible(ctx, examTaskStudent)} i where i.task_id = ${taskId})`
  const { total, added } = await insertCandidates(ctx, task, source)
  if (total === 0) throw refuse(`「${from}」还没有考生`)
  const result = { added, skipped: total - added }
  await noteStep(ctx, task.id, takeFromTask.name, takeFromTask.title, { taskName: task.taskName, from, ...result })
  return result
}

function columnsOf(table: string): RawBuilder<unknown> {
  return sql.join(COLUMNS.map((name) => sql.ref(`${table}.${name}`)))
}

/** Totals and places of an archived exam: the courses that count, as marked. */
function readTotals({ db }: Ctx, examId: string): Promise<RawBuilder<unknown>> {
  const totals = sql`select s.student_number, sum(c.score) as total, rank() over (order by sum(c.score) desc)::int as place
    from ${own(examScoreStudent)} s
    join ${own(examScoreStudentCourse)} c on c.exam_id = s.exam_id and c.sid = s.sid and c.score is not null
    join ${own(examCourse)} k on k.exam_id = s.exam_id and k.course_id = c.course_id and k.is_in_total = 1
    where s.exam_id = ${examId} group by s.student_number`
  return createTempTable(db, 'arrange_totals', totals, ['student_number'])
}

interface Inserted {
  total: number
  added: number
  scored: number
}

/** Adds who is not there yet: by code, or by school, class and name where there is no code. */
async function insertCandidates(ctx: Ctx, task: ArrangeTask, source: RawBuilder<unknown>): Promise<Inserted> {
  await dropSeats(ctx, task.id)
  const found = await createTempTable(
    ctx.db,
    'arrange_found',
    sql`select x.* from ${source} x where (${task.areaCode}::varchar is null or x.area_code = ${task.areaCode})
      and (${task.schoolCode}::varchar is null or x.school_code = ${task.schoolCode})`,
    ['student_code'],
  )
  const known = await createTempTable(
    ctx.db,
    'arrange_known',
    sql`select s.student_code, s.school_code, s.exam_class, s.student_name
      from ${visible(ctx, examArrangeTaskStudent)} s where s.arrange_task_id = ${task.id}`,
    ['student_code'],
  )
  const fresh = sql`(select f.* from ${found} f
    where not exists (select 1 from ${known} k where k.student_code = f.student_code)
      and (f.student_code is not null or not exists (select 1 from ${known} k where k.school_code = f.school_code
        and k.exam_class = f.exam_class and k.student_name = f.student_name)))`
  const counted = await sql<{ num: number }>`select count(*)::int as num from ${found} f`.execute(ctx.db)
  const total = counted.rows[0]?.num ?? 0
  const { id: userId, tenantId } = ctx.user
  const names = sql.join(
    [...COLUMNS, 'photo_url', 'last_exam_id', 'last_score', 'last_rank'].map((one) => sql.ref(one)),
  )
  const { rows } = await sql<{ lastScore: string | null }>`insert into ${into(examArrangeTaskStudent)}
      (id, tenant_id, create_user, update_user, arrange_task_id, is_fixed, is_late, collate_status, ${names})
    select ${nextIds(total)}, ${tenantId}, ${userId}, ${userId}, ${task.id}, 0, 0, 0, ${names}
    from ${fresh} f
    on conflict (tenant_id, arrange_task_id, student_code) where is_deleted = 0 do nothing
    returning last_score`.execute(ctx.db)
  await movePlan(ctx, task.id, 'take')
  await countPlan(ctx, task.id)
  return { total, added: rows.length, scored: rows.filter(({ lastScore }) => lastScore !== null).length }
}

import type { AnyCall, AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { type RawBuilder, sql } from 'kysely'
import { into, visible } from '../../../platform/access/doors.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { nextIds } from '../../../platform/db/id.ts'
import { refreshStatistics } from '../../../platform/db/statistics.ts'
import { dictLabels } from '../../../platform/rows/labels.ts'
import { type ExamTask } from './open-task.ts'
import { isTaskFor } from '../../school/index.ts'

/** Progress is counted right after so many rows were added. */
const MANY = 1000

/** How rows came over; those that were there stay as they are. */
export interface Taken {
  added: number
  skipped: number
}

/** What is taken, and where it goes. */
export interface Taking {
  goal: AnyEntity
  /** Columns by which a row is known within its task: of the source, or the same for all. */
  key: string[]
  columns: string[]
  /** Columns that are the same for all. */
  fixed: Record<string, string | number>
  /** Rows with these columns and `school_code`. */
  source: RawBuilder<unknown>
}

/** Reports all rows of a source for a task: of one school, or of all the reader sees and the task is for. */
export async function takeRows(
  ctx: Ctx,
  call: AnyCall,
  task: ExamTask,
  schoolCode: string | null,
  taking: Taking,
): Promise<Taken> {
  const found = sql`(select x.*, b.area_code, b.school_name from ${taking.source} x
    join ${visible(ctx, basicSchool)} b on b.school_code = x.school_code
    where ${isTaskFor(task)} and (${schoolCode}::varchar is null or b.school_code = ${schoolCode}))`
  const counted = await sql<{ num: number }>`select count(*)::int as num from ${found} f`.execute(ctx.db)
  const total = counted.rows[0]?.num ?? 0
  const added = await insertFound(ctx, task, { ...taking, source: found }, total)
  const after = { taskName: task.taskName, schoolCode, added, skipped: total - added }
  await logOperation(ctx, call.name, call.title, { entity: taking.goal.name, rowId: task.id, after })
  if (added > MANY) await refreshStatistics(ctx.db, into(taking.goal), ['task_id', 'school_code', ...taking.key])
  return { added, skipped: total - added }
}

async function insertFound(ctx: Ctx, task: ExamTask, taking: Taking, total: number): Promise<number> {
  const { goal, key, columns, fixed, source } = taking
  const titles = JSON.stringify(Object.fromEntries(await dictLabels(ctx, 'exam_area')))
  const { id: userId, tenantId } = ctx.user
  const goals = sql.join(['create_user', 'update_user', ...Object.keys(fixed), ...columns].map((name) => sql.ref(name)))
  const values = sql.join([userId, userId, ...Object.values(fixed), ...columns.map((name) => sql.ref(`s.${name}`))])
  const order = sql.join(key.filter((name) => columns.includes(name)).map((name) => sql.ref(`s.${name}`)))
  const { rows } = await sql`insert into ${into(goal)}
      (id, tenant_id, task_id, area_code, area_name, school_code, school_name, ${goals})
    select ${nextIds(total)}, ${tenantId}, ${task.id}, s.area_code, ${titles}::jsonb ->> s.area_code,
      s.school_code, s.school_name, ${values}
    from (select s.* from ${source} s order by ${order} limit ${total}) s
    on conflict (tenant_id, task_id, ${sql.join(key.map((name) => sql.ref(name)))}) where is_deleted = 0 do nothing
    returning 1`.execute(ctx.db)
  return rows.length
}

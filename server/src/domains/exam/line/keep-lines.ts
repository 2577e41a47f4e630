import { join } from 'node:path'
import { TOTAL_COURSE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { examScoreLine } from '@xueheng/contract/domains/exam/line/score-line.ts'
import { sql } from 'kysely'
import { into } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { nextId } from '../../../platform/db/id.ts'

/** A line as it was drawn; scores in marks. */
export interface DrawnLine {
  id: string
  artsScience: string
  periodName: string
  courseName: string
  lineScore: number
  lineMode: number
  lineNum: number | null
  actualNum: number
  criticalLow: number
  criticalHigh: number
  isMain: number
  sort: number
}

/** The lines a run has drawn, by number of the line and order of the courses. */
export async function readLines(ctx: Pick<Ctx, 'analytics'>, folder: string): Promise<DrawnLine[]> {
  const rows = await ctx.analytics.query<Omit<DrawnLine, 'id'>>(
    `select arts_science::varchar as arts_science, period_name, course_name, marks(line10) as line_score, line_mode,
       plan_num as line_num, actual_num, marks(greatest(critical_low10, 0)) as critical_low,
       marks(critical_high10) as critical_high, is_main,
       (line_no * 100 + if(course_id = 0, 0, course_sort))::int as sort
     from read_parquet($path) order by sort`,
    { path: join(folder, 'score_line.parquet') },
  )
  return rows.map((row) => ({ id: nextId(), ...row }))
}

/** Lines of the total that nobody reaches, each with its mark; empty where every line has somebody. */
export function unreached(lines: DrawnLine[]): string {
  const empty = lines.filter(({ courseName, actualNum }) => courseName === TOTAL_COURSE && actualNum === 0)
  if (empty.length === 0) return ''
  return `没有考生达到：${empty.map(({ periodName, lineScore }) => `「${periodName}」${lineScore} 分`).join('、')}`
}

/** The stored lines of an exam become those drawn; a row keeps its number, and what is no longer drawn goes. */
export async function keepLines(ctx: Ctx, examId: string, lines: DrawnLine[]): Promise<void> {
  const drawn = sql`jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as d(id bigint, "artsScience" varchar,
    "periodName" varchar, "courseName" varchar, "lineScore" numeric, "lineMode" int, "lineNum" int, "actualNum" int,
    "criticalLow" numeric, "criticalHigh" numeric, "isMain" int, sort int)`
  await sql`delete from ${into(examScoreLine)} l where l.exam_id = ${examId} and l.is_deleted = 0 and not exists (select 1 from ${drawn}
    where d."artsScience" = l.arts_science and d."periodName" = l.period_name and d."courseName" = l.course_name)`.execute(
    ctx.db,
  )
  await sql`insert into ${into(examScoreLine)} (id, tenant_id, exam_id, arts_science, period_name, course_name, line_score,
      line_mode, line_num, actual_num, critical_low, critical_high, is_main, sort, create_user)
    select d.id, ${ctx.user.tenantId}, ${examId}, d."artsScience", d."periodName", d."courseName", d."lineScore",
      d."lineMode", d."lineNum", d."actualNum", d."criticalLow", d."criticalHigh", d."isMain", d.sort, ${ctx.user.id}
    from ${drawn}
    on conflict (tenant_id, exam_id, arts_science, period_name, course_name) where is_deleted = 0 do update set
      line_score = excluded.line_score, line_mode = excluded.line_mode, line_num = excluded.line_num,
      actual_num = excluded.actual_num, critical_low = excluded.critical_low, critical_high = excluded.critical_high,
      is_main = excluded.is_main, sort = excluded.sort, update_time = localtimestamp(0)`.execute(ctx.db)
}

import {
  FINDINGS,
  type Finding,
  doAnalyse,
  getAnalyseResult,
  listAnalysed,
} from '@xueheng/contract/domains/gather/analyse.ts'
import { gatherTask } from '@xueheng/contract/domains/gather/gather-task.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { type RawBuilder, sql } from 'kysely'
import { visible } from '../../../platform/access/doors.ts'
import { assertWholeTenant } from '../../../platform/access/rights.ts'
import type { Ctx, JobProgress } from '../../../platform/ctx.ts'
import { own } from '../../../platform/db/table.ts'
import { fault } from '../../../platform/error.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { implement } from '../../../platform/module.ts'
import { dictLabels } from '../../../platform/rows/labels.ts'
import { listOf } from '../../../platform/rows/list.ts'
import { findOrRefuse } from '../../../platform/rows/read.ts'
import { STUDENTS, assertAsked } from '../collected.ts'
import { gatherAnalysis } from '../tables.ts'
import { collectedOf, findingRows } from './findings.ts'

const NAMES = Object.keys(FINDINGS) as Finding[]

/** Counts what is wrong with a collection, school by school; what stood there before is replaced in one transaction. */
export const analyseJob = defineJob<{ taskId: string }>({
  name: 'gather.analyse-students',
  title: '采集数据分析',
  singletonKey: ({ taskId }) => taskId,
  subject: ({ taskId }) => taskId,
  run: (_ctx, { taskId }, progress) => progress.finish((inside) => analyse(inside, taskId, progress)),
})

async function start(ctx: Ctx, { gatherTaskId }: Input<typeof doAnalyse>): Promise<{ jobId: string }> {
  assertWholeTenant(ctx, doAnalyse.title)
  const task = await findOrRefuse(gatherTask, ctx, gatherTaskId)
  assertAsked(STUDENTS, task)
  const title = `${task.taskName} ${doAnalyse.title}`
  return { jobId: await ctx.jobs.start(ctx, analyseJob, { taskId: gatherTaskId }, title) }
}

interface Counted {
  schoolCode: string
  num: number
}

async function countBySchool(ctx: Ctx, rows: RawBuilder<unknown>): Promise<Map<string, number>> {
  const found = await sql<Counted>`select f.school_code, count(*)::int as num from ${rows} f group by 1`.execute(ctx.db)
  return new Map(found.rows.map(({ schoolCode, num }) => [schoolCode, num]))
}

async function analyse(ctx: Ctx, taskId: string, progress: JobProgress) {
  const task = await findOrRefuse(gatherTask, ctx, taskId)
  const counts: Record<string, Map<string, number>> = { totalNum: await countBySchool(ctx, collectedOf(ctx, task)) }
  for (const [done, name] of NAMES.entries()) {
    await progress.report({ step: FINDINGS[name], done, total: NAMES.length })
    counts[name] = await countBySchool(ctx, findingRows(ctx, task, name))
  }
  await keep(ctx, taskId, counts)
  const problems = NAMES.map((name) => [FINDINGS[name], total(counts[name])] as const).filter(([, num]) => num > 0)
  const text = problems.map(([label, num]) => `${label}${num}`).join('，') || '没有发现问题'
  return { text, link: `/gather/analyse?taskId=${taskId}` }
}

function total(counts: Map<string, number> | undefined): number {
  return [...(counts?.values() ?? [])].reduce((all, num) => all + num, 0)
}

async function keep(ctx: Ctx, taskId: string, counts: Record<string, Map<string, number>>): Promise<void> {
  const codes = [...new Set(Object.values(counts).flatMap((one) => [...one.keys()]))]
  const names = ['totalNum', ...NAMES]
  const lines = codes.map((code) => ({
    school_code: code,
    ...Object.fromEntries(names.map((name) => [snake(name), counts[name]?.get(code) ?? 0])),
  }))
  const columns = sql.join(names.map((name) => sql.ref(snake(name))))
  await sql`delete from ${own(gatherAnalysis)} where task_id = ${taskId}`.execute(ctx.db)
  await sql`insert into ${own(gatherAnalysis)} (tenant_id, task_id, area_code, school_code, ${columns}, analyse_time)
    select ${ctx.user.tenantId}, ${taskId}, b.area_code, b.school_code, ${columns}, localtimestamp(0)
    from jsonb_populate_recordset(null::${own(gatherAnalysis)}, ${JSON.stringify(lines)}::jsonb) p
    join ${visible(ctx, basicSchool)} b on b.school_code = p.school_code`.execute(ctx.db)
}

/** What stands in the last analysis, for the schools the reader sees. */
async function results(ctx: Ctx, asked: Input<typeof getAnalyseResult>): Promise<Output<typeof getAnalyseResult>> {
  const { gatherTaskId, areaCode, schoolCode } = asked
  await findOrRefuse(gatherTask, ctx, gatherTaskId)
  const isBySchool = Boolean(areaCode ?? schoolCode)
  const unit = isBySchool ? sql`a.school_code` : sql`a.area_code`
  const sums = ['totalNum', ...NAMES].map((name) => {
    const column = sql.ref(snake(name))
    return sql`sum(a.${column})::int as ${column}`
  })
  const { rows } = await sql<Output<typeof getAnalyseResult>[number]>`select ${unit} as code,
      ${isBySchool ? sql`max(b.school_name)` : unit} as name, ${sql.join(sums)}, max(a.analyse_time) as analyse_time
    from ${own(gatherAnalysis)} a join ${visible(ctx, basicSchool)} b on b.school_code = a.school_code
    where a.task_id = ${gatherTaskId} and (${areaCode}::varchar is null or a.area_code = ${areaCode})
      and (${schoolCode}::varchar is null or a.school_code = ${schoolCode})
    group by ${unit} order by 1`.execute(ctx.db)
  if (isBySchool) return rows
  const areas = await dictLabels(ctx, 'exam_area')
  return rows.map((row) => ({ ...row, name: areas.get(row.code) ?? row.code }))
}

function findingOf(name: string): Finding {
  const found = NAMES.find((one) => one === name)
  if (!found) throw fault('finding', '没有这种分析')
  return found
}

export const analyseHandlers = [
  implement(doAnalyse, start),
  implement(getAnalyseResult, results),
  implement(listAnalysed, async (ctx, { gatherTaskId, finding, query }) => {
    const task = await findOrRefuse(gatherTask, ctx, gatherTaskId)
    return listOf(ctx, listAnalysed, query, findingRows(ctx, task, findingOf(finding)))
  }),
]

import {
  type RetentionStay,
  type RetentionYear,
  type previewRetention,
  retentionRows,
  retentionRule,
  runRetention,
} from '@xueheng/contract/domains/privacy/retention-rule.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { into } from '../../platform/access/doors.ts'
import { assertMay } from '../../platform/access/rights.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { wallDay, wallTime } from '../../platform/clock.ts'
import type { Ctx, JobProgress, JobResult } from '../../platform/ctx.ts'
import { conflict, fault, refuse } from '../../platform/error.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import { expireRows } from '../../platform/rows/expire.ts'
import { listOf } from '../../platform/rows/list.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { lockRows } from '../../platform/rows/write.ts'
import { type RetainedKind, retainedKind, rowsBefore } from './retention-kinds.ts'

type Preview = Output<typeof previewRetention>

interface Payload {
  id: string
  cutoff: string
  digest: string
  total: number
}

/** What the rule of an id speaks of, for those who may look at such rows. */
async function openRule(ctx: Ctx, id: string) {
  const rule = await findOrRefuse(retentionRule, ctx, id)
  const kind = retainedKind(rule.dataKind)
  assertMay(ctx, `${kind.entity.permission}_view`)
  return { rule, kind, cutoff: await cutoffOf(ctx, rule.keepYears) }
}

async function cutoffOf(ctx: Ctx, years: number): Promise<string> {
  const found = await sql<{ day: string }>`select
    (${wallDay(ctx.now)}::date - ${years}::int * interval '1 year')::date::text as day`.execute(ctx.db)
  return found.rows[0]?.day ?? ''
}

/** Which rows in sight are past their years: those that would go by study year, those that stay by reason. */
export async function showRetention(ctx: Ctx, id: string): Promise<NonNullable<Preview>> {
  const { kind, cutoff } = await openRule(ctx, id)
  return preview(ctx, kind, cutoff)
}

/** The rows past their years that go, and those that stay. */
const going = (ctx: Ctx, kind: RetainedKind, cutoff: string) =>
  sql`(select * from ${rowsBefore(ctx, kind, cutoff)} b where reason is null)`
const kept = (ctx: Ctx, kind: RetainedKind, cutoff: string) =>
  sql`(select * from ${rowsBefore(ctx, kind, cutoff)} b where reason is not null)`

async function preview(ctx: Ctx, kind: RetainedKind, cutoff: string): Promise<NonNullable<Preview>> {
  const years = await sql<RetentionYear>`select study_year, count(*)::int as num from ${going(ctx, kind, cutoff)} r
    group by study_year order by study_year`.execute(ctx.db)
  const stays = await sql<RetentionStay>`select reason, count(*)::int as num from ${kept(ctx, kind, cutoff)} r
    group by reason order by num desc, reason`.execute(ctx.db)
  const marked = await sql<{
    digest: string
  }>`select md5(coalesce(string_agg(r.id::text, ',' order by r.id), '')) as digest
    from ${going(ctx, kind, cutoff)} r`.execute(ctx.db)
  const [total, keptTotal] = [years.rows, stays.rows].map((rows) => rows.reduce((sum, { num }) => sum + num, 0))
  return {
    cutoff,
    total: total ?? 0,
    years: years.rows,
    keptTotal: keptTotal ?? 0,
    stays: stays.rows,
    digest: marked.rows[0]?.digest ?? '',
    phrase: `清理${total}条`,
  }
}

/** The rows of a preview, one by one: those that go, or those that stay. */
export async function listRetention(ctx: Ctx, { ruleId, isKept, query }: Input<typeof retentionRows>) {
  const { kind, cutoff } = await openRule(ctx, ruleId)
  return listOf(ctx, retentionRows, query, (isKept === 1 ? kept : going)(ctx, kind, cutoff))
}

/** Starts the job for exactly the rows that were shown; refuses where they are others by now or the words are not typed. */
export async function startRetention(ctx: Ctx, { id, digest, confirm }: Input<typeof runRetention>) {
  const { rule, kind, cutoff } = await openRule(ctx, id)
  assertMay(ctx, `${kind.entity.permission}_delete`)
  if (rule.isEnabled !== 1) throw conflict('规则没有启用')
  const shown = await preview(ctx, kind, cutoff)
  if (shown.total === 0) throw refuse('没有可以清理的数据')
  if (shown.digest !== digest) throw conflict(CHANGED)
  if (confirm.trim() !== shown.phrase) throw fault('confirm', `请输入“${shown.phrase}”`)
  const payload = { id, cutoff, digest, total: shown.total }
  return { jobId: await ctx.jobs.start(ctx, retentionJob, payload, `清理到期数据：${rule.ruleName}`) }
}

const CHANGED = '预览以后数据有变化，没有清理任何数据，请重新预览'

/** Removes the rows of a preview, all or none; they lie in the recycle bin for its time. */
export const retentionJob = defineJob<Payload>({
  name: 'privacy.run-retention',
  title: runRetention.title,
  singletonKey: ({ id }) => id,
  subject: ({ id }) => id,
  run: (_ctx, payload, progress) => progress.finish((inside) => carryOut(inside, payload, progress)),
})

const AT_ONCE = 1000

/** Rows that are held are looked at once more: one that changed meanwhile keeps all of them. */
async function expireBatch(ctx: Ctx, kind: RetainedKind, cutoff: string, ids: string[]): Promise<void> {
  const rows = await lockRows(kind.entity, ctx, ids)
  const due = await sql<{ n: number }>`select count(*)::int as n from ${going(ctx, kind, cutoff)} r
    where id = any(${ids}::bigint[])`.execute(ctx.db)
  if (rows.length !== ids.length || due.rows[0]?.n !== ids.length) throw conflict(CHANGED)
  await expireRows(kind.entity, ctx, rows)
}

async function carryOut(ctx: Ctx, payload: Payload, progress: JobProgress): Promise<JobResult> {
  const { id, cutoff, digest, total } = payload
  const { rule, kind } = await openRule(ctx, id)
  assertMay(ctx, `${kind.entity.permission}_delete`)
  const { years, stays } = await preview(ctx, kind, cutoff)
  const found = await sql<{ id: string }>`select id from ${going(ctx, kind, cutoff)} r order by id`.execute(ctx.db)
  const ids = found.rows.map((row) => row.id)
  if (createHash('md5').update(ids.join(',')).digest('hex') !== digest) throw conflict(CHANGED)
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    await expireBatch(ctx, kind, cutoff, ids.slice(at, at + AT_ONCE))
    await progress.report({ step: '清理', done: Math.min(at + AT_ONCE, total), total })
  }
  await sql`update ${into(retentionRule)} set last_run_time = ${wallTime(ctx.now)}::timestamp, last_run_num = ${total}
    where id = ${id}`.execute(ctx.db)
  const { ruleName, dataKind, keepYears } = rule
  await logOperation(ctx, runRetention.name, runRetention.title, {
    entity: retentionRule.name,
    rowId: id,
    after: { ruleName, dataKind, keepYears, cutoff, rows: total, years, stays, digest },
  })
  return { text: `已清理${total}条，回收站到期前可以恢复`, link: '/privacy/retention' }
}

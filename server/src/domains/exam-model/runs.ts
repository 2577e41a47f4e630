import { createHash } from 'node:crypto'
import type { Explain } from '@xueheng/contract/domains/exam-model/explain.ts'
import type { ModelSnapshot } from '@xueheng/contract/domains/exam-model/exam-model.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { lockKey } from '../../platform/db/pool.ts'
import type { Unit } from './sources.ts'
import { type RowOf, own } from '../../platform/db/table.ts'
import { examModelRun, examModelResult } from './tables.ts'

/** What was computed over which exams; there is one present run of each. */
export interface RunKey {
  kind: 'item' | 'scoring' | 'model'
  code: string
  examKey: string
  schoolGroup: string
}

/** One unit of a run. */
export interface ResultRow<E extends Explain = Explain> extends Unit {
  value: number | null
  points: number | null
  rank: number | null
  rankPrev: number | null
  n: number | null
  sectionPoints: Record<string, number | null> | null
  explain: E
}

/** The same as it is read again: the points of a model are its total. */
export interface KeptRow<E extends Explain = Explain> extends ResultRow<E> {
  totalPoints: number | null
}

export interface Outcome {
  runs: number
  units: number
  /** Runs whose rows stayed as they were. */
  kept: number
}

export const NOTHING: Outcome = { runs: 0, units: 0, kept: 0 }

export function plus(one: Outcome, other: Outcome): Outcome {
  return { runs: one.runs + other.runs, units: one.units + other.units, kept: one.kept + other.kept }
}

/**
 * What is computed over the same exams, and what keeps it, comes one after the other: the later finds the runs of the
 * earlier, and nobody waits in a circle.
 */
export function lockRuns(ctx: Ctx, examKey: string): Promise<void> {
  return lockKey(ctx.db, `exam-model|${ctx.user.tenantId}|${examKey}`)
}

/** Keeps the rows of a run, those of a model with what it was. The same again changes nothing. */
export async function keepRun(
  ctx: Ctx,
  key: RunKey,
  rows: ResultRow[],
  snapshot: ModelSnapshot | null = null,
): Promise<Outcome> {
  const hash = createHash('sha256')
    .update(JSON.stringify([snapshot, rows]))
    .digest('hex')
  const known = await findRun(ctx, key)
  if (known?.contentHash === hash) return { runs: 1, units: rows.length, kept: 1 }
  if (known) await sql`delete from ${own(examModelRun)} where id = ${known.id}`.execute(ctx.db)
  const runId = nextId()
  await sql`insert into ${own(examModelRun)} (id, tenant_id, kind, code, exam_key, school_group, content_hash, model_snapshot, create_user)
    values (${runId}, ${ctx.user.tenantId}, ${key.kind}, ${key.code}, ${key.examKey}, ${key.schoolGroup}, ${hash},
      ${snapshot && JSON.stringify(snapshot)}::jsonb, ${ctx.user.id})`.execute(ctx.db)
  await insertRows(ctx, runId, rows)
  return { runs: 1, units: rows.length, kept: 0 }
}

const COLUMNS = sql`unit_code, unit_name, area_code, area_name, school_code, school_name, class_code, school_group,
  value, points, rank, rank_prev, n, section_points, explain, sort`

async function insertRows(ctx: Ctx, runId: string, rows: ResultRow[]): Promise<void> {
  const listed = rows.map((row, sort) => ({ ...row, sort }))
  await sql`insert into ${own(examModelResult)} (tenant_id, run_id, ${COLUMNS})
    select ${ctx.user.tenantId}, ${runId}, r."unitCode", r."unitName", r."areaCode", r."areaName", r."schoolCode", r."schoolName",
      r."classCode", r."schoolGroup", r.value, r.points, r.rank, r."rankPrev", r.n, r."sectionPoints", r.explain, r.sort
    from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) as r ("unitCode" text, "unitName" text, "areaCode" text,
      "areaName" text, "schoolCode" text, "schoolName" text, "classCode" text, "schoolGroup" text, value float8, points float8,
      rank int, "rankPrev" int, n int, "sectionPoints" jsonb, explain jsonb, sort int)`.execute(ctx.db)
}

/** `modelSnapshot`: of a model, what it was when it was computed. */
type Run = Pick<RowOf<typeof examModelRun.columns>, 'id' | 'contentHash' | 'modelSnapshot'>

export async function findRun(ctx: Ctx, key: RunKey): Promise<Run | undefined> {
  const found = await sql<Run>`select id, content_hash, model_snapshot
    from ${own(examModelRun)} where kind = ${key.kind} and code = ${key.code} and exam_key = ${key.examKey} and school_group = ${key.schoolGroup}`.execute(
    ctx.db,
  )
  return found.rows[0]
}

/** Rows in the order of their ranks, those without one last; `where` tells which. */
export async function readRows<E extends Explain>(ctx: Ctx, where: RawBuilder<unknown>): Promise<KeptRow<E>[]> {
  const found = await sql<KeptRow<E>>`select unit_code, unit_name,
      area_code, area_name, school_code, school_name,
      class_code, school_group, value, points, points as total_points, rank,
      rank_prev, n, section_points, explain
    from ${own(examModelResult)} where ${where} order by rank nulls last, sort`.execute(ctx.db)
  return found.rows
}

/** A version keeps the rows of a run for good. */
export async function copyRows(ctx: Ctx, runId: string, versionId: string): Promise<void> {
  await sql`insert into ${own(examModelResult)} (tenant_id, version_id, ${COLUMNS})
    select tenant_id, ${versionId}, ${COLUMNS} from ${own(examModelResult)} where run_id = ${runId}`.execute(ctx.db)
}

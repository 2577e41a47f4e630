import { SYNC } from '@xueheng/contract/domains/wecom/unit.ts'
import { type RawBuilder, sql } from 'kysely'
import { every, into } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { inTransaction } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/error.ts'
import { codeOf } from '../../platform/provider/ask-provider.ts'
import { type StoredRow, selectColumns } from '../../platform/rows/rows.ts'
import { keepPushed, knownItems } from './apply.ts'
import type { CorpKeys, WecomDeps } from './client.ts'
import type { Item, Kind } from './item.ts'
import { MIRRORS, type Mirror, deptMap } from './mirror.ts'
import { EXISTING, MISSING, WORDS, isStopping } from './provider.ts'

/** Rows of one request, at most. */
export const PER_PUSH = 100
const REASON = 'a push brings all of a corp to the platform, whoever starts it'
/** Made here, changed here, or refused the last time. */
export const WAITING = [SYNC.local, SYNC.pending, SYNC.failed]

/** One run: where it stands, and which keys are to be read again. */
export interface Push {
  ctx: Ctx
  deps: WecomDeps
  corp: CorpKeys
  runId: string
  step?: string
  report(): Promise<void>
  pushed: number
  failed: number
  stale: Map<Kind, Set<string>>
}

/** A row with what the platform is to have of it. */
export interface Pushed {
  row: StoredRow
  item: Item
}

export async function countWaiting(ctx: Pick<Ctx, 'db'>, corpId: string): Promise<number> {
  let sum = 0
  for (const kind of ['dept', 'admin', 'student', 'parent'] as const) {
    const found = await sql<{ n: number }>`select count(*)::int as n from ${every(MIRRORS[kind].entity, REASON)} t
      where corp_id = ${corpId} and is_deleted = 0 and sync_state = any(${WAITING}::int[])`.execute(ctx.db)
    sum += found.rows[0]?.n ?? 0
  }
  return sum
}

/** Rows that wait, with what the platform has of them; `unplaced` hang on a department that is not in step. */
export interface Waiting {
  all: Pushed[]
  known: ReadonlyMap<string, Item>
  unplaced: StoredRow[]
}

/** All rows that wait, a hundred at a time in the order of their ids; those `more` leaves out wait on. */
export async function eachWaiting(
  push: Push,
  mirror: Mirror,
  work: (waiting: Waiting) => Promise<void>,
  more: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  for (let after = '0'; ;) {
    const rows = await waitingRows(push, mirror, after, more)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    const depts = await deptMap(push.ctx, push.corp.corpId)
    const items = rows.map((row) => mirror.itemOf(row, depts))
    const all = rows.flatMap((row, at) => {
      const item = items[at]
      return item ? [{ row, item }] : []
    })
    const unplaced = rows.filter((_row, at) => items[at] === undefined)
    const known = await knownItems(
      push.ctx,
      mirror,
      push.corp.corpId,
      all.map(({ item }) => item),
    )
    await work({ all, known, unplaced })
  }
}

async function waitingRows(
  { ctx, corp }: Push,
  { entity }: Mirror,
  after: string,
  more: RawBuilder<unknown>,
): Promise<StoredRow[]> {
  const found = await sql<StoredRow>`select ${selectColumns(entity)} from ${every(entity, REASON)} t
    where corp_id = ${corp.corpId} and is_deleted = 0 and sync_state = any(${WAITING}::int[]) and id > ${after} and ${more}
    order by id limit ${PER_PUSH}`.execute(ctx.db)
  return found.rows
}

/** The platform has them: they are in step, unless somebody has changed them meanwhile. */
export async function markPushed(push: Push, mirror: Mirror, all: readonly Pushed[]): Promise<void> {
  if (all.length === 0) return
  await inTransaction(push.ctx.db, async (db) => {
    const inside = { ...push.ctx, db }
    await keepPushed(
      inside,
      mirror,
      push.corp.corpId,
      push.runId,
      all.map(({ item }) => item),
    )
    await sql`update ${into(mirror.entity)} t set sync_state = ${SYNC.same}, sync_time = localtimestamp(0), sync_error = null
      from ${seen(all)} where ${isAsSeen}`.execute(db)
  })
  push.pushed += all.length
  await push.report()
}

/** The platform does not take them, and says why. */
export async function markRefused(
  push: Push,
  { entity }: Mirror,
  rows: readonly StoredRow[],
  text: string,
): Promise<void> {
  if (rows.length === 0) return
  await sql`update ${into(entity)} t set sync_state = ${SYNC.failed}, sync_error = ${text.slice(0, 500)}
    from ${seen(rows.map((row) => ({ row })))} where ${isAsSeen}`.execute(push.ctx.db)
  push.failed += rows.length
  await push.report()
}

function seen(all: readonly { row: StoredRow }[]): RawBuilder<unknown> {
  const rows = all.map(({ row }) => ({ id: row.id, seen: row['updateTime'] }))
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) q (id bigint, seen timestamp)`
}

const isAsSeen = sql`t.id = q.id and t.update_time = q.seen and t.sync_state = any(${WAITING}::int[])`

/** The platform may have another state of a row it refuses, which is read afterwards. */
export function noteStale({ stale }: Push, kind: Kind, key: string, errcode: number): void {
  if ([...EXISTING, ...MISSING].includes(errcode)) stale.set(kind, (stale.get(kind) ?? new Set()).add(key))
}

/** What the platform says of each of a batch, by account in small letters. */
export interface Verdict {
  id: string
  errcode: number
  errmsg: string
}

/** Rows that are given to the platform as one: a student, a parent with all children. */
export interface Together {
  /** As verdicts name it. */
  id: string
  /** As the platform is asked for it. */
  key: string
  all: readonly Pushed[]
}

/** Gives a batch to the platform, and writes down of each what became of it. */
export async function pushBatch(
  push: Push,
  mirror: Mirror,
  batch: readonly Together[],
  ask: () => Promise<Verdict[]>,
): Promise<void> {
  if (batch.length === 0) return
  const rowsOf = ({ all }: Together) => all.map(({ row }) => row)
  let verdicts: Verdict[] = []
  const refusal = await refusalOfRows(async () => {
    verdicts = await ask()
  })
  if (refusal) return markRefused(push, mirror, batch.flatMap(rowsOf), refusal.text)
  const failed = new Map(verdicts.filter(({ errcode }) => errcode !== 0).map((one) => [one.id, one]))
  await markPushed(
    push,
    mirror,
    batch.flatMap(({ id, all }) => (failed.has(id) ? [] : all)),
  )
  for (const one of batch) {
    const verdict = failed.get(one.id)
    if (!verdict) continue
    const { errcode, errmsg } = verdict
    noteStale(push, mirror.kind, one.key, errcode)
    await markRefused(push, mirror, rowsOf(one), `企业微信：${WORDS[errcode] ?? errmsg}（${errcode}）`)
  }
}

/** Asks, and answers the refusal where it is about the rows alone; what is about the corp or the moment ends the push. */
export async function refusalOfRows(
  ask: () => Promise<unknown>,
): Promise<{ errcode: number; text: string } | undefined> {
  try {
    await ask()
    return undefined
  } catch (error) {
    const errcode = codeOf(error)
    if (!(error instanceof AppError) || errcode === undefined || isStopping(errcode)) throw error
    return { errcode, text: error.message }
  }
}

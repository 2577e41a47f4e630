import { SYNC } from '@xueheng/contract/domains/wecom/unit.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { inTransaction } from '../../platform/db/pool.ts'
import { own } from '../../platform/db/table.ts'
import type { StoredRow } from '../../platform/rows/rows.ts'
import type { ImportRow } from '../../platform/table-import/judge-rows.ts'
import { saveRows } from '../../platform/table-import/save-rows.ts'
import type { Item } from './item.ts'
import { type DeptMap, type Mirror, deptMap, differences, lockRows, studentIds } from './mirror.ts'
import { wecomPull, wecomUpstream } from './tables.ts'

const CHUNK = 200
const LONGEST_REMARK = 500

export interface Applied {
  added: number
  changed: number
  /** What hangs on something that is not there. */
  skipped: number
}

/** One reading of a directory: what it sees carries its number; what was pushed after it asked is newer than what it saw. */
export interface Reading {
  runId: string
  since: string
}

export const NOTHING: Applied = { added: 0, changed: 0, skipped: 0 }

export function plus(a: Applied, b: Applied): Applied {
  return {
    added: a.added + b.added,
    changed: a.changed + b.changed,
    skipped: a.skipped + b.skipped,
  }
}

/** Takes over what a directory has, some rows per transaction. A row changed on both sides stays as it is and says so. */
export async function applyItems(
  ctx: Ctx,
  mirror: Mirror,
  corpId: string,
  reading: Reading,
  items: readonly Item[],
): Promise<Applied> {
  const once = [...new Map(items.map((item) => [item.key, item])).values()]
  let sum = NOTHING
  for (let at = 0; at < once.length; at += CHUNK) {
    const chunk = once.slice(at, at + CHUNK)
    sum = plus(sum, await inTransaction(ctx.db, (db) => applyChunk({ ...ctx, db }, mirror, corpId, reading, chunk)))
  }
  return sum
}

async function applyChunk(
  ctx: Ctx,
  mirror: Mirror,
  corpId: string,
  reading: Reading,
  read: readonly Item[],
): Promise<Applied> {
  const items = await notPushedSince(ctx, mirror, corpId, reading, read)
  const depts = await deptMap(ctx, corpId)
  const [rows, known, students, now] = [
    await lockRows(ctx, mirror, corpId, items, depts),
    await knownItems(ctx, mirror, corpId, items),
    mirror.kind === 'parent' ? await studentIds(ctx, corpId, items) : new Map<string, string>(),
    await timeOf(ctx),
  ]
  const verdicts = items.map((item) => judge({ mirror, depts, students, corpId, now }, item, rows.get(item.key), known))
  const changes = verdicts.flatMap(({ change }) => change ?? [])
  const saved = await saveRows(ctx, mirror.entity, changes)
  await keepItems(ctx, mirror, corpId, reading.runId, items)
  return {
    added: saved.added,
    changed: saved.changed,
    skipped: verdicts.filter(({ isSkipped }) => isSkipped).length,
  }
}

interface Case {
  mirror: Mirror
  depts: DeptMap
  students: ReadonlyMap<string, string>
  corpId: string
  now: string
}

interface Verdict {
  change?: ImportRow
  isSkipped?: boolean
}

/** What becomes of the row of an item: new, taken over, left as it is, or in conflict. */
function judge(one: Case, item: Item, row: StoredRow | undefined, known: ReadonlyMap<string, Item>): Verdict {
  const { mirror, depts, students, corpId, now } = one
  const fields = mirror.fieldsOf(item, depts, students)
  if (!fields) return { isSkipped: true }
  const inStep = { syncState: SYNC.same, syncTime: now, syncError: null }
  if (!row) return { change: changeOf(undefined, { corpId, ...fields, ...inStep }) }
  const local = mirror.itemOf(row, depts)?.values ?? {}
  const differing = differences(mirror.twoWay, local, item.values)
  if (differing.length > 0 && isOurs(row)) {
    const base = known.get(item.key)
    const isUntouched = base !== undefined && differences(mirror.twoWay, base.values, item.values).length === 0
    if (isUntouched) return {}
    return { change: changeOf(row, { syncState: SYNC.conflict, syncError: tell(mirror, differing) }) }
  }
  return { change: changeOf(row, { ...onlyChanged(fields, local, item), ...inStep }) }
}

/** Changed here since it was last in step, or never in step. */
function isOurs({ syncState }: StoredRow): boolean {
  return syncState !== SYNC.same && syncState !== SYNC.gone
}

/** Of a row in step nothing is written, not even when it was looked at. */
function onlyChanged(
  fields: Record<string, unknown>,
  local: Item['values'],
  { values }: Item,
): Record<string, unknown> {
  const names = new Set(differences(Object.keys(values), local, values))
  const hasMoved = names.has('parent')
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([name]) => names.has(name) || (hasMoved && ['parentId', 'ancestors'].includes(name)),
    ),
  )
}

function changeOf(row: StoredRow | undefined, input: Record<string, unknown>): ImportRow {
  const changed = Object.fromEntries(
    Object.entries(input).filter(
      ([name, value]) => value !== undefined && (!row || name === 'syncTime' || row[name] !== value),
    ),
  )
  const isSame = row !== undefined && Object.keys(changed).every((name) => name === 'syncTime')
  const before = row ? { id: row.id, before: row } : {}
  return { rowNo: 0, values: {}, typed: {}, faults: {}, isKnown: row !== undefined, isSame, input: changed, ...before }
}

const GONE = '平台上已没有这条数据'

/** What was changed here counts: it is to be pushed. */
export function oursChange(row: StoredRow): ImportRow {
  return changeOf(row, { syncState: SYNC.pending, syncError: null })
}

/** What the platform has counts: it is written down. */
export function theirsChange(
  row: StoredRow,
  fields: Record<string, unknown>,
  { ours, theirs, now }: { ours: Item; theirs: Item; now: string },
): ImportRow {
  const inStep = { syncState: SYNC.same, syncTime: now, syncError: null }
  return changeOf(row, { ...onlyChanged(fields, ours.values, theirs), ...inStep })
}

/** The platform has it no longer, and that counts: it stays, and says so. */
export function goneChange(row: StoredRow): ImportRow {
  return changeOf(row, { syncState: SYNC.gone, syncError: GONE })
}

/** `平台上也改过：部门名称、排序`. */
function tell(mirror: Mirror, names: readonly string[]): string {
  const fields = mirror.entity.fields as Record<string, Field>
  const labels = names.map((name) => fields[name === 'parent' ? 'parentId' : name]?.label ?? name)
  return `平台上也改过：${labels.join('、')}`.slice(0, LONGEST_REMARK)
}

export async function timeOf(ctx: Pick<Ctx, 'db'>): Promise<string> {
  const found = await sql<{ now: string }>`select to_char(localtimestamp, 'YYYY-MM-DD HH24:MI:SS') as now`.execute(
    ctx.db,
  )
  return found.rows[0]?.now ?? ''
}

/** By the clock of the database, finer than a second. */
export async function momentOf(ctx: Pick<Ctx, 'db'>): Promise<string> {
  const found = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(ctx.db)
  return found.rows[0]?.now ?? ''
}

/** Items but for those pushed meanwhile, which count as seen all the same. */
async function notPushedSince(
  ctx: Ctx,
  { kind }: Mirror,
  corpId: string,
  { runId, since }: Reading,
  items: readonly Item[],
): Promise<readonly Item[]> {
  const found = await sql<{ key: string }>`update ${own(wecomUpstream)} u set run_id = ${runId}::bigint
    where u.corp_id = ${corpId} and u.kind = ${kind} and u.key = any(${items.map(({ key }) => key)})
      and u.push_time > ${since}::timestamptz returning u.key`.execute(ctx.db)
  const pushed = new Set(found.rows.map(({ key }) => key))
  return items.filter(({ key }) => !pushed.has(key))
}

export async function knownItems(
  ctx: Pick<Ctx, 'db'>,
  { kind }: Mirror,
  corpId: string,
  items: readonly Pick<Item, 'key'>[],
): Promise<Map<string, Item>> {
  const found = await sql<Item>`select u.key, u.item -> 'values' as values from ${own(wecomUpstream)} u
    where u.corp_id = ${corpId} and u.kind = ${kind} and u.key = any(${items.map(({ key }) => key)})`.execute(ctx.db)
  return new Map(found.rows.map((item) => [item.key, item]))
}

/** Remembers what the platform has. */
export async function keepItems(
  ctx: Ctx,
  { kind }: Mirror,
  corpId: string,
  runId: string,
  items: readonly Item[],
): Promise<void> {
  const { tenantId } = ctx.user
  await sql`insert into ${own(wecomUpstream)} (tenant_id, corp_id, kind, key, item, run_id)
    select ${tenantId}, ${corpId}, ${kind}, i ->> 'key', i, ${runId}::bigint
    from jsonb_array_elements(${JSON.stringify(items)}::jsonb) i
    on conflict (tenant_id, corp_id, kind, key) do update set item = excluded.item, run_id = excluded.run_id`.execute(
    ctx.db,
  )
}

/** The same of what it was given. A reading that is under way has seen it too, so that it is not taken for gone. */
export async function keepPushed(
  ctx: Ctx,
  mirror: Mirror,
  corpId: string,
  runId: string,
  items: readonly Item[],
): Promise<void> {
  const pulls = await sql<{
    runId: string
  }>`select p.run_id from ${own(wecomPull)} p where p.corp_id = ${corpId}`.execute(ctx.db)
  await keepItems(ctx, mirror, corpId, pulls.rows[0]?.runId ?? runId, items)
  await sql`update ${own(wecomUpstream)} u set push_time = clock_timestamp()
    where u.corp_id = ${corpId} and u.kind = ${mirror.kind} and u.key = any(${items.map(({ key }) => key)})`.execute(
    ctx.db,
  )
}

/** Marks rows the platform has no longer; those changed here are in conflict. Answers how many. */
export async function markGone(ctx: Ctx, mirror: Mirror, corpId: string, items: readonly Item[]): Promise<number> {
  return inTransaction(ctx.db, async (db) => {
    const inside = { ...ctx, db }
    const rows = await lockRows(inside, mirror, corpId, items, await deptMap(inside, corpId))
    const changes = items.flatMap(({ key }) => {
      const row = rows.get(key)
      if (!row) return []
      return [isOurs(row) ? changeOf(row, { syncState: SYNC.conflict, syncError: GONE }) : goneChange(row)]
    })
    const { changed } = await saveRows(inside, mirror.entity, changes)
    await sql`delete from ${own(wecomUpstream)} u where u.corp_id = ${corpId} and u.kind = ${mirror.kind}
      and u.key = any(${items.map(({ key }) => key)})`.execute(db)
    return changed
  })
}

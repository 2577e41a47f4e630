import type { ConflictKind } from '@xueheng/contract/domains/wecom/conflict.ts'
import { SHOWN_REMOVED } from '@xueheng/contract/domains/wecom/erase.ts'
import { SYNC } from '@xueheng/contract/domains/wecom/unit.ts'
import { sql } from 'kysely'
import { into, visibleEver } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { inTransaction } from '../../platform/db/pool.ts'
import { own } from '../../platform/db/table.ts'
import { type StoredRow, selectColumns } from '../../platform/rows/rows.ts'
import { knownItems } from './apply.ts'
import { ROOT } from './dept-hooks.ts'
import type { Item } from './item.ts'
import { MIRRORS, type Mirror, deptMap, livingRows } from './mirror.ts'
import { wecomUpstream } from './tables.ts'

/** Rows removed last that are looked through. */
const LOOKED = 5000

/** A row that was removed here and is still on the platform. */
export interface Removed {
  mirror: Mirror
  row: StoredRow
  item: Item
}

/** Those of a kind that the reader may see; of the rows of the same thing the one removed last. `ids`: of these rows alone. */
export async function removedOf(
  ctx: Ctx,
  corpId: string,
  kind: ConflictKind,
  ids?: readonly string[],
): Promise<Removed[]> {
  const mirror = MIRRORS[kind]
  const chosen = ids ? sql`t.id::text = any(${[...ids]}::text[])` : sql`true`
  const { rows } = await sql<StoredRow>`select ${selectColumns(mirror.entity)} from ${visibleEver(ctx, mirror.entity)} t
    where t.corp_id = ${corpId} and t.is_deleted = 1 and ${chosen}
    order by t.update_time desc, t.id desc limit ${LOOKED}`.execute(ctx.db)
  const depts = await deptMap(ctx, corpId)
  const byKey = new Map<string, Removed>()
  for (const row of rows) {
    const item = mirror.itemOf(row, depts)
    const isRoot = kind === 'dept' && item?.key === String(ROOT)
    if (item && !isRoot && !byKey.has(item.key)) byKey.set(item.key, { mirror, row, item })
  }
  const items = [...byKey.values()].map(({ item }) => item)
  if (items.length === 0) return []
  const [known, living] = [
    await knownItems(ctx, mirror, corpId, items),
    await livingRows(ctx, mirror, corpId, items, depts),
  ]
  return [...byKey.values()].filter(({ item }) => known.has(item.key) && !living.has(item.key)).slice(0, SHOWN_REMOVED)
}

/** They are on the platform no longer: taken back from removal, a row would be made there anew. */
export async function markErased(ctx: Ctx, corpId: string, all: readonly Removed[]): Promise<void> {
  const [first] = all
  if (!first) return
  await inTransaction(ctx.db, async (db) => {
    await sql`delete from ${own(wecomUpstream)} u where u.corp_id = ${corpId} and u.kind = ${first.mirror.kind}
      and u.key = any(${all.map(({ item }) => item.key)})`.execute(db)
    await sql`update ${into(first.mirror.entity)} t set sync_state = ${SYNC.local}, sync_error = null
      where t.id = any(${all.map(({ row }) => row.id)}::bigint[])`.execute(db)
  })
}

/** The platform keeps them, and says why. */
export async function markKept(ctx: Ctx, all: readonly Removed[], text: string): Promise<void> {
  const [first] = all
  if (!first) return
  await sql`update ${into(first.mirror.entity)} t set sync_error = ${text.slice(0, 500)}
    where t.id = any(${all.map(({ row }) => row.id)}::bigint[])`.execute(ctx.db)
}

import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Entity } from '@xueheng/contract/kit/entity.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import { sql } from 'kysely'
import { findRow } from '../../platform/rows/read.ts'
import type { KnownRow, StoredRow } from '../../platform/rows/rows.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/error.ts'
import type { Hooks } from '../../platform/module.ts'

interface TreeRow {
  id: string
  parentId: string | null
  ancestors: string | null
}

/** Checks of one kind of node beyond its place in the tree; `parent` is the row above. */
export type NodeCheck<F extends Fields> = (
  ctx: Ctx,
  row: Partial<KnownRow<Entity<F>>>,
  before: KnownRow<Entity<F>> | undefined,
  parent: StoredRow | undefined,
) => Promise<void>

/** Keeps a tree of rows whole: parents the user may see, no circles, ancestors that follow a moved branch. */
export function treeHooks<F extends Fields>(entity: AnyEntity, check?: NodeCheck<F>): Hooks<F> {
  const table = sql.table(entity.table)
  return {
    async beforeSave(ctx, given, before) {
      const [row, old] = [given as unknown as Partial<TreeRow>, before as unknown as TreeRow | undefined]
      row.parentId = (row.parentId ?? old?.parentId) || '0'
      const parent = await parentOf(entity, ctx, row.parentId, old?.parentId ?? undefined)
      row.ancestors = parent ? `${String(parent['ancestors'] ?? '0')},${parent.id}` : '0'
      if (old && row.ancestors.split(',').includes(old.id)) throw refuse('父节点不可选择自身!')
      await check?.(ctx, given, before, parent)
    },
    async afterSave(ctx, saved, before) {
      const [row, old] = [saved as unknown as TreeRow, before as unknown as TreeRow | undefined]
      if (!old || old.ancestors === row.ancestors) return
      const [from, to] = [`${old.ancestors},${row.id}`, `${row.ancestors},${row.id}`]
      await sql`update ${table} set ancestors = ${to}::text || substr(ancestors, ${from.length + 1})
        where ancestors = ${from} or ancestors like ${`${from},%`}`.execute(ctx.db)
    },
  }
}

/** The row above. One out of sight may stay where it is, but nothing is moved below it. */
async function parentOf(
  entity: AnyEntity,
  ctx: Ctx,
  parentId: string,
  oldParentId: string | undefined,
): Promise<StoredRow | undefined> {
  if (parentId === '0') return undefined
  const isKept = parentId === oldParentId
  const parent = await findRow(entity, isKept ? { ...ctx, scope: { level: 'all' } } : ctx, parentId)
  if (!parent) throw refuse('上级节点不存在')
  return parent
}

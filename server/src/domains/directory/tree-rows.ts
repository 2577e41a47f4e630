import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { sql } from 'kysely'
import { into } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/error.ts'
import { findRow } from '../../platform/rows/read.ts'
import type { KnownRow } from '../../platform/rows/rows.ts'

/** What every node of a tree carries. */
interface TreeRow {
  id: string
  parentId: string | null
  ancestors: string | null
}

/** Keeps a tree of rows whole: parents the user may see, ancestors that follow a moved branch. */
export function treeHooks(entity: AnyEntity) {
  return {
    async beforeSave(ctx: Ctx, row: Partial<TreeRow>, before: TreeRow | undefined): Promise<void> {
      await placeInTree(entity, ctx, row, before)
    },
    async afterSave(ctx: Ctx, row: TreeRow, before: TreeRow | undefined): Promise<void> {
      if (!before || before.ancestors === row.ancestors) return
      const [from, to] = [`${before.ancestors},${row.id}`, `${row.ancestors},${row.id}`]
      await sql`update ${into(entity)} set ancestors = ${to}::text || substr(ancestors, ${from.length + 1})
        where ancestors = ${from} or ancestors like ${`${from},%`}`.execute(ctx.db)
    },
  }
}

/** Writes down what stands above a row about to be kept; answers the row above, if there is one. */
export async function placeInTree<E extends AnyEntity>(
  entity: E,
  ctx: Ctx,
  row: Partial<TreeRow>,
  before: TreeRow | undefined,
): Promise<KnownRow<E> | undefined> {
  row.parentId = (row.parentId ?? before?.parentId) || '0'
  const parent = row.parentId === '0' ? undefined : await parentOf(entity, ctx, row.parentId)
  row.ancestors = parent ? `${String(parent['ancestors'] ?? '0')},${parent.id}` : '0'
  return parent
}

/** The row above, which may be out of sight when it has long stood there. */
async function parentOf<E extends AnyEntity>(entity: E, ctx: Ctx, parentId: string): Promise<KnownRow<E>> {
  const parent = await findRow(entity, { ...ctx, scope: { level: 'all' } }, parentId)
  if (!parent) throw refuse('上级节点不存在')
  return parent
}

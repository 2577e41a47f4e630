import { labelField } from '@xueheng/contract/derive/label-field.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Row } from '@xueheng/contract/kit/field.ts'
import type { TREE_NODE, TreeNode } from '@xueheng/contract/kit/tree-node.ts'
import { sql } from 'kysely'
import { snake } from '@xueheng/contract/kit/name.ts'
import type { Ctx } from '../ctx.ts'
import { visible } from '../access/doors.ts'
import { checkId, listAll, orderBy, where } from './read.ts'
import type { Condition } from './filters.ts'
import { type KnownRow, type StoredRow, fromDatabase, selectColumns } from './rows.ts'

/** A row that says whether others stand below it. */
export type LazyRow<E extends AnyEntity> = KnownRow<E> & { hasChildren: boolean }

type LazyNode = Row<typeof TREE_NODE> & { hasChildren: boolean }

/** Rows as a forest: one whose parent is not among them becomes a root; empty `children` are left out. */
export function forest<T extends { id: string }>(rows: T[], parentOf: (row: T) => string): (T & { children?: T[] })[] {
  const nodes = new Map(rows.map((row) => [row.id, { ...row } as T & { children?: T[] }]))
  const roots: (T & { children?: T[] })[] = []
  for (const node of nodes.values()) {
    const parent = nodes.get(parentOf(node))
    if (parent) (parent.children ??= []).push(node)
    else roots.push(node)
  }
  return roots
}

export async function listForest(entity: AnyEntity, ctx: Ctx, query: Record<string, unknown>): Promise<StoredRow[]> {
  const rows = await listAll(entity, ctx, query)
  return forest(rows, (row) => String(row[entity.tree as string] ?? '0'))
}

/**
 * The children of one node, each saying whether it has children itself. An empty parent is a search over all levels;
 * those below `0` are the topmost the user may see, as a scope may hide what stands above them.
 */
export async function lazyList<E extends AnyEntity>(
  entity: E,
  ctx: Ctx,
  query: Record<string, unknown>,
): Promise<LazyRow<E>[]> {
  const { parentId, ...filters } = query
  const parent = sql.ref(snake(entity.tree as string))
  const level = parentId ? levelBelow(entity, ctx, checkId(parentId)) : sql`true`
  const result = await sql<LazyRow<E>>`select ${selectColumns(entity)},
      exists(select 1 from ${visible(ctx, entity)} c where c.${parent} = t.id) as has_children
    from ${sql.table(entity.table)} t where ${level} and ${where(entity, ctx, filters)} order by ${orderBy(entity, query)}`.execute(
    ctx.db,
  )
  return fromDatabase(entity, result.rows)
}

function levelBelow(entity: AnyEntity, ctx: Ctx, parentId: string): Condition {
  const parent = sql.ref(snake(entity.tree as string))
  if (parentId !== '0') return sql`t.${parent} = ${parentId}`
  return sql`not exists (select 1 from (select id from ${sql.table(entity.table)} where ${where(entity, ctx, {})}) up
    where up.id = t.${parent})`
}

/** The children of one node as picker nodes, of those that match the filters. */
export async function lazyNodes(
  entity: AnyEntity,
  ctx: Ctx,
  parentId: string,
  filters: Record<string, unknown> = {},
): Promise<LazyNode[]> {
  const label = labelField(entity)
  const rows = await lazyList<AnyEntity>(entity, ctx, { ...filters, parentId })
  return rows.map((row) => ({
    id: row.id,
    parentId: String(row[entity.tree as string] ?? '0'),
    title: String(row[label] ?? ''),
    key: row.id,
    value: row.id,
    hasChildren: row['hasChildren'] === true,
  }))
}

/** Rows as picker nodes; the label is the first required text that is not the stored value itself. */
export async function nodes(entity: AnyEntity, ctx: Ctx, query: Record<string, unknown>): Promise<TreeNode[]> {
  const rows = await listAll(entity, ctx, query)
  const label = labelField(entity)
  const flat = rows.map((row) => ({
    id: row.id,
    parentId: String((entity.tree && row[entity.tree]) ?? '0'),
    title: String(row[label] ?? ''),
    key: row.id,
    value: row.id,
  }))
  return forest(flat, (node) => node.parentId)
}

import { registry } from '@xueheng/contract'
import { recycleKinds, recycleList } from '@xueheng/contract/domains/ops/recycle.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { sql } from 'kysely'
import { maskRows } from '../../platform/access/mask.ts'
import type { Condition } from '../../platform/rows/filters.ts'
import { pageOfRows } from '../../platform/rows/page.ts'
import { isPointedTo, pointersTo } from '../../platform/rows/pointers.ts'
import { labelField } from '@xueheng/contract/derive/label-field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import type { Ctx, Db } from '../../platform/ctx.ts'
import { AppError } from '../../platform/error.ts'
import { inTransaction } from '../../platform/db/pool.ts'
import { dropPictures, pictureColumns } from '../../platform/files/row-pictures.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { numberSetting } from '../../platform/settings.ts'
import { isManaging } from './managing.ts'
import { every, into, visibleEver } from '../../platform/access/doors.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'

const ACCOUNTS = every(user, 'who removed a row that is visible')

/** Parameter of a tenant: how many days removed rows can be taken back. */
export const RECYCLE_KEY = 'recycle.retainDays'

interface Deps {
  config: { tenantId: string }
}

export function recycleHandlers(deps: Deps): Implementation[] {
  return [
    implement(recycleKinds, (ctx) => kinds(deps, ctx)),
    implement(recycleList, (ctx, input) => list(deps, ctx, input)),
  ]
}

/** Who may remove rows of an entity may see and take back what was removed; shared rows belong to the managing tenant. */
function mayRestore(deps: Deps, ctx: Ctx, entity: AnyEntity): boolean {
  if (entity.tenantless && !isManaging(deps, ctx)) return false
  return ctx.user.isAdministrator || ctx.user.permissions.has(`${entity.permission}_delete`)
}

async function kinds(deps: Deps, ctx: Ctx) {
  const retainDays = await numberSetting(ctx.db, RECYCLE_KEY)
  const found = []
  for (const entity of registry.entities.filter((one) => mayRestore(deps, ctx, one))) {
    const count = await countOf(entity, ctx)
    if (count === 0) continue
    found.push({ entity: entity.name, title: entity.title, path: entity.paths[0] ?? '', count, retainDays })
  }
  return found
}

async function countOf(entity: AnyEntity, ctx: Ctx): Promise<number> {
  const found = await sql<{ n: number }>`select count(*)::int as n from ${visibleEver(ctx, entity)} r
    where is_deleted = 1`.execute(ctx.db)
  return found.rows[0]?.n ?? 0
}

interface Removed {
  id: string
  label: string
  deletedBy: string
  deletedTime: string
  purgeTime: string
}

async function list(deps: Deps, ctx: Ctx, input: { entity: string }): Promise<Page<Removed>> {
  const entity = registry.entities.find((one) => one.name === input.entity)
  if (!entity || !mayRestore(deps, ctx, entity)) throw new AppError('row.notFound')
  const days = await numberSetting(ctx.db, RECYCLE_KEY)
  const name = labelField(entity)
  const page = await pageOfRows<Removed>(ctx, input, {
    columns: sql`t.id, coalesce(t.${sql.ref(snake(name))}::text, '') as label,
      coalesce((select u.name from ${ACCOUNTS} u where u.id = t.update_user), '') as deleted_by, t.update_time as deleted_time,
      t.update_time + ${days} * interval '1 day' as purge_time`,
    source: sql`${visibleEver(ctx, entity)} t`,
    condition: sql`t.is_deleted = 1`,
    order: sql`t.update_time desc, t.id desc`,
  })
  return { ...page, records: withLabels(entity, name, page.records) }
}

/** Masked like everywhere else when the label is a personal value. */
function withLabels(entity: AnyEntity, name: string, rows: Removed[]): Removed[] {
  return rows.map((row) => ({
    ...row,
    label: String(maskRows(entity.fields, [{ [name]: row.label }])[0]?.[name] ?? ''),
  }))
}

/**
 * Removes for good what was removed longer ago than the tenant keeps it, with the pictures no other row has. Rows that living
 * rows still point to stay, or those would point at nothing. Answers how many rows are gone, by entity.
 */
export async function purge(db: Db, tenantId: string, days: number): Promise<Record<string, number>> {
  const gone: Record<string, number> = {}
  for (const entity of registry.entities) {
    const condition = sql`t.is_deleted = 1 and t.update_time < localtimestamp - ${days} * interval '1 day'
      and ${entity.tenantless ? sql`true` : sql`t.tenant_id = ${tenantId}`} and not (${isWanted(entity)})`
    const n = await inTransaction(db, (inside) => purgeRows(inside, entity, condition, days))
    if (n > 0) gone[entity.name] = n
  }
  return gone
}

async function purgeRows(db: Db, entity: AnyEntity, condition: Condition, days: number): Promise<number> {
  const pictures = pictureColumns(entity).map((column) => sql`t.${sql.ref(column)}`)
  const removal = sql`delete from ${into(entity)} t where ${condition}`
  if (pictures.length === 0) return Number((await removal.execute(db)).numAffectedRows ?? 0)
  const { rows } = await sql<{
    links: string
  }>`${removal} returning concat_ws(',', ${sql.join(pictures)}) as links`.execute(db)
  await dropPictures(
    db,
    rows.map(({ links }) => links),
    days,
  )
  return rows.length
}

/** Some living row refers to row `t` of this entity. */
function isWanted(entity: AnyEntity) {
  const pointers = pointersTo(entity).map(isPointedTo)
  return pointers.length > 0 ? sql.join(pointers, sql` or `) : sql`false`
}

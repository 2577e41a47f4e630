import type { LogLine } from '@xueheng/contract/domains/log/log-calls.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Entity } from '@xueheng/contract/kit/entity.ts'
import { type Field, type Fields, type Row, dateTime, text } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { type Page, pageOf } from '@xueheng/contract/kit/page.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import { exportRows } from '../../platform/rows/export.ts'
import { type Condition, filterConditions } from '../../platform/rows/filters.ts'
import { checkId, orderBy, type Query } from '../../platform/rows/read.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError } from '../../platform/error.ts'
import type { FileAnswer } from '../../platform/files/files.ts'

type Line<F extends Fields> = Row<LogLine<F>>

/** Lines of a log; its tables have no columns of deletion and change, as nobody does either. */
export async function readLog<F extends Fields>(log: Entity<F>, ctx: Ctx, query: Query): Promise<Page<Line<F>>> {
  const { current, size } = { current: Number(query['current'] ?? 1), size: Number(query['size'] ?? 10) }
  const condition = conditionOf(log, query)
  const lines = linesOf(log)
  const rows = await sql<Line<F>>`select ${columnsOf(log)} from ${lines} l where ${condition}
    order by ${orderBy(log, query, (name) => orderColumn(log, name))} limit ${size} offset ${(current - 1) * size}`.execute(
    ctx.db,
  )
  const count = await sql<{ n: string }>`select count(*) as n from ${lines} l where ${condition}`.execute(ctx.db)
  return pageOf(rows.rows, Number(count.rows[0]?.n ?? 0), { current, size })
}

/** Lines are written once: they have no columns of those who change rows. */
function orderColumn(log: AnyEntity, name: string): Condition {
  return sql.ref(`l.${snake(Object.hasOwn(log.fields, name) ? name : 'createTime')}`)
}

function linesOf(log: AnyEntity) {
  return every(log, 'who may read a log reads all of it')
}

export async function readLine<F extends Fields>(log: Entity<F>, ctx: Ctx, id: string): Promise<Line<F>> {
  const found = await sql<Line<F>>`select ${columnsOf(log)} from ${linesOf(log)} l
    where id = ${checkId(id)}`.execute(ctx.db)
  const row = found.rows[0]
  if (!row) throw new AppError('row.notFound')
  return row
}

export function exportLog(log: AnyEntity, ctx: Ctx, query: Query): Promise<FileAnswer> {
  return exportRows(ctx, log, query, async (page) => (await readLog(log, ctx, { ...query, ...page })).records)
}

const OF_EVERY_LINE: Fields = { id: text('主键'), tenantId: text('租户编号') }

function conditionOf(log: AnyEntity, query: Query): Condition {
  const known: Fields = { ...log.fields, createTime: dateTime('时间') }
  return sql.join([sql`true`, ...filterConditions(known, query)], sql` and `)
}

/** Times of any precision leave as this API family writes them. */
function columnsOf(log: AnyEntity): Condition {
  const names = Object.entries({ ...OF_EVERY_LINE, ...(log.fields as Fields) })
  return sql.join(names.map(([name, field]) => sql`${columnOf(name, field)} as ${sql.id(name)}`))
}

function columnOf(name: string, field: Field): Condition {
  const column = sql.ref(snake(name))
  return field.kind === 'dateTime' ? sql`to_char(${column}, 'YYYY-MM-DD HH24:MI:SS')` : column
}

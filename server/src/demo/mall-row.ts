import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { sql } from 'kysely'
import { into } from '../platform/access/doors.ts'
import type { Ctx } from '../platform/ctx.ts'
import { nextId } from '../platform/db/id.ts'
import type { Table } from '../platform/db/table.ts'
import type { Random } from './random.ts'

/** A row as it lies in the database; answers its id. */
export async function insert(ctx: Ctx, goal: AnyEntity | Table, row: Record<string, unknown>): Promise<string> {
  const whole = { id: nextId(), tenant_id: ctx.user.tenantId, ...row }
  await sql`insert into ${into(goal)} (${sql.join(Object.keys(whole).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(whole))})`.execute(ctx.db)
  return whole.id
}

/** Some hour of the last two months. */
export function agoOf(random: Random) {
  return sql`date_trunc('second', localtimestamp) - ${random.integer(2, 24 * 60)} * interval '1 hour'`
}

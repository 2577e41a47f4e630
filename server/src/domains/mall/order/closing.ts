import { orderManage } from '@xueheng/contract/domains/mall/order.ts'
import { orderStates } from '@xueheng/contract/domains/mall/order-states.ts'
import { type RawBuilder, sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import type { Ctx, Db } from '../../../platform/ctx.ts'
import { type Database, inTransaction } from '../../../platform/db/pool.ts'
import { AppError } from '../../../platform/error.ts'
import type { ScheduledTask } from '../../../platform/scheduler.ts'
import { numberSetting } from '../../../platform/settings.ts'
import { inOwnName } from '../change-row.ts'
import { cancelOrder, receiveOrder } from './process.ts'

const ORDERS = every(orderManage, 'an order ends at its time, whoever looks')
const AT_ONCE = 200

export interface ClosingDeps {
  database: Database
  tenantIds(): Promise<string[]>
  nobodyOf(tenantId: string): Ctx
}

/** Unpaid orders whose time is over are cancelled, those on their way for long have arrived. Each in a transaction of its own. */
export async function closeOrders({ database, tenantIds, nobodyOf }: ClosingDeps): Promise<void> {
  for (const tenantId of await tenantIds()) {
    const db = database.tenant(tenantId)
    const ctx = inOwnName(nobodyOf(tenantId))
    const minutes = await numberSetting(db, 'mall.payMinutes')
    const days = await numberSetting(db, 'mall.receiveDays')
    const { unpaid, shipped } = orderStates.states
    const late = await idsOf(
      db,
      sql`order_status = ${unpaid.value}
      and order_time < localtimestamp - ${minutes} * interval '1 minute'`,
    )
    for (const id of late) await alone(ctx, (inside) => cancelOrder(inside, id, 'timeout'))
    const arrived = await idsOf(
      db,
      sql`order_status = ${shipped.value}
      and delivery_time < localtimestamp - ${days} * interval '1 day'`,
    )
    for (const id of arrived) await alone(ctx, (inside) => receiveOrder(inside, id))
  }
}

async function idsOf(db: Db, condition: RawBuilder<unknown>): Promise<string[]> {
  const found = await sql<{ id: string }>`select id from ${ORDERS} o
    where is_deleted = 0 and ${condition} order by id limit ${AT_ONCE}`.execute(db)
  return found.rows.map(({ id }) => id)
}

/** Who was quicker meanwhile has decided. */
async function alone(ctx: Ctx, work: (ctx: Ctx) => Promise<unknown>): Promise<void> {
  await inTransaction(ctx.db, (db) => work({ ...ctx, db })).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
  })
}

export function orderClosing(deps: ClosingDeps): ScheduledTask {
  return { name: 'mall.orderClosing', when: 60, run: () => closeOrders(deps) }
}

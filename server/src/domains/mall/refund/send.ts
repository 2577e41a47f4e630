import { orderManage } from '@xueheng/contract/domains/mall/order.ts'
import { REFUND_SENDING, orderRefund, refundStates } from '@xueheng/contract/domains/mall/order-refund.ts'
import { sql } from 'kysely'
import { every, into } from '../../../platform/access/doors.ts'
import type { Config } from '../../../platform/config.ts'
import type { Db } from '../../../platform/ctx.ts'
import type { Database } from '../../../platform/db/pool.ts'
import type { Reach } from '../../../platform/net/address.ts'
import type { ScheduledTask } from '../../../platform/scheduler.ts'
import { fenOf } from '../order/money.ts'
import { findOutside } from '../outside.ts'
import { type RefundAnswer, refundsByHttp } from './provider.ts'

const REFUNDS = every(orderRefund, 'what is agreed to is paid, whoever looks')
const ORDERS = every(orderManage, 'what is agreed to is paid, whoever looks')
const AT_ONCE = 50

export interface SendDeps {
  config: Pick<Config, 'masterKey'> & Reach
  database: Database
  tenantIds(): Promise<string[]>
}

interface Waiting {
  id: string
  refundNo: string
  refundPrice: string
  orderNo: string
  transactionId: string
  payPrice: string
}

/**
 * Hands what waits to the payment service, tenant by tenant. Nothing is held meanwhile: should the program die between the
 * call and its note, the refund is handed over again under its number, and the service pays it once.
 */
export async function sendRefunds(deps: SendDeps): Promise<number> {
  let sent = 0
  for (const tenantId of await deps.tenantIds()) sent += await sendOf(deps, tenantId)
  return sent
}

async function sendOf({ config, database }: SendDeps, tenantId: string): Promise<number> {
  const db = database.tenant(tenantId)
  const waiting = await waitingIn(db)
  const service = waiting.length > 0 ? await findOutside(db, config.masterKey, 'refund') : undefined
  if (!service) return 0
  const ask = refundsByHttp(config)
  for (const { id, refundPrice, payPrice, refundNo, orderNo, transactionId } of waiting) {
    const money = { refundFen: fenOf(refundPrice), totalFen: fenOf(payPrice) }
    await note(db, id, await ask(service, { tenantId, refundNo, orderNo, transactionId, ...money }))
  }
  return waiting.length
}

async function waitingIn(db: Db): Promise<Waiting[]> {
  const found =
    await sql<Waiting>`select r.id, r.refund_no, r.refund_price, o.order_no, coalesce(o.transaction_id, '') as transaction_id,
      o.pay_price
    from ${REFUNDS} r join ${ORDERS} o on o.id = r.order_id
    where r.refund_state = ${refundStates.states.refunding.value} and r.send_state = ${REFUND_SENDING.waiting}
    order by r.id limit ${AT_ONCE}`.execute(db)
  return found.rows
}

/** The outcome may have come in before the answer: then there is nothing to note. */
async function note(db: Db, id: string, answer: RefundAnswer): Promise<void> {
  if (answer.fate === 'away') return
  const isTaken = answer.fate === 'taken'
  const state = isTaken ? REFUND_SENDING.taken : REFUND_SENDING.failed
  await sql`update ${into(orderRefund)} set send_state = ${state}, send_time = localtimestamp(0),
      fail_reason = ${isTaken ? null : answer.reason}
    where id = ${id} and send_state = ${REFUND_SENDING.waiting}
      and refund_state = ${refundStates.states.refunding.value}`.execute(db)
}

/** Often enough that nobody waits long for what the service could take at once. */
export function refundSending(deps: SendDeps): ScheduledTask {
  return {
    name: 'mall.refundSending',
    when: 10,
    run: async () => {
      await sendRefunds(deps)
    },
  }
}

import {
  REFUND_SENDING,
  orderRefund,
  refundConfirm,
  refundNotify,
  refundRetry,
  refundSendBack,
  refundStates,
} from '@xueheng/contract/domains/mall/order-refund.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import type { Input } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import type { Config } from '../../../platform/config.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { type Database, inTransaction } from '../../../platform/db/pool.ts'
import { AppError, conflict, refuse } from '../../../platform/error.ts'
import { type Implementation, implement } from '../../../platform/module.ts'
import { findOrRefuse } from '../../../platform/rows/read.ts'
import { requireState, stateRow, transition } from '../../../platform/states.ts'
import { changeRow, inOwnName, lockRow, shown } from '../change-row.ts'
import { fenOf } from '../order/money.ts'
import { findOutside } from '../outside.ts'
import { assertTill } from '../units.ts'
import { finishRefund } from './finish.ts'
import { isSigned } from './provider.ts'

type Refund = EntityRow<typeof orderRefund.fields>
type Notice = Input<typeof refundNotify>

const REFUNDS = every(orderRefund, 'the payment service knows refunds by their number')

export interface RefundDeps {
  config: Pick<Config, 'masterKey'>
  database: Database
  nobodyOf(tenantId: string): Ctx
}

const step = (name: 'sendBack' | 'retry') => ({ name, title: refundStates.actions[name].title })
const state = (id: string) => stateRow(orderRefund, id, 'refundState')

/** A refund of the caller's units, held until the end of the transaction. */
async function held(ctx: Ctx, id: string): Promise<Refund> {
  await findOrRefuse(orderRefund, ctx, id)
  return lockRow(ctx, orderRefund, id)
}

export function refundHandlers(deps: RefundDeps): Implementation[] {
  return [
    implement(refundSendBack, async (ctx, { id, returnExpressNo }) => {
      const refund = await held(ctx, id)
      await transition(ctx, refundStates, state(id), 'sendBack')
      return shown(orderRefund, await changeRow(ctx, orderRefund, refund, { returnExpressNo }, step('sendBack')))
    }),
    implement(refundConfirm, async (ctx, { id, payRefundNo }) => {
      assertTill(ctx)
      const { sendState } = await held(ctx, id)
      await requireState(ctx, refundStates, state(id), 'finish')
      if (sendState === REFUND_SENDING.waiting || sendState === REFUND_SENDING.taken)
        throw conflict('退款已交给支付平台，请等待它的结果')
      return shown(orderRefund, await finishRefund(ctx, id, payRefundNo))
    }),
    implement(refundRetry, async (ctx, { id }) => {
      assertTill(ctx)
      const refund = await held(ctx, id)
      await transition(ctx, refundStates, state(id), 'retry')
      if (refund.sendState !== REFUND_SENDING.failed) throw refuse('只有支付平台没有退成的才能重新退款')
      const changes = { sendState: REFUND_SENDING.waiting, failReason: null }
      return shown(orderRefund, await changeRow(ctx, orderRefund, refund, changes, step('retry')))
    }),
    implement(refundNotify, (_ctx, notice) => takeNotice(deps, notice)),
  ]
}

/** What the service says under its signature is obeyed once; the same again, or too late, changes nothing and is thanked for. */
async function takeNotice({ config, database, nobodyOf }: RefundDeps, notice: Notice): Promise<void> {
  const { sign, refundNo, payRefundNo, refundFen, result, reason } = notice
  const tenantId = notice.tenantId.replaceAll('\u0000', '')
  const service = await findOutside(database.tenant(tenantId), config.masterKey, 'refund')
  const values = { tenantId, refundNo, payRefundNo, refundFen, result, reason: reason ?? '' }
  if (!service || !isSigned(service.key, values, sign)) throw new AppError('access.refused')
  const ctx = inOwnName(nobodyOf(tenantId))
  await inTransaction(ctx.db, (db) => obey({ ...ctx, db }, notice))
}

async function obey(ctx: Ctx, { refundNo, refundFen, payRefundNo, result, reason }: Notice): Promise<void> {
  const refund = await lockByNumber(ctx, refundNo)
  if (fenOf(refund.refundPrice) !== refundFen) throw refuse('通知的金额与退款不符')
  if (refund.refundState !== refundStates.states.refunding.value) return
  if (result === 'success') await finishRefund(ctx, refund.id, payRefundNo)
  else if (refund.sendState !== REFUND_SENDING.failed)
    await changeRow(
      ctx,
      orderRefund,
      refund,
      { sendState: REFUND_SENDING.failed, failReason: reason || '支付平台没有退成' },
      { name: 'fail', title: '支付平台没有退成' },
    )
}

async function lockByNumber(ctx: Ctx, refundNo: string): Promise<Refund> {
  const found = await sql<{ id: string }>`select id from ${REFUNDS} r
    where refund_no = ${refundNo.replaceAll('\u0000', '')} and is_deleted = 0`.execute(ctx.db)
  const [row] = found.rows
  if (!row) throw new AppError('row.notFound')
  return lockRow(ctx, orderRefund, row.id)
}

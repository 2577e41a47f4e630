import { refundStates } from '@xueheng/contract/domains/mall/order-refund.ts'
import { orderStates } from '@xueheng/contract/domains/mall/order-states.ts'
import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { stateMark } from '../../platform/ui/state-mark.tsx'

/** The state of an order in its colour. */
export function orderMark(orderStatus: unknown) {
  const colours = { unpaid: 'wait', toShip: 'wait', shipped: 'good', completed: 'good', cancelled: 'quiet' } as const
  return stateMark(orderStates, colours, orderStatus)
}

export function refundMark(refundState: unknown) {
  const colours = {
    applied: 'wait',
    toReturn: 'wait',
    toReceive: 'wait',
    refunding: 'wait',
    done: 'good',
    cancelled: 'quiet',
    refused: 'bad',
    goodsRefused: 'bad',
  } as const
  return stateMark(refundStates, colours, refundState)
}

export const ORDER_CELLS: OwnCells = { orderStatus: { width: 100, draw: orderMark } }
export const REFUND_CELLS: OwnCells = { refundState: { width: 100, draw: refundMark } }

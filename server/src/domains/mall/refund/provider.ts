import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Reach } from '../../../platform/net/address.ts'
import { callOut } from '../../../platform/net/outbound.ts'
import type { Outside } from '../outside.ts'

/** A refund as the payment service is asked for it; `refundNo` is its own key: the same again is paid once. */
export interface RefundOrder {
  tenantId: string
  refundNo: string
  orderNo: string
  transactionId: string
  refundFen: number
  totalFen: number
}

/** `taken`: it will tell the outcome later. `away`: nobody knows, so it is asked again. */
export type RefundAnswer = { fate: 'taken' } | { fate: 'refused'; reason: string } | { fate: 'away' }

/** Hands a refund to whoever took the money. Never throws. */
export type AskRefund = (service: Outside, order: RefundOrder) => Promise<RefundAnswer>

const ANSWER_LIMIT = 100_000
const REASON_LIMIT = 200

/** HMAC-SHA256 over `name=value` of every value, by name, joined by `&`. */
export function signed(key: string, values: Record<string, string | number>): string {
  const text = Object.keys(values)
    .toSorted()
    .map((name) => `${name}=${values[name]}`)
    .join('&')
  return createHmac('sha256', key).update(text).digest('hex')
}

export function isSigned(key: string, values: Record<string, string | number>, sign: string): boolean {
  const wanted = Buffer.from(signed(key, values))
  const given = Buffer.from(sign.toLowerCase())
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}

/** A service that speaks JSON: `POST <endpoint>/refunds` with a signature, answered with `code` SUCCESS or a reason. */
export function refundsByHttp(reach: Reach): AskRefund {
  return async ({ endpoint, merchantNo, key, timeoutSeconds }, order) => {
    const values = { merchantNo: merchantNo ?? '', ...order }
    try {
      const response = await callOut(`${endpoint.replace(/\/$/, '')}/refunds`, reach, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...values, sign: signed(key, values) }),
        timeoutMs: (timeoutSeconds ?? 20) * 1000,
      })
      return answerOf(response.status, (await response.text()).slice(0, ANSWER_LIMIT))
    } catch {
      return { fate: 'away' }
    }
  }
}

/** Only a clear no is a refusal; what is no answer of the service leaves the matter open. */
function answerOf(status: number, text: string): RefundAnswer {
  try {
    const { code, message } = JSON.parse(text) as { code?: unknown; message?: unknown }
    if (status === 200 && code === 'SUCCESS') return { fate: 'taken' }
    if (status < 500 && code === 'FAIL')
      return { fate: 'refused', reason: String(message ?? '').slice(0, REASON_LIMIT) }
  } catch {
    // No JSON: a proxy has answered in its place.
  }
  return { fate: 'away' }
}

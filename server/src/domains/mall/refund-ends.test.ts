import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'
import { MALL, Shop } from '../../../test/shop.ts'
import { type PayService, startPayService } from '../../../test/stand-ins/pay-service.ts'
import { signed } from './refund/provider.ts'
import { refundSending, sendRefunds } from './refund/send.ts'

/* How refunds end: done, failed, refused or withdrawn, and what is kept of each. */

type Row = Record<string, any>

const app = useTestApp({ ALLOW_PRIVATE_ENDPOINTS: '1' })
const KEY = 'ends-key'
let shop: Shop
let auditor: Client
let service: PayService

beforeAll(async () => {
  shop = await Shop.open(app())
  auditor = await app().user({ role: 'administrator' })
  service = await startPayService(KEY)
  const outside = { serviceName: '支付', useFor: 1, endpoint: service.endpoint, merchantNo: 'M1', isEnabled: 1 }
  await shop.save('outside', { ...outside, secretKey: KEY })
  return () => service.close()
})

const audit = ({ id }: Row, auditResult = 1) =>
  shop.done('orderrefund/audit', { id, auditResult, auditReason: '情况属实' }, auditor)
const stored = ({ id }: Row) => shop.find('orderrefund', id)

async function applied(payChannel: number, price = '10.00'): Promise<{ book: Row; order: Row; refund: Row }> {
  const book = await shop.book()
  const order = await shop.pay(await shop.order(await shop.parent(), [[book, 1]]), payChannel)
  return { book, order, refund: await shop.applyFor(order, book, price) }
}

async function logOf({ id }: Row): Promise<string[][]> {
  const { rows } = await sql<Row>`select call, title from operation_log where row_id = ${id} order by id`.execute(
    shop.admin.db,
  )
  return rows.map(({ call, title }) => [call, title])
}

/** What the service says under its own signature. */
function notify(refund: Row, more: Row = {}) {
  const { sign: _old, ...values } = service.noticeOf(refund['refundNo'])
  const said = { ...values, ...more }
  return app().anonymous.post(`${MALL}/orderrefund/notify`, { ...said, sign: signed(KEY, said) })
}

const deps = () => ({ config: app().config, database: app().app.database, tenantIds: async () => [TENANT] })
const send = () => sendRefunds(deps())

test('one paid by hand keeps its number and time, and each step stands in the log', async () => {
  const { book, order } = await applied(3)
  await shop.done(`orderrefund/remove?ids=${(await openOf(order))['id']}`, {})
  await shop.ship(order)
  const refund = await shop.applyFor(order, book, '10.00', { way: 20, count: 1 })
  await audit(refund)
  const sent = await shop.done('orderrefund/sendBack', { id: refund['id'], returnExpressNo: 'YT1' })
  expect(sent).toMatchObject({ refundState: 30, returnExpressNo: 'YT1' })
  await shop.done('orderrefund/receiveGoods', { id: refund['id'], auditResult: 1, auditReason: '收到' })
  expect(await stored(refund)).toMatchObject({ refundState: 40, sendState: 0, refundTime: null })
  await shop.done('orderrefund/confirm', { id: refund['id'], payRefundNo: 'C9' })
  const done = await stored(refund)
  expect(done).toMatchObject({ refundState: 50, payRefundNo: 'C9', failReason: null })
  expect(done['refundTime']).toMatch(/^20\d\d-/)
  const steps = await logOf(refund)
  expect(steps).toContainEqual(['orderrefund.sendBack', '登记退货'])
  expect(steps.at(-1)).toEqual(['orderrefund.finish', '退款完成'])
  expect((await logOf(order)).at(-1)).toEqual(['orderManage.refund', '订单退款'])
})

async function openOf({ orderNo }: Row): Promise<Row> {
  return (await shop.admin.get(`${MALL}/orderrefund/page`, { orderNo })).data.records[0]
}

test('one that was refused is removed; one that is done, or waits for its money, stays', async () => {
  const { refund: refused } = await applied(3)
  await audit(refused, 2)
  await shop.done(`orderrefund/remove?ids=${refused['id']}`, {})
  expect(await stored(refused)).toEqual({})
  const { refund } = await applied(3)
  await audit(refund)
  const remove = `orderrefund/remove?ids=${refund['id']}`
  expect(await shop.refusal(remove, {})).toBe(`退款${refund['refundNo']}为「等待退款」，不能删除`)
  await shop.done('orderrefund/confirm', { id: refund['id'], payRefundNo: 'C1' })
  expect(await shop.refusal(remove, {})).toBe(`退款${refund['refundNo']}为「退款完成」，不能删除`)
})

test('only what was paid by a payment service is handed to it, with the time it was handed over', async () => {
  const { refund: offline } = await applied(3)
  const { refund: wechat } = await applied(1)
  const { refund: alipay } = await applied(2)
  for (const refund of [offline, wechat, alipay]) await audit(refund)
  expect(await Promise.all([offline, wechat, alipay].map(async (one) => (await stored(one))['sendState']))).toEqual([
    0, 1, 1,
  ])
  expect(await send()).toBe(2)
  const numbers = service.asked.map(({ refundNo }) => refundNo)
  expect(numbers).toEqual([wechat['refundNo'], alipay['refundNo']])
  expect(await stored(offline)).toMatchObject({ sendState: 0, sendTime: null })
  const taken = await stored(wechat)
  expect(taken).toMatchObject({ sendState: 2, failReason: null })
  expect(taken['sendTime']).toMatch(/^20\d\d-/)
  for (const refund of [wechat, alipay]) expect((await notify(refund)).code).toBe(200)
  expect(await send()).toBe(0)
})

test('a failure that is told without a reason, and told twice, is noted once', async () => {
  const { refund } = await applied(1)
  await audit(refund)
  await send()
  const failed = { result: 'fail', reason: '' }
  expect((await notify(refund, failed)).code).toBe(200)
  const noted = await stored(refund)
  expect(noted).toMatchObject({ refundState: 40, sendState: 3, failReason: '支付平台没有退成', updateUser: '0' })
  expect((await notify(refund, { ...failed, reason: '余额不足' })).code).toBe(200)
  expect(await stored(refund)).toEqual(noted)
  expect((await logOf(refund)).filter(([call]) => call === 'orderrefund.fail')).toEqual([
    ['orderrefund.fail', '支付平台没有退成'],
  ])
  const again = await shop.done('orderrefund/retry', { id: refund['id'] })
  expect(again).toMatchObject({ sendState: 1, failReason: null })
  expect((await logOf(refund)).at(-1)).toEqual(['orderrefund.retry', '重新退款'])
  await refundSending(deps()).run()
  expect(await stored(refund)).toMatchObject({ sendState: 2 })
  await notify(refund)
  expect(await stored(refund)).toMatchObject({ refundState: 50 })
})

test('of one that is withdrawn the service hears that it is not there', async () => {
  const { refund, order } = await applied(1)
  service.paid.set(refund['refundNo'], 1000)
  const { tenantId, payRefundNo } = { tenantId: TENANT, payRefundNo: 'P1' }
  await shop.done(`orderrefund/remove?ids=${refund['id']}`, {})
  const said = { tenantId, refundNo: refund['refundNo'], payRefundNo, refundFen: 1000, result: 'success', reason: '' }
  const answer = await app().anonymous.post(`${MALL}/orderrefund/notify`, { ...said, sign: signed(KEY, said) })
  expect([answer.status, answer.msg]).toEqual([404, '数据不存在或已被删除'])
  expect(await shop.find('orderManage', order['id'])).toMatchObject({ refundPrice: '0.00', refundStatus: 0 })
})

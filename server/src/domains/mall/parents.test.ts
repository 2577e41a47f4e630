import { beforeAll, describe, expect, test } from 'vitest'
import { useTestApp } from '../../../test/harness.ts'
import { MALL, Shop } from '../../../test/shop.ts'
import { BIZ } from './points.ts'

/* Accounts of parents: how they begin, what keeps them, and what stands in the ledger of their points. */

type Row = Record<string, any>

const app = useTestApp()
let shop: Shop

beforeAll(async () => {
  shop = await Shop.open(app())
})

/** The ledger of a parent, the newest entry first. */
async function ledger(parentId: string): Promise<Row[]> {
  const answer = await shop.admin.get(`${MALL}/userparentinfo/getIntegralRecordPage`, { parentId, size: 100 })
  return answer.data.records
}

function adjust(parentId: string, point: number, requestId: string): Promise<Row> {
  return shop.done('userparentinfo/adjustIntegral', { parentId, point, requestId, description: '测试' })
}

test('a new parent begins with no points, whatever the body says, in the area of the school', async () => {
  const claimed = { integralBalance: 900, integralTotalIn: 900, integralDebt: 3, integralSeq: 9, areaCode: '0' }
  const body = { nickname: '小雨妈妈', schoolCode: shop.schoolCode, ...claimed }
  const parent = await shop.save('userparentinfo', body)
  const nothing = { integralBalance: 0, integralTotalIn: 0, integralTotalOut: 0, integralDebt: 0, integralSeq: 0 }
  const [area] = (await shop.admin.get('/api/blade-system/dict-biz/dictionary', { code: 'exam_area' })).data
  expect(parent).toMatchObject({ ...nothing, areaCode: area.dictKey })
})

describe('a removal of several parents', () => {
  const remove = (ids: string[]) => shop.admin.post(`${MALL}/userparentinfo/remove?ids=${ids.join()}`)

  async function waiting() {
    const idle = await shop.save('userparentinfo', { nickname: '闲人', schoolCode: shop.schoolCode })
    const parentId = await shop.parent()
    await shop.done('userparentinfo/update', { id: parentId, nickname: '等书的人' })
    const book = await shop.book()
    const order = await shop.ship(await shop.pay(await shop.order(parentId, [[book, 2]])))
    return { ids: [idle['id'], parentId], book, order }
  }

  test('names the one whose refund is under way, in each of its states', async () => {
    const { ids, book, order } = await waiting()
    await shop.receive(order)
    const { id, refundNo } = await shop.applyFor(order, book, '60.00', { way: 20, count: 2 })
    const auditor = await app().user({ role: 'administrator' })
    const verdict = { id, auditResult: 1, auditReason: '属实' }
    const steps = [
      () => shop.done('orderrefund/audit', verdict, auditor),
      () => shop.done('orderrefund/sendBack', { id, returnExpressNo: 'YT1' }),
      () => shop.done('orderrefund/receiveGoods', verdict),
    ]
    for (const step of steps) {
      await step()
      expect((await remove(ids)).msg).toBe(`「等书的人」还有未完成的退款${refundNo}，不能删除`)
    }
    await shop.done('orderrefund/confirm', { id, payRefundNo: 'C1' })
    expect((await remove(ids)).msg).toBe('操作成功')
    expect(await shop.find('userparentinfo', ids[0] ?? '')).toEqual({})
  })

  test('names the one whose order is under way, and keeps both', async () => {
    const { ids, order } = await waiting()
    expect((await remove(ids)).msg).toBe(`「等书的人」还有未完成的订单${order['orderNo']}，不能删除`)
    for (const id of ids) expect(await shop.find('userparentinfo', id)).toMatchObject({ id })
  })
})

describe('the ledger', () => {
  test('says of every movement what it was for', async () => {
    const book = await shop.book({ price: '10.00', integralPrice: 500, giveIntegral: 7 })
    const parentId = await shop.parent(1000)
    const given = await shop.order(parentId, [[book, 1]], { usePoint: 500 })
    await shop.done('orderManage/cancel', { id: given['id'] })
    const order = await shop.pay(await shop.order(parentId, [[book, 3]], { usePoint: 1000 }))
    const refund = await shop.applyFor(order, book, '20.00', { count: 3 })
    const auditor = await app().user({ role: 'administrator' })
    await shop.done('orderrefund/audit', { id: refund['id'], auditResult: 1, auditReason: '属实' }, auditor)
    await shop.done('orderrefund/confirm', { id: refund['id'], payRefundNo: 'C1' })
    const entries = (await ledger(parentId)).toReversed()
    expect(
      entries.map(({ bizType, bizId, title, point, description }) => [bizType, bizId, title, point, description]),
    ).toEqual([
      [2, `grant${parentId}`, '管理员调整', 1000, '活动奖励'],
      [11, given['id'], '下单使用', -500, given['orderNo']],
      [12, given['id'], '取消订单退回', 500, given['orderNo']],
      [11, order['id'], '下单使用', -1000, order['orderNo']],
      [21, order['id'], '下单赠送', 21, order['orderNo']],
      [13, refund['id'], '售后退回', 1000, refund['refundNo']],
      [23, refund['id'], '售后扣回', -21, refund['refundNo']],
    ])
    expect(new Set(entries.map(({ operatorName }) => operatorName)).size).toBe(1)
    expect(await shop.find('userparentinfo', parentId)).toMatchObject({ integralTotalIn: 2521, integralTotalOut: 1521 })
  })

  test('keeps the same number of another parent, and of another business, apart', async () => {
    const book = await shop.book({ integralPrice: 100 })
    const [one, two] = [await shop.parent(100), await shop.parent(100)]
    const { id } = await shop.order(one, [[book, 1]], { usePoint: 100 })
    await adjust(one, 30, id)
    await adjust(two, 40, id)
    expect((await ledger(one)).map(({ bizType, point }) => [bizType, point])).toEqual([
      [BIZ.adjust, 30],
      [BIZ.orderUse, -100],
      [BIZ.adjust, 100],
    ])
    expect((await ledger(two)).map(({ point }) => point)).toEqual([40, 100])
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'
import { MALL, Shop } from '../../../test/shop.ts'
import { type PayService, startPayService } from '../../../test/stand-ins/pay-service.ts'
import { signed } from './refund/provider.ts'
import { sendRefunds } from './refund/send.ts'

const app = useTestApp({ ALLOW_PRIVATE_ENDPOINTS: '1' })
const KEY = 'refund-key'
type Row = Record<string, any>

let shop: Shop
let auditor: Client

beforeAll(async () => {
  shop = await Shop.open(app())
  auditor = await app().user({ role: 'administrator' })
})

function audit({ id }: Row, auditResult = 1, auditReason = '情况属实', user = auditor) {
  return user.post(`${MALL}/orderrefund/audit`, { id, auditResult, auditReason })
}

function confirm({ id }: Row) {
  return shop.admin.post(`${MALL}/orderrefund/confirm`, { id, payRefundNo: `C${id}` })
}

async function agreed(refund: Row): Promise<void> {
  expect((await audit(refund)).msg).toBe('操作成功')
}

async function paidOut(refund: Row): Promise<void> {
  await agreed(refund)
  expect((await confirm(refund)).msg).toBe('操作成功')
}

const ofOrder = ({ id }: Row) => shop.find('orderManage', id)
const ofRefund = ({ id }: Row) => shop.find('orderrefund', id)

async function paidOrder(book: Row, count: number, more: object = {}, points = 0) {
  const parentId = await shop.parent(points)
  return { parentId, order: await shop.pay(await shop.order(parentId, [[book, count]], more)) }
}

describe('applying', () => {
  test('never for more than was paid, of what was bought, and not twice at a time', async () => {
    const book = await shop.book()
    const other = await shop.book()
    const { order } = await paidOrder(book, 2)
    const unpaid = await shop.order(await shop.parent(), [[book, 1]])
    const refused = (more: object, price = '10.00', of = order) =>
      shop.refusal('orderrefund/save', shop.refundBody(of, book, price, more))
    expect(await refused({}, '60.01')).toBe('最多可退60.00元')
    expect(await refused({}, '-1')).toContain('退款金额')
    expect(await refused({}, '0')).toBe('退款金额须大于0')
    expect(await refused({ count: 3 })).toBe('最多可退2册')
    expect(await refused({ way: 20, count: 1 })).toBe('还没有发货，请选择仅退款')
    expect(await refused({ bookId: other['id'] })).toBe('订单中没有这种图书')
    expect(await refused({}, '10.00', unpaid)).toBe('当前状态为「待支付」，不能申请退款')
    const refund = await shop.applyFor(order, book, '10.00')
    expect(refund).toMatchObject({ orderNo: order['orderNo'], mostPrice: '60.00' })
    expect(await refused({})).toBe(`《${book['bookName']}》有处理中的退款`)
    expect(await shop.refusal('orderManage/ship', { id: order['id'], expressCode: 'none' })).toBe(
      '订单有处理中的退款，不能发货',
    )
    await paidOut(refund)
    expect(await refused({}, '50.01')).toBe('最多可退50.00元')
    const rest = await shop.applyFor(order, book, '50.00', { count: 2 })
    expect(rest['mostPrice']).toBe('50.00')
    await paidOut(rest)
    expect(await refused({})).toBe('当前状态为「已取消」，不能申请退款')
    expect(await ofOrder(order)).toMatchObject({ refundPrice: '60.00', refundStatus: 20, cancelType: 20 })
  })

  test('of twenty who ask for the whole of one line at once, one is heard', async () => {
    const book = await shop.book()
    const { order } = await paidOrder(book, 1)
    const body = shop.refundBody(order, book, '30.00')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => shop.admin.post(`${MALL}/orderrefund/save`, body)),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  })
})

describe('the audit', () => {
  test('is by another person, with a reason for a no, and once', async () => {
    const book = await shop.book()
    const { order } = await paidOrder(book, 1)
    const refund = await shop.applyFor(order, book, '5.00')
    expect((await audit(refund, 1, '好', shop.admin)).msg).toBe('不能审核本人的退款申请')
    expect((await audit(refund, 2, '')).msg).toBe('请填写拒绝原因')
    expect((await audit(refund, 3)).msg).toBe('审核结论不是有效的选项')
    expect((await audit(refund, 2, '图书已拆封')).msg).toBe('操作成功')
    expect(await ofRefund(refund)).toMatchObject({ refundState: 62, auditReason: '图书已拆封' })
    expect((await audit(refund)).msg).toBe('当前状态为「已拒绝」，不能同意退款')
    const again = await shop.applyFor(order, book, '5.00')
    const answers = await Promise.all(Array.from({ length: 8 }, () => audit(again)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
    const paid = await Promise.all(Array.from({ length: 8 }, () => confirm(again)))
    expect(paid.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(await ofOrder(order)).toMatchObject({ refundPrice: '5.00', refundStatus: 10, orderStatus: 10 })
  })

  test('agrees to less than was asked for, never to more, one at a time', async () => {
    const book = await shop.book()
    const { order } = await paidOrder(book, 2, {}, 300)
    const refund = await shop.applyFor(order, book, '30.00')
    const agree = (refundPrice: string, id = refund['id']) =>
      auditor.post(`${MALL}/orderrefund/audit`, { id, auditResult: 1, auditReason: '扣除包装费', refundPrice })
    expect((await agree('30.01')).msg).toBe('不能多于申请的30.00元')
    expect((await agree('0')).msg).toBe('退款金额须大于0，不同意请拒绝')
    expect((await agree('三十')).msg).toContain('退款金额')
    const other = await shop.book()
    const second = await shop.applyFor((await paidOrder(other, 1)).order, other, '5.00')
    const ids = `${refund['id']},${second['id']}`
    const both = { ids, auditResult: 1, auditReason: '属实', refundPrice: '4.00' }
    expect((await auditor.post(`${MALL}/orderrefund/audit`, both)).msg).toBe('一次只能改一条')
    expect(await ofRefund(refund)).toMatchObject({ refundState: 10, refundPrice: '30.00' })
    expect((await agree('12.5')).msg).toBe('操作成功')
    expect(await ofRefund(refund)).toMatchObject({ refundState: 40, refundPrice: '12.50', mostPrice: '60.00' })
    expect((await confirm(refund)).msg).toBe('操作成功')
    expect(await ofOrder(order)).toMatchObject({ refundPrice: '12.50', refundStatus: 10 })
    expect(await shop.refusal('orderrefund/save', shop.refundBody(order, book, '47.51'))).toBe('最多可退47.50元')
    const refused = await shop.applyFor(order, book, '47.50')
    const no = { id: refused['id'], auditResult: 2, auditReason: '不符', refundPrice: '1.00' }
    expect((await auditor.post(`${MALL}/orderrefund/audit`, no)).msg).toBe('操作成功')
    expect(await ofRefund(refused)).toMatchObject({ refundState: 62, refundPrice: '47.50' })
  })

  test('takes the points with the money that is agreed to', async () => {
    const book = await shop.book({ price: '10.00', integralPrice: 500, giveIntegral: 7 })
    const { order } = await paidOrder(book, 3, { usePoint: 1000 }, 1000)
    const refund = await shop.applyFor(order, book, '20.00', { count: 3 })
    expect(refund).toMatchObject({ refundPoint: 1000, takenPoint: 21 })
    const body = { id: refund['id'], auditResult: 1, auditReason: '退一册', refundPrice: '6.67' }
    expect((await auditor.post(`${MALL}/orderrefund/audit`, body)).msg).toBe('操作成功')
    expect(await ofRefund(refund)).toMatchObject({ refundPrice: '6.67', refundPoint: 333, takenPoint: 7 })
  })

  test('withdrawn before it is decided; one under way is not removed', async () => {
    const book = await shop.book()
    const { order } = await paidOrder(book, 1)
    const refund = await shop.applyFor(order, book, '5.00')
    await shop.done(`orderrefund/remove?ids=${refund['id']}`, {})
    const next = await shop.applyFor(order, book, '30.00')
    await agreed(next)
    expect(await shop.refusal(`orderrefund/remove?ids=${next['id']}`, {})).toBe(
      `退款${next['refundNo']}为「等待退款」，不能删除`,
    )
  })
})

test('a school asks for its readers; the bureau takes in, pays and tries again', async () => {
  const book = await shop.book()
  const { order } = await paidOrder(book, 2)
  const rights = ['view', 'add', 'edit', 'receive', 'confirm', 'audit'].map((right) => `orderrefund_${right}`)
  const school = await app().user({ role: 'school', schoolCode: shop.schoolCode, permissions: rights })
  const county = await app().user({ role: 'exam', areaCode: '990001', permissions: rights })
  const refund = await shop.done('orderrefund/save', shop.refundBody(order, book, '5.00'), school)
  const id = refund['id']
  expect((await audit(refund, 1, '属实', school)).msg).not.toBe('操作成功')
  await agreed(refund)
  const said = '退款由教育局办理，学校不能登记'
  expect(await shop.refusal('orderrefund/confirm', { id, payRefundNo: 'C1' }, school)).toBe(said)
  expect(await shop.refusal('orderrefund/retry', { id }, school)).toBe(said)
  expect(await ofRefund(refund)).toMatchObject({ refundState: 40 })
  expect(await shop.refusal('orderrefund/retry', { id }, county)).not.toBe(said)
  expect((await confirm(refund)).msg).toBe('操作成功')
  await shop.ship(order)
  const goods = await shop.done('orderrefund/save', shop.refundBody(order, book, '5.00', { way: 20, count: 1 }), school)
  await agreed(goods)
  await shop.done('orderrefund/sendBack', { id: goods['id'], returnExpressNo: 'YT1' }, school)
  const taken = { id: goods['id'], auditResult: 1, auditReason: '收到' }
  expect((await school.post(`${MALL}/orderrefund/receiveGoods`, taken)).status).toBe(403)
  expect(await ofRefund(goods)).toMatchObject({ refundState: 30 })
})

describe('what goes back', () => {
  test('books not sent yet are free again with the money, each piece once', async () => {
    const book = await shop.book()
    const { order } = await paidOrder(book, 3)
    expect(await shop.stock(book)).toEqual([10, 3, 0])
    await paidOut(await shop.applyFor(order, book, '30.00', { count: 1 }))
    expect(await shop.stock(book)).toEqual([10, 2, 0])
    await shop.ship(order)
    expect(await shop.stock(book)).toEqual([8, 0, 2])
    await paidOut(await shop.applyFor(order, book, '60.00'))
    expect(await ofOrder(order)).toMatchObject({ orderStatus: 40, refundStatus: 20 })
    expect(await shop.stock(book)).toEqual([8, 0, 2])
  })

  test('all the money back before anything is sent frees what is still held', async () => {
    const book = await shop.book()
    const { order } = await paidOrder(book, 3)
    await paidOut(await shop.applyFor(order, book, '90.00'))
    expect(await shop.stock(book)).toEqual([10, 0, 0])
    expect(await ofOrder(order)).toMatchObject({ orderStatus: 40 })
  })

  test('goods sent back return to the shelf when they are taken in, or the parent keeps them', async () => {
    const book = await shop.book()
    const { order } = await paidOrder(book, 2)
    await shop.receive(await shop.ship(order))
    const refund = await shop.applyFor(order, book, '30.00', { way: 20, count: 1 })
    await agreed(refund)
    expect(await ofRefund(refund)).toMatchObject({ refundState: 20 })
    await shop.done('orderrefund/sendBack', { id: refund['id'], returnExpressNo: 'YT1' })
    const take = (auditResult: number) => ({ id: refund['id'], auditResult, auditReason: '书页缺失' })
    await shop.done('orderrefund/receiveGoods', take(1))
    expect(await shop.stock(book)).toEqual([9, 0, 1])
    expect((await confirm(refund)).code).toBe(200)
    expect(await shop.stock(book)).toEqual([9, 0, 1])
    const second = await shop.applyFor(order, book, '30.00', { way: 20, count: 1 })
    await agreed(second)
    await shop.done('orderrefund/sendBack', { id: second['id'], returnExpressNo: 'YT2' })
    await shop.done('orderrefund/receiveGoods', { ...take(2), id: second['id'] })
    expect(await ofRefund(second)).toMatchObject({ refundState: 63 })
    expect(await ofOrder(order)).toMatchObject({ orderStatus: 30, refundPrice: '30.00', refundStatus: 10 })
  })

  test('points: used ones return, given ones are taken back, in parts that add up', async () => {
    const book = await shop.book({ price: '10.00', integralPrice: 500, giveIntegral: 7 })
    const { parentId, order } = await paidOrder(book, 3, { usePoint: 1000 }, 1000)
    expect(order['payPrice']).toBe('20.00')
    expect(await shop.points(parentId)).toBe(21)
    await paidOut(await shop.applyFor(order, book, '6.67', { count: 1 }))
    expect(await shop.points(parentId)).toBe(21 + 333 - 7)
    await paidOut(await shop.applyFor(order, book, '13.33', { count: 2 }))
    expect(await shop.points(parentId)).toBe(1000)
    expect(await ofOrder(order)).toMatchObject({ refundPoint: 1000, orderStatus: 40 })
  })

  test('given points that are spent are owed, and settled by what comes in', async () => {
    const book = await shop.book({ giveIntegral: 50 })
    const { parentId, order } = await paidOrder(book, 1)
    const adjust = (point: number) =>
      shop.done('userparentinfo/adjustIntegral', { parentId, point, requestId: `a${point}`, description: '测试' })
    await adjust(-40)
    await paidOut(await shop.applyFor(order, book, '30.00', { count: 1 }))
    expect(await shop.find('userparentinfo', parentId)).toMatchObject({ integralBalance: 0, integralDebt: 40 })
    await adjust(30)
    expect(await shop.find('userparentinfo', parentId)).toMatchObject({ integralBalance: 0, integralDebt: 10 })
    await adjust(25)
    const { integralTotalIn, integralTotalOut, ...parent } = await shop.find('userparentinfo', parentId)
    expect(parent).toMatchObject({ integralBalance: 15, integralDebt: 0 })
    expect(integralTotalIn - integralTotalOut).toBe(15)
  })

  test('what was bought with points alone goes back by pieces, at once', async () => {
    await shop.admin.post('/api/blade-system/param/submit', {
      paramName: '积分',
      paramKey: 'mall.pointPercent',
      paramValue: '100',
    })
    const book = await shop.book({ price: '10.00', integralPrice: 1000 })
    const parentId = await shop.parent(2000)
    const order = await shop.order(parentId, [[book, 2]], { usePoint: 2000 })
    expect(order).toMatchObject({ payPrice: '0.00', orderStatus: 10, payChannel: 4 })
    expect(await shop.refusal('orderrefund/save', shop.refundBody(order, book, '0'))).toBe(
      '用积分换的图书按数量退，请填写退回数量',
    )
    const refund = await shop.applyFor(order, book, '0', { count: 1 })
    await agreed(refund)
    expect(await ofRefund(refund)).toMatchObject({ refundState: 50, refundPoint: 1000 })
    expect(await shop.points(parentId)).toBe(1000)
    await agreed(await shop.applyFor(order, book, '0', { count: 1 }))
    expect(await ofOrder(order)).toMatchObject({ orderStatus: 40 })
    expect(await shop.stock(book)).toEqual([10, 0, 0])
  })
})

describe('the payment service', () => {
  let service: PayService
  const send = () =>
    sendRefunds({
      config: app().config,
      database: app().app.database,
      tenantIds: async () => [TENANT],
    })
  const notify = (body: object) => app().anonymous.post(`${MALL}/orderrefund/notify`, body)

  beforeAll(async () => {
    service = await startPayService(KEY)
    const outside = { serviceName: '支付', useFor: 1, endpoint: service.endpoint, merchantNo: 'M1', isEnabled: 1 }
    expect(await shop.refusal('outside/save', outside)).toBe('请输入密钥再启用')
    await shop.save('outside', { ...outside, secretKey: KEY })
    expect(await shop.refusal('outside/save', { ...outside, serviceName: '另一个', secretKey: KEY })).toBe(
      '该用途已有启用的服务，请先停用',
    )
    return () => service.close()
  })

  async function waiting(price = '30.00'): Promise<{ order: Row; refund: Row }> {
    const book = await shop.book()
    const order = await shop.pay(await shop.order(await shop.parent(), [[book, 1]]), 1)
    const refund = await shop.applyFor(order, book, price)
    await agreed(refund)
    expect(await ofRefund(refund)).toMatchObject({ refundState: 40, sendState: 1 })
    return { order, refund }
  }

  test('is asked once, tells later and more than once; the refund is done once', async () => {
    const { order, refund } = await waiting('12.34')
    const no = refund['refundNo']
    await send()
    await send()
    expect(service.asked.filter(({ refundNo }) => refundNo === no)).toEqual([
      expect.objectContaining({ refundFen: 1234, totalFen: 3000, transactionId: `wx${order['id']}`, tenantId: TENANT }),
    ])
    expect(await ofRefund(refund)).toMatchObject({ refundState: 40, sendState: 2 })
    expect((await confirm(refund)).msg).toBe('退款已交给支付平台，请等待它的结果')
    const notice = service.noticeOf(no)
    const answers = await Promise.all(Array.from({ length: 6 }, () => notify(notice)))
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200, 200])
    expect(await ofRefund(refund)).toMatchObject({ refundState: 50, payRefundNo: `P${no}` })
    expect(await ofOrder(order)).toMatchObject({ refundPrice: '12.34', refundStatus: 10 })
    expect((await notify(service.noticeOf(no, 'fail'))).code).toBe(200)
    expect(await ofRefund(refund)).toMatchObject({ refundState: 50 })
  })

  test('a line that is cut after it was taken is asked again; it pays once', async () => {
    const { order, refund } = await waiting()
    service.mood = 'cut'
    await send()
    service.mood = 'nonsense'
    await send()
    expect(await ofRefund(refund)).toMatchObject({ sendState: 1 })
    service.mood = 'take'
    await notify(service.noticeOf(refund['refundNo']))
    expect(await ofRefund(refund)).toMatchObject({ refundState: 50 })
    await send()
    expect(service.asked.filter(({ refundNo }) => refundNo === refund['refundNo'])).toHaveLength(2)
    expect(service.paid.get(refund['refundNo'])).toBe(3000)
    expect(await ofOrder(order)).toMatchObject({ refundPrice: '30.00', orderStatus: 40 })
  })

  test('a no is told and may be tried again, or paid by hand', async () => {
    const { refund } = await waiting()
    service.mood = 'refuse'
    await send()
    expect(await ofRefund(refund)).toMatchObject({ sendState: 3, failReason: '交易已关闭', refundState: 40 })
    service.mood = 'take'
    await shop.done('orderrefund/retry', { id: refund['id'] })
    expect(await shop.refusal('orderrefund/retry', { id: refund['id'] })).toBe('只有支付平台没有退成的才能重新退款')
    await send()
    await notify(service.noticeOf(refund['refundNo'], 'fail'))
    expect(await ofRefund(refund)).toMatchObject({ sendState: 3, failReason: '余额不足' })
    expect((await confirm(refund)).code).toBe(200)
    expect(await ofRefund(refund)).toMatchObject({ refundState: 50, failReason: null })
  })

  test('nobody else is believed: another signature, another amount, another tenant', async () => {
    const { refund } = await waiting()
    await send()
    const notice = service.noticeOf(refund['refundNo'])
    expect((await notify({ ...notice, sign: 'x'.repeat(64) })).status).toBe(403)
    expect((await notify({ ...notice, refundFen: 1 })).status).toBe(403)
    expect((await notify({ ...notice, tenantId: '200001' })).status).toBe(403)
    expect((await notify({ ...notice, refundNo: 'T0' })).status).toBe(403)
    // What the service signs itself is of a refund there is, and of its amount.
    const { sign: _old, ...values } = notice
    const own = (more: object) => {
      const said = { ...values, ...more }
      return notify({ ...said, sign: signed(KEY, said) })
    }
    expect(await own({ refundFen: 1 })).toMatchObject({ status: 400, msg: '通知的金额与退款不符' })
    expect((await own({ refundNo: 'T0' })).status).toBe(404)
    expect(await ofRefund(refund)).toMatchObject({ refundState: 40 })
  })
})

test('a key is never told', async () => {
  const { data } = await shop.admin.get(`${MALL}/outside/page`)
  expect(JSON.stringify(data)).not.toContain(KEY)
  expect(data.records[0]).toMatchObject({ hasSecretKey: 1 })
})

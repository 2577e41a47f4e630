import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, useTestApp } from '../../../test/harness.ts'
import { MALL, Shop } from '../../../test/shop.ts'
import { fenOf, share, yuanOf } from './order/money.ts'

const app = useTestApp()
let shop: Shop

beforeAll(async () => {
  shop = await Shop.open(app())
})

describe('money', () => {
  test.each([
    ['39.50', 3950],
    ['0.1', 10],
    ['-0.05', -5],
    ['99999999.99', 9_999_999_999],
    [null, 0],
  ])('%s yuan are %i fen', (yuan, fen) => {
    expect(fenOf(yuan)).toBe(fen)
    if (yuan && yuan.includes('.') && yuan.split('.')[1]?.length === 2) expect(yuanOf(fen)).toBe(yuan)
  })

  test('shares add up, whatever the weights', () => {
    expect(share(100, [1, 1, 1])).toEqual([33, 33, 34])
    expect(share(-100, [1, 1, 1])).toEqual([-33, -33, -34])
    expect(share(5, [0, 0])).toEqual([0, 5])
    expect(share(9_999_999_999, [9_999_999_999, 1])).toEqual([9_999_999_998, 1])
  })
})

describe('a new order', () => {
  test('is priced by the server, whatever the body says, and holds its books', async () => {
    const one = await shop.book({ price: '19.90', giveIntegral: 2 })
    const two = await shop.book({ price: '0.05', stock: 3 })
    const parentId = await shop.parent()
    const cheat = { payPrice: '0.01', totalPrice: '0.01', orderStatus: 30, givePoint: 999 }
    const order = await shop.order(
      parentId,
      [
        [one, 2],
        [two, 3],
      ],
      cheat,
    )
    expect(order).toMatchObject({
      totalPrice: '39.95',
      pointPrice: '0.00',
      payPrice: '39.95',
      productCount: 5,
      orderStatus: 0,
      givePoint: 4,
      schoolCode: shop.schoolCode,
      receiverMobile: '139****0001',
      goods: `《${one['bookName']}》×2；《${two['bookName']}》×3`,
    })
    expect(order['orderNo']).toMatch(/^D\d{18}$/)
    expect(await shop.stock(one)).toEqual([10, 2, 0])
    expect(await shop.stock(two)).toEqual([3, 3, 0])
    expect(
      await shop.refusal(
        'orderManage/save',
        shop.orderBody(parentId, [
          [one, 1],
          [two, 1],
        ]),
      ),
    ).toBe(`《${two['bookName']}》库存不足或已下架`)
    expect(await shop.stock(one)).toEqual([10, 2, 0])
  })

  test('is refused in words where it makes no sense, and nothing is held', async () => {
    const book = await shop.book()
    const parentId = await shop.parent()
    const refused = (items: unknown, more: object = {}) =>
      shop.refusal('orderManage/save', { ...shop.orderBody(parentId, [[book, 1]]), items, ...more })
    const line = { bookId: book['id'], count: 1 }
    expect(await refused([])).toBe('请选择图书')
    expect(await refused('x')).toBe('商品明细应为列表')
    expect(await refused([null])).toBe('商品明细的第1项格式不正确')
    expect(await refused([line, line])).toBe('同一种图书只列一行')
    expect(await refused([{ ...line, count: -1 }])).toBe('第1行的数量应为1到999')
    expect(await refused([{ ...line, count: 1.5 }])).toBe('第1行的数量应为1到999')
    expect(await refused([line, { bookId: '1', count: 1 }])).toBe('第2行的图书不存在或已下架')
    expect(await refused([line], { receiverMobile: '12345' })).toBe('手机号码长度不为11位')
    expect(await refused([line], { provinceCode: '510000', cityCode: '440100' })).toBe('市不在所选的省内')
    expect(await refused([line], { cityCode: '510100', districtCode: '510201' })).toBe('区县不在所选的市内')
    expect(await refused([line], { usePoint: 1 })).toBe('这些图书最多可用0积分')
    await shop.done('userparentinfo/update', { id: parentId, isEnabled: 0 })
    expect(await refused([line])).toBe('家长账号已停用')
    expect(await shop.stock(book)).toEqual([10, 0, 0])
  })

  test('points pay a part: within what books and settings allow, spread to the fen', async () => {
    const one = await shop.book({ price: '10.01', integralPrice: 400 })
    const two = await shop.book({ price: '20.00', integralPrice: 400 })
    const parentId = await shop.parent(1000)
    const body = (usePoint: number) =>
      shop.orderBody(
        parentId,
        [
          [one, 1],
          [two, 1],
        ],
        { usePoint },
      )
    expect(await shop.refusal('orderManage/save', body(801))).toBe('这些图书最多可用800积分')
    const order = await shop.save('orderManage', body(700))
    expect(order).toMatchObject({ totalPrice: '30.01', pointPrice: '7.00', payPrice: '23.01', usePoint: 700 })
    expect(order['items']).toMatchObject([
      { pointPrice: '2.33', usePoint: 233, payPrice: '7.68' },
      { pointPrice: '4.67', usePoint: 467, payPrice: '15.33' },
    ])
    expect(await shop.points(parentId)).toBe(300)
    expect(await shop.refusal('orderManage/save', body(400))).toBe('积分不足')
    await shop.done('orderManage/cancel', { id: order['id'] })
    expect(await shop.points(parentId)).toBe(1000)
  })

  test('of a book that is off the shelf or removed is refused, and so are no pieces or too many', async () => {
    const off = await shop.book({ isOnShelf: 0 })
    const gone = await shop.book()
    await shop.done(`bookinfo/remove?ids=${gone['id']}`, {})
    const many = await shop.book({ stock: 2000 })
    const parentId = await shop.parent()
    const refused = (book: Record<string, unknown>, count: number) =>
      shop.refusal(
        'orderManage/save',
        shop.orderBody(parentId, [
          [many, 1],
          [book, count],
        ]),
      )
    expect(await refused(off, 1)).toBe('第2行的图书不存在或已下架')
    expect(await refused(gone, 1)).toBe('第2行的图书不存在或已下架')
    expect(await refused(off, 0)).toBe('第2行的数量应为1到999')
    expect(await refused(off, 1000)).toBe('第2行的数量应为1到999')
    expect(await shop.stock(many)).toEqual([2000, 0, 0])
    const order = await shop.order(parentId, [[many, 999]])
    expect(order).toMatchObject({ productCount: 999, payPrice: '29970.00' })
    expect(await shop.stock(many)).toEqual([2000, 999, 0])
  })

  test('of twenty who want the last five books at once, five get one', async () => {
    const book = await shop.book({ stock: 5 })
    const parentId = await shop.parent()
    const body = shop.orderBody(parentId, [[book, 1]])
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => shop.admin.post(`${MALL}/orderManage/save`, body)),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(5)
    expect(await shop.stock(book)).toEqual([5, 5, 0])
  })
})

describe('the way of an order', () => {
  test('paid, shipped, received: stock leaves once, points come once', async () => {
    const book = await shop.book({ giveIntegral: 5 })
    const parentId = await shop.parent()
    const order = await shop.order(parentId, [[book, 2]])
    const payment = { id: order['id'], payChannel: 1, transactionId: 'T1', payPrice: '60.00' }
    expect(await shop.refusal('orderManage/pay', { ...payment, payPrice: '59.99' })).toBe('应付60.00元，登记的金额不符')
    expect(await shop.refusal('orderManage/pay', { ...payment, payChannel: 4 })).toBe(
      '积分在下单时使用，不能登记为付款',
    )
    expect(await shop.refusal('orderManage/ship', { id: order['id'], expressCode: 'none' })).toBe(
      '当前状态为「待支付」，不能发货',
    )
    for (let times = 0; times < 3; times += 1)
      expect(await shop.done('orderManage/pay', payment)).toMatchObject({ orderStatus: 10, payChannel: 1 })
    expect(await shop.points(parentId)).toBe(10)
    expect(await shop.refusal('orderManage/pay', { ...payment, transactionId: 'T2' })).toBe(
      '当前状态为「待发货」，不能登记付款',
    )
    const other = await shop.order(parentId, [[book, 2]])
    expect(await shop.refusal('orderManage/pay', { ...payment, id: other['id'] })).toBe(
      `该支付流水号已登记在订单${order['orderNo']}上`,
    )
    expect(await shop.refusal('orderManage/cancel', { id: order['id'] })).toBe('当前状态为「待发货」，不能取消订单')
    expect(await shop.refusal('orderManage/ship', { id: order['id'], expressCode: 'sf' })).toBe('请输入快递单号')
    expect(await shop.ship(order)).toMatchObject({ orderStatus: 20, expressNo: 'SF1' })
    expect(await shop.stock(book)).toEqual([8, 2, 2])
    expect(await shop.receive(order)).toMatchObject({ orderStatus: 30 })
    expect(await shop.refusal('orderManage/receive', { id: order['id'] })).toBe('当前状态为「已完成」，不能确认收货')
  })

  test('a change of price once, before it is paid, and something is left to pay', async () => {
    const book = await shop.book({ price: '10.00' })
    const order = await shop.order(await shop.parent(), [[book, 3]])
    const reprice = (adjustPrice: string) => ({ id: order['id'], adjustPrice })
    expect(await shop.refusal('orderManage/reprice', reprice('0'))).toBe('加减金额不能为0')
    expect(await shop.refusal('orderManage/reprice', reprice('-30'))).toBe('改价后实付须大于0')
    const cheaper = await shop.done('orderManage/reprice', reprice('-0.10'))
    expect(cheaper).toMatchObject({ totalPrice: '30.00', adjustPrice: '-0.10', payPrice: '29.90' })
    expect(await shop.refusal('orderManage/reprice', reprice('1'))).toBe('订单只能改价一次')
    await shop.pay(cheaper)
    expect(await shop.refusal('orderManage/reprice', reprice('1'))).toBe('当前状态为「待发货」，不能改价')
  })

  test('the address changes until it is sent, afterwards only the number of the parcel', async () => {
    const book = await shop.book()
    const order = await shop.order(await shop.parent(), [[book, 1]])
    const update = 'orderlogisticsaddress/update'
    const moved = await shop.done(update, {
      orderId: order['id'],
      detailAddress: '云川市东湖区新址2号',
      receiverMobile: '',
    })
    expect(moved).toMatchObject({ detailAddress: '云川市东湖区***', receiverMobile: '139****0001' })
    expect(await shop.refusal(update, { id: order['id'], receiverMobile: '12' })).toBe('手机号码长度不为11位')
    expect(await shop.refusal(update, { id: order['id'], expressNo: 'SF9' })).toBe(
      '当前状态为「待支付」，不能修改快递单号',
    )
    await shop.pay(order)
    await shop.ship(order)
    const sent = await shop.find('orderManage', order['id'])
    expect(await shop.refusal(update, { id: order['id'], detailAddress: '太晚了' })).toBe(
      '当前状态为「已发货」，不能修改收货地址',
    )
    expect(await shop.find('orderManage', order['id'])).toEqual(sent)
    expect(await shop.done(update, { id: order['id'], expressNo: 'SF9' })).toMatchObject({ expressNo: 'SF9' })
    expect(await shop.refusal(update, { expressNo: 'SF9' })).toBe('请选择订单')
  })

  test('each step stands in the log by its name, with what it changed', async () => {
    const book = await shop.book()
    const order = await shop.order(await shop.parent(), [[book, 1]])
    const { id } = order
    const cheaper = await shop.done('orderManage/reprice', { id, adjustPrice: '-1' })
    await shop.pay(cheaper)
    await shop.done('orderlogisticsaddress/update', { id, detailAddress: '云川市东湖区新址2号' })
    await shop.ship(order)
    await shop.receive(order)
    const other = await shop.order(await shop.parent(), [[book, 1]])
    await shop.done('orderManage/cancel', { id: other['id'] })
    const logged = await sql<Record<string, unknown>>`select call, title, old_values, new_values from operation_log
      where row_id = any(${[id, other['id']]}::text[]) and call <> 'orderManage.add' order by id`.execute(shop.admin.db)
    const steps = logged.rows
    expect(steps.map(({ call, title }) => [call, title])).toEqual([
      ['orderManage.reprice', '改价'],
      ['orderManage.pay', '登记付款'],
      ['orderManage.readdress', '修改收货地址'],
      ['orderManage.ship', '发货'],
      ['orderManage.receive', '确认收货'],
      ['orderManage.cancel', '取消订单'],
    ])
    expect(steps[1]).toMatchObject({
      oldValues: { payChannel: null, transactionId: null },
      newValues: { payChannel: 3, transactionId: `wx${id}` },
    })
    expect(steps[3]?.['newValues']).toMatchObject({ expressCode: 'sf', expressNo: 'SF1' })
    expect(steps[5]?.['newValues']).toMatchObject({ cancelType: 30 })
  })

  test('an address typed as it was changes nothing, also of an order on its way', async () => {
    const order = await shop.ship(await shop.pay(await shop.order(await shop.parent(), [[await shop.book(), 1]])))
    const before = await shop.find('orderManage', order['id'])
    const same = { id: order['id'], receiverName: '李雨', detailAddress: '云川市读书路1号', expressNo: 'SF1' }
    expect(await shop.done('orderlogisticsaddress/update', same)).toMatchObject({ id: order['id'], orderStatus: 20 })
    expect(await shop.find('orderManage', order['id'])).toEqual(before)
  })

  test('the number of one way to pay may stand in another; what is handed over needs no number', async () => {
    const book = await shop.book()
    const parentId = await shop.parent()
    const [one, two] = [await shop.order(parentId, [[book, 1]]), await shop.order(parentId, [[book, 1]])]
    const payment = { transactionId: 'SHARED', payPrice: '30.00' }
    await shop.done('orderManage/pay', { ...payment, id: one['id'], payChannel: 1 })
    const paid = await shop.done('orderManage/pay', { ...payment, id: two['id'], payChannel: 2 })
    expect(paid).toMatchObject({ orderStatus: 10, payChannel: 2 })
    expect(await shop.refusal('orderManage/pay', { ...payment, id: two['id'], payChannel: 3 })).toBe(
      '当前状态为「待发货」，不能登记付款',
    )
    const sent = await shop.done('orderManage/ship', { id: two['id'], expressCode: 'none' })
    expect(sent).toMatchObject({ orderStatus: 20, expressCode: 'none', expressNo: null })
  })

  test('who has a book open is told that pieces have left, and may go on while they are only held', async () => {
    const book = await shop.book()
    const { id } = book
    const update = (updateTime: unknown) =>
      shop.admin.post(`${MALL}/bookinfo/update`, { id, updateTime, author: '某人', stock: 10 })
    const order = await shop.pay(await shop.order(await shop.parent(), [[book, 1]]))
    const other = await shop.order(await shop.parent(), [[book, 1]])
    await shop.done('orderManage/cancel', { id: other['id'] })
    const saved = await update(book['updateTime'])
    expect(saved.msg).toBe('操作成功')
    await shop.ship(order)
    const late = await update(saved.data.updateTime)
    expect([late.status, late.code]).toEqual([409, 409])
    expect(await shop.stock(book)).toEqual([9, 0, 1])
  })

  test('removing an unpaid order cancels it; one that is paid stays', async () => {
    const book = await shop.book()
    const order = await shop.order(await shop.parent(), [[book, 1]])
    const paid = await shop.pay(await shop.order(await shop.parent(), [[book, 1]]))
    expect(await shop.refusal(`orderManage/remove?ids=${paid['id']}`, {})).toBe('当前状态为「待发货」，不能删除')
    await shop.done(`orderManage/remove?ids=${order['id']}`, {})
    expect(await shop.stock(book)).toEqual([10, 1, 0])
    await shop.done(`orderManage/restore?ids=${order['id']}`, {})
    expect(await shop.find('orderManage', order['id'])).toMatchObject({ orderStatus: 40, cancelType: 30 })
    await shop.done(`orderManage/remove?ids=${order['id']}`, {})
    expect(await shop.stock(book)).toEqual([10, 1, 0])
  })

  test('keep their parent until they end; a removed one neither orders nor asks for money back', async () => {
    const book = await shop.book({ integralPrice: 100 })
    const parentId = await shop.parent(100)
    const remove = `userparentinfo/remove?ids=${parentId}`
    const stays = ({ orderNo }: Record<string, unknown>) => `「小雨妈妈」还有未完成的订单${orderNo}，不能删除`
    const order = await shop.order(parentId, [[book, 1]], { usePoint: 100 })
    expect(await shop.refusal(remove, {})).toBe(stays(order))
    await shop.done('orderManage/cancel', { id: order['id'] })
    expect(await shop.points(parentId)).toBe(100)
    const bought = await shop.pay(await shop.order(parentId, [[book, 2]]))
    expect(await shop.refusal(remove, {})).toBe(stays(bought))
    await shop.ship(bought)
    expect(await shop.refusal(remove, {})).toBe(stays(bought))
    await shop.receive(bought)
    const { refundNo, id } = await shop.applyFor(bought, book, '10.00')
    expect(await shop.refusal(remove, {})).toBe(`「小雨妈妈」还有未完成的退款${refundNo}，不能删除`)
    await shop.done(`orderrefund/remove?ids=${id}`, {})
    await shop.done(remove, {})
    expect(await shop.refusal('orderrefund/save', shop.refundBody(bought, book, '10.00'))).toBe(
      '家长账号已被删除，请先恢复',
    )
    await shop.done(`userparentinfo/restore?ids=${parentId}`, {})
    await shop.applyFor(bought, book, '10.00')
  })

  test('of an order and the removal of its parent at one moment one is kept', async () => {
    const book = await shop.book()
    for (let round = 0; round < 10; round += 1) {
      const parentId = await shop.parent()
      const [order, removal] = await Promise.all([
        shop.admin.post(`${MALL}/orderManage/save`, shop.orderBody(parentId, [[book, 1]])),
        shop.admin.post(`${MALL}/userparentinfo/remove?ids=${parentId}`),
      ])
      expect([order.status, removal.status].filter((status) => status === 200)).toHaveLength(1)
      if (order.status === 200) await shop.done('orderManage/cancel', { id: order.data.id })
    }
  })
})

describe('who', () => {
  test('schools see their own orders; without the right nobody ships', async () => {
    const book = await shop.book()
    const order = await shop.pay(await shop.order(await shop.parent(), [[book, 1]]))
    const school = (schoolCode: string, ...permissions: string[]): Promise<Client> =>
      app().user({ role: 'school', schoolCode, permissions })
    const clerk = await school(shop.schoolCode, 'ordermanage_view')
    const stranger = await school('12510100000000008X', 'ordermanage_view', 'ordermanage_ship')
    expect((await clerk.get(`${MALL}/orderManage/detail`, { id: order['id'] })).data['id']).toBe(order['id'])
    expect((await stranger.get(`${MALL}/orderManage/detail`, { id: order['id'] })).data).toEqual({})
    const ship = { id: order['id'], expressCode: 'none' }
    expect((await clerk.post(`${MALL}/orderManage/ship`, ship)).status).toBe(403)
    expect((await stranger.post(`${MALL}/orderManage/ship`, ship)).status).toBe(404)
  })

  test('the general mall answers with the same orders', async () => {
    const book = await shop.book()
    const made = await shop.admin.post('/api/blade-mall/order/submit', shop.orderBody(await shop.parent(), [[book, 1]]))
    const { id, orderNo } = made.data
    const page = (await shop.admin.get(`${MALL}/orderManage/page`, { orderNo })).data
    const list = (await shop.admin.get('/api/blade-mall/order/list', { orderNo })).data
    expect(list).toEqual(page)
    expect((await shop.admin.get('/api/blade-mall/order/detail', { id })).data).toEqual(page.records[0])
    expect((await shop.admin.post(`/api/blade-mall/order/remove?ids=${id}`)).code).toBe(200)
  })
})

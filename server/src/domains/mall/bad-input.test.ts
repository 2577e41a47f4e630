import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '../../../test/harness.ts'
import { MALL, Shop } from '../../../test/shop.ts'

const app = useTestApp()
type Row = Record<string, any>
let shop: Shop
let book: Row
let paid: Row

beforeAll(async () => {
  shop = await Shop.open(app())
  book = await shop.book({ isbn: '9787544270878' })
  paid = await shop.pay(await shop.order(await shop.parent(), [[book, 2]]))
})

/** Every row of the shop, as it lies in the database. */
async function everything(): Promise<string> {
  const tables = [
    'mall_book',
    'mall_order',
    'mall_order_refund',
    'mall_parent',
    'mall_integral_record',
    'mall_vote_set',
    'mall_vote',
  ]
  const texts = await Promise.all(
    tables.map((table) =>
      sql<Row>`select string_agg(t::text, chr(10) order by id) as rows from ${sql.table(table)} t`.execute(
        shop.admin.db,
      ),
    ),
  )
  return JSON.stringify(texts.map(({ rows }) => rows))
}

/** What is said to it, when nothing has come of it. */
async function refused(path: string, body: object): Promise<string> {
  const before = await everything()
  const answer = await shop.admin.post(`${MALL}/${path}`, body)
  expect([400, 409]).toContain(answer.status)
  expect(await everything()).toBe(before)
  return answer.msg
}

test('a negative price, of a new book and of one there is', async () => {
  const { bookName, classId } = book
  const values = { bookName: `${bookName}二`, classId, bookType: 1, stock: 1 }
  expect(await refused('bookinfo/save', { ...values, price: '-0.01' })).toBe('售价不能小于0')
  expect(await refused('bookinfo/update', { id: book['id'], price: '-30.00' })).toBe('售价不能小于0')
  expect(await refused('bookinfo/update', { id: book['id'], marketPrice: '-1' })).toBe('定价不能小于0')
  expect(await refused('bookinfo/update', { id: book['id'], price: '3.333' })).toContain('售价')
})

test('an ISBN of which one digit is wrong', async () => {
  const said = 'ISBN格式不正确，请核对校验位'
  expect(await refused('bookinfo/update', { id: book['id'], isbn: '9787544270879' })).toBe(said)
  expect(await refused('bookinfo/update', { id: book['id'], isbn: '7-5442-7087-X' })).toBe(said)
})

test('a vote after its end, whether somebody has closed it or its time is over', async () => {
  const times = { startTime: '2020-01-01 00:00:00', endTime: '2099-01-01 00:00:00' }
  const rules = { voteType: 1, minChoices: 1, maxChoices: 1, limitMode: 1, limitCount: 1, showResult: 0 }
  const { id } = await shop.save('voteset', { title: '最爱的书', optionTitles: '甲\n乙', ...times, ...rules })
  await shop.done('voteset/open', { id })
  const ballot = { id, parentId: await shop.parent(), optionIds: ['1'] }
  await sql`update mall_vote_set set end_time = localtimestamp(0) - interval '1 second' where id = ${id}`.execute(
    shop.admin.db,
  )
  expect(await refused('voteset/vote', ballot)).toBe('投票已经截止')
  await sql`update mall_vote_set set end_time = localtimestamp(0) + interval '1 day' where id = ${id}`.execute(
    shop.admin.db,
  )
  await shop.done('voteset/vote', ballot)
  await shop.done('voteset/close', { id })
  expect(await refused('voteset/vote', { ...ballot, parentId: await shop.parent() })).toBe(
    '当前状态为「已结束」，不能投票',
  )
})

test('another address of an order that is on its way', async () => {
  const order = await shop.ship(await shop.pay(await shop.order(await shop.parent(), [[book, 1]])))
  const address = { orderId: order['id'], detailAddress: '云川市别处2号' }
  expect(await refused('orderlogisticsaddress/update', address)).toBe('当前状态为「已发货」，不能修改收货地址')
  expect(await refused('orderlogisticsaddress/update', { orderId: order['id'], receiverMobile: '12' })).toBe(
    '手机号码长度不为11位',
  )
})

test('a refund of what is refunded: of a refund, of the same money, of more than is left', async () => {
  const refund = await shop.applyFor(paid, book, '40.00', { count: 1 })
  expect(await refused('orderrefund/save', shop.refundBody(paid, book, '10.00'))).toContain('有处理中的退款')
  const auditor = await app().user({ role: 'administrator' })
  const verdict = { id: refund['id'], auditResult: 1, auditReason: '属实' }
  await shop.done('orderrefund/audit', verdict, auditor)
  await shop.done('orderrefund/confirm', { id: refund['id'], payRefundNo: 'C1' })
  expect(await refused('orderrefund/confirm', { id: refund['id'], payRefundNo: 'C2' })).toBe(
    '当前状态为「退款完成」，不能退款完成',
  )
  expect(await refused('orderrefund/save', shop.refundBody(paid, book, '20.01'))).toBe('最多可退20.00元')
  const ofRefund = shop.refundBody({ id: refund['id'] }, book, '1.00')
  expect(await refused('orderrefund/save', ofRefund)).toContain('订单')
})

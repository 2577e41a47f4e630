import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { useTestApp } from '../../../test/harness.ts'
import { MALL, Shop } from '../../../test/shop.ts'

const app = useTestApp()
const ALWAYS = { startTime: '2020-01-01 00:00:00', endTime: '2099-01-01 00:00:00' }
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
    'mall_activity',
    'mall_collect_record',
    'mall_outside',
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

describe('what makes no sense by itself', () => {
  const activity = { title: '征文', activityType: 1 }
  const vote = {
    title: '评选',
    voteType: 1,
    optionTitles: '甲\n乙',
    minChoices: 1,
    maxChoices: 1,
    limitMode: 1,
    ...ALWAYS,
  }
  const outside = { serviceName: '支付', endpoint: 'https://pay.example.com', isEnabled: 1, secretKey: 'k' }
  const many = Array.from({ length: 501 }, (_none, at) => `选项${at}`).join('\n')

  test.each<[string, object, string]>([
    ['activitymanage', { ...activity, ...ALWAYS, endTime: ALWAYS.startTime }, '结束时间须晚于开始时间'],
    ['voteset', { ...vote, optionTitles: many }, '最多500个选项'],
    ['voteset', { ...vote, minChoices: 3, maxChoices: 3 }, '至少选的多于选项'],
    ['outside', { ...outside, useFor: 1 }, '请输入商户号再启用'],
  ])('%s %#', async (name, body, said) => {
    expect(await refused(`${name}/save`, body)).toBe(said)
  })

  test('lines of an order that are too many, or of no book, and an address that is nowhere', async () => {
    const body = shop.orderBody(await shop.parent(), [[book, 1]])
    const lines = (num: number) => Array.from({ length: num }, (_none, at) => ({ bookId: String(at + 1), count: 1 }))
    expect(await refused('orderManage/save', { ...body, items: lines(51) })).toBe('一个订单最多50种图书')
    expect(await refused('orderManage/save', { ...body, items: [{ bookId: 'x', count: 1 }] })).toBe('第1行没有图书')
    expect(await refused('orderManage/save', { ...body, provinceCode: '51' })).toBe('行政区划代码应为6位数字')
  })
})

describe('what comes at the wrong time', () => {
  const at = async (table: string, id: string, times: Partial<typeof ALWAYS>) => {
    for (const [name, time] of Object.entries(times))
      await sql`update ${sql.table(table)} set ${sql.ref(name === 'endTime' ? 'end_time' : 'start_time')} = ${time}
        where id = ${id}`.execute(shop.admin.db)
  }
  const OVER = { endTime: '2020-01-02 00:00:00' }
  const AHEAD = { startTime: '2098-01-01 00:00:00' }

  test('a ballot before the vote begins, without options, or of a parent who is shut out', async () => {
    const rules = { voteType: 1, minChoices: 1, maxChoices: 1, limitMode: 1, showResult: 0 }
    const { id } = await shop.save('voteset', { title: '未开始', optionTitles: '甲\n乙', ...rules, ...ALWAYS })
    await shop.done('voteset/open', { id })
    const ballot = { id, parentId: await shop.parent(), optionIds: ['1'] }
    expect(await refused('voteset/vote', { ...ballot, optionIds: 'x' })).toBe('选项应为列表')
    await shop.done('userparentinfo/update', { id: ballot.parentId, isEnabled: 0 })
    expect(await refused('voteset/vote', ballot)).toBe('家长账号已停用')
    await shop.done('userparentinfo/update', { id: ballot.parentId, isEnabled: 1 })
    await at('mall_vote_set', id, AHEAD)
    expect(await refused('voteset/vote', ballot)).toBe('投票还没有开始')
    await at('mall_vote_set', id, ALWAYS)
    await shop.done('voteset/vote', ballot)
  })

  test('a vote that is over, or that has less to choose from than is to be chosen, is not opened', async () => {
    const { id: activityId } = await shop.save('activitymanage', {
      title: '评选',
      activityType: 1,
      ...ALWAYS,
      needAudit: 0,
    })
    await shop.done('activitymanage/publish', { id: activityId })
    const rules = {
      title: '选作品',
      voteType: 1,
      activityId,
      minChoices: 3,
      maxChoices: 3,
      limitMode: 1,
      showResult: 0,
    }
    const { id } = await shop.save('voteset', { ...rules, ...ALWAYS })
    const open = () => refused('voteset/open', { id })
    expect(await open()).toBe('活动通过并公开的作品不足两件，还不能投票')
    for (const no of ['1', '2']) {
      const work = { activityId, workNo: `BAD${no}`, title: no, workType: 1, studentName: `李${no}`, isPublic: 1 }
      await shop.save('collectrecord', { ...work, schoolCode: shop.schoolCode })
    }
    expect(await open()).toBe('至少选的多于选项')
    await at('mall_vote_set', id, OVER)
    expect(await open()).toBe('结束时间已过，请先修改结束时间')
  })

  test('an activity that is over is not published; a work comes neither early nor from who is not asked', async () => {
    const save = (more: object) =>
      shop.save('activitymanage', { title: '征文', activityType: 1, ...ALWAYS, ...more }).then(({ id }) => id as string)
    const late = await save({})
    await at('mall_activity', late, OVER)
    expect(await refused('activitymanage/publish', { id: late })).toBe('结束时间已过，请先修改结束时间')
    const elsewhere = await Shop.open(app(), 8)
    const id = await save({ schoolCodes: [elsewhere.schoolCode] })
    await shop.done('activitymanage/publish', { id })
    const work = { activityId: id, workNo: 'BAD9', title: '秋夜', workType: 1, studentName: '李雨' }
    const send = () => refused('collectrecord/save', { ...work, schoolCode: shop.schoolCode })
    expect(await send()).toBe('该学校不参加这个活动')
    await at('mall_activity', id, AHEAD)
    expect(await send()).toBe('活动还没有开始')
  })

  test('goods of a refund that sends none back', async () => {
    const order = await shop.ship(await shop.pay(await shop.order(await shop.parent(), [[book, 1]])))
    expect(await refused('orderrefund/save', shop.refundBody(order, book, '1.00', { way: 20 }))).toBe('请填写退回数量')
  })
})

test('points that are no whole fen, or more of the price than points may pay', async () => {
  const set = (paramKey: string, paramValue: string) =>
    shop.admin.post('/api/blade-system/param/submit', { paramName: paramKey, paramKey, paramValue })
  const dear = await shop.book({ price: '10.00', integralPrice: 1000 })
  const body = shop.orderBody(await shop.parent(1000), [[dear, 1]])
  expect((await set('mall.pointPercent', '50')).msg).toBe('操作成功')
  expect(await refused('orderManage/save', { ...body, usePoint: 501 })).toBe('积分最多抵商品总额的50%')
  expect((await set('mall.pointsPerYuan', '300')).msg).toBe('操作成功')
  expect(await refused('orderManage/save', { ...body, usePoint: 301 })).toBe('300积分抵1元，所用积分须抵整分')
})

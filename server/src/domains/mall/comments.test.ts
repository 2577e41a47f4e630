import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '../../../test/harness.ts'
import { MALL, Shop } from '../../../test/shop.ts'
import { BIZ } from './points.ts'

/* Comments on books: of whom they are, how they are judged and answered, and the points they earn. */

const app = useTestApp()
let shop: Shop

beforeAll(async () => {
  shop = await Shop.open(app())
})

async function received() {
  const book = await shop.book()
  const parentId = await shop.parent()
  const order = await shop.receive(await shop.ship(await shop.pay(await shop.order(parentId, [[book, 1]]))))
  return { book, parentId, order, body: { orderId: order['id'], bookId: book['id'], score: 5, content: '很好看' } }
}

test('comments are of who received the book, once, and earn points once when they pass', async () => {
  const { parentId, body, book } = await received()
  const early = await shop.pay(await shop.order(parentId, [[book, 1]]))
  const refused = (more: object) => shop.refusal('bookcommentreply/save', { ...body, ...more })
  expect(await refused({ orderId: early['id'] })).toBe('当前状态为「待发货」，不能评论')
  expect(await refused({ bookId: (await shop.book())['id'] })).toBe('订单中没有这种图书')
  expect(await refused({ score: 6 })).toContain('评分')
  const comment = await shop.save('bookcommentreply', body)
  expect(comment).toMatchObject({ parentId, auditStatus: 0, schoolCode: shop.schoolCode })
  expect(await refused({})).toBe('该订单图书已存在')
  const update = (more: object) => shop.done('bookcommentreply/update', { id: comment['id'], ...more })
  expect(await update({ auditStatus: 1 })).toMatchObject({ auditStatus: 1 })
  expect(await shop.points(parentId)).toBe(5)
  await update({ auditStatus: 2, auditReason: '有广告' })
  expect(await shop.refusal('bookcommentreply/update', { id: comment['id'], auditStatus: 1 })).toBe(
    '当前状态为「已驳回」，不能变为「已通过」',
  )
  expect(await shop.points(parentId)).toBe(5)
})

test('a reply names who wrote it and when, and can be taken back', async () => {
  const { body } = await received()
  const { id } = await shop.save('bookcommentreply', body)
  const replied = await shop.done('bookcommentreply/update', { id, replyContent: '谢谢您的评论' })
  expect(replied['replyUser']).not.toBeNull()
  expect(replied['replyTime']).toMatch(/^20/)
  const again = await shop.done('bookcommentreply/update', { id, isVisible: 0 })
  expect(again).toMatchObject({ replyContent: '谢谢您的评论', isVisible: 0, replyTime: replied['replyTime'] })
  expect(await shop.done('bookcommentreply/update', { id, replyContent: '' })).toMatchObject({ replyTime: null })
})

test('a comment earns as much as is set when it passes, and nothing where comments earn nothing', async () => {
  const passed = async () => {
    const { parentId, body } = await received()
    const { id } = await shop.save('bookcommentreply', body)
    expect(await shop.done('bookcommentreply/update', { id, auditStatus: 1 })).toMatchObject({ auditStatus: 1 })
    return { id, parentId }
  }
  const params = '/api/blade-system/param'
  const param = { paramName: '评论', paramKey: 'mall.commentPoint', paramValue: '7' }
  const { data } = await shop.admin.post(`${params}/submit`, param)
  const seven = await passed()
  const page = await shop.admin.get(`${MALL}/userparentinfo/getIntegralRecordPage`, { parentId: seven.parentId })
  expect(page.data.records).toMatchObject([{ point: 7, bizType: BIZ.comment, bizId: seven.id, title: '评论图书' }])
  const set = await shop.admin.post(`${params}/submit`, { id: data.id, paramValue: '0' })
  expect(set.msg).toBe('操作成功')
  const nothing = await passed()
  expect(await shop.points(nothing.parentId)).toBe(0)
})

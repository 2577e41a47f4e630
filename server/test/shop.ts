import { creditCheckCharacter } from '@xueheng/contract/derive/check.ts'
import { expect } from 'vitest'
import type { Client, TestApp } from './harness.ts'

export const MALL = '/api/yzl-book-mall-admin'
type Row = Record<string, any>

/** Whole fen of an amount in yuan, apart from how the program counts them. */
export function fen(yuan: string): number {
  return Math.round(Number(yuan) * 100)
}

/** A shop to order from: a school, parents with points, books on the shelf, and people who keep it. */
export class Shop {
  private made = 0

  private constructor(
    readonly admin: Client,
    readonly schoolCode: string,
  ) {}

  static async open(app: TestApp, no = 7): Promise<Shop> {
    const admin = await app.user({ role: 'administrator' })
    const first = `12510100${String(no).padStart(9, '0')}`
    const schoolCode = first + creditCheckCharacter(first)
    const [area] = (await admin.get('/api/blade-system/dict-biz/dictionary', { code: 'exam_area' })).data
    const school = { schoolCode, schoolName: `书城学校${no}`, areaCode: area.dictKey, schoolType: '4', sort: 1 }
    await admin.post('/api/bigdata-service/basicschool/submit', school)
    return new Shop(admin, schoolCode)
  }

  async save(name: string, body: object): Promise<Row> {
    const answer = await this.admin.post(`${MALL}/${name}/save`, body)
    expect(answer.msg).toBe('操作成功')
    return answer.data
  }

  /** What a step answers, done. */
  async done(path: string, body: object, user = this.admin): Promise<Row> {
    const answer = await user.post(`${MALL}/${path}`, body)
    expect([path, answer.msg]).toEqual([path, '操作成功'])
    return answer.data
  }

  /** Why a step is refused. */
  async refusal(path: string, body: object, user = this.admin): Promise<string> {
    const answer = await user.post(`${MALL}/${path}`, body)
    expect([path, answer.code]).not.toEqual([path, 200])
    return answer.msg
  }

  async parent(points = 0): Promise<string> {
    const { id } = await this.save('userparentinfo', {
      nickname: '小雨妈妈',
      schoolCode: this.schoolCode,
      isEnabled: 1,
    })
    if (points) {
      const grant = { parentId: id, point: points, requestId: `grant${id}`, description: '活动奖励' }
      await this.done('userparentinfo/adjustIntegral', grant)
    }
    return id
  }

  async book(more: object = {}): Promise<Row> {
    this.made += 1
    const { id: classId } = await this.save('bookclass', { className: `书架${this.schoolCode}${this.made}` })
    const shelved = { isOnShelf: 1, coverUrl: '/a.png', bookType: 1 }
    return this.save('bookinfo', {
      bookName: `书${this.made}`,
      classId,
      price: '30.00',
      stock: 10,
      ...shelved,
      ...more,
    })
  }

  orderBody(parentId: string, lines: [Row, number][], more: object = {}): Row {
    const items = lines.map(([book, count]) => ({ bookId: book['id'], count }))
    const receiver = { receiverName: '李雨', receiverMobile: '13900000001', detailAddress: '云川市读书路1号' }
    return { parentId, items, ...receiver, ...more }
  }

  order(parentId: string, lines: [Row, number][], more: object = {}): Promise<Row> {
    return this.save('orderManage', this.orderBody(parentId, lines, more))
  }

  pay(order: Row, payChannel = 3): Promise<Row> {
    const { id, payPrice } = order
    return this.done('orderManage/pay', { id, payChannel, transactionId: `wx${id}`, payPrice })
  }

  ship(order: Row): Promise<Row> {
    return this.done('orderManage/ship', { id: order['id'], expressCode: 'sf', expressNo: 'SF1' })
  }

  async receive(order: Row): Promise<Row> {
    return this.done('orderManage/receive', { id: order['id'] })
  }

  /** Stock, held, sold. */
  async stock({ id }: Row): Promise<number[]> {
    const { data } = await this.admin.get(`${MALL}/bookinfo/detail`, { id })
    return [data.stock, data.lockStock, data.salesCount]
  }

  async points(parentId: string): Promise<number> {
    return (await this.admin.get(`${MALL}/userparentinfo/getIntegralRecordPage`, { parentId })).data.balance
  }

  async find(name: string, id: string): Promise<Row> {
    return (await this.admin.get(`${MALL}/${name}/detail`, { id })).data
  }

  refundBody(order: Row, book: Row, refundPrice: string, more: object = {}): Row {
    return { orderId: order['id'], bookId: book['id'], refundPrice, count: 0, way: 10, applyReason: 1, ...more }
  }

  applyFor(order: Row, book: Row, refundPrice: string, more: object = {}): Promise<Row> {
    return this.save('orderrefund', this.refundBody(order, book, refundPrice, more))
  }
}

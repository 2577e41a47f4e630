import type { OrderLine } from '@xueheng/contract/domains/mall/order.ts'
import { sql } from 'kysely'
import { createRandom } from '../src/demo/random.ts'
import { type Client, TENANT, type TestApp } from './harness.ts'
import { Shop, fen } from './shop.ts'
import { type PayService, startPayService } from './stand-ins/pay-service.ts'
import { sendRefunds } from '../src/domains/mall/refund/send.ts'

type Row = Record<string, any>

/** One order and one refund as the rules know them, told by what was done and not by the program. */
export interface KnownOrder {
  status: number
  price: number
  paid: number
  back: number
  /** Points it was paid with, and those of them that have gone back. */
  points: number
  pointsBack: number
  /** Ordered, and of those what has left and not come back. */
  pieces: number
  sent: number
}
export interface KnownRefund {
  orderId: string
  way: number
  price: number
  points: number
  count: number
  status: number
}

/** Something that is tried: at an order or a refund, once or by two at the same moment. */
export interface Act {
  name: string
  orderId: string
  refundId?: string
  run(): Promise<Row>
}

/** Which states a step is for, and where it leads; written down from the rules of the shop, not read from the program. */
export const ORDER_STEPS: Record<string, { from: number[]; to?: number }> = {
  pay: { from: [0], to: 10 },
  reprice: { from: [0] },
  cancel: { from: [0], to: 40 },
  ship: { from: [10], to: 20 },
  receive: { from: [20], to: 30 },
  remove: { from: [0, 40], to: 40 },
  readdress: { from: [0, 10] },
  ask: { from: [10, 20, 30] },
}
export const REFUND_STEPS: Record<string, { from: number[]; to: number }> = {
  refuse: { from: [10], to: 62 },
  withdraw: { from: [10, 20, 30], to: 61 },
  sendBack: { from: [20], to: 30 },
  takeGoods: { from: [30], to: 40 },
  refuseGoods: { from: [30], to: 63 },
  retry: { from: [40], to: 40 },
  confirm: { from: [40], to: 50 },
  notify: { from: [40], to: 50 },
}

const PREFIXES = ['/api/yzl-book-mall-admin', '/api/yzl-mall-admin', '/api/blade-read-admin']
const PRICES = ['9.99', '0.01', '30.00', '123.45']
const PARENTS = 3
export const STOCK = 400
const KEY = 'walk-key'
/** Most steps are tried at what is under way; some at whatever there ever was. */
const UNDER_WAY = 12

/** A shop in which somebody does one thing after the other, sensible or not. */
export class ShopWalk {
  readonly orders = new Map<string, KnownOrder>()
  readonly refunds = new Map<string, KnownRefund>()
  readonly books: Row[] = []
  readonly parents: string[] = []
  /** Pieces that came into the house after the start, by book. */
  readonly restocked = new Map<string, number>()
  private readonly lines = new Map<string, OrderLine[]>()
  private readonly random
  private made = 0

  private constructor(
    readonly shop: Shop,
    private readonly auditor: Client,
    private readonly app: TestApp,
    readonly service: PayService,
    seed: string,
  ) {
    this.random = createRandom(seed)
  }

  static async open(app: TestApp, seed: string): Promise<ShopWalk> {
    const service = await startPayService(KEY)
    const shop = await Shop.open(app)
    const walk = new ShopWalk(shop, await app.user({ role: 'administrator' }), app, service, seed)
    const outside = { serviceName: '支付', useFor: 1, endpoint: service.endpoint, merchantNo: 'M1', isEnabled: 1 }
    await shop.save('outside', { ...outside, secretKey: KEY })
    for (const [no, price] of PRICES.entries())
      walk.books.push(await shop.book({ price, stock: STOCK, giveIntegral: no * 3, integralPrice: 100 }))
    for (let no = 0; no < PARENTS; no += 1) walk.parents.push(await shop.parent(5000))
    return walk
  }

  private post(path: string, body: object = {}, user = this.shop.admin): Promise<Row> {
    return user.post(`${this.random.pick(PREFIXES)}/${path}`, body)
  }

  private one(ids: string[]): string {
    if (ids.length === 0) return '1'
    return this.random.pick(this.random.chance(0.9) ? ids.slice(-UNDER_WAY) : ids)
  }

  /** Something the step `name` may be for, mostly; else anything. */
  private target(rows: Map<string, { status: number }>, name: string): string {
    const { from } = ORDER_STEPS[name] ?? REFUND_STEPS[name] ?? { from: [10] }
    const late = [...rows].slice(-UNDER_WAY * 2)
    const fitting = late.flatMap(([id, { status }]) => (from.includes(status) ? [id] : []))
    return fitting.length > 0 && this.random.chance(0.75) ? this.random.pick(fitting) : this.one([...rows.keys()])
  }

  /** What is tried next: one thing, the same thing by two, or two things that cannot both be. */
  next(): Act[] {
    if (this.random.chance(0.12)) return this.race()
    const act = this.act(this.random.pick(MIX))
    return this.random.chance(0.1) ? [act, act] : [act]
  }

  private race(): Act[] {
    const [first, second] = this.random.pick(RACES)
    const orderId = this.target(this.orders, first)
    const refundId = this.target(this.refunds, first)
    return [this.act(first, orderId, refundId), this.act(second, orderId, refundId)]
  }

  private act(name: string, orderId = this.target(this.orders, name), refundId?: string): Act {
    if (name in ORDER_STEPS) return { name, orderId, run: this.orderStep(name, orderId) }
    if (name in REFUND_STEPS || name === 'agree') {
      const id = refundId ?? this.target(this.refunds, name)
      const of = this.refunds.get(id)?.orderId ?? '1'
      return { name, orderId: of, refundId: id, run: this.refundStep(name, id) }
    }
    return { name, orderId: '', run: () => this.houseStep(name) }
  }

  private orderStep(name: string, id: string): () => Promise<Row> {
    const to = (path: string, body: object = {}) => this.post(`orderManage/${path}`, { id, ...body })
    const adjustPrice = `${this.random.integer(-9, 9)}.07`
    const payChannel = this.random.pick([1, 3])
    const ask = this.refundBody(id)
    // What is paid is what the order says: somebody reads it first, as a payment page does.
    const pay = async () => {
      const { payPrice = '1' } = (await this.shop.find('orderManage', id)) ?? {}
      return to('pay', { payPrice, payChannel, transactionId: `p${id}` })
    }
    const steps: Record<string, () => Promise<Row>> = {
      pay,
      reprice: () => to('reprice', { adjustPrice }),
      cancel: () => to('cancel'),
      ship: () => to('ship', { expressCode: 'none' }),
      receive: () => to('receive'),
      remove: () => this.post(`orderManage/remove?ids=${id}`),
      readdress: () =>
        this.post('orderlogisticsaddress/update', { orderId: id, detailAddress: `路${(this.made += 1)}号` }),
      ask: () => this.asking(ask),
    }
    return steps[name] as () => Promise<Row>
  }

  /** What somebody may ask back: mostly a part of what was paid for a book of the order, else anything. */
  private refundBody(orderId: string): Row {
    const any = { bookId: this.random.pick(this.books)['id'], payPrice: '999.00', count: 3 }
    const lines = this.lines.get(orderId) ?? [any]
    const { bookId, payPrice, count } = this.random.chance(0.85) ? this.random.pick(lines) : any
    const refundPrice = this.random.pick([payPrice, payPrice, '0.01', '3.33', '9.99'])
    const way = this.random.pick((this.orders.get(orderId)?.status ?? 0) < 20 ? [10, 10, 10, 20] : [10, 20, 20])
    return { orderId, bookId, refundPrice, way, count: this.random.integer(0, count), applyReason: 1 }
  }

  private async asking(body: Row): Promise<Row> {
    const answer = await this.post('orderrefund/save', body)
    const { orderId, way, count, refundPrice } = body
    if (answer['code'] !== 200) return answer
    const { id, refundPoint: points } = answer['data']
    this.refunds.set(id, { orderId, way, count, points, price: fen(refundPrice), status: 10 })
    return answer
  }

  private refundStep(name: string, id: string): () => Promise<Row> {
    const to = (path: string, body: object, user?: Client) => this.post(`orderrefund/${path}`, { id, ...body }, user)
    const verdict = (auditResult: number) => ({ auditResult, auditReason: '随机' })
    const less = this.random.chance(0.3) ? this.random.pick(['0.01', '3.33', '9.99', '500.00']) : undefined
    const steps: Record<string, () => Promise<Row>> = {
      agree: () => this.agreeing(id, less),
      refuse: () => to('audit', verdict(2), this.auditor),
      withdraw: () => to('withdraw', {}),
      sendBack: () => to('sendBack', { returnExpressNo: 'R1' }),
      takeGoods: () => to('receiveGoods', verdict(1)),
      refuseGoods: () => to('receiveGoods', verdict(2)),
      retry: () => to('retry', {}),
      confirm: () => to('confirm', { payRefundNo: 'C1' }),
      notify: () => this.notify(id),
    }
    return steps[name] as () => Promise<Row>
  }

  /** Agrees to what was asked for, or to `less`; what was more than that is refused. */
  private async agreeing(id: string, less: string | undefined): Promise<Row> {
    const body = { id, auditResult: 1, auditReason: '随机', ...(less !== undefined && { refundPrice: less }) }
    const answer = await this.post('orderrefund/audit', body, this.auditor)
    const known = this.refunds.get(id)
    if (answer['code'] !== 200 || !known || less === undefined) return answer
    const { refundPrice, refundPoint } = await this.shop.find('orderrefund', id)
    Object.assign(known, { price: fen(refundPrice), points: refundPoint })
    return answer
  }

  /** What the payment service says, early, late or again: of what it has paid only. */
  private async notify(id: string): Promise<Row> {
    const { refundNo = '' } = (await this.shop.find('orderrefund', id)) ?? {}
    if (!this.service.paid.has(refundNo)) return { status: 404, msg: 'nothing to tell' }
    return this.post('orderrefund/notify', this.service.noticeOf(refundNo), this.app.anonymous)
  }

  /** What is no step of an order: a new one, books that come in, points, the hand-over to the payment service. */
  private async houseStep(name: string): Promise<Row> {
    if (name === 'order') return this.placing()
    if (name === 'restock') return this.restock(this.random.pick(this.books)['id'])
    if (name === 'grant') return this.grant(this.one(this.parents))
    this.service.mood = this.random.pick(['take', 'take', 'refuse', 'nonsense', 'cut'])
    const { config } = this.app
    await sendRefunds({ config, database: this.app.app.database, tenantIds: async () => [TENANT] })
    return { status: 200 }
  }

  private async placing(): Promise<Row> {
    const chosen = this.books.filter(() => this.random.chance(0.5))
    const of = chosen.length > 0 ? chosen : this.books.slice(0, 1)
    const lines = of.map((book): [Row, number] => [book, this.random.integer(1, 3)])
    const usePoint = this.random.chance(0.3) ? this.random.integer(1, 60) : 0
    const answer = await this.post('orderManage/save', this.shop.orderBody(this.one(this.parents), lines, { usePoint }))
    if (answer['code'] !== 200) return answer
    const { id, payPrice, orderStatus, productCount, items } = answer['data']
    this.lines.set(id, items)
    this.orders.set(id, {
      status: orderStatus,
      price: fen(payPrice),
      paid: 0,
      back: 0,
      points: usePoint,
      pointsBack: 0,
      pieces: productCount,
      sent: 0,
    })
    return answer
  }

  private async restock(id: string): Promise<Row> {
    const { stock, updateTime } = await this.shop.find('bookinfo', id)
    const answer = await this.post('bookinfo/update', { id, stock: stock + 50, updateTime })
    if (answer['code'] === 200) this.restocked.set(id, (this.restocked.get(id) ?? 0) + 50)
    return answer
  }

  private grant(parentId: string): Promise<Row> {
    const requestId = `walk${(this.made += 1)}`
    const point = this.random.pick([50, 200, -30])
    return this.post('userparentinfo/adjustIntegral', { parentId, point, requestId, description: '随机' })
  }

  /** Everything one step may touch, as it stands. */
  async traceOf(orderId: string): Promise<string> {
    const bookIds = this.books.map(({ id }) => id)
    const found = await sql<{ trace: string }>`select concat(
      (select o::text from mall_order o where id = ${orderId}),
      (select string_agg(r::text, '' order by id) from mall_order_refund r where order_id = ${orderId}),
      (select string_agg(concat(stock, '/', lock_stock, '/', sales_count), ',' order by id) from mall_book where id = any(${bookIds}::bigint[])),
      (select string_agg(concat(integral_balance, '/', integral_debt, '/', integral_seq), ',' order by id) from mall_parent where id = any(${this.parents}::bigint[]))
    ) as trace`.execute(this.shop.admin.db)
    return found.rows[0]?.trace ?? ''
  }

  async statesOf(orderId: string): Promise<{ order: Row | undefined; refunds: Map<string, number> }> {
    const { db } = this.shop.admin
    const orders =
      await sql<Row>`select order_status as status, pay_price from mall_order where id = ${orderId}`.execute(db)
    const refunds = await sql<{
      id: string
      status: number
    }>`select id, refund_state as status from mall_order_refund where order_id = ${orderId}`.execute(db)
    return { order: orders.rows[0], refunds: new Map(refunds.rows.map(({ id, status }) => [id, status])) }
  }
}

const WEIGHTS = {
  order: 14,
  pay: 14,
  reprice: 2,
  cancel: 3,
  ship: 10,
  receive: 6,
  remove: 2,
  readdress: 2,
  ask: 12,
  agree: 11,
  refuse: 2,
  withdraw: 2,
  sendBack: 7,
  takeGoods: 5,
  refuseGoods: 4,
  retry: 3,
  confirm: 7,
  notify: 6,
  hand: 6,
  restock: 4,
  grant: 2,
}
/** Everything that is tried. */
export const STEP_NAMES = Object.keys(WEIGHTS)
const MIX = Object.entries(WEIGHTS).flatMap(([name, weight]) => Array.from({ length: weight }, () => name))

const RACES: [string, string][] = [
  ['pay', 'cancel'],
  ['pay', 'remove'],
  ['pay', 'reprice'],
  ['ship', 'ask'],
  ['ship', 'readdress'],
  ['ask', 'ask'],
  ['agree', 'refuse'],
  ['agree', 'withdraw'],
  ['takeGoods', 'refuseGoods'],
  ['confirm', 'notify'],
  ['confirm', 'hand'],
  ['retry', 'confirm'],
  ['notify', 'notify'],
]

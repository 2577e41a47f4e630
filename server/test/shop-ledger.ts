import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import { fen } from './shop.ts'
import {
  type Act,
  type KnownOrder,
  type KnownRefund,
  ORDER_STEPS,
  REFUND_STEPS,
  STOCK,
  type ShopWalk,
} from './shop-walk.ts'

type Row = Record<string, any>

interface World {
  order: KnownOrder
  refunds: Map<string, KnownRefund>
}

/** Does a step in the world of the rules; answers whether the rules allow it. */
function follow(world: World, { name, refundId }: Act): boolean {
  const step = ORDER_STEPS[name]
  const { order } = world
  if (name === 'hand') return true
  if (step) {
    if (!step.from.includes(order.status)) return name === 'pay' && order.paid > 0
    if (name === 'pay') order.paid = order.price
    if (name === 'ship') order.sent = order.pieces - backBefore(world)
    order.status = step.to ?? order.status
    return true
  }
  const refund = world.refunds.get(refundId ?? '')
  if (!refund) return false
  const { from, to } = name === 'agree' ? { from: [10], to: refund.way === 20 ? 20 : 40 } : (REFUND_STEPS[name] ?? NONE)
  // The service may tell again what is settled long ago, and is thanked for it.
  if (!from.includes(refund.status)) return name === 'notify'
  // What was paid with points alone has no money to wait for.
  refund.status = to === 40 && refund.price === 0 ? 50 : to
  if (name === 'takeGoods') order.sent -= refund.count
  if (refund.status === 50) payBack(order, refund)
  return true
}

function backBefore({ refunds }: World): number {
  return [...refunds.values()].reduce((all, { status, count }) => all + (status === 50 ? count : 0), 0)
}

const NONE = { from: [], to: 0 }

/** An order ends with the last of what it was paid with; a book paid with points alone keeps it open. */
function payBack(order: KnownOrder, { price, points }: KnownRefund): void {
  order.back += price
  order.pointsBack += points
  if (order.back === order.paid && order.pointsBack === order.points) order.status = 40
}

/**
 * Tries what comes next and holds it to the rules: whoever is heard did what the rules allow, in one order or the other;
 * who is refused has changed nothing; and the rows say what the rules say.
 */
export async function step(walk: ShopWalk): Promise<{ names: string; tried: number; done: number }> {
  const acts = walk.next()
  const names = acts.map(({ name }) => name).join('+')
  const orderId = acts[0]?.orderId ?? ''
  const isHouse = orderId === ''
  const before = isHouse ? '' : await walk.traceOf(orderId)
  const knownRefunds = new Set(walk.refunds.keys())
  const answers = await Promise.all(acts.map(({ run }) => run()))
  for (const { status, msg } of answers) expect([200, 400, 404, 409], `${names}: ${msg}`).toContain(status)
  const heard = acts.filter((_act, at) => answers[at]?.['status'] === 200)
  if (isHouse) return { names, tried: acts.length, done: heard.length }
  if (heard.length === 0) expect(await walk.traceOf(orderId), `${names} was refused`).toBe(before)
  await settle(walk, orderId, heard, knownRefunds)
  return { names, tried: acts.length, done: heard.length }
}

async function settle(walk: ShopWalk, orderId: string, heard: Act[], knownRefunds: Set<string>): Promise<void> {
  const order = walk.orders.get(orderId)
  const { order: stored, refunds } = await walk.statesOf(orderId)
  if (!order || !stored) return expect(heard.filter(({ name }) => name !== 'hand')).toEqual([])
  if (heard.some(({ name }) => name === 'reprice')) order.price = fen(stored['payPrice'])
  const asked = [...walk.refunds].filter(([id]) => !knownRefunds.has(id))
  expect(asked.length, 'of two who ask at once').toBeLessThanOrEqual(2)
  const of = [...walk.refunds].filter(([, refund]) => refund.orderId === orderId)
  const wanted = JSON.stringify([stored['status'], ...of.map(([id]) => refunds.get(id))])
  for (const turn of [heard, heard.toReversed()]) {
    const world = { order: { ...order }, refunds: new Map(of.map(([id, refund]) => [id, { ...refund }])) }
    const isAllowed = turn.every((act) => follow(world, act))
    if (
      !isAllowed ||
      JSON.stringify([world.order.status, ...[...world.refunds.values()].map(({ status }) => status)]) !== wanted
    )
      continue
    walk.orders.set(orderId, world.order)
    for (const [id, refund] of world.refunds) walk.refunds.set(id, refund)
    return
  }
  const names = heard.map(({ name }) => name)
  expect.fail(`${names.join('+') || 'nothing'} may not lead from ${JSON.stringify([order, of])} to ${wanted}`)
}

async function rowsOf(walk: ShopWalk, statement: RawBuilder<Row>): Promise<Row[]> {
  return (await statement.execute(walk.shop.admin.db)).rows
}

/** Everything there is, counted from the documents themselves and held against what was done. */
export async function assertBooks(walk: ShopWalk): Promise<void> {
  await assertStates(walk)
  await assertPieces(walk)
  await assertMoney(walk)
  await assertPoints(walk)
}

/** No order or refund has moved that nobody moved. */
async function assertStates(walk: ShopWalk): Promise<void> {
  const orders = await rowsOf(walk, sql`select id, order_status as status from mall_order order by id`)
  expect(orders.map(({ id, status }) => [id, status])).toEqual(known(walk.orders))
  const refunds = await rowsOf(walk, sql`select id, refund_state as status from mall_order_refund order by id`)
  expect(refunds.map(({ id, status }) => [id, status])).toEqual(known(walk.refunds))
}

function known(rows: Map<string, { status: number }>): [string, number][] {
  return [...rows].map(([id, { status }]): [string, number] => [id, status]).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

async function assertPieces(walk: ShopWalk): Promise<void> {
  const stock = await rowsOf(
    walk,
    sql`with lines as (
      select o.id, o.order_status, l->>'bookId' as book_id, (l->>'count')::int as count
      from mall_order o, jsonb_array_elements(o.items) l),
    back as (select order_id, book_id::text, coalesce(sum(count) filter (where refund_state = 50), 0)::int as done
      from mall_order_refund group by 1, 2)
    select b.id, b.stock, b.lock_stock as held,
      coalesce(sum(l.count - coalesce(r.done, 0)) filter (where l.order_status in (0, 10)), 0)::int as should_hold,
      (b.stock + b.sales_count)::int as all_pieces, b.sales_count::int as sold
    from mall_book b left join lines l on l.book_id = b.id::text
      left join back r on r.order_id = l.id and r.book_id = l.book_id group by b.id`,
  )
  for (const { id, held, shouldHold, allPieces, stock: inHouse } of stock) {
    expect(held, 'pieces held for orders').toBe(shouldHold)
    expect(allPieces, 'pieces in the house and sold').toBe(STOCK + (walk.restocked.get(id) ?? 0))
    expect(inHouse).toBeGreaterThanOrEqual(held)
  }
  const sold = stock.reduce((all, { sold: pieces }) => all + pieces, 0)
  const left = [...walk.orders.values()].reduce((all, { sent }) => all + sent, 0)
  expect(sold, 'pieces that have left').toBe(left)
}

async function assertMoney(walk: ShopWalk): Promise<void> {
  const wrong = await rowsOf(
    walk,
    sql`select o.id from mall_order o
    left join lateral (select coalesce(sum(refund_price) filter (where refund_state = 50), 0) as done,
        coalesce(sum(refund_price) filter (where refund_state not in (61, 62, 63)), 0) as claimed,
        coalesce(sum(refund_point) filter (where refund_state = 50), 0) as points
      from mall_order_refund r where r.order_id = o.id) r on true
    where o.refund_price <> r.done or r.claimed > o.pay_price or o.refund_point <> r.points or o.refund_point > o.use_point
      or o.pay_price <> o.total_price - o.point_price + o.adjust_price
      or o.pay_price <> (select sum((l->>'payPrice')::numeric) from jsonb_array_elements(o.items) l)
      or (o.order_status = 40 and o.cancel_type = 20) <> (o.pay_time is not null and o.refund_status = 20)
      or (o.refund_status = 20) <> (o.pay_time is not null and o.refund_status > 0
        and o.refund_price = o.pay_price and o.refund_point = o.use_point)`,
  )
  expect(wrong, 'sums of an order').toEqual([])
  const lines = await rowsOf(
    walk,
    sql`select o.id, l->>'bookId' as book_id from mall_order o cross join jsonb_array_elements(o.items) l
    left join mall_order_refund r on r.order_id = o.id and r.book_id::text = l->>'bookId' and r.refund_state not in (61, 62, 63)
    group by o.id, l having coalesce(sum(r.refund_price), 0) > (l->>'payPrice')::numeric
      or coalesce(sum(r.refund_point), 0) > (l->>'usePoint')::int
      or coalesce(sum(r.taken_point), 0) > (l->>'givePoint')::int or coalesce(sum(r.count), 0) > (l->>'count')::int`,
  )
  expect(lines, 'more asked back of a line than it has').toEqual([])
  const [till] = await rowsOf(
    walk,
    sql`select coalesce(sum(pay_price) filter (where pay_time is not null), 0) as came, coalesce(sum(refund_price), 0) as went from mall_order`,
  )
  const orders = [...walk.orders.values()]
  const sum = (of: (order: KnownOrder) => number) => orders.reduce((all, one) => all + of(one), 0)
  expect(fen(till?.['came']), 'money that came in').toBe(sum(({ paid }) => paid))
  expect(fen(till?.['went']), 'money that went back').toBe(sum(({ back }) => back))
  const twice = await rowsOf(
    walk,
    sql`select row_id from operation_log where call = 'orderrefund.finish' group by row_id having count(*) > 1`,
  )
  expect(twice, 'paid back twice').toEqual([])
}

/** Every posting has its cause, of that size; every cause its posting. */
async function assertPoints(walk: ShopWalk): Promise<void> {
  const accounts = await rowsOf(
    walk,
    sql`select p.id from mall_parent p
    left join lateral (select coalesce(sum(point), 0) as sum, count(*) as n, coalesce(max(seq), 0) as last
      from mall_integral_record r where r.parent_id = p.id) r on true
    where p.integral_balance <> r.sum or p.integral_balance < 0 or p.integral_total_in - p.integral_total_out <> r.sum
      or r.n <> r.last or coalesce(p.integral_debt, 0) < 0`,
  )
  expect(accounts, 'balances').toEqual([])
  const causes = await rowsOf(
    walk,
    sql`select o.id, o.use_point, o.give_point, o.pay_time is not null as is_paid, o.order_status,
      sum(r.point) filter (where r.biz_type = 11) as used, sum(r.point) filter (where r.biz_type = 12) as unused,
      sum(r.point) filter (where r.biz_type = 21) as given
    from mall_order o left join mall_integral_record r on r.biz_id = o.id::text and r.biz_type in (11, 12, 21)
    group by o.id having coalesce(sum(r.point) filter (where r.biz_type = 11), 0) <> -o.use_point
      or coalesce(sum(r.point) filter (where r.biz_type = 21), 0) <> case when o.pay_time is null then 0 else o.give_point end
      or coalesce(sum(r.point) filter (where r.biz_type = 12), 0)
        <> case when o.order_status = 40 and o.pay_time is null then o.use_point else 0 end`,
  )
  expect(causes, 'points of orders').toEqual([])
  const returned = await rowsOf(
    walk,
    sql`select f.id from mall_order_refund f
    left join lateral (select coalesce(sum(point) filter (where biz_type = 13), 0) as back,
        coalesce(-sum(point) filter (where biz_type = 23), 0) as taken
      from mall_integral_record r where r.biz_id = f.id::text) r on true
    where r.back <> case when f.refund_state = 50 then coalesce(f.refund_point, 0) else 0 end
      or r.taken > case when f.refund_state = 50 then coalesce(f.taken_point, 0) else 0 end`,
  )
  expect(returned, 'points of refunds').toEqual([])
  // What a balance did not cover is owed still, or has been settled by a posting of its own.
  const [owed] = await rowsOf(
    walk,
    sql`select (select coalesce(sum(taken_point), 0) from mall_order_refund where refund_state = 50)
      + (select coalesce(sum(point), 0) from mall_integral_record where biz_type in (23, 42))
      - (select coalesce(sum(integral_debt), 0) from mall_parent) as rest`,
  )
  expect(Number(owed?.['rest']), 'points owed').toBe(0)
  const baseless = await rowsOf(
    walk,
    sql`select r.id from mall_integral_record r where not case
      when biz_type = 2 then true
      when biz_type in (11, 12, 21) then exists (select 1 from mall_order o where o.id::text = r.biz_id)
      when biz_type in (13, 23) then exists (select 1 from mall_order_refund f where f.id::text = r.biz_id)
      when biz_type = 42 then exists (select 1 from mall_integral_record i where i.id::text = r.biz_id and i.point >= -r.point)
      else false end`,
  )
  expect(baseless, 'postings without a cause').toEqual([])
}

import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { TENANT, useTestApp } from '../../../test/harness.ts'
import { Shop } from '../../../test/shop.ts'
import { orderClosing } from './order/closing.ts'

/* Orders that the clock ends: those nobody pays, and those that have been on their way for long. */

const app = useTestApp()
let shop: Shop

beforeAll(async () => {
  shop = await Shop.open(app())
})

async function close(): Promise<void> {
  const ctx = await app().app.ctxOf(TENANT, shop.admin.userId)
  if (!ctx) throw new Error('no context')
  const nobodyOf = () => ({ ...ctx, db: shop.admin.db })
  await orderClosing({ database: app().app.database, tenantIds: async () => [TENANT], nobodyOf }).run()
}

test('the clock cancels what nobody pays and completes what has been on its way for long', async () => {
  const book = await shop.book({ integralPrice: 100 })
  const parentId = await shop.parent(100)
  const late = await shop.order(parentId, [[book, 1]], { usePoint: 100 })
  const early = await shop.order(parentId, [[book, 1]])
  const sent = await shop.ship(await shop.pay(await shop.order(parentId, [[book, 1]])))
  const young = await shop.ship(await shop.pay(await shop.order(parentId, [[book, 1]])))
  const { db } = shop.admin
  await sql`update mall_order set order_time = order_time - interval '121 minutes' where id = ${late['id']}`.execute(db)
  await sql`update mall_order set order_time = order_time - interval '119 minutes' where id = ${early['id']}`.execute(
    db,
  )
  await sql`update mall_order set delivery_time = delivery_time - interval '15 days' where id = ${sent['id']}`.execute(
    db,
  )
  await close()
  const states = await Promise.all([late, early, sent, young].map(({ id }) => shop.find('orderManage', id)))
  expect(states.map(({ orderStatus }) => orderStatus)).toEqual([40, 0, 30, 20])
  expect(states[0]).toMatchObject({ cancelType: 10, updateUser: '0' })
  expect(await shop.points(parentId)).toBe(100)
  expect(await shop.stock(book)).toEqual([8, 1, 2])
})

test('the clock says where it could not work', async () => {
  const order = await shop.order(await shop.parent(), [[await shop.book(), 1]])
  const { db } = shop.admin
  await sql`update mall_order set order_time = order_time - interval '121 minutes' where id = ${order['id']}`.execute(
    db,
  )
  const owner = new pg.Client({ connectionString: app().databaseUrl })
  await owner.connect()
  await owner.query(`create function keep_order() returns trigger language plpgsql as $$ begin
      raise exception 'order kept'; end $$;
    create trigger keep_order before update on mall_order for each row when (old.id = ${String(order['id'])})
      execute function keep_order()`)
  const closing = close()
  await expect(closing).rejects.toThrow('order kept')
  await owner.query('drop trigger keep_order on mall_order')
  await owner.end()
  expect(await shop.find('orderManage', order['id'])).toMatchObject({ orderStatus: 0 })
})

test('the clock leaves an order whose parent is gone as it is, and goes on with the next', async () => {
  const { db } = shop.admin
  const book = await shop.book({ integralPrice: 100 })
  const [gone, here] = [await shop.parent(100), await shop.parent(100)]
  const kept = await shop.order(gone, [[book, 1]], { usePoint: 100 })
  const ended = await shop.order(here, [[book, 2]], { usePoint: 100 })
  await sql`update mall_order set order_time = order_time - interval '121 minutes'
    where parent_id = any(${[gone, here]}::bigint[])`.execute(db)
  await sql`update mall_parent set is_deleted = 1 where id = ${gone}`.execute(db)
  await close()
  expect(await shop.find('orderManage', kept['id'])).toMatchObject({ orderStatus: 0, cancelType: null })
  expect(await shop.find('orderManage', ended['id'])).toMatchObject({ orderStatus: 40, cancelType: 10 })
  expect(await shop.stock(book)).toEqual([10, 1, 0])
  expect(await shop.points(here)).toBe(100)
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from '../src/demo/random.ts'
import { type Program, startProgram } from './chaos/program.ts'
import { type Client, type TestApp, startTestApp } from './harness.ts'
import { MALL, Shop } from './shop.ts'
import { type PayService, startPayService } from './stand-ins/pay-service.ts'

/** More are asked for by the environment. */
const KILLS = Number(process.env['REFUND_KILLS'] ?? 3)
const SEED = process.env['SEED'] ?? 'killed'
const REFUNDS = 3 * KILLS
const KEY = 'killed-key'
/** Steps (statements) fewer than those of a few audits, or of two notices, at once. */
const AUDIT_STEPS = 150
const NOTICE_STEPS = 40

type Row = Record<string, any>
const random = createRandom(SEED)
const folders: string[] = []
let app: TestApp
let shop: Shop
let auditor: Client
let service: PayService
let owner: pg.Client
let book: Row
const refunds: Row[] = []

beforeAll(async () => {
  service = await startPayService(KEY)
  // The program of the test makes the orders; whoever audits, asks the payment service and hears from it is another, to be killed.
  app = await startTestApp({ ROLES: 'web', ALLOW_PRIVATE_ENDPOINTS: '1' })
  owner = new pg.Client({ connectionString: app.databaseUrl })
  await owner.connect()
  shop = await Shop.open(app)
  auditor = await app.user({ role: 'administrator' })
  const outside = { serviceName: '支付', useFor: 1, endpoint: service.endpoint, merchantNo: 'M1', isEnabled: 1 }
  await shop.save('outside', { ...outside, secretKey: KEY })
  book = await shop.book({ stock: 1000, giveIntegral: 5, integralPrice: 100 })
  for (let no = 0; no < REFUNDS; no += 1) refunds.push(await askBack(no))
})
afterAll(async () => {
  await owner.end()
  await app.app.close()
  await service.close()
  for (const folder of [...folders, app.dataDir]) rmSync(folder, { recursive: true, force: true })
})

/** A paid order of two, of which a part, one piece or all is asked back. */
async function askBack(no: number): Promise<Row> {
  const order = await shop.pay(await shop.order(await shop.parent(100), [[book, 2]], { usePoint: 50 }), 1)
  const [price, count] = [['7.77', 0] as const, ['29.75', 1] as const, [String(order['payPrice']), 2] as const][
    no % 3
  ] ?? ['1.00', 0]
  return shop.applyFor(order, book, price, { count })
}

function start(): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'refunds-'))
  folders.push(folder)
  return startProgram(app.databaseUrl, folder, {
    MASTER_KEY: app.config.masterKey.toString('hex'),
    ALLOW_PRIVATE_ENDPOINTS: '1',
  })
}

async function post({ origin }: Program, call: string, body: object, token?: string): Promise<string> {
  const headers = { 'content-type': 'application/json', ...(token && { 'blade-auth': `bearer ${token}` }) }
  const answer = await fetch(`${origin}${MALL}/orderrefund/${call}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return ((await answer.json()) as { msg: string }).msg
}

async function statesOf(): Promise<Map<string, number>> {
  const { rows } = await owner.query('select refund_no, refund_state from mall_order_refund')
  return new Map(rows.map((row) => [row.refund_no, row.refund_state]))
}

async function inState(state: number): Promise<Row[]> {
  const states = await statesOf()
  return refunds.filter(({ refundNo }) => states.get(refundNo) === state)
}

/** Each by two at once, as impatient people do; whoever dies meanwhile answers nobody. */
async function audit(program: Program, rows: Row[]): Promise<void> {
  const asked = rows.flatMap(({ id }) => [1, 2].map(() => ({ id, auditResult: 1, auditReason: '属实' })))
  await Promise.allSettled(asked.map((body) => post(program, 'audit', body, auditor.token)))
}

/** The service tells of all it has paid, also what it told long ago, each twice. */
async function tell(program: Program): Promise<void> {
  const notices = [...service.paid.keys()].flatMap((no) => [service.noticeOf(no), service.noticeOf(no)])
  await Promise.allSettled(notices.map((notice) => post(program, 'notify', notice)))
}

/** Its end is noticed a little later than its silence. */
async function hasDied(program: Program): Promise<boolean> {
  for (let look = 0; look < 50 && program.isAlive(); look += 1) await new Promise((wait) => setTimeout(wait, 100))
  return !program.isAlive()
}

/** It dies amid audits, with a request of its own on the way to the payment service, or amid what the service tells. */
const DEATHS: ((program: Program) => Promise<void>)[] = [
  async (program) => {
    program.arm(random.integer(1, AUDIT_STEPS))
    await audit(program, (await inState(10)).slice(0, 4))
  },
  async (program) => {
    const last = service.asked.length + random.integer(1, 3)
    service.onAsked = () => {
      if (service.asked.length >= last) void program.kill()
    }
    await audit(program, (await inState(10)).slice(0, 4))
    await expect.poll(() => service.asked.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(last)
  },
  async (program) => {
    program.arm(random.integer(1, NOTICE_STEPS))
    await tell(program)
  },
]

test(`${REFUNDS} refunds of a program that is killed ${KILLS} times are each paid back once`, async () => {
  let died = 0
  for (let kill = 0; kill < KILLS; kill += 1) {
    const program = await start()
    await DEATHS[kill % DEATHS.length]?.(program)
    service.onAsked = undefined
    if (await hasDied(program)) died += 1
    await program.kill()
  }
  const program = await start()
  await expect
    .poll(
      async () => {
        await audit(program, await inState(10))
        await tell(program)
        return (await inState(50)).length
      },
      { timeout: 120_000, interval: 1000 },
    )
    .toBe(REFUNDS)
  await tell(program)
  await program.kill()
  expect(died, `of ${KILLS} while at work, SEED=${SEED}`).toBeGreaterThan(KILLS / 2)
  await assertPaidOnce()
  const again = service.asked.length - service.paid.size
  process.stdout.write(`${REFUNDS} refunds, ${died} of ${KILLS} kills at work, ${again} handed over again\n`)
}, 3_600_000)

async function assertPaidOnce(): Promise<void> {
  expect(service.paid).toEqual(
    new Map(refunds.map(({ refundNo, refundPrice }) => [refundNo, Math.round(refundPrice * 100)])),
  )
  const { rows } = await owner.query(`select f.refund_no, o.refund_price = f.refund_price as is_whole,
      o.refund_point = f.refund_point as is_returned, (o.order_status = 40) = (o.refund_price = o.pay_price) as is_ended,
      (select count(*)::int from operation_log l where l.row_id = f.id::text and l.call = 'orderrefund.finish') as finished,
      (select coalesce(sum(point), 0)::int from mall_integral_record r where r.biz_id = f.id::text and biz_type = 13) as points,
      f.refund_point from mall_order_refund f join mall_order o on o.id = f.order_id`)
  expect(rows).toHaveLength(REFUNDS)
  for (const row of rows)
    expect(row).toMatchObject({
      is_whole: true,
      is_returned: true,
      is_ended: true,
      finished: 1,
      points: row.refund_point,
    })
  const { rows: held } = await owner.query(`select b.lock_stock,
      (select sum(2) from mall_order where order_status = 10)::int
        - (select coalesce(sum(f.count), 0) from mall_order_refund f join mall_order o on o.id = f.order_id where o.order_status = 10)::int as should
    from mall_book b`)
  expect(held[0].lock_stock).toBe(held[0].should)
}

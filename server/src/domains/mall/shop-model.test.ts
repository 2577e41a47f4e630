import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTestApp } from '../../../test/harness.ts'
import { assertBooks, step } from '../../../test/shop-ledger.ts'
import { STEP_NAMES, ShopWalk } from '../../../test/shop-walk.ts'

/** Steps of the walk: some in every run, `MALL_STEPS=100000` by hand. */
const STEPS = Number(process.env['MALL_STEPS'] ?? 600)
const SEED = process.env['SEED'] ?? 'mall'
/** The books are looked through after so many steps, and at the end. */
const CHECK_EVERY = STEPS > 10_000 ? 1000 : 100

/** What even a short walk has done. */
const MAIN_STEPS = ['order', 'pay', 'cancel', 'ship', 'receive', 'ask', 'agree', 'confirm', 'hand', 'restock']

const app = useTestApp({ LOG_LEVEL: 'silent', ALLOW_PRIVATE_ENDPOINTS: '1', ROLES: 'web' })
let walk: ShopWalk

beforeAll(async () => {
  walk = await ShopWalk.open(app(), SEED)
})
afterAll(() => walk.service.close())

test(
  `${STEPS} steps of any kind in any order keep every piece, every fen and every point`,
  async () => {
    const done: Record<string, number> = {}
    let at = 0
    let checked = 0
    try {
      while (at < STEPS) {
        const { names, tried, done: heard } = await step(walk)
        at += tried
        for (const name of names.split('+')) if (heard > 0) done[name] = (done[name] ?? 0) + 1
        if (at - checked < CHECK_EVERY && at < STEPS) continue
        checked = at
        if (STEPS > 10_000) process.stderr.write(`${at} steps, ${walk.orders.size} orders\n`)
        await assertBooks(walk)
      }
    } catch (error) {
      throw new Error(`SEED=${SEED} MALL_STEPS=${STEPS}, step ${at}`, { cause: error })
    }
    // The walk has been everywhere, or it would prove nothing.
    const wanted = STEPS < 2000 ? MAIN_STEPS : STEP_NAMES
    for (const name of wanted) expect([name, done[name] ?? 0]).not.toEqual([name, 0])
    process.stdout.write(
      `${at} steps, ${walk.orders.size} orders, ${walk.refunds.size} refunds: ${JSON.stringify(done)}\n`,
    )
  },
  24 * 3_600_000,
)

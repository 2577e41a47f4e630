import { portfolioStates } from '@xueheng/contract/domains/portfolio/portfolio-states.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { TENANT, useTestApp } from '../../test/harness.ts'
import { inTransaction } from '../platform/db/pool.ts'
import type { Ctx } from '../platform/ctx.ts'
import { TEST, makeBureau } from './bureau.ts'
import { loadDemo } from './load.ts'
import { loadReading } from './mall.ts'
import { loadPortfolios } from './portfolio.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const program = useTestApp()
let ctx: Ctx

beforeAll(async () => {
  const { userId } = await program().user({ role: 'administrator' })
  const found = await program().app.ctxOf(TENANT, userId)
  if (!found) throw new Error('no context')
  ctx = found
  await inTransaction(ctx.db, (db) => loadDemo(db, TENANT, quiet, makeBureau(TEST)))
  for (const load of [loadPortfolios, loadReading, loadPortfolios, loadReading]) await load(ctx)
})

async function rows<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
  return (await query.execute(ctx.db)).rows
}

test('every balance is what its records add up to, and each passed work was paid for once', async () => {
  const parents = await rows(sql<{ balance: number; sum: number; seq: number; n: number }>`
    select p.integral_balance as balance, sum(r.point)::int as sum, p.integral_seq as seq, count(*)::int as n
    from mall_parent p join mall_integral_record r on r.parent_id = p.id group by p.id`)
  expect(parents).toHaveLength(16)
  for (const { balance, sum, seq, n } of parents) expect([balance, seq]).toEqual([sum, n])
  const [works] = await rows(sql<{ passed: number; paid: number }>`
    select count(*) filter (where audit_status = 1)::int as passed, count(r.id)::int as paid
    from mall_collect_record w left join mall_integral_record r on r.biz_type = 32 and r.biz_id = w.id::text`)
  expect(works?.passed).toBeGreaterThan(0)
  expect(works?.paid).toBe(works?.passed)
})

test('every entry of a portfolio stands where its steps have led', async () => {
  const entries = await rows(sql<{ status: number; last: number | null; pictures: number }>`
    select audit_status as status, (select max(to_status) from review_log l where l.review = 'teacherPortfolio' and l.row_id = e.id) as last,
      (select count(*)::int from file_object f where e.cert_image_url like '%/' || f.id) as pictures
    from teacher_portfolio e where cert_image_url is not null`)
  expect(entries.length).toBeGreaterThan(50)
  const { draft } = portfolioStates.states
  for (const { status, last, pictures } of entries) expect([last ?? draft.value, pictures]).toEqual([status, 1])
})

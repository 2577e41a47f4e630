import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { childKey, noteRows, openAct } from '../src/platform/audit/child-access.ts'
import { text } from '@xueheng/contract/kit/field.ts'
import { type Client, TENANT, useTestApp } from './harness.ts'

/** `CHILD_ACCESS_LINES=10000000` is the measured form; a tenth as many acts, each about ten children. */
const LINES = Number(process.env['CHILD_ACCESS_LINES'] ?? 20_000)
const CHILDREN = Math.max(100, LINES / 100)
const CODE = 'G110101201501010011'
const FIELDS = { studentCode: text('学籍号', { personal: 'studentCode' }) }

const app = useTestApp({ ROLES: 'web' })
let filler: pg.Client
let admin: Client

beforeAll(async () => {
  filler = new pg.Client({ connectionString: app().databaseUrl })
  await filler.connect()
  admin = await app().user({ role: 'administrator' })
  await filler.query(
    `insert into child_access (id, tenant_id, kind, user_id, account, user_name, call, title, children, create_time)
     select n, $1, 'listed', n % 500, 'u' || n % 500, '某人', 'basicStudent.list', '学生列表', 10, now() - n * interval '20 seconds'
     from generate_series(1, $2::int) n`,
    [TENANT, LINES / 10],
  )
  // Each child's key is as random as a digest, and its lines lie all over the log.
  await filler.query(
    `insert into child_access_child (tenant_id, child_key, access_id)
     select $1, hashtextextended((n * 7919::bigint % $3::int)::text, 0), 1 + n / 10 from generate_series(0, $2::int - 1) n
     on conflict do nothing`,
    [TENANT, LINES, CHILDREN],
  )
  await filler.query(
    `insert into child_access_child select $1, $2, n * ($3::int / 100) from generate_series(1, 100) n on conflict do nothing`,
    [TENANT, childKey(TENANT, CODE), LINES / 10],
  )
  await filler.query('analyze child_access, child_access_child')
}, 1_200_000)
afterAll(() => filler.end())

async function timeOf(work: () => Promise<unknown>, turns = 30): Promise<{ p50: number; p95: number }> {
  const times: number[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    const from = performance.now()
    await work()
    times.push(performance.now() - from)
  }
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => Number((sorted[Math.floor(share * (turns - 1))] ?? 0).toFixed(1))
  return { p50: at(0.5), p95: at(0.95) }
}

const list = (query: object) => admin.get('/api/blade-log/child-access/list', { size: 20, ...query })
const rowsFrom = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ studentCode: `G${from + at}` }))

test('the acts about one child are found in the long log', async () => {
  const found = await list({ studentCode: CODE })
  expect(found.data.total).toBe(100)
  const figures = {
    child: await timeOf(() => list({ studentCode: CODE })),
    person: await timeOf(() => list({ account: 'u77' })),
    all: await timeOf(() => list({})),
  }
  process.stdout.write(`${LINES} lines: ${JSON.stringify(figures)}\n`)
})

test('a list and a large workbook are written down', async () => {
  const actor = {
    db: app().app.database.tenant(TENANT),
    user: { id: '1', tenantId: TENANT, account: 'a', name: 'a' },
  }
  let next = 0
  const listed = await timeOf(() => {
    next += 20
    return noteRows(actor, { kind: 'listed', call: 'x.list', title: 'x' }, FIELDS, rowsFrom(next, 20))
  }, 100)
  const count = Math.min(60_000, LINES)
  const from = performance.now()
  await actor.db.transaction().execute(async (db) => {
    const act = openAct({ ...actor, db }, FIELDS)
    for (let at = 0; at < count; at += 1000) await act.meet(rowsFrom(10_000_000 + at, 1000))
    await act.close({ kind: 'exported', call: 'x.export', title: 'x' })
  })
  const seconds = (performance.now() - from) / 1000
  const { rows } = await filler.query(`select children from child_access where kind = 'exported'`)
  expect(rows).toEqual([{ children: count }])
  process.stdout.write(`20 children: ${JSON.stringify(listed)}; ${count} children: ${seconds.toFixed(2)} s\n`)
})

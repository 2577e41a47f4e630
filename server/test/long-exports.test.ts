import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { MOST_SHEET_ROWS, countForSheet, walkRows } from '../src/platform/rows/walk-rows.ts'
import { inTransaction } from '../src/platform/db/pool.ts'
import { readSheets } from '../src/platform/sheet/read.ts'
import { startProgram } from './chaos/program.ts'
import { fillOrders } from './fixtures/many-orders.ts'
import { useTestApp, waitForJob } from './harness.ts'
import { MALL } from './shop.ts'

/** `EXPORT_ROWS=200000` by hand. */
const ROWS = Number(process.env['EXPORT_ROWS'] ?? 60_000)
/** Beside its start; a heap this small would not hold the rows. */
const MOST_MB = 120
const EXPORT = `${MALL}/orderManage/export?reason=核对账目`
const SMALL_HEAP = '--max-old-space-size=220 --max-semi-space-size=4'

const app = useTestApp({ ROLES: 'web' })

/** The highest memory a process ever had, in MB. */
function peakOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

test(`a list of ${ROWS} rows leaves whole, in its order, at once or by a job, without being held in memory`, async () => {
  const admin = await app().user({ role: 'administrator' })
  const owner = new pg.Client({ connectionString: app().databaseUrl })
  await owner.connect()
  await fillOrders(owner, ROWS)
  await owner.end()
  const key = {
    MASTER_KEY: app().config.masterKey.toString('hex'),
    FILES_PER_MINUTE: '100',
    NODE_OPTIONS: SMALL_HEAP,
  }
  const program = await startProgram(app().databaseUrl, join(app().dataDir, 'other'), key)
  const ask = (path: string) => fetch(program.origin + path, { headers: { 'blade-auth': `bearer ${admin.token}` } })
  const fetched = async (query: string) => {
    const answer = await ask(`${EXPORT}&${query}`)
    expect(answer.headers.get('content-type')).toContain('spreadsheetml')
    return Buffer.from(await answer.arrayBuffer())
  }
  await fetched('orderStatus=30')
  const before = peakOf(program.pid)
  const path = join(app().dataDir, 'all.xlsx')
  const began = performance.now()
  writeFileSync(path, await fetched(''))
  tell(`${ROWS} rows at once`, began)
  const asked = performance.now()
  const { data } = (await (await ask(`${EXPORT}&isBackground=1`)).json()) as { data: { jobId: string } }
  tell('told of the job', asked)
  const job = await waitForJob(admin, data.jobId, 600)
  tell('made by it', asked)
  const file = await ask(`/api/blade-resource/file/${String(job['fileId'])}`)
  const made = join(app().dataDir, 'made.xlsx')
  writeFileSync(made, Buffer.from(await file.arrayBuffer()))
  const after = peakOf(program.pid)
  await program.kill()
  const { first, last, count } = await ends(path)
  expect(await ends(made)).toEqual({ first, last, count })
  expect(count).toBe(ROWS)
  expect([first[0], last[0]]).toEqual([`D${ROWS}`, 'D1'])
  expect(first).toContain(`家长${ROWS % 5000}`)
  expect(first).toContain('待支付')
  process.stdout.write(`${Math.round(before)} MB before, ${Math.round(after)} MB at most\n`)
  expect(after - before).toBeLessThan(MOST_MB)
}, 1_200_000)

function tell(what: string, since: number): void {
  process.stdout.write(`${what}: ${Math.round(performance.now() - since)} ms\n`)
}

async function ends(path: string): Promise<{ first: string[]; last: string[]; count: number }> {
  let count = -1
  let first: string[] = []
  let last: string[] = []
  for await (const { cells } of readSheets({ path, name: 'all.xlsx' })) {
    count += 1
    if (count === 1) first = cells
    last = cells
  }
  return { first, last, count }
}

const numbers = (last: number) => ({
  columns: sql`n`,
  source: sql`generate_series(1, ${last}) n`,
  condition: sql`true`,
  order: sql`n desc`,
})

test('more rows than a sheet has lines are refused before any is written', async () => {
  const db = app().app.database.open
  await countForSheet(db, numbers(MOST_SHEET_ROWS))
  await expect(countForSheet(db, numbers(MOST_SHEET_ROWS + 1))).rejects.toThrow(
    '超过一张工作表的1048575行，请加上筛选条件分次导出',
  )
})

test.each([0, 1, 999, 1000, 1001, 2000])('of %i rows each comes once, in its order', async (count) => {
  const seen = await inTransaction(app().app.database.open, async (db) => {
    const all: number[] = []
    for await (const batch of walkRows<{ n: number }>(db, numbers(count))) all.push(...batch.map(({ n }) => n))
    return all
  })
  expect(seen).toEqual(Array.from({ length: count }, (_none, at) => count - at))
})

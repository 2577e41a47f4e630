import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startPostgres } from '../src/platform/db/embedded.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { fillOrders } from '../test/fixtures/many-orders.ts'
import { fetchPage } from './list-load.ts'
import { timesOf } from './times.ts'

/** A server that may hold no more shows what a workbook of everything holds, and not what merely lies about. */
const HEAP = '--max-old-space-size=192'

export interface MallFigures {
  orders: number
  /** In ms through HTTP; 95th percentile of fifty after ten, wanted at most 100. */
  lists: Record<string, { p50: number; p95: number }>
  /** All orders as a workbook: time, size, and the highest memory of the server before and after. */
  export: { seconds: number; megabytes: number; peakBefore: number; peakAfter: number }
}

const ORDERS = Number(process.env['BENCH_ORDERS'] ?? 200_000)
const MALL = '/api/yzl-book-mall-admin/orderManage'

/** What people filter by and put in order, near the start and far behind. */
const LISTS: Record<string, Record<string, string>> = {
  'first page': {},
  'page 1,000': { current: '1000' },
  'last page': { current: String(ORDERS / 10) },
  'to be shipped': { orderStatus: '10' },
  'to be shipped, page 500': { orderStatus: '10', current: '500' },
  'to be shipped, last page': { orderStatus: '10', current: String(ORDERS / 50) },
  'of a school': { schoolCode: 'S0007' },
  'of a county, page 200': { areaCode: '990003', current: '200' },
  'of a parent': { parentId: '1000077' },
  'by number': { orderNo: 'D77777' },
  'by phone': { receiverMobile: '13900077777' },
  'paid by WeChat': { payChannel: '1' },
  'with a refund': { refundStatus: '10' },
  'of one week': { orderTime_datege: '2026-02-01 00:00:00', orderTime_datelt: '2026-02-08 00:00:00' },
  'by a part of a title': { goods: '昆虫' },
  'by a part of a title, last page': { goods: '昆虫', current: String(ORDERS / 50) },
  'by a title': { goods: '昆虫记77' },
  'dearest first': { descs: 'payPrice' },
  'dearest first, page 1,000': { descs: 'payPrice', current: '1000' },
  'cheapest to be shipped': { orderStatus: '10', ascs: 'payPrice' },
}

/** Lists and the workbook of 200,000 orders of the reading mall. `BENCH_ORDERS` is another number. */
export async function benchMall(): Promise<MallFigures> {
  const root = await mkdtemp(join(tmpdir(), 'bench-mall-'))
  const postgres = await startPostgres(root)
  let server: ChildProcess | undefined
  try {
    await migrate(postgres.url)
    const owner = new pg.Client({ connectionString: postgres.url })
    await owner.connect()
    await fillOrders(owner, ORDERS)
    await owner.query('vacuum analyze mall_order')
    await owner.end()
    const script = fileURLToPath(new URL('list-server.ts', import.meta.url))
    server = spawn(process.execPath, [HEAP, '--import', 'tsx', script, 'product', postgres.url, join(root, 'server')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [port = '', token = ''] = await ready(server)
    return await measure(`http://127.0.0.1:${port}${MALL}`, token, server.pid ?? 0)
  } finally {
    server?.kill('SIGTERM')
    await postgres.stop()
    await rm(root, { recursive: true, force: true })
  }
}

async function ready(server: ChildProcess): Promise<string[]> {
  let said = ''
  while (!/ready .*\n/.test(said)) said += String((await once(server.stdout as NodeJS.ReadableStream, 'data'))[0])
  return (/ready (.*)/.exec(said)?.[1] ?? '').split(',')
}

async function measure(base: string, token: string, pid: number): Promise<MallFigures> {
  const agent = new Agent({ keepAlive: true })
  const headers = { 'blade-auth': `bearer ${token}`, 'x-nulls': 'keep' }
  const lists: MallFigures['lists'] = {}
  for (const [name, query] of Object.entries(LISTS)) {
    const url = `${base}/page?${new URLSearchParams({ size: '10', ...query }).toString()}`
    lists[name] = await timesOf(() => fetchPage(url, headers, agent), { rounds: 50, warm: 10 })
  }
  const exported = (query: string) =>
    bytesOf(`${base}/export?reason=${encodeURIComponent('核对账目')}${query}`, headers)
  await exported('&schoolCode=S0007')
  const peakBefore = peakOf(pid)
  const began = performance.now()
  const bytes = await exported('')
  const seconds = Math.round((performance.now() - began) / 100) / 10
  agent.destroy()
  const megabytes = Math.round(bytes / 100_000) / 10
  return { orders: ORDERS, lists, export: { seconds, megabytes, peakBefore, peakAfter: peakOf(pid) } }
}

/** How many bytes an answer has; none of them is kept. */
function bytesOf(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((done, fail) => {
    get(url, { headers }, (response) => {
      let bytes = 0
      if (response.statusCode !== 200) fail(new Error(`answer ${response.statusCode}`))
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.on('end', () => done(bytes))
    }).on('error', fail)
  })
}

/** The highest resident memory a process ever had, in MB. */
function peakOf(pid: number): number {
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
}

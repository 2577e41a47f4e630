import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startPostgres } from '../src/platform/db/embedded.ts'
import { migrate } from '../src/platform/db/migrate.ts'

export interface ListFigures {
  rows: number
  /** Requests per second with eight at a time. */
  ours: number
  bare: number
  ratio: number
}

const ROWS = 10_000
const CONCURRENT = 8
const SECONDS = 3
const ROUNDS = 4

/** The list call of a 10,000-row entity (session, right, tenant, data scope, count, page of 10) against `node:http` with `pg`. */
export async function benchList(): Promise<ListFigures> {
  const root = await mkdtemp(join(tmpdir(), 'bench-list-'))
  const postgres = await startPostgres(root)
  const servers: ChildProcess[] = []
  try {
    await fill(postgres.url)
    const [ourPort = '', token = ''] = await startServer('product', postgres.url, root, servers)
    const [barePort = ''] = await startServer('bare', postgres.url, root, servers)
    const ourUrl = `http://127.0.0.1:${ourPort}/api/bigdata-service/basicstudent/list?size=10&current=`
    const headers = { 'blade-auth': `bearer ${token}` }
    await load(ourUrl, headers, 1)
    await load(`http://127.0.0.1:${barePort}/?size=10&current=`, {}, 1)
    let [ours, bare] = [0, 0]
    for (let round = 0; round < ROUNDS; round += 1) {
      ours = Math.max(ours, await load(ourUrl, headers, SECONDS))
      bare = Math.max(bare, await load(`http://127.0.0.1:${barePort}/?size=10&current=`, {}, SECONDS))
    }
    return { rows: ROWS, ours: Math.round(ours), bare: Math.round(bare), ratio: ours / bare }
  } finally {
    for (const server of servers) server.kill('SIGTERM')
    await postgres.stop()
    await rm(root, { recursive: true, force: true })
  }
}

async function fill(url: string): Promise<void> {
  await migrate(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`insert into basic_student (id, tenant_id, student_code, student_name, gender, area_code, school_code, stage, enter_year, class_code, class_name, student_no, is_sealed)
    select n, '097108', 'L' || lpad(n::text, 18, '0'), '学生' || n, '1', '99000' || n % 9, 'S' || n % 60, '3', 2024, 'C' || n % 240, '高三(' || n % 20 || ')班', n::text, 0
    from generate_series(1, ${ROWS}) n`)
  await client.query('vacuum analyze basic_student')
  await client.end()
}

async function startServer(kind: string, url: string, root: string, servers: ChildProcess[]): Promise<string[]> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('list-server.ts', import.meta.url)), kind, url, root],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  servers.push(child)
  return new Promise((done, fail) => {
    child.on('exit', () => fail(new Error(`${kind} server ended`)))
    child.stdout.on('data', (data: Buffer) => {
      const found = /ready (.*)/.exec(data.toString())
      if (found?.[1]) done(found[1].split(' '))
    })
  })
}

/** Requests per second over keep-alive connections; every page is asked for in turn. */
async function load(url: string, headers: Record<string, string>, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENT })
  const start = performance.now()
  const end = start + seconds * 1000
  let count = 0
  async function worker(offset: number): Promise<void> {
    for (let i = offset; performance.now() < end; i += CONCURRENT) {
      await fetchPage(`${url}${(i % 900) + 1}`, headers, agent)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT }, (_one, i) => worker(i)))
  agent.destroy()
  return (count / (performance.now() - start)) * 1000
}

function fetchPage(url: string, headers: Record<string, string>, agent: Agent): Promise<void> {
  return new Promise((done, fail) => {
    get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) fail(new Error(`answer ${response.statusCode}`))
      response.resume()
      response.on('end', done)
    }).on('error', fail)
  })
}

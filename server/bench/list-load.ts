import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startPostgres } from '../src/platform/db/embedded.ts'
import { migrate } from '../src/platform/db/migrate.ts'

export const ROWS = 10_000
/** Requests under way at a time. */
export const CONCURRENT = 8
const ROUNDS = 4
const SECONDS = 3

/** Starts a server of `list-server.ts` and answers what it prints: port, then tokens. */
export type Start = (kind: string) => Promise<string[]>

/** Fills a migrated database. */
type Fill = (client: pg.Client) => Promise<unknown>

/** A database of students, 10,000 without `fill`, and servers upon it, in processes of their own, for the time of `work`. */
export async function onStudents<T>(work: (start: Start) => Promise<T>, fill: Fill = fillSome): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), 'bench-list-'))
  const postgres = await startPostgres(root)
  const servers: ChildProcess[] = []
  try {
    await migrateAnd(fill, postgres.url)
    const folder = () => join(root, servers.length === 0 ? 'server' : `server-${servers.length}`)
    return await work((kind) => startServer(kind, postgres.url, folder(), servers))
  } finally {
    for (const server of servers) server.kill('SIGTERM')
    await postgres.stop()
    await rm(root, { recursive: true, force: true })
  }
}

/** Best rate of each, a second each to warm up, then turn by turn so that a change of load meets all of them. */
export async function bestOf<K extends string>(
  loads: Record<K, (seconds: number) => Promise<number>>,
): Promise<Record<K, number>> {
  const best = Object.fromEntries(Object.keys(loads).map((name) => [name, 0])) as Record<K, number>
  const names = Object.keys(loads) as K[]
  for (const name of names) await loads[name](1)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of names) best[name] = Math.max(best[name], await loads[name](SECONDS))
  }
  return best
}

/** Runs of `one` per second, eight at a time. */
export async function rateOf(one: (turn: number) => Promise<unknown>, seconds: number): Promise<number> {
  const start = performance.now()
  const end = start + seconds * 1000
  let count = 0
  async function worker(offset: number): Promise<void> {
    for (let turn = offset; performance.now() < end; turn += CONCURRENT) {
      await one(turn)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT }, (_one, i) => worker(i)))
  return (count / (performance.now() - start)) * 1000
}

/** Requests per second over keep-alive connections; every page is asked for in turn. */
export async function load(url: string, headers: Record<string, string>, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENT })
  const rate = await rateOf((turn) => fetchPage(`${url}${(turn % 800) + 1}`, headers, agent), seconds)
  agent.destroy()
  return rate
}

async function migrateAnd(fill: Fill, url: string): Promise<void> {
  await migrate(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await fill(client)
  await client.query('vacuum analyze basic_student')
  await client.end()
}

function fillSome(client: pg.Client): Promise<unknown> {
  return client.query(`insert into basic_student (id, tenant_id, student_code, student_name, gender, area_code, school_code, stage, enter_year, class_code, class_name, student_no, is_sealed)
    select n, '097108', 'L' || lpad(n::text, 18, '0'), '学生' || n, '1', '99000' || n % 9, 'S' || n % 60, '3', 2024, 'C' || n % 240, '高三(' || n % 20 || ')班', n::text, 0
    from generate_series(1, ${ROWS}) n`)
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
      if (found?.[1]) done(found[1].split(','))
    })
  })
}

export function fetchPage(url: string, headers: Record<string, string>, agent: Agent): Promise<void> {
  return new Promise((done, fail) => {
    get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) fail(new Error(`answer ${response.statusCode}`))
      response.resume()
      response.on('end', done)
    }).on('error', fail)
  })
}

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type App, createApp } from '../src/app.ts'
import { hashPassword, md5 } from '../src/domains/credentials/password.ts'
import { readConfig } from '../src/platform/config.ts'
import { nextId } from '../src/platform/db/id.ts'
import { ReplicatedDatabase } from '../test/fixtures/replicated-database.ts'
import { percentileOf } from './times.ts'

const ROUNDS = 6
const CALLS = 80
const CLIENT = 'bench:bench-of-replicas'
const POST = '/api/blade-system/post'

interface ReplicaFigure {
  call: string
  /** Middle of the calls in ms, one after another. */
  without: number
  with: number
  ratio: number
}

/** Writes, and lists right after a write and by themselves, on a primary that a real replica follows: with the setting and without it. */
export async function benchReplica(): Promise<ReplicaFigure[]> {
  const database = await ReplicatedDatabase.start({ max_connections: '100' })
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'bench-replica-')))
  const apps: App[] = []
  try {
    const { DATABASE_READ_URL: readUrl, ...urls } = database.env
    const env = { ...urls, MASTER_KEY: randomBytes(32).toString('hex'), OAUTH_CLIENT: CLIENT }
    for (const [at, more] of [{}, { DATABASE_READ_URL: readUrl }].entries()) {
      const DATA_DIR = folders[at] ?? ''
      const fixed = { DEMO: '1', CAPTCHA: 'off', LOG_LEVEL: 'error', PORT: '0', ROLES: 'web' }
      apps.push(await createApp(readConfig({ ...env, ...more, ...fixed, DATA_DIR })))
    }
    const [plain, replicated] = apps as [App, App]
    await database.use(replicated)
    return await compare(plain, replicated)
  } finally {
    for (const app of apps) await app.close()
    await database.stop()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

type Ask = (turn: number) => Promise<void>

async function compare(plain: App, replicated: App): Promise<ReplicaFigure[]> {
  const sides = [await callsOf(plain, 'plain'), await callsOf(replicated, 'replicated')] as const
  const figures: ReplicaFigure[] = []
  for (const call of ['write', 'list', 'write and list'] as const) {
    const times: [number[], number[]] = [[], []]
    // Turn by turn, so that a change of load meets both.
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const side of [0, 1] as const) {
        const taken = await timesOf(sides[side][call], round * CALLS)
        if (round > 0) times[side].push(...taken)
      }
    }
    const [without, kept] = times.map((taken) => percentileOf(taken, 0.5)) as [number, number]
    figures.push({ call, without, with: kept, ratio: Math.round((kept / without) * 1000) / 1000 })
  }
  return figures
}

async function timesOf(ask: Ask, from: number): Promise<number[]> {
  const times: number[] = []
  for (let turn = from; turn < from + CALLS; turn += 1) {
    const startedAt = performance.now()
    await ask(turn)
    times.push(performance.now() - startedAt)
  }
  return times
}

async function callsOf(app: App, name: string): Promise<Record<'write' | 'list' | 'write and list', Ask>> {
  const headers = { 'blade-auth': `bearer ${await signIn(app, name)}` }
  const fields = { category: '1', postName: name, sort: 1 }
  const made = await app.http.inject({
    method: 'POST',
    url: `${POST}/submit`,
    headers,
    payload: { ...fields, postCode: name },
  })
  const { id } = made.json<{ data: { id: string } }>().data
  const write = async (turn: number): Promise<void> => {
    const payload = { id, ...fields, sort: turn }
    const { statusCode, body } = await app.http.inject({ method: 'POST', url: `${POST}/submit`, headers, payload })
    if (statusCode !== 200) throw new Error(body)
  }
  const list = async (): Promise<void> => {
    const { statusCode, body } = await app.http.inject({ url: `${POST}/list`, headers })
    if (statusCode !== 200) throw new Error(body)
  }
  const both = async (turn: number): Promise<void> => {
    await write(turn)
    await list()
  }
  return { write, list, 'write and list': both }
}

/** The token of a new administrator. */
async function signIn({ database, http }: App, account: string): Promise<string> {
  await sql`insert into sys_user (id, tenant_id, account, password_hash, name, role_ids)
    values (${nextId()}, '097108', ${account}, ${await hashPassword(md5('bench'))}, 'bench',
      array(select id from sys_role where role_alias = 'administrator'))`.execute(database.tenant('097108'))
  const response = await http.inject({
    method: 'POST',
    url: '/api/blade-auth/oauth/token',
    query: { tenantId: '097108', username: account, password: md5('bench'), grant_type: 'password' },
    headers: { authorization: `Basic ${Buffer.from(CLIENT).toString('base64')}` },
  })
  return String(response.json<Record<string, unknown>>()['access_token'])
}

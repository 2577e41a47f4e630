import { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import type { Db, Logger } from '../ctx.ts'
import { UnfitError, tenantDialect } from './driver.ts'
import { limitedPool } from './limited-pool.ts'
import { SnakeCaseIdentifiers } from './names.ts'
import { assertOwnSessions, assertRole } from './own-session.ts'

/**
 * `used`: reads may go there. `behind`: it has not replayed what the primary had written `lagSeconds` ago. `away`: it does
 * not answer, or is no replica. `refused`: it is another database's, or a pooler stands before it that mixes sessions.
 */
export type ReplicaState = 'used' | 'behind' | 'away' | 'refused'

export interface ReplicaOptions {
  url: string
  /** How far it may be behind. */
  lagSeconds: number
  size: number
  name: string
  primary: { url: string; open: Db }
}

/** Who reads there in one request; `fault` is the first one met, whatever the reader made of it. */
export interface Reader {
  db: Db
  fault?: unknown
}

/** Where the log of the primary ends, in bytes; nothing where the server is none. */
export const POSITION = sql<string>`(case when not pg_is_in_recovery() then pg_current_wal_insert_lsn() - '0/0'::pg_lsn end)::bigint`

/** How far the log of the primary is on its disk, in bytes: every commit that waits for the disk and is seen lies before it. */
export const FLUSHED = sql<string>`(pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint`

const REPLAYED = `select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() - '0/0'::pg_lsn end)::bigint as position`
/** What is the same in a database and its replica alone. */
const SELF = `select (select system_identifier from pg_control_system())::text || ' ' || oid as self
  from pg_database where datname = current_database()`

const LOOK_MS = 500
/** Who does not answer for so long is away. */
const WAIT_MS = 2000
/** Between two looks at who it is, as long as it is refused. */
const JUDGE_MS = 10_000

/** How long a read waits for what was written just before it. */
const MOMENT_MS = 50
const STEP_MS = 5

const SEEN = Symbol('seen')

interface WatchedClient extends pg.PoolClient {
  /** How far its server had replayed when it was last asked. */
  [SEEN]?: bigint
}

interface Sample {
  at: number
  position: bigint
}

/** A server that follows the primary, watched by this process: what it may be asked, and connections to it. */
export class Replica {
  private readonly pool: pg.Pool
  private readonly sockets = new Set<Socket>()
  private readonly timers: NodeJS.Timeout[] = []
  /** Ends of the primary's log, oldest first: the last that is older than the bound, and those since. */
  private samples: Sample[] = []
  private watcher: pg.Client | undefined
  private log: Logger | undefined
  private judgedAt = -Infinity
  private isTrusted = false
  /** Of the newest sample it has replayed. */
  private caughtUpAt = 0
  private known: ReplicaState = 'away'

  constructor(private readonly options: ReplicaOptions) {
    const { url, size, name } = options
    this.pool = limitedPool({ url, size, name, waitMs: WAIT_MS, stream: () => this.openSocket() })
  }

  get state(): ReplicaState {
    return this.known
  }

  /** How old what it shows may be, in seconds; nothing where it does not answer. */
  get lagSeconds(): number | undefined {
    if (this.known !== 'used' && this.known !== 'behind') return undefined
    const newest = this.samples.at(-1)
    return newest && this.caughtUpAt < newest.at ? (Date.now() - this.caughtUpAt) / 1000 : 0
  }

  /** Looks after it from now on. */
  watch(log: Logger): void {
    this.log = log
    this.caughtUpAt = Date.now()
    for (const look of [() => this.sample(), () => this.look()]) this.timers.push(every(LOOK_MS, look))
  }

  /** For one request: rows as they were at this position or later, at most as old as the bound. */
  reader(tenantId: string, position: bigint): Reader {
    const least = max(position, this.floor())
    const reader: Reader = { db: this.options.primary.open }
    const note = (fault: unknown) => void (reader.fault ??= fault)
    const dialect = tenantDialect(this.pool, tenantId, { note, check: (client) => this.assertSeen(client, least) })
    reader.db = new Kysely({ dialect, plugins: [new SnakeCaseIdentifiers()] })
    return reader
  }

  /** Ends every connection at once; what waits on one is told so. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy()
  }

  async close(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer)
    await this.watcher?.end().catch(() => undefined)
    await this.pool.end()
  }

  private openSocket(): Socket {
    const socket = new Socket()
    this.sockets.add(socket)
    return socket.once('close', () => this.sockets.delete(socket))
  }

  /** Asks a connection only for what it is not known to have replayed already; a replica that keeps up gets a moment. */
  private async assertSeen(client: WatchedClient, least: bigint): Promise<void> {
    const end = Date.now() + (this.lagSeconds === 0 ? MOMENT_MS : 0)
    while ((client[SEEN] ?? -1n) < least) {
      const position = await positionOf(client)
      if (position !== undefined) client[SEEN] = position
      if (position !== undefined && position >= least) return
      if (position === undefined || Date.now() > end)
        throw new UnfitError('the replica has not replayed what is to be read')
      await setTimeout(STEP_MS)
    }
  }

  /** What it must have replayed to be no older than the bound. */
  private floor(): bigint {
    const bound = Date.now() - this.options.lagSeconds * 1000
    return this.samples.findLast(({ at }) => at <= bound)?.position ?? 0n
  }

  private async sample(): Promise<void> {
    const at = Date.now()
    const found = await sql<{ position: string | null }>`select ${POSITION} as position`.execute(
      this.options.primary.open,
    )
    const position = found.rows[0]?.position
    if (position == null) return
    const bound = at - this.options.lagSeconds * 1000
    const first = this.samples.findLastIndex((sample) => sample.at <= bound)
    this.samples = [...this.samples.slice(Math.max(first, 0)), { at, position: BigInt(position) }]
  }

  private async look(): Promise<void> {
    try {
      this.watcher ??= await this.connect()
      const replayed = await positionOf(this.watcher)
      if (replayed === undefined) return this.become('away', '不是只读副本')
      const caughtUp = this.samples.findLast(({ position }) => position <= replayed)
      if (caughtUp) this.caughtUpAt = caughtUp.at
      this.become((await this.judge()) ? (replayed < this.floor() ? 'behind' : 'used') : 'refused')
    } catch (error) {
      this.watcher = undefined
      this.become('away', error instanceof Error ? error.message : String(error))
      // Whoever waits there waits no longer.
      this.cut()
    }
  }

  private async connect(): Promise<pg.Client> {
    const { url, name } = this.options
    const client = new pg.Client({
      connectionString: url,
      application_name: name,
      connectionTimeoutMillis: WAIT_MS,
      query_timeout: WAIT_MS,
      stream: () => this.openSocket(),
    })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  /** Whether it is a replica of this database whose connections are sessions; asked until it is. */
  private async judge(): Promise<boolean> {
    if (this.isTrusted || Date.now() - this.judgedAt < JUDGE_MS) return this.isTrusted
    this.judgedAt = Date.now()
    try {
      await assertOwnSessions(this.options.url, 'DATABASE_READ_URL')
      await assertRole(this.options.url, 'DATABASE_READ_URL')
      const [primary, replica] = await Promise.all([this.options.primary.url, this.options.url].map(selfOf))
      if (primary !== replica) throw new Error('DATABASE_READ_URL: 不是 DATABASE_URL 所指数据库的副本')
      this.isTrusted = true
    } catch (error) {
      this.log?.warn({ error }, 'read replica refused')
    }
    return this.isTrusted
  }

  private become(state: ReplicaState, why?: string): void {
    if (state === this.known) return
    this.known = state
    this.log?.warn({ state, ...(why && { why }) }, 'read replica')
  }
}

async function positionOf(client: pg.ClientBase): Promise<bigint | undefined> {
  const { rows } = await client.query<{ position: string | null }>(REPLAYED)
  const position = rows[0]?.position
  return position == null ? undefined : BigInt(position)
}

async function selfOf(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: WAIT_MS, query_timeout: WAIT_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<{ self: string }>(SELF)).rows[0]?.self
  } finally {
    await client.end()
  }
}

/** Does `work` again and again, one at a time. */
function every(ms: number, work: () => Promise<void>): NodeJS.Timeout {
  let isBusy = false
  const turn = (): void => {
    if (isBusy) return
    isBusy = true
    void work()
      .catch(() => undefined)
      .finally(() => (isBusy = false))
  }
  turn()
  return setInterval(turn, ms).unref()
}

export function max(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}

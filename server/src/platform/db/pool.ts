import { randomUUID } from 'node:crypto'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import type { Config } from '../config.ts'
import type { Ctx, Db } from '../ctx.ts'
import { inSpan } from '../trace.ts'
import { type TenantConnection, tenantDialect } from './driver.ts'
import { limitedPool } from './limited-pool.ts'
import { SnakeCaseIdentifiers } from './names.ts'
import { Replica } from './replica.ts'

pg.types.setTypeParser(pg.types.builtins.TIMESTAMP, (text) => text.slice(0, 19))
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** Connections for requests and jobs, each bound to one tenant at a time. */
export interface Database {
  /** A query builder that sees the rows of one tenant. */
  tenant(tenantId: string): Db
  /**
   * The same for the few statements that every sign-in or request carries out: the database keeps them prepared. Each finds
   * rows by a key: of a list the best plan depends on what is asked, and each text is kept for ever.
   */
  prepared(tenantId: string): Db
  /** A query builder without a tenant: tables of tenants show nothing through it. */
  open: Db
  /**
   * The same on few connections of their own, for single statements while a transaction is held: what is to be kept even
   * if it is not. Waiting there for a second one of `pool`, as many at once as it has, nobody would ever get one.
   */
  beside(tenantId: string): Db
  pool: pg.Pool
  /** A replica for calls that only read, where one is set up. */
  replica: Replica | undefined
  url: string
  /** Of whoever owns the tables: backups read past the walls between tenants. The same where nobody else is set up. */
  ownerUrl: string
  /** Cancels what still runs on these connections: a program that stops leaves nothing at work. */
  cancel(): Promise<void>
  close(): Promise<void>
}

const NO_TENANT = '-'
const BESIDE = 4
/** Who has waited so long for a connection gets a fault instead: nothing waits for ever. */
const WAIT_MS = 60_000
/** Names of tenants come from strangers, too. */
const MOST_BOUND = 1000

export function openDatabase(url: string, size: number, ownerUrl = url, read?: Config['replica']): Database {
  const name = `xueheng-${process.pid}-${randomUUID().slice(0, 8)}`
  const pool = limitedPool({ url, size, name, waitMs: WAIT_MS })
  const few = limitedPool({ url, size: BESIDE, name, waitMs: WAIT_MS })
  const [tenant, prepared, beside] = [buildersOf(pool), buildersOf(pool, true), buildersOf(few)]
  const replica = read && new Replica({ ...read, size, name, primary: { url, open: beside(NO_TENANT) } })
  const close = async () => void (await Promise.all([replica?.close(), pool.end(), few.end()]))
  const cancel = async () => {
    replica?.cut()
    await cancelOf(url, name)
  }
  return { tenant, prepared, open: tenant(NO_TENANT), beside, pool, replica, url, ownerUrl, cancel, close }
}

/** Over a connection of its own, as all others may be busy. */
async function cancelOf(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  try {
    await client.connect()
    await client.query(
      `select pg_cancel_backend(pid) from pg_stat_activity where application_name = $1 and state = 'active'`,
      [name],
    )
  } finally {
    await client.end()
  }
}

/** One query builder per tenant. */
function buildersOf(pool: pg.Pool, isPrepared = false): (tenantId: string) => Db {
  const bound = new Map<string, Db>()
  return (tenantId) => {
    const db: Db =
      bound.get(tenantId) ??
      new Kysely({ dialect: tenantDialect(pool, tenantId, { isPrepared }), plugins: [new SnakeCaseIdentifiers()] })
    if (bound.size >= MOST_BOUND) bound.clear()
    bound.set(tenantId, db)
    return db
  }
}

/** Runs `work` in a transaction: the one `db` already is, or a new one. */
export function inTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  return inSpan('transaction', { 'db.system.name': 'postgresql' }, () => db.transaction().execute(work))
}

/**
 * Hands out the driver's own client, for COPY. Inside a transaction it is the transaction's connection;
 * else one is taken for the time of `work`.
 */
export function withClient<T>(ctx: Pick<Ctx, 'db'>, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  return ctx.db.getExecutor().provideConnection((connection) => work((connection as TenantConnection).client))
}

/** Only one transaction at a time passes for the same key; others wait. */
export async function lockKey(db: Db, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
}

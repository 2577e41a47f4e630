import { Kysely, sql } from 'kysely'
import pg from 'pg'
import type { Ctx, Db } from '../ctx.ts'
import { type TenantConnection, tenantDialect } from './driver.ts'

pg.types.setTypeParser(pg.types.builtins.TIMESTAMP, (text) => text.slice(0, 19))
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** The role the program works under: it owns nothing and cannot pass row level security. */
export const APP_ROLE = 'exam_app'

/** Connections for requests and jobs, each bound to one tenant at a time. */
export interface Database {
  /** A query builder that sees the rows of one tenant. */
  tenant(tenantId: string): Db
  /** A query builder without a tenant: tables of tenants show nothing through it. */
  open: Db
  pool: pg.Pool
  url: string
  /** Of whoever owns the tables: backups read past the walls between tenants. The same where nobody else is set up. */
  ownerUrl: string
  close(): Promise<void>
}

const NO_TENANT = '-'

export function openDatabase(url: string, size: number, ownerUrl = url): Database {
  const options = `-c role=${APP_ROLE} -c search_path=public`
  const pool = new pg.Pool({ connectionString: url, max: size, options, keepAlive: true })
  pool.on('error', () => undefined)
  const bound = new Map<string, Db>()
  function tenant(tenantId: string): Db {
    const db: Db = bound.get(tenantId) ?? new Kysely({ dialect: tenantDialect(pool, tenantId) })
    bound.set(tenantId, db)
    return db
  }
  return { tenant, open: tenant(NO_TENANT), pool, url, ownerUrl, close: () => pool.end() }
}

/** Runs `work` in a transaction: the one `db` already is, or a new one. */
export function inTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
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

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { currentZone } from '../clock.ts'
import { namedRows } from './names.ts'
import { translateOutage } from './outage.ts'
import { measure } from './slow.ts'

const TENANT = Symbol('tenant')
const ZONE = Symbol('zone')

const BIND = "select set_config('app.tenant', $1, false), set_config('timezone', $2, false)"

interface BoundClient extends pg.PoolClient {
  [TENANT]?: string
  [ZONE]?: string
}

/** One checked-out connection; `client` is the driver's own, for COPY. `isPrepared`: its statements are kept by the database. */
export class TenantConnection implements DatabaseConnection {
  constructor(
    readonly client: pg.PoolClient,
    private readonly isPrepared: boolean,
    private readonly note: (fault: unknown) => void,
  ) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const startedAt = performance.now()
    const values = query.parameters as unknown[]
    const name = this.isPrepared ? nameOf(query.sql) : undefined
    const answer = this.client.query<unknown[]>({ text: query.sql, values, rowMode: 'array', name })
    const result = await asked(answer, this.note)
    measure(query.sql, performance.now() - startedAt)
    return { numAffectedRows: BigInt(result.rowCount ?? 0), rows: namedRows<R>(result.fields, result.rows) }
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('rows are streamed by COPY')
  }
}

const names = new Map<string, string>()

/** What a connection knows a prepared statement by. */
function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}

const nobody = (): void => undefined

/** What the driver answers; a fault of the database comes out as the refusal behind it, once it is noted. */
async function asked<T>(answer: Promise<T>, note: (fault: unknown) => void): Promise<T> {
  try {
    return await answer
  } catch (fault) {
    note(fault)
    throw translateOutage(fault)
  }
}

/** The connection is whole, but not for what is to be asked. */
export class UnfitError extends Error {}

export interface DialectOptions {
  /** Statements are kept by the database. */
  isPrepared?: boolean
  /** Is asked about each connection that is taken; throws `UnfitError` where it will not do. */
  check?: (client: pg.PoolClient) => Promise<void>
  /** Hears of every fault, whatever becomes of it. */
  note?: (fault: unknown) => void
}

/** Takes connections from a shared pool and binds each to one tenant and the one clock; what is set already is not sent again. */
class TenantDriver implements Driver {
  private readonly note: (fault: unknown) => void

  constructor(
    private readonly pool: pg.Pool,
    private readonly tenantId: string,
    private readonly options: DialectOptions,
  ) {
    this.note = options.note ?? nobody
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<TenantConnection> {
    const client: BoundClient = await asked(this.pool.connect(), this.note)
    try {
      await asked(this.bind(client), this.note)
    } catch (error) {
      client.release(!(error instanceof UnfitError))
      throw error
    }
    return new TenantConnection(client, this.options.isPrepared ?? false, this.note)
  }

  private async bind(client: BoundClient): Promise<void> {
    await this.options.check?.(client)
    const zone = currentZone()
    if (client[TENANT] === this.tenantId && client[ZONE] === zone) return
    await client.query(BIND, [this.tenantId, zone])
    client[TENANT] = this.tenantId
    client[ZONE] = zone
  }

  async beginTransaction(connection: TenantConnection, settings: TransactionSettings): Promise<void> {
    const level = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : ''
    await asked(connection.client.query(`begin${level}`), this.note)
  }

  async commitTransaction(connection: TenantConnection): Promise<void> {
    await asked(connection.client.query('commit'), this.note)
  }

  async rollbackTransaction(connection: TenantConnection): Promise<void> {
    // A lost connection has taken its transaction with it; the first fault is the one to be told.
    await connection.client.query('rollback').catch(() => undefined)
  }

  async releaseConnection(connection: TenantConnection): Promise<void> {
    connection.client.release()
  }

  async destroy(): Promise<void> {}
}

export function tenantDialect(pool: pg.Pool, tenantId: string, options: DialectOptions = {}): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new TenantDriver(pool, tenantId, options),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

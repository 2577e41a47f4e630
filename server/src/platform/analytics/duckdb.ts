import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type DuckDBConnection, DuckDBInstance, type DuckDBPreparedStatement } from '@duckdb/node-api'
import { namedRows } from '../db/names.ts'
import type { Analytics, AnalyticsBatch, AnalyticsConnection } from './analytics.ts'
import { inSpan } from '../trace.ts'
import { sqlFile } from './sql-file.ts'
import { toBindings, toJs } from './values.ts'

export interface AnalyticsOptions {
  /** Of the report instance and of each batch: `2GB`. */
  memoryLimit: string
  threads: number
  /** Where a batch spills; created when missing. */
  tempFolder: string
  /** Reports that run at the same time; more wait in line. */
  connections?: number
}

export interface OpenAnalytics extends Analytics {
  close(): void
}

const DUCKDB = { 'db.system.name': 'duckdb' }
/** Statements a connection keeps prepared before the oldest is dropped. */
const KEPT_STATEMENTS = 100

/** DuckDB for reports (one instance, few connections) and for batches (a private instance each). Needs no file of its own. */
export async function openAnalytics(options: AnalyticsOptions): Promise<OpenAnalytics> {
  await mkdir(options.tempFolder, { recursive: true })
  const instance = await createInstance(options, options.tempFolder)
  const pool = await openPool(instance, options.connections ?? 4)
  const batches = instancesAhead(options)
  const loaded = new Map<string, Promise<void>>()
  function load(macros: string): Promise<void> {
    const loading = loaded.get(macros) ?? pool.use((session) => session.run(macros))
    loaded.set(macros, loading)
    return loading
  }
  return {
    async query(sql, params, macros) {
      if (macros !== undefined) await load(macros)
      return inSpan('report query', DUCKDB, () => pool.use((session) => session.query(sql, params)))
    },
    batch: (work) => inSpan('batch', DUCKDB, () => runBatch(batches, work)),
    close: () => {
      batches.close()
      pool.close()
      instance.closeSync()
    },
  }
}

async function createInstance(options: AnalyticsOptions, spillFolder: string): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: options.memoryLimit,
    threads: String(options.threads),
    temp_directory: spillFolder,
    preserve_insertion_order: 'false',
    autoinstall_known_extensions: 'false',
  })
  const connection = await instance.connect()
  await connection.run('set global parquet_metadata_cache = true')
  // The system keeps the pages of files already; a second copy of theirs grew with each new package up to the limit.
  await connection.run('set global enable_external_file_cache = false')
  // What a batch has freed goes back to the system at once, not when the next one asks for memory.
  await connection.run('set global allocator_background_threads = true')
  await connection.run(sqlFile(import.meta.url, 'macros.sql'))
  connection.closeSync()
  return instance
}

/** An instance of a batch, with the folder it spills to, which is there from the first time it does. */
interface Private {
  instance: DuckDBInstance
  folder: string
}

async function createPrivate(options: AnalyticsOptions): Promise<Private> {
  const folder = join(options.tempFolder, `batch-${randomUUID()}`)
  return { folder, instance: await createInstance(options, folder) }
}

async function drop({ instance, folder }: Private): Promise<void> {
  instance.closeSync()
  await rm(folder, { recursive: true, force: true })
}

/**
 * After a batch the instance of the next is made: an import and what follows are batches one after the other, and each waited for its own.
 * What a batch leaves is cleared while its caller goes on; the next instance is made once that is done.
 */
function instancesAhead(options: AnalyticsOptions) {
  let ahead: Promise<Private | undefined> | undefined
  let isClosed = false
  return {
    async take(): Promise<Private> {
      const made = ahead
      ahead = undefined
      return (await made) ?? createPrivate(options)
    },
    give(used: Private): void {
      // What hinders it is told to the batch that wants one.
      ahead = replace(used, ahead).catch(() => undefined)
    },
    close(): void {
      isClosed = true
      void ahead?.then((made) => made && drop(made))
    },
  }

  async function replace(used: Private, made: Promise<Private | undefined> | undefined): Promise<Private | undefined> {
    await setImmediate()
    await drop(used)
    return (await made) ?? (isClosed ? undefined : createPrivate(options))
  }
}

async function runBatch<T>(
  batches: ReturnType<typeof instancesAhead>,
  work: (db: AnalyticsBatch) => Promise<T>,
): Promise<T> {
  const own = await batches.take()
  const beside: AnalyticsBatch['beside'] = async (other) => {
    const session = openSession(await own.instance.connect())
    try {
      return await other({ ...session, beside })
    } finally {
      session.close()
    }
  }
  try {
    return await beside(work)
  } finally {
    batches.give(own)
  }
}

interface Session extends AnalyticsConnection {
  close(): void
}

/** One connection with its prepared statements. */
function openSession(connection: DuckDBConnection): Session {
  const prepared = new Map<string, DuckDBPreparedStatement>()
  async function prepare(sql: string): Promise<DuckDBPreparedStatement> {
    const statement = prepared.get(sql) ?? (await connection.prepare(sql))
    prepared.delete(sql)
    prepared.set(sql, statement)
    const [oldest] = prepared.size > KEPT_STATEMENTS ? prepared.keys() : []
    if (oldest !== undefined) {
      prepared.get(oldest)?.destroySync()
      prepared.delete(oldest)
    }
    return statement
  }
  return {
    async run(sql, params = {}) {
      const { values, types } = toBindings(params)
      await connection.run(sql, values, types)
    },
    async query<T>(sql: string, params: Record<string, unknown> = {}) {
      const statement = await prepare(sql)
      const { values, types } = toBindings(params)
      statement.clearBindings()
      statement.bind(values, types)
      const reader = await statement.runAndReadAll()
      const fields = reader.deduplicatedColumnNames().map((name) => ({ name }))
      return namedRows<T>(fields, reader.convertRows(toJs))
    },
    close: () => {
      for (const statement of prepared.values()) statement.destroySync()
      connection.closeSync()
    },
  }
}

async function openPool(instance: DuckDBInstance, size: number) {
  const all = await Promise.all(Array.from({ length: size }, async () => openSession(await instance.connect())))
  const idle = [...all]
  const waiting: ((session: Session) => void)[] = []
  function give(session: Session): void {
    const next = waiting.shift()
    if (next) next(session)
    else idle.push(session)
  }
  return {
    async use<T>(work: (session: Session) => Promise<T>): Promise<T> {
      const session = idle.pop() ?? (await new Promise<Session>((resolve) => waiting.push(resolve)))
      try {
        return await work(session)
      } finally {
        give(session)
      }
    },
    close: () => {
      for (const session of all) session.close()
    },
  }
}

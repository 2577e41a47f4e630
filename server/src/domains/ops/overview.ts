import { statfs } from 'node:fs/promises'
import { readdir, stat } from 'node:fs/promises'
import { freemem, totalmem } from 'node:os'
import { join } from 'node:path'
import type { OperationsView, SlowStatement } from '@xueheng/contract/domains/ops/operations.ts'
import { sql } from 'kysely'
import { wallTime } from '../../platform/clock.ts'
import { findNextTime } from '../../platform/cron.ts'
import type { Db } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/pool.ts'
import { describeApplied } from '../../platform/db/migrate.ts'
import { slowestStatements } from '../../platform/db/slow.ts'
import { setting } from '../../platform/settings.ts'
import { backupKeep, backupLine } from './backup-settings.ts'
import { newestBackup, queueOf } from './metrics.ts'

export interface OverviewDeps {
  database: Database
  config: { dataDir: string; poolSize: number; tenantId: string }
  version: string
}

const MOST_STATEMENTS = 20

export async function overview(deps: OverviewDeps): Promise<OperationsView> {
  const { database, config } = deps
  const home = database.tenant(config.tenantId)
  return {
    version: deps.version,
    startTime: wallTime(new Date(Date.now() - process.uptime() * 1000)),
    nodeVersion: process.versions.node,
    memory: memory(),
    disk: await disk(config.dataDir),
    database: await databaseFacts(deps),
    statements: await statements(database.open),
    queue: await queue(database.open),
    queueOldest: Math.round((await queueOf(database)).oldest),
    migrations: await describeApplied(database.open),
    expiry: {
      certificate: await setting(home, 'ops.certificateExpire'),
      licence: await setting(home, 'ops.licenceExpire'),
    },
    backup: await backupFacts(home, config.dataDir),
  }
}

function memory(): OperationsView['memory'] {
  const { rss, heapUsed } = process.memoryUsage()
  return { rss, heap: heapUsed, total: totalmem(), free: freemem() }
}

async function disk(folder: string): Promise<OperationsView['disk']> {
  const { bsize, blocks, bavail } = await statfs(folder)
  return { folder: await sizeOf(folder), free: bavail * bsize, total: blocks * bsize }
}

/** Bytes below a folder; what goes away meanwhile counts nothing. */
async function sizeOf(folder: string): Promise<number> {
  const items = await readdir(folder, { withFileTypes: true }).catch(() => [])
  let size = 0
  for (const item of items) {
    const path = join(folder, item.name)
    if (item.isDirectory()) size += await sizeOf(path)
    else
      size += await stat(path).then(
        (facts) => facts.size,
        () => 0,
      )
  }
  return size
}

async function databaseFacts({ database, config }: OverviewDeps): Promise<OperationsView['database']> {
  const found = await sql<{ version: string; size: string; connections: number; most: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as size,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections')::int as most`.execute(database.open)
  const row = found.rows[0]
  const { idleCount, waitingCount } = database.pool
  return {
    version: row?.version ?? '',
    size: Number(row?.size ?? 0),
    connections: row?.connections ?? 0,
    mostConnections: row?.most ?? 0,
    pool: { size: config.poolSize, idle: idleCount, waiting: waitingCount },
  }
}

async function statements(db: Db): Promise<OperationsView['statements']> {
  const known = await sql`select 1 from pg_extension where extname = 'pg_stat_statements'`.execute(db)
  const slowest = known.rows.length > 0 ? await fromDatabase(db).catch(() => undefined) : undefined
  if (slowest) return { source: 'database', slowest }
  const measured = slowestStatements(MOST_STATEMENTS)
  return {
    source: 'process',
    slowest: measured.map(({ sql: text, calls, total, longest }) => ({
      sql: text,
      calls,
      mean: total / calls,
      longest,
    })),
  }
}

async function fromDatabase(db: Db): Promise<SlowStatement[]> {
  const found =
    await sql<SlowStatement>`select left(query, 500) as sql, calls::float8 as calls, mean_exec_time as mean, max_exec_time as longest
    from pg_stat_statements order by max_exec_time desc limit ${MOST_STATEMENTS}`.execute(db)
  return found.rows
}

async function queue(db: Db): Promise<OperationsView['queue']> {
  const found = await sql<{ state: string; count: number }>`select state::text as state, count(*)::int as count
    from pgboss.job where name = 'work' group by 1 order by 1`.execute(db)
  return found.rows
}

async function backupFacts(home: Db, dataDir: string): Promise<OperationsView['backup']> {
  const cron = await backupLine(home)
  const next = cron ? findNextTime(cron, new Date()) : undefined
  const last = await newestBackup(dataDir)
  return {
    cron,
    keep: await backupKeep(home),
    nextTime: next ? wallTime(next) : '',
    lastTime: last === undefined ? '' : wallTime(new Date(last)),
  }
}

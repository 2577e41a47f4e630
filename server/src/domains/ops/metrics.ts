import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../../platform/db/pool.ts'
import type { Replica } from '../../platform/db/replica.ts'
import { SUFFIX, backupFolder } from './backup.ts'

export interface WatchDeps {
  database: Database
  config: { dataDir: string; poolSize: number }
  events: { openStreams: number }
}

/** Makes gauges that are read whenever somebody asks. */
function gaugesOf(register: Registry) {
  return (name: string, help: string, read: (gauge: Gauge<string>) => Promise<void> | void, labels: string[] = []) =>
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [register],
      async collect() {
        // Without labels a reset would say 0.
        if (labels.length > 0) this.reset()
        else this.remove()
        await Promise.resolve(read(this)).catch(() => undefined)
      },
    })
}

/** Figures that `/metrics` looks up whenever it is asked. One that cannot be had is left out; its alert is that of the database. */
export function watchOperation(register: Registry, { database, config, events }: WatchDeps): void {
  const gauge = gaugesOf(register)
  gauge('exam_database_up', 'Whether the database answers (1) or not (0)', async (up) => {
    up.set(await isUp(database))
  })
  gauge('exam_queue_waiting_jobs', 'Jobs nobody has begun', async (waiting) => {
    waiting.set((await queueOf(database)).waiting)
  })
  gauge('exam_queue_oldest_seconds', 'How long the oldest of them waits', async (oldest) => {
    oldest.set((await queueOf(database)).oldest)
  })
  gauge(
    'exam_database_pool_connections',
    'Database connections of this process, by use',
    (connections) => {
      const { totalCount, idleCount, waitingCount } = database.pool
      connections.set({ use: 'busy' }, totalCount - idleCount)
      connections.set({ use: 'idle' }, idleCount)
      connections.set({ use: 'wanted' }, waitingCount)
    },
    ['use'],
  )
  gauge('exam_database_pool_size', 'Database connections this process may have', (size) => size.set(config.poolSize))
  watchReplica(gauge, database.replica)
  gauge('exam_event_streams', 'Open pages that hear of changes', (streams) => streams.set(events.openStreams))
  gauge(
    'exam_data_disk_bytes',
    'Disk of the data folder, free and in all',
    async (disk) => {
      const { bsize, blocks, bavail } = await statfs(config.dataDir)
      disk.set({ part: 'free' }, bavail * bsize)
      disk.set({ part: 'total' }, blocks * bsize)
    },
    ['part'],
  )
  gauge('exam_backup_age_seconds', 'Since the newest backup in the data folder; absent without one', async (age) => {
    const newest = await newestBackup(config.dataDir)
    if (newest !== undefined) age.set((Date.now() - newest) / 1000)
  })
}

function watchReplica(gauge: ReturnType<typeof gaugesOf>, replica: Replica | undefined): void {
  gauge(
    'exam_replica_used',
    'Whether reading calls go to the replica of the database (1) or not (0); absent without one',
    (used) => {
      if (replica) used.set(replica.state === 'used' ? 1 : 0)
    },
  )
  gauge('exam_replica_lag_seconds', 'How far the replica is behind; absent while it does not answer', (lag) => {
    const seconds = replica?.lagSeconds
    if (seconds !== undefined) lag.set(seconds)
  })
}

async function isUp(database: Database): Promise<number> {
  return sql`select 1`.execute(database.open).then(
    () => 1,
    () => 0,
  )
}

/** Jobs nobody has begun, and how many seconds the oldest of them waits. */
export async function queueOf(database: Database): Promise<{ waiting: number; oldest: number }> {
  const found = await sql<{ waiting: number; oldest: number }>`select count(*)::int as waiting,
      coalesce(extract(epoch from now() - min(created_on)), 0)::float8 as oldest
    from pgboss.job where name = 'work' and state in ('created', 'retry')`.execute(database.open)
  return found.rows[0] ?? { waiting: 0, oldest: 0 }
}

/** When the newest one was made, in ms. */
export async function newestBackup(dataDir: string): Promise<number | undefined> {
  const folder = backupFolder(dataDir)
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(SUFFIX))
  const times = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs))
  return times.length > 0 ? Math.max(...times) : undefined
}

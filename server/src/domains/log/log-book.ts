import { hostname, networkInterfaces } from 'node:os'
import { sql } from 'kysely'
import type { Logger } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import type { Database } from '../../platform/db/pool.ts'
import { type Table, own } from '../../platform/db/table.ts'
import { logApi, logError, logUsual } from './tables.ts'

/** The logs and the columns a line of each may fill beside those of the program itself. */
const REQUEST = [
  'method',
  'request_uri',
  'remote_ip',
  'user_agent',
  'method_class',
  'method_name',
  'params',
  'create_by',
]
const COLUMNS = {
  log_usual: ['log_level', 'log_id', 'log_data'],
  log_api: [...REQUEST, 'type', 'title', 'time', 'http_status'],
  log_error: [...REQUEST, 'type', 'message', 'exception_name', 'file_name', 'line_number', 'stack_trace'],
} as const

export type LogTable = keyof typeof COLUMNS

const TABLES: Record<LogTable, Table> = { log_usual: logUsual, log_api: logApi, log_error: logError }

export type LogLine = Record<string, string | number | null | undefined>

interface Waiting {
  table: LogTable
  tenantId: string
  line: LogLine
}

const FLUSH_MS = 1000
const BATCH = 500
/** Lines kept while the database does not answer; beyond it the oldest go and are counted. */
const MOST_WAITING = 20_000

const WHO = ['id', 'tenant_id', 'service_id', 'server_host', 'server_ip', 'env', 'create_time']

/**
 * Takes lines without waiting and writes them in batches, a second later at most. `close` writes what is left:
 * a polite stop loses nothing.
 */
export class LogBook {
  private waiting: Waiting[] = []
  private dropped = 0
  private writing: Promise<void> = Promise.resolve()
  private readonly timer: NodeJS.Timeout
  private readonly server = { service_id: 'xueheng', server_host: hostname(), server_ip: ownAddress() }

  constructor(
    private readonly database: Database,
    private readonly log: Logger,
    /** Lines that belong to nobody yet are kept by the managing tenant. */
    private readonly home: string,
    private readonly env: string,
  ) {
    this.timer = setInterval(() => void this.flush(), FLUSH_MS).unref()
  }

  add(table: LogTable, tenantId: string, line: LogLine): void {
    const stamped = { ...line, id: nextId(), create_time: moment(new Date()) }
    this.waiting.push({ table, tenantId: tenantId || this.home, line: stamped })
    if (this.waiting.length > MOST_WAITING) {
      this.waiting.shift()
      this.dropped += 1
    }
    if (this.waiting.length % BATCH === 0) void this.flush()
  }

  /** Writes everything taken so far; one flush after another, so that `await flush()` means written. */
  flush(): Promise<void> {
    this.writing = this.writing.then(() => this.writeAll())
    return this.writing
  }

  async close(): Promise<void> {
    clearInterval(this.timer)
    await this.flush()
    await this.flush()
  }

  private async writeAll(): Promise<void> {
    const lines = this.waiting
    this.waiting = []
    for (const [key, group] of groupsOf(lines)) {
      try {
        for (let at = 0; at < group.length; at += BATCH) await this.write(group.slice(at, at + BATCH))
      } catch (error) {
        // What could not be written waits for the next turn; lines already in are passed over by their id.
        this.waiting.unshift(...group)
        this.log.warn({ err: error, group: key, waiting: this.waiting.length }, 'log lines could not be written')
      }
    }
    if (this.dropped > 0 && this.waiting.length === 0) {
      this.log.warn({ dropped: this.dropped }, 'log lines were lost')
      this.dropped = 0
    }
  }

  private async write(group: Waiting[]): Promise<void> {
    const [{ table, tenantId }] = group as [Waiting]
    const names = sql.join([...WHO, ...COLUMNS[table]].map((name) => sql.ref(name)))
    const rows = JSON.stringify(
      group.map(({ line }) => ({ ...line, ...this.server, env: this.env, tenant_id: tenantId })),
    )
    const log = own(TABLES[table])
    await sql`insert into ${log} (${names})
      select ${names} from jsonb_populate_recordset(null::${log}, ${rows}::jsonb) on conflict (id) do nothing`.execute(
      this.database.tenant(tenantId),
    )
  }
}

function groupsOf(lines: Waiting[]): Map<string, Waiting[]> {
  const groups = new Map<string, Waiting[]>()
  for (const one of lines) {
    const key = `${one.table} ${one.tenantId}`
    const group = groups.get(key) ?? []
    group.push(one)
    groups.set(key, group)
  }
  return groups
}

/** Cut to the width of a column; PostgreSQL keeps no zero characters. */
export function clip(value: unknown, length: number): string | null {
  if (value === null || value === undefined || value === '') return null
  return String(value).replaceAll('\u0000', '').slice(0, length)
}

/** With its zone, cut to the second. */
function moment(now: Date): string {
  return `${now.toISOString().slice(0, 19)}Z`
}

function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return all.find((one) => one.family === 'IPv4' && !one.internal)?.address ?? '127.0.0.1'
}

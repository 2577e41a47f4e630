import { EventEmitter } from 'node:events'
import pg from 'pg'

/** Every message is `<topic>:<text>`. */
export const CHANNEL = 'xueheng'

/** Messages between processes, through PostgreSQL: cache invalidation, job progress. Reconnects by itself. */
export class Listener {
  private readonly events = new EventEmitter()
  private client: pg.Client | undefined
  private isClosed = false
  private retry: NodeJS.Timeout | undefined

  constructor(
    private readonly url: string,
    private readonly pool: pg.Pool,
  ) {
    this.events.setMaxListeners(0)
  }

  async open(): Promise<void> {
    clearTimeout(this.retry)
    this.retry = undefined
    const client = new pg.Client({ connectionString: this.url, keepAlive: true })
    client.on('notification', ({ payload = '' }) => {
      const at = payload.indexOf(':')
      this.events.emit(payload.slice(0, at), payload.slice(at + 1))
    })
    client.on('error', () => undefined)
    client.on('end', () => this.reopen())
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    this.client = client
    // What was said while nobody listened is unknown: let every cache start afresh.
    this.events.emit('session', '')
  }

  /** One try at a time: a connection that fails also ends, and must not count twice. */
  private reopen(): void {
    if (this.isClosed || this.retry) return
    this.retry = setTimeout(() => void this.open().catch(() => this.reopen()), 1000).unref()
  }

  on(topic: string, listener: (text: string) => void): () => void {
    this.events.on(topic, listener)
    return () => this.events.off(topic, listener)
  }

  async notify(topic: string, text: string): Promise<void> {
    await this.pool.query('select pg_notify($1, $2)', [CHANNEL, `${topic}:${text}`])
  }

  async close(): Promise<void> {
    this.isClosed = true
    await this.client?.end()
  }
}

import { sql } from 'kysely'
import { isDue, parseCron } from './cron.ts'
import type { Logger } from './ctx.ts'
import type { Database } from './db/pool.ts'

/** Work the program does by itself, again and again. */
export interface StandingWork {
  name: string
  /** Seconds between two runs, or a cron line; an empty line means never. */
  when: number | (() => Promise<string>)
  run(): Promise<void>
}

const TICK_MS = 5000
const MINUTE_MS = 60_000

/** Looks every few seconds what is due. The table settles which of several processes takes it. */
export class Clockwork {
  private timer: NodeJS.Timeout | undefined
  private ticking: Promise<void> = Promise.resolve()
  private isBusy = false

  constructor(
    private readonly database: Database,
    private readonly log: Logger,
    private readonly works: StandingWork[],
  ) {}

  start(): void {
    this.timer = setInterval(() => {
      if (this.isBusy) return
      this.isBusy = true
      this.ticking = this.tick(new Date()).finally(() => {
        this.isBusy = false
      })
    }, TICK_MS).unref()
  }

  async tick(now: Date): Promise<void> {
    for (const work of this.works) {
      try {
        if (await this.take(work, now)) await work.run()
      } catch (error) {
        this.log.error({ err: error, work: work.name }, 'standing work failed')
      }
    }
  }

  private async take({ name, when }: StandingWork, now: Date): Promise<boolean> {
    if (typeof when === 'number') return this.claim(name, now, when * 1000)
    const line = await when()
    return line !== '' && isDue(parseCron(line), now) && this.claim(name, now, MINUTE_MS)
  }

  /** A run is taken when the last one is long enough ago; a minute of a cron line is taken once. */
  private async claim(name: string, now: Date, gapMs: number): Promise<boolean> {
    const slot = gapMs === MINUTE_MS ? new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS) : now
    const latest = new Date(slot.getTime() - gapMs)
    const taken = await sql`insert into standing_work as w (name, last_time) values (${name}, ${slot})
      on conflict (name) do update set last_time = excluded.last_time where w.last_time <= ${latest} returning 1`.execute(
      this.database.open,
    )
    return taken.rows.length > 0
  }

  async close(): Promise<void> {
    clearInterval(this.timer)
    await this.ticking
  }
}

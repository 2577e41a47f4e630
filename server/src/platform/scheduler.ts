import { sql } from 'kysely'
import { findLatestTime } from './cron.ts'
import type { Logger } from './ctx.ts'
import type { Database } from './db/pool.ts'
import { own } from './db/table.ts'
import { scheduledTask } from './jobs/tables.ts'

/** A task the program starts by itself, again and again. */
export interface ScheduledTask {
  name: string
  /** Seconds between two runs, or a cron line; an empty line means never. */
  when: number | (() => Promise<string>)
  run(): Promise<void>
}

const TICK_MS = 5000
/** A time of a cron line that was missed, because the database was lost or another task took long, is made up for this long. */
const LATE_MS = 3_600_000

/** Checks every few seconds which tasks are due. The table settles which of several processes runs one. */
export class Scheduler {
  private timer: NodeJS.Timeout | undefined
  private ticking: Promise<void> = Promise.resolve()
  private isBusy = false
  private isClosed = false

  constructor(
    private readonly database: Database,
    private readonly log: Logger,
    private readonly tasks: ScheduledTask[],
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
    for (const task of this.tasks) {
      if (this.isClosed) return
      try {
        if (await this.take(task, now)) await task.run()
      } catch (error) {
        this.log.error({ err: error, task: task.name }, 'scheduled task failed')
      }
    }
  }

  private async take({ name, when }: ScheduledTask, now: Date): Promise<boolean> {
    if (typeof when === 'number') return this.claim(name, now, new Date(now.getTime() - when * 1000))
    const line = await when()
    const time = line === '' ? undefined : findLatestTime(line, now)
    if (!time || now.getTime() - time.getTime() > LATE_MS) return false
    return this.claim(name, time, new Date(time.getTime() - 1))
  }

  /** Takes the run at `time`, unless one after `latest` has been taken already. */
  private async claim(name: string, time: Date, latest: Date): Promise<boolean> {
    const taken = await sql`insert into ${own(scheduledTask)} as t (name, last_time) values (${name}, ${time})
      on conflict (name) do update set last_time = excluded.last_time where t.last_time <= ${latest} returning 1`.execute(
      this.database.open,
    )
    return taken.rows.length > 0
  }

  /** Starts no further task and waits for the one that runs. */
  async close(): Promise<void> {
    this.isClosed = true
    clearInterval(this.timer)
    await this.ticking
  }
}

import { AppError } from '../error.ts'

const AT_ONCE = 8
const MINUTE_MS = 60_000
const MOST_KNOWN = 10_000

interface Used {
  /** Begun since `from`. */
  begun: number
  from: number
  running: number
}

/**
 * Files and uploads cost what a hundred lists cost: each user has so many per minute and eight at once, so that nobody
 * slows the others down or carries everything away in one go. Each process counts for itself.
 */
export class Allowance {
  private readonly users = new Map<string, Used>()

  constructor(
    private readonly perMinute: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Runs `work` as one of the user's. Throws `rate.limited` with the seconds to wait when there is no room. */
  async within<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const used = this.usedBy(userId)
    if (used.running >= AT_ONCE) throw new AppError('rate.limited', { seconds: 1 })
    if (used.begun >= this.perMinute) {
      throw new AppError('rate.limited', { seconds: Math.ceil((used.from + MINUTE_MS - this.now()) / 1000) })
    }
    used.begun += 1
    used.running += 1
    try {
      return await work()
    } finally {
      used.running -= 1
    }
  }

  private usedBy(userId: string): Used {
    const now = this.now()
    const known = this.users.get(userId)
    if (known && now < known.from + MINUTE_MS) return known
    if (this.users.size >= MOST_KNOWN) this.forgetIdle(now)
    const fresh = { begun: 0, from: now, running: known?.running ?? 0 }
    if (known) return Object.assign(known, fresh)
    this.users.set(userId, fresh)
    return fresh
  }

  private forgetIdle(now: number): void {
    for (const [userId, used] of this.users) {
      if (used.running === 0 && now >= used.from + MINUTE_MS) this.users.delete(userId)
    }
  }
}

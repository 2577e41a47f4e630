import { AppError } from '../error.ts'

const MINUTE_MS = 60_000
const MOST_KNOWN = 10_000

interface Used {
  /** Begun since `from`. */
  begun: number
  from: number
  running: number
}

/**
 * Some calls cost what a hundred others cost: each user, or address, has so many per minute and so many at once, so that
 * nobody slows the others down or carries everything away in one go. Each process counts for itself.
 */
export class Allowance {
  private readonly holders = new Map<string, Used>()

  constructor(
    private readonly perMinute: number,
    private readonly atOnce = 8,
    private readonly now: () => number = Date.now,
  ) {}

  /** Runs `work` as one of the holder's. Throws `rate.limited` with the seconds to wait when there is no room. */
  async within<T>(holder: string, work: () => Promise<T>): Promise<T> {
    const used = this.usedBy(holder)
    if (used.running >= this.atOnce) throw new AppError('rate.limited', { seconds: 1 })
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

  private usedBy(holder: string): Used {
    const now = this.now()
    const known = this.holders.get(holder)
    if (known && now < known.from + MINUTE_MS) return known
    if (this.holders.size >= MOST_KNOWN) this.forgetIdle(now)
    const fresh = { begun: 0, from: now, running: known?.running ?? 0 }
    if (known) return Object.assign(known, fresh)
    this.holders.set(holder, fresh)
    return fresh
  }

  private forgetIdle(now: number): void {
    for (const [holder, used] of this.holders) {
      if (used.running === 0 && now >= used.from + MINUTE_MS) this.holders.delete(holder)
    }
  }
}

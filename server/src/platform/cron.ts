import { Cron } from 'croner'

/**
 * A cron line: `minute hour day month weekday` with `*`, lists, ranges, steps and names, in the server's zone. A limited day
 * of the month and a limited weekday: either will do. Throws on anything else.
 */
function parseCron(line: string): Cron {
  // The library would also take a date or a word like @daily.
  if (line.trim().split(/\s+/).length !== 5) throw new Error(`not a cron line: ${line}`)
  return new Cron(line, { mode: '5-part', sloppyRanges: true })
}

export function isCronLine(line: string): boolean {
  try {
    return parseCron(line) !== undefined
  } catch {
    return false
  }
}

/** The first time of the line after `from`; nothing for a day that never comes. Throws on an unreadable line. */
export function findNextTime(line: string, from: Date): Date | undefined {
  return parseCron(line).nextRun(from) ?? undefined
}

/** The last time of the line up to `at`. Throws on an unreadable line. */
export function findLatestTime(line: string, at: Date): Date | undefined {
  // `previousRuns` leaves out the very second it is asked for.
  const nextSecond = new Date(Math.floor(at.getTime() / 1000 + 1) * 1000)
  return parseCron(line).previousRuns(1, nextSecond)[0]
}

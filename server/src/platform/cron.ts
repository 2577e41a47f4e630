/** The five fields of a cron line: the values that match each. */
interface Line {
  minute: Set<number>
  hour: Set<number>
  day: Set<number>
  month: Set<number>
  weekday: Set<number>
  /** A limited day of the month and a limited weekday: either will do. */
  isEither: boolean
}

const RANGES = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const

/** `minute hour day month weekday` with `*`, lists, ranges and steps. Throws on anything else. */
export function parseCron(text: string): Line {
  const parts = text.trim().split(/\s+/)
  if (parts.length !== 5) throw new Error(`not a cron line: ${text}`)
  const [minute, hour, day, month, weekday] = parts.map((part, at) => valuesOf(part, RANGES[at] ?? [0, 59])) as [
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
  ]
  if (weekday.has(7)) weekday.add(0)
  return { minute, hour, day, month, weekday, isEither: parts[2] !== '*' && parts[4] !== '*' }
}

function valuesOf(part: string, [low, high]: readonly [number, number]): Set<number> {
  const values = new Set<number>()
  for (const item of part.split(',')) {
    const found = /^(\*|\d+)(?:-(\d+))?(?:\/(\d+))?$/.exec(item)
    if (!found) throw new Error(`not a cron field: ${part}`)
    const [, from = '', to, step] = found
    const start = from === '*' ? low : Number(from)
    const end = from === '*' || (step && !to) ? high : Number(to ?? from)
    if (start < low || end > high || start > end || step === '0') throw new Error(`not a cron field: ${part}`)
    for (let value = start; value <= end; value += Number(step ?? 1)) values.add(value)
  }
  return values
}

/** Whether the line names the minute `at` lies in, in the server's zone. */
export function isDue(line: Line, at: Date): boolean {
  const isDay = line.day.has(at.getDate())
  const isWeekday = line.weekday.has(at.getDay())
  const isRight = line.isEither ? isDay || isWeekday : isDay && isWeekday
  return (
    line.minute.has(at.getMinutes()) && line.hour.has(at.getHours()) && line.month.has(at.getMonth() + 1) && isRight
  )
}

const YEAR_MINUTES = 366 * 24 * 60

/** The next minute after `from` the line names, within a year. */
export function nextTime(line: Line, from: Date): Date | undefined {
  const at = new Date(from)
  at.setSeconds(0, 0)
  for (let i = 0; i < YEAR_MINUTES; i += 1) {
    at.setMinutes(at.getMinutes() + 1)
    if (isDue(line, at)) return at
  }
  return undefined
}

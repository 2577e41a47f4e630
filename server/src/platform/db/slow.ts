/** One statement without its values, and how long it took so far. Milliseconds. */
export interface Measured {
  sql: string
  calls: number
  total: number
  longest: number
}

const LEAST_MS = 50
const MOST = 200

/** Remembers statements that took their time; the quickest make room. */
export function rememberSlow() {
  const slowest = new Map<string, Measured>()

  function measure(text: string, ms: number): void {
    if (ms < LEAST_MS) return
    const sql = text.replaceAll(/\s+/g, ' ').slice(0, 500)
    const known = slowest.get(sql) ?? { sql, calls: 0, total: 0, longest: 0 }
    slowest.set(sql, { sql, calls: known.calls + 1, total: known.total + ms, longest: Math.max(known.longest, ms) })
    if (slowest.size <= MOST) return
    const quickest = [...slowest.values()].reduce((one, other) => (one.longest <= other.longest ? one : other))
    slowest.delete(quickest.sql)
  }

  function slowestStatements(most: number): Measured[] {
    return [...slowest.values()].toSorted((one, other) => other.longest - one.longest).slice(0, most)
  }

  return { measure, slowestStatements }
}

/** Of this process, since its start. */
export const { measure, slowestStatements } = rememberSlow()
